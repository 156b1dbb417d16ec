/** Annual BOLI and COLI reviews for the shared pages of report families. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { readExecutiveSummary } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { readAnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { lazy } from 'react'
import type { ReportPages } from '../../reporting/family.ts'
import { ReviewActions, SummaryActions } from './ReviewActions.tsx'

export const annualReviewPages: ReportPages = {
  reportType: 'AnnualBoliReview',
  ...REPORT_FAMILIES.AnnualBoliReview,
  calls: annualReviews,
  figures: [
    { key: 'policies', header: 'Policies', kind: 'count' },
    { key: 'cashSurrenderValueCents', header: 'Cash surrender value ($)', kind: 'money' },
    { key: 'incomeCents', header: 'Income for the year ($)', kind: 'money' },
    { key: 'notMet', header: 'Tests not met', kind: 'count' },
    { key: 'watch', header: 'Tests on watch', kind: 'count' },
  ],
  downloads: [
    { format: 'pdf', label: 'Review (PDF)' },
    { format: 'xlsx', label: 'Excel workbook, one sheet per section (XLSX)' },
    { format: 'csv', label: 'Policies, spreadsheet (.csv)' },
  ],
  quarterlyHint: null,
  Actions: ReviewActions,
  headingOf: (view) => readAnnualReviewView(view)?.header ?? null,
  Body: lazy(() => import('./AnnualReviewBody.tsx').then((file) => ({ default: file.AnnualReviewBody }))),
  papers: {
    ExecutiveSummary: {
      headingOf: (view) => readExecutiveSummary(view)?.header ?? null,
      Body: lazy(() => import('./ExecutiveSummaryBody.tsx').then((file) => ({ default: file.ExecutiveSummaryBody }))),
      Actions: SummaryActions,
    },
  },
}
