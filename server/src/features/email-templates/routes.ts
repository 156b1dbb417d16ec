/** Email templates: nothing refers to one; mails already queued keep their text. */
import { emailTemplates } from '@corridor/contract/email-templates.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { resourceRoutes } from '../../kernel/resources.ts'

export const emailTemplateRoutes = (app: FastifyInstance, kernel: Kernel): void =>
  resourceRoutes(app, kernel, {
    resource: emailTemplates,
    table: 'emailTemplate',
    key: 'id',
    reach: () => sql`true`,
    search: ['name', 'subject'],
    dependants: [],
  })
