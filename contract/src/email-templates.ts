/** Texts of the mails the product sends (seed 3 Email template). */
import { z } from 'zod'
import { idParam, repeated } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'

/** 0 signup, 1 file upload. */
export const emailTemplateType = z.literal([0, 1])
const write = z.object({
  name: z.string().trim().min(1).max(100),
  subject: z.string().trim().min(1).max(200),
  body: z.string().trim().min(1).max(20_000),
  type: emailTemplateType,
})

export const emailTemplates = defineResource({
  model: 'email-templates',
  key: idParam,
  words: ['email template', 'email templates'],
  permission: 'EMAIL_TEMPLATES',
  record: z.object({ id: z.int(), ...write.shape, createdAt: z.string(), updatedAt: z.string() }),
  write,
  sortable: ['name', 'subject', 'type', 'updatedAt'],
  defaultSort: 'name',
  filters: { type: repeated(z.coerce.number().pipe(emailTemplateType)) },
})
