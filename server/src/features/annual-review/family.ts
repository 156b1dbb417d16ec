/** Annual BOLI and COLI reviews as a family of the batch engine: one a fiscal year for each institution, its subsidiaries in it. */

import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { annualReviewAs, buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { compareAnnualReviews } from '@corridor/domain/reports/annual-review/comparison.ts'
import { incompleteText } from '@corridor/domain/reports/annual-review/completeness.ts'
import { type ExecutiveSummary, executiveSummaryOf } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { type AnnualReviewSnapshot, readAnnualReviewSnapshot } from '@corridor/domain/reports/annual-review/snapshot.ts'
import type { AnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { bytesFrom, offThread } from '../../platform/jobs/off-thread.ts'
import { defineFamily, type StoredVersion } from '../../reporting/family.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { printedNow, renderPdf } from '../../reporting/pdf/pool.ts'
import { executiveSummaryDocx } from './executive-summary-document.ts'
import { paper as summaryPaper } from './executive-summary-print.ts'
import { annualReviewCsv, annualReviewXlsx } from './files.ts'
import { paper as reviewPaper } from './print.ts'
import { prepareAnnualReviews } from './snapshot.ts'

/** Policies whose workbook would hold up other requests for longer than anybody should notice. */
const LARGE = 400
const WORKBOOKS = new URL('./files.ts', import.meta.url)

export const annualReviewFamily = defineFamily<AnnualReviewSnapshot, AnnualReviewView>({
  reportTypes: ['AnnualBoliReview'],
  totalsOf: ({ policies = null, cashSurrenderValue = null, income = null, notMet = null, watch = null }) => ({
    policies,
    cashSurrenderValueCents: cashSurrenderValue,
    incomeCents: income,
    notMet,
    watch,
  }),
  leadingAmount: { figure: 'cashSurrenderValueCents', label: 'Cash surrender value' },
  prepare: prepareAnnualReviews,
  read: readAnnualReviewSnapshot,
  build: buildAnnualReview,
  asReleased: annualReviewAs,
  incomplete: ({ risks, unrated, unsigned }) => incompleteText({ risks: risks ?? 0, unrated: unrated ?? 0, unsigned: unsigned ?? 0 }),
  print: async (snapshot, _type, files, release) =>
    renderPdf(reviewPaper, release ? { snapshot, release } : { snapshot }, await logosIn(snapshot, files)),
  xlsx: async (view) =>
    view.controlTotals.policies > LARGE ? bytesFrom(await offThread(WORKBOOKS, 'annualReviewXlsx', view)) : annualReviewXlsx(view),
  csv: annualReviewCsv,
  compare: compareAnnualReviews,
  // The value of the year's end, and the months whose interest and charges make up the year.
  traced: { monthEnds: ({ period }) => Array.from({ length: 13 }, (_, month) => addMonthEnds(period, -month)), withSubsidiaries: true },
  documents: {
    ExecutiveSummary: {
      fileName: 'Executive_Summary',
      view: summaryOf,
      docx: async (version, files) => executiveSummaryDocx(summaryOf(version), await logosIn(version.snapshot, files)),
      pdf: async ({ snapshot, release }, files) =>
        (await printedNow(renderPdf(summaryPaper, { snapshot, release }, await logosIn(snapshot, files)))).bytes,
    },
  },
})

function summaryOf({ snapshot, release }: StoredVersion): ExecutiveSummary {
  return executiveSummaryOf(annualReviewAs(buildAnnualReview(readAnnualReviewSnapshot(snapshot)), release))
}

function logosIn(snapshot: unknown, files: Pick<FileStore, 'read'>) {
  const { site, institution } = readAnnualReviewSnapshot(snapshot).asset
  return logosOf(files, { firm: site.logo, institution: institution.logo })
}
