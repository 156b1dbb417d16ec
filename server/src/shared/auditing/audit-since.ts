/** A change to the register reaches months that were audited: they are audited again in the transaction that writes it. */
import { monthEnd, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditClients } from './audit-clients.ts'
import { auditMonth } from './audit-month.ts'
import { beginAudit } from './turns.ts'

interface Touched {
  institutionIds: readonly number[]
  /** The first day from which the fact holds, or that it is of; null where nothing that is compared with values changed. */
  since: PlainDate | null
  today: PlainDate
}

/** Audits the institutions' policies again for every audited month that ends on the day or later; what is locked stays as it is. */
export async function auditSince(trx: Trx, scope: Scope, { institutionIds, since, today }: Touched): Promise<void> {
  for (const period of await auditedSince(trx, scope, institutionIds, since))
    await auditMonth(trx, scope, { period, today, institutionIds })
}

/** The same of their sums and opening balances alone. */
export async function auditClientsSince(trx: Trx, scope: Scope, { institutionIds, since }: Omit<Touched, 'today'>): Promise<void> {
  await beginAudit(trx, scope)
  for (const period of await auditedSince(trx, scope, institutionIds, since)) await auditClients(trx, scope, { period, institutionIds })
}

async function auditedSince(trx: Trx, scope: Scope, institutionIds: readonly number[], since: PlainDate | null): Promise<PlainDate[]> {
  if (since === null || institutionIds.length === 0) return []
  const { rows } = await sql<{ period: PlainDate }>`
    select distinct a.period from audit_coverage a
    where a.site_id = ${scope.siteId} and a.institution_id = any(${[...institutionIds]}::int[]) and a.period >= ${monthEnd(yearOf(since), monthOf(since))}
      and not exists (select from period_lock l where l.site_id = a.site_id and l.period_end = a.period)
    order by a.period`.execute(trx)
  return rows.map(({ period }) => period)
}
