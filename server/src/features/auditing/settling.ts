/** Settling exceptions: acknowledge, resolve, clear as false, reopen, assign; one or all that match, with one reason, all or nothing. Nothing is deleted. */
import type { assignExceptions, settleExceptions } from '@corridor/contract/auditing.ts'
import { changeInstitutions } from '@corridor/contract/institutions.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { holds } from '@corridor/domain/access/access.ts'
import { type ExceptionStatus, type ReasonCode, STATUS_TABLE, settlingRefused } from '@corridor/domain/auditing/exceptions.ts'
import { AUDIT_RULES, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { matches } from '../../platform/http/lists.ts'
import type { Acting } from '../../platform/http/route.ts'
import { currentMonth } from '../../shared/auditing/audit-run.ts'
import { mailAtOnce, tellPeople } from '../../shared/notifications/bell.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { exceptionSearch, selectExceptions } from './exception-queries.ts'

type Selection = Pick<ParsedOf<typeof settleExceptions>, 'records' | 'matching'>

interface Chosen {
  institutionId: number
  id: number
  status: ExceptionStatus
  severity: 'error' | 'warning' | 'info'
  ruleCode: string
  enteredBy: number | null
}

/** The chosen exceptions, locked. @throws AppError input without a choice; conflict when others match than the page showed; not_found */
async function choose({ kernel, trx, scope, session }: Acting, { records, matching }: Selection): Promise<Chosen[]> {
  if ((records === undefined) === (matching === undefined))
    throw inputError({ records: ['Choose exceptions, or all that match a filter.'] })
  let ids = records ?? []
  if (matching) {
    const { count, period, search, ...filter } = matching
    const month = period ?? (await currentMonth(trx, scope, await dayOfSite(kernel, trx, scope.siteId)))
    let query = selectExceptions(trx, scope, filter, month)
    if (search) query = query.where(matches(search, exceptionSearch(holds(session, changeInstitutions))))
    const found = await query.execute()
    if (found.length !== count)
      throw new AppError('conflict', {
        message: `${found.length.toLocaleString('en-US')} exceptions match now; the page showed ${count.toLocaleString('en-US')}. Look at the list again.`,
      })
    ids = found.map(({ institutionId, id }) => ({ institutionId, id }))
  }
  const { rows } = await sql<Chosen>`
    select x.institution_id, x.id, x.status, x.severity, x.rule_code, x.entered_by from audit_exception x
    join jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as c ("institutionId" int, id int) on c."institutionId" = x.institution_id and c.id = x.id
    where x.site_id = ${scope.siteId} order by x.institution_id, x.id for update of x`.execute(trx)
  if (rows.length !== ids.length) throw new AppError('not_found')
  return rows
}

export async function settle(call: Acting, input: ParsedOf<typeof settleExceptions>): Promise<number> {
  const { trx, scope, session, record } = call
  const { to, note, reasonCode = null } = input
  if (to !== 'OPEN' && reasonCode === null) throw inputError({ reasonCode: ['Choose a reason.'] })
  const chosen = await choose(call, input)
  refuse(chosen, to, session.userId)
  await write(call, chosen, { status: to, reasonCode: to === 'OPEN' ? null : reasonCode, note })
  for (const { institutionId, id, status, ruleCode } of chosen)
    await record({
      action: to === 'OPEN' ? 'exception.reopened' : 'exception.settled',
      entity: 'exception',
      entityId: id,
      institutionId,
      before: { status },
      after: { rule: ruleWords(ruleCode), status: STATUS_TABLE[to].label, reason: reasonCode, note },
    })
  await call.kernel.events.publish(trx, { siteId: scope.siteId, type: 'audit', status: 'SETTLED' })
  return chosen.length
}

/** One refusal for all: how many cannot be settled so, and why. */
function refuse(chosen: readonly Chosen[], to: ExceptionStatus, userId: number): void {
  const refused = chosen.flatMap((one) => settlingRefused(one, to, userId) ?? [])
  const [first] = refused
  if (first === undefined) return
  const some =
    chosen.length === 1
      ? ''
      : `${refused.length.toLocaleString('en-US')} of ${chosen.length.toLocaleString('en-US')} cannot be settled so; nothing was changed. `
  throw new AppError('wrong_status', { message: `${some}${first}` })
}

async function write(
  { trx, scope, session }: Acting,
  chosen: readonly Chosen[],
  { status, reasonCode, note }: { status: ExceptionStatus; reasonCode: ReasonCode | null; note: string },
): Promise<void> {
  const keys = JSON.stringify(chosen.map(({ institutionId, id }) => ({ institution_id: institutionId, id })))
  const isOpen = status === 'OPEN'
  await sql`with written as (
      update audit_exception x set status = ${status}, reason_code = ${reasonCode}, note = ${note}, updated_at = clock_timestamp(),
        resolved_by = ${isOpen ? null : session.userId}, resolved_at = ${isOpen ? null : sql`clock_timestamp()`}
      from jsonb_to_recordset(${keys}::jsonb) as k (institution_id int, id int) where x.institution_id = k.institution_id and x.id = k.id
      returning x.institution_id, x.id)
    insert into audit_exception_step (institution_id, site_id, exception_id, user_id, status, reason_code, note)
    select institution_id, ${scope.siteId}, id, ${session.userId}, ${status}, ${reasonCode}, ${note} from written`.execute(trx)
}

export async function assign(call: Acting, input: ParsedOf<typeof assignExceptions>): Promise<number> {
  const { trx, scope, session, record } = call
  const { assignedTo, dueOn = null } = input
  const people = await selectFirm(trx, scope)
  const person = people.find(({ id }) => id === assignedTo)
  if (assignedTo !== null && !person) throw inputError({ assignedTo: ['Choose someone of the site’s staff.'] })
  const chosen = await choose(call, input)
  const keys = JSON.stringify(chosen.map(({ institutionId, id }) => ({ institution_id: institutionId, id })))
  await sql`with written as (
      update audit_exception x set assigned_to = ${assignedTo}, due_on = ${dueOn}, updated_at = clock_timestamp()
      from jsonb_to_recordset(${keys}::jsonb) as k (institution_id int, id int) where x.institution_id = k.institution_id and x.id = k.id
      returning x.institution_id, x.id, x.status)
    insert into audit_exception_step (institution_id, site_id, exception_id, user_id, status, assigned_to, due_on)
    select institution_id, ${scope.siteId}, id, ${session.userId}, status, ${assignedTo}, ${dueOn} from written`.execute(trx)
  for (const { institutionId, id, ruleCode } of chosen)
    await record({
      action: 'exception.assigned',
      entity: 'exception',
      entityId: id,
      institutionId,
      after: { rule: ruleWords(ruleCode), to: person?.name ?? null, ...(dueOn ? { due: formatDate(plainDate(dueOn)) } : {}) },
    })
  if (person && person.id !== scope.userId && chosen.length > 0) {
    const title = chosen.length === 1 ? 'An audit exception was assigned to you' : `${chosen.length} audit exceptions were assigned to you`
    const [first] = chosen
    const subject = `exceptions ${chosen.length} ${first?.institutionId} ${first?.id}`
    const link = '/staff/dashboard#my-exceptions'
    const now = await tellPeople(trx, [person.id], { kind: 'EXCEPTION_ASSIGNED', subject, title, link })
    await mailAtOnce(call.kernel, trx, now, { title, link, cause: `${subject} ${call.request.id}` })
  }
  return chosen.length
}

const ruleWords = (code: string): string => (isAuditRule(code) ? `${code}, ${AUDIT_RULES[code].title}` : code)
