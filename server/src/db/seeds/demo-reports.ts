/** The demo's released reports: asked for in one transaction, made by background jobs, released as they become ready. */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { selectTargets } from '../../reporting/batch-list.ts'
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
export const REVIEWS_ASKED = 'demo.reviews.asked'

export const TAX_YEAR = plainDate('2025-12-31')
export const YEAR_BEFORE = plainDate('2024-12-31')

/** Every second institution has its annual reports as soon as they are made, as far as they are complete; the others' wait for review. */
export const isReleasedAtOnce = (institutionId: number): boolean => institutionId % 2 === 1

/** A year's reports of an annual family. */
async function askForYear(kernel: Kernel, trx: Trx, scope: Scope, reportType: ReportTypeName, period = TAX_YEAR): Promise<void> {
  const all = (await selectTargets(trx, scope, reportType, period, false)).map((target) => ({
    institutionId: target.id,
    subsidiaryId: target.subsidary_id,
  }))
  for (const hold of [false, true]) {
    const targets = all.filter(({ institutionId }) => isReleasedAtOnce(institutionId) !== hold)
    if (targets.length > 0)
      await startBatch(kernel, trx, scope, {
        reportType,
        period,
        isQuarterly: false,
        targets,
        isRegenerating: false,
        hold,
        announce: false,
      })
  }
}

/** Asks for the demo's reports where that was not done yet, so that a start killed after the book was loaded is made good by the next. */
export const askForReports = (kernel: Kernel): Promise<void> =>
  askOnce(kernel, REPORTS_ASKED, async (trx, scope) => {
    // Institutions with policies on the site, and subsidiaries, which have reports of their own.
    const targets = await trx
      .selectFrom('policy')
      .select(['institutionId', 'subsidiaryId'])
      .distinct()
      .where('siteId', '=', scope.siteId)
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
    await askForYear(kernel, trx, scope, 'C8925Report')
  })

/** The annual reviews of two years, which can be put beside each other: once the questionnaires are there that they repeat. */
export const askForReviews = (kernel: Kernel): Promise<void> =>
  askOnce(kernel, REVIEWS_ASKED, async (trx, scope) => {
    for (const period of [TAX_YEAR, YEAR_BEFORE]) await askForYear(kernel, trx, scope, 'AnnualBoliReview', period)
  })

/** For every site of a demo on which it was not done yet, in one transaction with the row that says it was. */
async function askOnce(kernel: Kernel, action: string, ask: (trx: Trx, scope: Scope) => Promise<void>): Promise<void> {
  const { rows: sites } = await sql<{ siteId: number }>`
    select s.id as site_id from site s
    where exists (select from activity where action = ${DEMO_LOADED}) and not exists (select from activity where action = ${action} and site_id = s.id)
    order by s.id`.execute(kernel.ownerDb)
  for (const { siteId } of sites) {
    const scope = scopeOfSystem(siteId)
    await inScope(kernel.db, scope, async (trx) => {
      await ask(trx, scope)
      await recordSystemActivity(trx, { action, siteId })
    })
  }
}
