/** Email templates: kept, tried on real people, sent to oneself, and chosen; mails already queued keep their text. */
import {
  chooseEmailTemplate,
  emailTemplates,
  listMailReaders,
  previewEmailTemplate,
  testEmailTemplate,
} from '@corridor/contract/email-templates.ts'
import { TEMPLATE_TYPE_NAMES } from '@corridor/domain/sites/mail-template.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { loadRow, lockRow, type ResourceBinding } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { selectReaders, tryOn } from './preview.ts'

/** For the active site: row-level security shows no other's. */
const usedHere = sql`exists (select from email_template_site s where s.template_id = t.id)`
const binding: ResourceBinding = {
  resource: emailTemplates,
  table: 'emailTemplate',
  key: 'id',
  fields: {
    usedHere,
    inUse: sql`(${usedHere} or t.used_everywhere and not exists (select from email_template_site s where s.type = t.type))`,
  },
  reach: () => sql`true`,
  search: ['name', 'subject', 'body'],
  dependants: [
    { what: 'choice of all sites', count: ({ id }) => sql`select count(*) from email_template where id = ${id} and used_everywhere` },
    { what: 'choice of this site', count: ({ id }) => sql`select count(*) from email_template_site where template_id = ${id}` },
  ],
  check: async ({ before, after }) => {
    const used = before?.usedHere === true || before?.usedEverywhere === true
    if (used && after?.type !== undefined && after.type !== before.type)
      throw inputError({
        type: [`It is in use for ${TEMPLATE_TYPE_NAMES[before.type === 0 ? 0 : 1].toLowerCase()}: choose another template there first.`],
      })
  },
}

/** Test mails of one person within an hour. */
const TESTS_AN_HOUR = 10

export function emailTemplateRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listMailReaders, async ({ trx, scope, input }) => ({ records: await selectReaders(trx, scope, input.institutionId) }))
  route(app, kernel, previewEmailTemplate, ({ trx, scope, input }) => tryOn(kernel, trx, scope, input))
  route(app, kernel, testEmailTemplate, async ({ trx, scope, session, input, record }) => {
    // Two at once take turns, so that the limit is one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`test mails of ${session.userId}`}, 0))`.execute(trx)
    const now = kernel.now()
    const cause = `template test ${session.userId} `
    const { rows } = await sql<{ count: number; first: string | null }>`
      select count(*)::int as count, min(created_at) as first from mail_outbox
      where starts_with(dedupe_key, ${cause}) and created_at > ${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`.execute(
      trx,
    )
    const [sent] = rows
    if (sent?.first && sent.count >= TESTS_AN_HOUR)
      throw new AppError('too_many_requests', {
        message: `You sent yourself ${TESTS_AN_HOUR} test emails within an hour. Try again later; the preview shows the same text.`,
        retryAfter: Math.max(1, Math.ceil((Date.parse(sent.first) + 3_600_000 - now.getTime()) / 1000)),
      })
    const mail = await tryOn(kernel, trx, scope, input)
    const { email } = await trx.selectFrom('userAccount').select('email').where('id', '=', session.userId).executeTakeFirstOrThrow()
    await queueMails(kernel, trx, [
      {
        recipient: email,
        subject: `[Test] ${mail.subject}`,
        bodyText: mail.text,
        dedupeKey: `${cause}${now.toISOString()} ${sent?.count ?? 0}`,
      },
    ])
    await record({
      action: 'email-templates.tested',
      entity: 'email-templates',
      after: { type: input.type, subject: input.subject, userId: input.userId },
    })
    return { recipient: email }
  })
  route(app, kernel, chooseEmailTemplate, async ({ input: { id, where, used }, ...call }) => {
    const { trx, scope, record } = call
    // Two who choose at the same moment take turns: one is in use at most.
    await sql`select pg_advisory_xact_lock(hashtextextended('template in use', 0))`.execute(trx)
    await lockRow(trx, binding, id)
    const before = await loadRow(call, binding, chooseEmailTemplate.access, id)
    const type = before.type === 0 ? 0 : 1
    if (where === 'everywhere') {
      await trx
        .updateTable('emailTemplate')
        .set({ usedEverywhere: false })
        .where('type', '=', type)
        .where('usedEverywhere', '=', true)
        .execute()
      if (used) await trx.updateTable('emailTemplate').set({ usedEverywhere: true }).where('id', '=', id).execute()
    } else if (used)
      await trx
        .insertInto('emailTemplateSite')
        .values({ siteId: scope.siteId, type, templateId: id })
        .onConflict((conflict) => conflict.columns(['siteId', 'type']).doUpdateSet({ templateId: id }))
        .execute()
    else await trx.deleteFrom('emailTemplateSite').where('siteId', '=', scope.siteId).where('templateId', '=', id).execute()
    const after = await loadRow(call, binding, chooseEmailTemplate.access, id)
    const choice = ({ usedHere, usedEverywhere }: typeof after) => ({ usedHere, usedEverywhere })
    await record({ action: 'email-templates.used', entity: 'email-templates', entityId: id, before: choice(before), after: choice(after) })
    return emailTemplates.record.parse(after)
  })
  resourceRoutes(app, kernel, binding)
}
