/** The journal entries of the last month released, report by report, each ready to be saved as the file that posts it. */
import type { monthEntries } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, permission } from '@corridor/domain/access/access.ts'
import { postingLines } from '@corridor/domain/calculations/journal-entries.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectLastReleased } from './released.ts'

/** Both carry the same entries; the full report is the better companion. */
const WITH_ENTRIES = ['AssetReport', 'AssetSummaryReport'] as const

export async function selectMonthEntries(
  trx: Trx,
  scope: Scope,
  session: Session,
  institutionId: number,
): Promise<ReplyOf<typeof monthEntries>> {
  const types = WITH_ENTRIES.filter((type) => allows(session, permission(REPORT_FAMILIES[type].permission, 1)))
  const released = await selectLastReleased(trx, scope, institutionId, types)
  const views = released.map(({ snapshot, ...report }) => ({ report, view: buildAssetReport(readAssetReportSnapshot(snapshot)) }))
  return {
    asOf: views[0]?.view.header.asOf ?? null,
    reports: views.map(({ report, view: { header, ledger } }) => {
      const lines = postingLines(ledger.entries, header.asOf, null)
      return {
        ...report,
        owner: header.subsidiaryName,
        periodText: ledger.periodText,
        entries: ledger.entries.length,
        debitsCents: ledger.totalDebits,
        creditsCents: ledger.totalCredits,
        problem: 'problem' in lines ? lines.problem : null,
      }
    }),
  }
}
