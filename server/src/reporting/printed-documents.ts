/** What each template prints: from a view of figures to finished texts, tables with known widths, and planned pages. */

import type { QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import { annualReviewAs, buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { type ExecutiveSummary, executiveSummaryOf } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { readAnnualReviewSnapshot } from '@corridor/domain/reports/annual-review/snapshot.ts'
import type { AnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { type AssetReportView, buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { readForm8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { buildForm8925, type Form8925View } from '@corridor/domain/reports/form-8925/view.ts'
import type { Release } from '@corridor/domain/reports/heading.ts'
import { printedAnnualReview } from './annual-review-print.ts'
import { printedAssetReport } from './asset-report-print.ts'
import { printedSummary } from './asset-summary-print.ts'
import { printedExecutiveSummary } from './executive-summary-print.ts'
import type { Measure } from './font-metrics.ts'
import { printedForm8925 } from './form-8925-print.ts'
import { printedQuestionnaire } from './questionnaire-print.ts'
import type { DrawnMarks, PrintedDocument } from './release-marks.ts'

/** The templates, each with the view it prints. A template is a Typst file of the same name in templates/. */
export interface PrintedViews {
  'asset-report': AssetReportView
  'asset-summary-report': AssetReportView
  'form-8925': Form8925View
  questionnaire: QuestionnaireView
  'annual-review': AnnualReviewView
  'executive-summary': ExecutiveSummary
  /** What a report says of its release, drawn alone (stamp.typ). */
  stamp: { marks: DrawnMarks; controlTotals: Readonly<Record<string, never>> }
}
export type TemplateName = keyof PrintedViews

/** A template with its view. */
export type PrintedView = { [Name in TemplateName]: [template: Name, view: PrintedViews[Name]] }[TemplateName]
export interface Stored {
  snapshot: unknown
  /** The institution's picture, a PNG (kernel/images.ts). */
  logo?: Uint8Array
  /** Where a paper that is made as it is asked for stands. */
  release?: Release
}
/** What a printing thread is asked: a view, or the snapshot that it makes one from, so that large reports are computed there as well. */
export type PrintRequest = { [Name in TemplateName]: [template: Name, given: PrintedViews[Name] | Stored] }[TemplateName]

/** @throws RangeError when the snapshot is none, or contradicts itself */
export function printedView(request: PrintRequest): PrintedView {
  const [template, given] = request
  switch (template) {
    case 'annual-review':
      return [template, 'snapshot' in given ? buildAnnualReview(readAnnualReviewSnapshot(given.snapshot)) : given]
    case 'executive-summary':
      return [template, 'snapshot' in given ? summaryOf(given) : given]
    case 'form-8925':
      return [template, 'snapshot' in given ? buildForm8925(readForm8925Snapshot(given.snapshot)) : given]
    case 'stamp':
      if ('snapshot' in given) throw new RangeError('a stamp is drawn of its words')
      return [template, given]
    case 'questionnaire':
      if ('snapshot' in given) throw new RangeError('a questionnaire is printed as it stands')
      return [template, given]
    case 'asset-report':
    case 'asset-summary-report':
      return [template, 'snapshot' in given ? buildAssetReport(readAssetReportSnapshot(given.snapshot)) : given]
  }
}

function summaryOf({ snapshot, release }: Stored): ExecutiveSummary {
  const view = buildAnnualReview(readAnnualReviewSnapshot(snapshot))
  return executiveSummaryOf(release ? annualReviewAs(view, release) : view)
}

export type PrintedReport = Exclude<PrintedView, ['stamp', unknown]>

/** What the Typst file of the template reads as document.json. */
export function printedDocument([template, view]: PrintedReport, measure: Measure): PrintedDocument {
  switch (template) {
    case 'asset-report':
      return printedAssetReport(view, measure)
    case 'asset-summary-report':
      return printedSummary(view, measure)
    case 'annual-review':
      return printedAnnualReview(view, measure)
    case 'executive-summary':
      return printedExecutiveSummary(view)
    case 'form-8925':
      return printedForm8925(view, measure)
    case 'questionnaire':
      return printedQuestionnaire(view, measure)
  }
}
