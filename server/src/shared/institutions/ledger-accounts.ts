/** Which accounts the journal entries of a report post to: the institution's own at the period, else its site's, else the standard ones. */

import type { LedgerAccountKey } from '@corridor/domain/calculations/journal-entries.ts'
import { accountsOf, type LedgerAccount, type NamedAccounts } from '@corridor/domain/calculations/journal-entries.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** For the site named: the version that holds. */
export async function selectSiteAccounts(trx: Trx, { siteId }: Scope): Promise<(NamedAccounts & { version: number }) | null> {
  return (
    (await trx
      .selectFrom('siteLedgerAccounts')
      .selectAll()
      .where('siteId', '=', siteId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}

/** Read once for a group of institutions. */
export async function readLedgerAccounts(
  trx: Trx,
  scope: Scope,
  institutionIds: number[],
  period: PlainDate,
): Promise<(institutionId: number) => Record<LedgerAccountKey, LedgerAccount>> {
  const site = await selectSiteAccounts(trx, scope)
  const { rows } = await sql<NamedAccounts & { institutionId: number }>`
    select distinct on (l.institution_id) l.* from institution_ledger_accounts l
    where l.institution_id = any(${institutionIds}::int[]) and l.effective_from <= ${period} order by l.institution_id, l.effective_from desc`.execute(
    trx,
  )
  const own = new Map(rows.map((row) => [row.institutionId, row]))
  return (institutionId) => accountsOf(own.get(institutionId) ?? null, site)
}
