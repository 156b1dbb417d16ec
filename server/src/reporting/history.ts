/** The history of a report: what was made of it, by whom, from which inputs. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { type ControlTotals, familyOf } from './family.ts'
import { type Withdrawal, withdrawalInWords, withdrawalOfVersion } from './withdrawal.ts'

interface VersionRow {
  version: number
  generatedAt: string
  generatedBy: string
  preliminary: boolean
  released: boolean
  withdrawn: string | null
  restated: boolean
  snapshotHash: string
  current: boolean
}

/** All versions for staff, newest first; for clients the one that is released. */
export async function selectVersions(
  trx: Trx,
  scope: Scope,
  { reportType, institutionId, id }: { reportType: string; institutionId: number; id: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<Omit<VersionRow, 'withdrawn'> & { withdrawal: Withdrawal | null; controlTotals: ControlTotals }>`
    select v.version, v.generated_at, ${scope.side === 'staff' ? sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Corridor')` : sql`''`} as generated_by,
      v.preliminary, v.released, ${scope.side === 'staff' ? withdrawalOfVersion(scope) : sql`null`} as withdrawal, v.restated, v.control_totals,
      v.snapshot_sha256 as snapshot_hash, v.version = ${scope.side === 'staff' ? sql`r.current_version` : sql`r.released_version`} as current
    from report_version v
    join report r on r.institution_id = v.institution_id and r.id = v.report_id
    left join user_account u on u.id = v.generated_by
    where v.institution_id = ${institutionId} and v.report_id = ${id} and ${visible(scope, 'v')}
      ${scope.side === 'client' ? sql`and v.version = r.released_version` : sql``}
    order by v.version desc`.execute(trx)
  return rows.map(({ controlTotals, withdrawal, ...version }) => ({
    ...version,
    withdrawn: withdrawal && withdrawalInWords(withdrawal),
    ...familyOf(reportType).totalsOf(controlTotals),
  }))
}
