/** Regenerates a report from the register as it is now: the old version stays under History. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { useAction } from '../kernel/use-action.ts'
import { useTellFailure } from './being-made.ts'
import type { ReportPages } from './family.ts'

export function useRegenerate({ calls, reportType }: ReportPages, row: ReportRow): { running: boolean; run: () => Promise<void> } {
  const again = useAction(calls.generateReports, {
    invalidates: [calls.getReport, calls.listReports, calls.listBatches],
    success: 'The report is being regenerated.',
    quiet: true,
  })
  const tell = useTellFailure()
  return {
    running: again.running,
    run: async () => {
      const outcome = await again.run({
        period: row.period,
        institutions: [{ id: row.institutionId, subsidary_id: row.subsidary_id }],
        isRegenerating: true,
        isQuarterly: row.isQuarterly,
        ReportType: reportType,
      })
      if (!outcome.ok) tell(outcome.error)
    },
  }
}
