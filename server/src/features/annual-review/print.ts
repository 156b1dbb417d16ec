/** An annual review as print: section after section, each on the sheet that its tables need; tables laid out beforehand, page breaks between rows left to the template. */

import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { paragraphsOf } from '@corridor/domain/reports/annual-review/blocks.ts'
import { annualReviewAs, buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { blocksShown } from '@corridor/domain/reports/annual-review/not-applicable.ts'
import type { ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { readAnnualReviewSnapshot } from '@corridor/domain/reports/annual-review/snapshot.ts'
import {
  type AnnualReviewView,
  REVIEW_STATUSES,
  type ReviewBlock,
  type ReviewChart,
  type ReviewFigure,
  type ReviewFinding,
  type ReviewRiskView,
  ratingSentence,
  type ScorecardRow,
} from '@corridor/domain/reports/annual-review/view.ts'
import { concentrationTrend, concentrationTrendText } from '@corridor/domain/reports/charts/concentration.ts'
import { eventsText } from '@corridor/domain/reports/charts/events.ts'
import { PRINT_THEME, shareRing, shareRingText, valueTrend } from '@corridor/domain/reports/charts/value-and-shares.ts'
import { formatFigure, type ViewTable } from '@corridor/domain/reports/table.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedChart, printedRelease, printedRemark, printedTable, tileRows } from '../../reporting/document/printed-parts.ts'
import { sheetFor, UPRIGHT } from '../../reporting/document/sheet.ts'
import { layOutTable, type Sizes, type Spacing, spaced } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in print.typ.
const GAP = 8
const SIZES: Sizes = { greatest: 7.4, comfortable: 6.6, least: 4.4, rowHeight: 12.4 }
const CHART = { width: UPRIGHT.width, height: 150 }
const LOW_CHART = { width: UPRIGHT.width, height: 120 }
const RING = 96
/** Room for the longest reason (release-note.ts). */
const NOTE = { width: UPRIGHT.width, height: 78 }

export const paper: Paper<AnnualReviewView> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedAnnualReview,
  viewOf: ({ snapshot, release }) => {
    const view = buildAnnualReview(readAnnualReviewSnapshot(snapshot))
    return release ? annualReviewAs(view, release) : view
  },
}

function printedAnnualReview(view: AnnualReviewView, measure: Measure, spacing: Spacing): PrintedDocument {
  const names = new Map(view.sections.map(({ code, number, title }) => [code, `${number} ${title}`]))
  const block = (one: ReviewBlock, width: number): object => {
    switch (one.kind) {
      case 'text':
        return { kind: one.kind, title: one.title ?? '', paragraphs: one.paragraphs.map(printable) }
      case 'figures':
        return { kind: one.kind, ...printedFigures(one.figures, measure, width) }
      case 'findings':
        return { kind: one.kind, id: one.id, title: printable(one.title), findings: one.findings.map(printedFinding) }
      case 'table':
        return {
          kind: one.kind,
          id: one.id,
          title: printable(one.table.title),
          lead: printable(one.note ?? ''),
          table: layOutTable(printedTable(one.table), measure, width, spaced(sizesOf(one.table), spacing)),
        }
      case 'scorecard':
        return { kind: one.kind, title: printable(one.title), lead: printable(one.note ?? ''), rows: one.rows.map(printedScore) }
      case 'chart':
        return { kind: one.kind, title: printable(one.title), ...printedReviewChart(one.chart), ring: one.chart.kind === 'carriers' }
      case 'risk': {
        const { risk } = one
        return {
          kind: one.kind,
          id: placeOfRisk(risk.code),
          title: printable(risk.title),
          definition: printable(risk.definition),
          rating: ratingSentence(risk),
          facts: risk.facts.filter(({ series }) => series === undefined).map(printedFact),
          series: printedSeries(risk.facts),
          note: printable(risk.note ?? ''),
          isShort: lengthOf(risk) < SHORT,
          findings: risk.findings.map(printedFinding),
          conclusion: risk.conclusion === '' ? [] : risk.conclusion.split('\n\n').map(printable),
          management: risk.management
            ? {
                paragraphs: paragraphsOf(risk.management.text).map(printable),
                signed: printable(
                  `${[risk.management.signedBy, risk.management.signedTitle].filter(Boolean).join(', ')}, ${formatLongDate(risk.management.signedOn)}`,
                ),
              }
            : { paragraphs: [], signed: '' },
        }
      }
      case 'index':
        return {
          kind: one.kind,
          rows: one.rows.map(({ item, sections, source, risk }) => ({
            item: printable(item),
            source: printable(source),
            sections: sections.map((code) => ({
              place: risk ? placeOfRisk(risk) : `section-${code}`,
              name: printable(names.get(code) ?? ''),
            })),
          })),
        }
      case 'signatures':
        return { kind: one.kind, meeting: printable(one.meeting), labels: one.labels }
    }
  }
  return {
    ...frontMatter(view),
    released: printedRelease(view.released, measure, UPRIGHT.width - 18),
    note: view.missing.length === 0 ? null : { ...NOTE, missing: view.missing },
    sections: view.sections.map(({ code, number, title, blocks }) => {
      const shown = blocksShown({ blocks })
      const tables = shown.flatMap((one) => (one.kind === 'table' ? [{ content: printedTable(one.table), sizes: sizesOf(one.table) }] : []))
      const sheet = sheetFor(tables, measure)
      return {
        code,
        number,
        title: printable(title),
        isWhole: code === 'CERTIFICATION',
        sheet,
        blocks: shown.map((one) => block(one, sheet.width)),
      }
    }),
    notes: [
      { title: 'Notes', items: view.notes.map((text) => ({ mark: '', text: printable(text) })) },
      ...printedRemark(view.notApplicable),
    ],
  }
}

/** In a long list a smaller size costs less paper than a second line in every row. */
const LONG = 40
const sizesOf = ({ rows }: ViewTable): Sizes => (rows.length > LONG ? { ...SIZES, comfortable: 5.8 } : SIZES)

const MOST_IN_A_ROW = 5

/** Tiles of one row, or of rows as even as they come; every figure in the size at which the longest fits. */
function printedFigures(figures: readonly ReviewFigure[], measure: Measure, available: number) {
  const rows = Math.ceil(figures.length / MOST_IN_A_ROW)
  const columns = Math.max(1, Math.ceil(figures.length / Math.max(1, rows)))
  const width = (available - GAP * (columns - 1)) / columns
  const texts = figures.map(({ kind, value, digits }) => formatFigure(kind, value, digits))
  const longest = Math.max(1, ...texts.map((text) => measure(text, 'semibold')))
  return {
    columns,
    ...tileRows(
      figures.map(({ label, note, kind }, index) => ({
        label: printable(label),
        size: Math.min(12.5, Math.floor(((width - 16) / longest) * 10) / 10),
        value: printable(texts[index] ?? ''),
        note: printable(note ?? ''),
        tone: kind === 'percent' || kind === 'decimal' ? 'green' : 'blue',
        noteTone: '',
      })),
      measure,
      width,
      40,
    ),
  }
}

/** The anchor of a risk, to which the index of the review leads. */
const placeOfRisk = (code: ReviewRiskCode): string => `risk-${code}`

const printedFact = ({ label, kind, value, digits }: ReviewFigure) => ({
  label: printable(label),
  value: printable(formatFigure(kind, value, digits)),
})

/** Figures of a series side by side, a column each, under what they differ by. */
function printedSeries(facts: readonly ReviewFigure[]) {
  const [of] = facts.flatMap(({ series }) => series ?? [])
  const shown = facts.flatMap((fact) =>
    fact.series ? [{ ...printedFact(fact), at: printable(fact.series.at), note: printable(fact.note ?? '') }] : [],
  )
  return of ? { name: printable(of.name), over: printable(of.over), figures: shown } : null
}

/** Letters of a risk's tests and conclusions: one that takes less than a third of a page stays on one. */
const lengthOf = ({ findings, conclusion, management }: ReviewRiskView): number =>
  [...findings.map(({ sentence }) => sentence), conclusion, management?.text ?? ''].join('').length + findings.length * LINE
const LINE = 120
const SHORT = 1_400

const printedFinding = ({ label, status, sentence }: ReviewFinding) => ({
  label: printable(label),
  status,
  word: REVIEW_STATUSES[status],
  sentence: printable(sentence),
})

const printedScore = ({ metric, kind, thisYear, lastYear, limit, status }: ScorecardRow) => ({
  metric: printable(metric),
  thisYear: printable(formatFigure(kind, thisYear)),
  lastYear: printable(formatFigure(kind, lastYear)),
  limit: printable(limit),
  status: status ?? '',
  word: status === null ? '' : REVIEW_STATUSES[status],
})

function printedReviewChart(chart: ReviewChart) {
  switch (chart.kind) {
    case 'history': {
      const [first, last] = [chart.years[0], chart.years.at(-1)]
      return {
        svg: first && last ? printedChart(valueTrend(chart.years, PRINT_THEME, CHART, true, 'year')) : '',
        alt:
          first && last
            ? printable(
                `Cash surrender value by fiscal year, from ${formatFigure('money', first.cashSurrenderValue)} to ${formatFigure('money', last.cashSurrenderValue)}, and the increase of each year.${eventsText(chart.years)}`,
              )
            : 'No years to show.',
        legend: [],
      }
    }
    case 'carriers':
      return {
        svg: chart.shares.length > 0 ? printedChart(shareRing(chart.shares, PRINT_THEME, { width: RING, height: RING })) : '',
        alt: printable(shareRingText(chart.shares)),
        legend: chart.shares.map(({ name, share, color }) => ({ name: printable(name), value: formatPercent(share), color: color })),
      }
    case 'concentration':
      return {
        svg: chart.years.length > 0 ? printedChart(concentrationTrend(chart.years, chart.limit, PRINT_THEME, LOW_CHART)) : '',
        alt: printable(concentrationTrendText(chart.years, chart.limit)),
        legend: [],
      }
  }
}
