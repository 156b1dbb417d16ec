/** The executive summary as print: two pages, letter portrait, of the words of domain/executive-summary.ts. */

import { annualReviewAs, buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import type { ExecutiveSummary } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { executiveSummaryOf } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { readAnnualReviewSnapshot } from '@corridor/domain/reports/annual-review/snapshot.ts'
import { PRINT_THEME, valueTrend, valueTrendText } from '@corridor/domain/reports/charts/value-and-shares.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedChart } from '../../reporting/document/printed-parts.ts'
import type { Spacing } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in executive-summary-print.typ: letter portrait.
const CHART = { width: 552, height: { usual: 205, close: 168 } }

export const paper: Paper<ExecutiveSummary> = {
  module: import.meta.url,
  template: new URL('executive-summary-print.typ', import.meta.url).href,
  layOut: printedExecutiveSummary,
  viewOf: ({ snapshot, release }) => {
    const view = buildAnnualReview(readAnnualReviewSnapshot(snapshot))
    return executiveSummaryOf(release ? annualReviewAs(view, release) : view)
  },
}

/** A chart that no longer fits beneath the scorecard pushes the certification to a third page: set close, it is lower. */
function printedExecutiveSummary(summary: ExecutiveSummary, _: Measure, spacing: Spacing): PrintedDocument {
  const { history } = summary
  const chart = { width: CHART.width, height: CHART.height[spacing] }
  return {
    ...frontMatter(summary),
    // Printed as it stands each time it is asked for: nothing longer comes to stand there.
    stamp: { ...summary.header.stamp, longest: summary.header.stamp.text },
    conclusions: summary.conclusions.map(({ label, sentence, ...rest }) => ({
      ...rest,
      label: printable(label),
      sentence: printable(sentence),
    })),
    years: summary.scorecardYears,
    statusScale: printable(summary.statusScale),
    scorecard: summary.scorecard.map(({ metric, thisYear, lastYear, limit, status, signal }) => ({
      cells: [metric, thisYear, lastYear, limit].map(printable),
      status: status ?? '',
      signal,
    })),
    history: {
      // Two years are a difference, which the scorecard states.
      svg: history.length > 2 ? printedChart(valueTrend(history, PRINT_THEME, chart, true, 'year')) : '',
      alt: printable(valueTrendText(history)),
      note: printable(summary.historyNote),
    },
    risks: summary.risks.map(({ title, quantity, quality, direction, management }) =>
      [title, quantity, quality, direction, management].map(printable),
    ),
    actions: summary.actions.map(printable),
    certification: summary.certification.map(printable),
    meeting: printable(summary.meeting),
    signatures: summary.signatures,
  }
}
