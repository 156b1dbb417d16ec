/** Texts of the mails the product sends: kept, tried on real people, and chosen to be used. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { placeholderProblem, TEMPLATE_TYPE_NAMES } from '@corridor/domain/sites/mail-template.ts'
import { z } from 'zod'
import { endpoint, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'

/** 0 signup, 1 file upload. */
export const emailTemplateType = z.literal([0, 1])
const template = (text: z.ZodString) =>
  text.superRefine((value, context) => {
    const problem = placeholderProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
const text = {
  subject: template(
    z
      .string()
      .trim()
      .min(1, 'Enter the subject')
      .max(200)
      .regex(/^[^\r\n]*$/, 'A subject is one line'),
  ),
  body: template(z.string().trim().min(1, 'Enter the text').max(20_000)),
}
const write = z.object({ name: z.string().trim().min(1, 'Enter the name').max(100), ...text, type: emailTemplateType })

const read = permission('EMAIL_TEMPLATES', 1, STAFF_ROLES, 'site')
const change = permission('EMAIL_TEMPLATES', 2, STAFF_ROLES, 'site')

export const emailTemplates = defineResource({
  model: 'email-templates',
  key: idParam,
  words: ['email template', 'email templates'],
  permission: 'EMAIL_TEMPLATES',
  record: z.object({
    id: z.int(),
    name: z.string(),
    subject: z.string(),
    body: z.string(),
    type: worded(emailTemplateType, TEMPLATE_TYPE_NAMES),
    /** Mails of this type from the active site are worded by it. */
    inUse: z.boolean(),
    /** Chosen for the active site alone, and for all that have no choice of their own. */
    usedHere: z.boolean(),
    usedEverywhere: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  write,
  sortable: ['name', 'subject', 'type', 'updatedAt'],
  defaultSort: 'name',
  filters: { type: repeated(z.coerce.number().pipe(emailTemplateType)) },
})

export const chooseEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/email-templates/:id/use',
  summary: 'Use a template for its type: on the active site alone, on all sites, or no longer.',
  access: change,
  input: z.strictObject({ id: idParam, where: z.enum(['site', 'everywhere']), used: z.boolean() }),
  reply: emailTemplates.record,
})

export const listMailReaders = endpoint({
  method: 'GET',
  path: '/api/email-templates/readers',
  summary: 'The people of an institution whom a template can be tried on.',
  access: read,
  input: z.strictObject({ institutionId: idParam }),
  reply: z.object({ records: z.array(z.object({ id: z.int(), name: z.string() })) }),
  background: true,
})

const tried = z.strictObject({ type: emailTemplateType, ...text, userId: idParam })
const mail = z.object({
  subject: z.string(),
  text: z.string(),
  /** Placeholders of the text for which this person and institution have nothing. */
  missing: z.array(z.string()),
})
export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/email-templates/preview',
  summary: 'What a mail by this text would say to a person.',
  access: read,
  input: tried,
  reply: mail,
  changes: false,
  background: true,
})
export const testEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/email-templates/test',
  summary: 'Send oneself a mail by this text, as it would read for a person; at most ten an hour.',
  access: change,
  input: tried,
  reply: z.object({ recipient: z.string() }),
})
