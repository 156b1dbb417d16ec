/** What each template prints: from a view of figures to finished texts, tables with known widths, and planned pages. */
import { type AssetReportView, buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/asset-report.ts'
import { printedAssetReport } from './asset-report-print.ts'
import { printedSummary } from './asset-summary-print.ts'
import type { Measure } from './font-metrics.ts'

/** The templates, each with the view it prints. A template is a Typst file of the same name in templates/. */
export interface PrintedViews {
  'asset-report': AssetReportView
  'asset-summary-report': AssetReportView
}
export type TemplateName = keyof PrintedViews

/** A template with its view. */
export type PrintedView = { [Name in TemplateName]: [template: Name, view: PrintedViews[Name]] }[TemplateName]
export interface Stored {
  snapshot: unknown
  /** The institution's picture, a PNG (kernel/images.ts). */
  logo?: Uint8Array
}
/** What a printing thread is asked: a view, or the snapshot that it makes one from, so that large reports are computed there as well. */
export type PrintRequest = { [Name in TemplateName]: [template: Name, given: PrintedViews[Name] | Stored] }[TemplateName]

/** @throws RangeError when the snapshot is none, or contradicts itself */
export function printedView(request: PrintRequest): PrintedView {
  const [template, given] = request
  return [template, 'snapshot' in given ? buildAssetReport(readAssetReportSnapshot(given.snapshot)) : given]
}

/** What the Typst file of the template reads as document.json. */
export function printedDocument([template, view]: PrintedView, measure: Measure): object {
  switch (template) {
    case 'asset-report':
      return printedAssetReport(view, measure)
    case 'asset-summary-report':
      return printedSummary(view, measure)
  }
}
