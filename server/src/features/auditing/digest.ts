/** One mail a morning to each person with exceptions newly assigned, or due: what waits, of which bank, and where to settle it. */
import { AUDIT_CHECKS, AUDIT_RULES, checkOf, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { deliveriesOf } from '../../shared/notifications/bell.ts'
import { dayOfSite } from '../../shared/site-day.ts'

/** Exceptions that a mail names. */
const NAMED = 20

export const tellAssignees: JobDefinition<object> = {
  name: 'tell-assignees',
  title: 'Mails about assigned exceptions',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 2,
  schedule: '0 12 * * *',
  run: async (kernel) => {
    const sites = await kernel.ownerDb.selectFrom('site').select('id').orderBy('id').execute()
    for (const { id } of sites) await inScope(kernel.db, scopeOfSystem(id), (trx) => mailDigests(kernel, trx, id))
  },
}

interface Waiting {
  userId: number
  email: string
  firstName: string
  ruleCode: string
  period: PlainDate
  institutionName: string
  policyNumber: string | null
  dueOn: PlainDate | null
}

/** @returns how many mails were queued; one a person and day, however often it is asked for */
export async function mailDigests(kernel: Kernel, trx: Trx, siteId: number): Promise<number> {
  const today = await dayOfSite(kernel, trx, siteId)
  const { rows } = await sql<Waiting>`
    select u.id as user_id, u.email, u.first_name, x.rule_code, x.period, i.name as institution_name, p.policy_number, x.due_on
    from audit_exception x
    join user_account u on u.id = x.assigned_to and u.status = 1
    join institution i on i.id = x.institution_id
    left join policy p on p.institution_id = x.institution_id and p.id = x.policy_id
    where x.site_id = ${siteId} and x.status in ('OPEN', 'ACKNOWLEDGED') and (x.due_on <= ${today} or exists (
      select from audit_exception_step s where s.institution_id = x.institution_id and s.exception_id = x.id and s.assigned_to = x.assigned_to and s.user_id <> x.assigned_to
        and s.at > now() - interval '24 hours'))
    order by u.id, x.due_on nulls last, i.name, x.rule_code, p.policy_number`.execute(trx)
  const deliveryOf = await deliveriesOf(
    trx,
    rows.map(({ userId }) => userId),
    'EXCEPTION_ASSIGNED',
  )
  const mails = [...Map.groupBy(rows, ({ userId }) => userId)].flatMap(([userId, waiting]) => {
    const [first] = waiting
    if (!first || deliveryOf(userId) === 'NONE') return []
    const count = waiting.length === 1 ? '1 audit exception' : `${waiting.length} audit exceptions`
    const lines = waiting.slice(0, NAMED).map((one) => `- ${inWords(one, today)}`)
    return [
      {
        recipient: first.email,
        subject: `${count} for you`,
        bodyText: [
          `Dear ${first.firstName},`,
          '',
          `${count} assigned to you ${waiting.length === 1 ? 'is' : 'are'} new or due:`,
          '',
          ...lines,
          ...(waiting.length > NAMED ? [`- and ${waiting.length - NAMED} more`] : []),
          '',
          `Settle them in the portal, under Auditing: ${kernel.configuration.publicUrl}`,
          '',
        ].join('\n'),
        dedupeKey: `audit-digest ${siteId} ${userId} ${today}`,
      },
    ]
  })
  return queueMails(kernel, trx, mails)
}

/** "Alder Bank, policy PL-1, September 2026: Movement too large (CSV & DB MoM Balance), due 10/20/2026" */
function inWords({ ruleCode, period, institutionName, policyNumber, dueOn }: Waiting, today: PlainDate): string {
  const rule = isAuditRule(ruleCode) ? `${AUDIT_RULES[ruleCode].title} (${AUDIT_CHECKS[checkOf(ruleCode)].title})` : ruleCode
  const due = dueOn === null ? '' : dueOn < today ? `, overdue since ${formatDate(dueOn)}` : `, due ${formatDate(dueOn)}`
  return `${institutionName}${policyNumber === null ? '' : `, policy ${policyNumber}`}, ${formatMonth(period)}: ${rule}${due}`
}
