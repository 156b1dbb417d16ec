/** Opening balances by client and fiscal year, and the bank’s own ledger beside them. */
import type { listOpenings, restateOpenings, setLedgerBalance } from '@corridor/contract/audit-settings.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditTouched } from '../../shared/auditing/audit-month.ts'
import { currentMonth } from '../../shared/auditing/audit-run.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { dayOfSite } from '../../shared/site-day.ts'

const selectOpenings = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom(
      sql<{
        institutionId: number
        institutionName: string
        yearEnd: PlainDate
        policies: number
        openingCents: number
        postedCents: number
        storedAt: string
        ledgerCents: number | null
        ledgerSource: string | null
      }>`(
      select o.institution_id, i.name as institution_name, o.year_end, count(*)::int as policies, sum(o.cash_surrender_value_cents)::bigint as opening_cents,
        coalesce(sum(v.cash_surrender_value_cents), 0)::bigint as posted_cents, max(o.stored_at) as stored_at, l.balance_cents as ledger_cents, l.source as ledger_source
      from opening_balance o
      join institution i on i.id = o.institution_id
      left join policy_valuation v on v.institution_id = o.institution_id and v.policy_id = o.policy_id and v.as_of_date = o.year_end and v.status = 'POSTED'
      left join ledger_balance l on l.institution_id = o.institution_id and l.site_id = o.site_id and l.year_end = o.year_end
      where o.site_id = ${scope.siteId} group by o.institution_id, i.name, o.year_end, l.balance_cents, l.source)`.as('t'),
    )
    .selectAll('t')

export function pageOfOpenings(trx: Trx, scope: Scope, input: ParsedOf<typeof listOpenings>) {
  let query = selectOpenings(trx, scope)
  if (input.institutionId) query = query.where('t.institutionId', 'in', input.institutionId)
  return pageOf(query, input, {
    ties: ['t.institutionName'],
    id: ['t.institutionId', 't.yearEnd'],
    sort: { institutionName: 't.institutionName', yearEnd: 't.yearEnd', openingCents: 't.openingCents' },
    search: ['t.institutionName'],
  })
}

type Client = { institutionId: number; yearEnd: PlainDate }

async function openingOf(trx: Trx, scope: Scope, { institutionId, yearEnd }: Client) {
  const found = await selectOpenings(trx, scope)
    .where('t.institutionId', '=', institutionId)
    .where('t.yearEnd', '=', yearEnd)
    .executeTakeFirst()
  if (!found)
    throw new AppError('not_found', {
      message: 'No opening balances are stored for this institution and year end. They are stored when the month is locked.',
    })
  return found
}

export async function restate(call: Acting, { reason, ...client }: ParsedOf<typeof restateOpenings>) {
  const { trx, scope, session, record } = call
  await takeTurn(trx, scope)
  const before = await openingOf(trx, scope, client)
  // A balance that stays as it was is looked at again, and is not restated.
  await sql`update opening_balance o set cash_surrender_value_cents = v.cash_surrender_value_cents, stored_by = ${session.userId}, stored_at = clock_timestamp(),
      restated_at = case when o.cash_surrender_value_cents <> v.cash_surrender_value_cents then clock_timestamp() else o.restated_at end,
      restated_reason = case when o.cash_surrender_value_cents <> v.cash_surrender_value_cents then ${reason} else o.restated_reason end
    from policy_valuation v where o.institution_id = ${client.institutionId} and o.site_id = ${scope.siteId} and o.year_end = ${client.yearEnd}
      and v.institution_id = o.institution_id and v.policy_id = o.policy_id and v.as_of_date = o.year_end and v.status = 'POSTED'`.execute(
    trx,
  )
  const after = await openingOf(trx, scope, client)
  await record({
    action: 'opening.restated',
    entity: 'opening',
    institutionId: client.institutionId,
    before: { openingCents: before.openingCents },
    after: { yearEnd: client.yearEnd, openingCents: after.openingCents, reason },
  })
  await auditAgain(call, client.institutionId)
  return after
}

export async function setLedger(call: Acting, { balanceCents, source, ...client }: ParsedOf<typeof setLedgerBalance>) {
  const { trx, scope, session, record } = call
  await takeTurn(trx, scope)
  await openingOf(trx, scope, client)
  const values = { balanceCents: cents(balanceCents), source, enteredBy: session.userId }
  await trx
    .insertInto('ledgerBalance')
    .values({ institutionId: client.institutionId, siteId: scope.siteId, yearEnd: client.yearEnd, ...values })
    .onConflict((conflict) =>
      conflict.columns(['institutionId', 'siteId', 'yearEnd']).doUpdateSet({ ...values, enteredAt: sql`clock_timestamp()` }),
    )
    .execute()
  await record({
    action: 'opening.ledger',
    entity: 'opening',
    institutionId: client.institutionId,
    after: { yearEnd: client.yearEnd, balanceCents, source },
  })
  await auditAgain(call, client.institutionId)
  return openingOf(trx, scope, client)
}

async function auditAgain({ kernel, trx, scope }: Acting, institutionId: number): Promise<void> {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  await auditTouched(trx, scope, { period: await currentMonth(trx, scope, today), today, institutionIds: [institutionId] })
}
