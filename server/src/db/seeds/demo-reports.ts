/** The demo's released reports: asked for in one transaction, made by background jobs, released as they become ready. */
import { type PlainDate, plainDate } from '@corridor/domain/period.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../../kernel/activity.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inScope, scopeOfSystem } from '../../kernel/scope.ts'
import { startBatch } from '../../reporting/batches.ts'

const REPORT_TYPES = ['AssetReport', 'AssetSummaryReport'] as const
// The newest month first: that is what people open.
const WANTED: readonly { period: PlainDate; isQuarterly: boolean }[] = [
  { period: plainDate('2026-09-30'), isQuarterly: false },
  { period: plainDate('2026-08-31'), isQuarterly: false },
  { period: plainDate('2026-07-31'), isQuarterly: false },
  { period: plainDate('2026-06-30'), isQuarterly: true },
]

/** Written with the book: this database is a demo's, and its reports are still to be asked for. */
export const DEMO_LOADED = 'demo.loaded'
const REPORTS_ASKED = 'demo.reports.asked'

/** Asks for the demo's reports where that was not done yet, so that a start killed after the book was loaded is made good by the next. */
export async function askForReports(kernel: Kernel): Promise<void> {
  const { rows: sites } = await sql<{ siteId: number }>`
    select s.id as site_id from site s
    where exists (select from activity where action = ${DEMO_LOADED}) and not exists (select from activity where action = ${REPORTS_ASKED} and site_id = s.id)
    order by s.id`.execute(kernel.ownerDb)
  for (const { siteId } of sites) {
    const scope = scopeOfSystem(siteId)
    await inScope(kernel.db, scope, async (trx) => {
      // Institutions with policies on the site, and subsidiaries, which have reports of their own.
      const targets = await trx
        .selectFrom('policy')
        .select(['institutionId', 'subsidiaryId'])
        .distinct()
        .where('siteId', '=', siteId)
        .orderBy('institutionId')
        .orderBy('subsidiaryId')
        .execute()
      for (const { period, isQuarterly } of WANTED)
        for (const reportType of REPORT_TYPES)
          await startBatch(kernel, trx, scope, {
            reportType,
            period,
            isQuarterly,
            targets,
            isRegenerating: false,
            hold: false,
            announce: false,
          })
      await recordSystemActivity(trx, { action: REPORTS_ASKED, siteId })
    })
  }
}
