/**
 * The executive summary of an annual review in board language: one value of finished words, of which the page, the Word document and the PDF
 * are all drawn, so that they say the same.
 */

import type { TestStatus } from '../../calculations/concentration.ts'
import { formatMoney, MISSING } from '../../primitives/money.ts'
import { formatDate, formatLongDate, yearOf } from '../../primitives/period.ts'
import { isWhole, type ValueMonth } from '../charts/value-and-shares.ts'
import type { ReportFooter, ReportHeader } from '../heading.ts'
import { formatFigure, PARTIAL } from '../table.ts'
import { type AnnualReviewTotals, type AnnualReviewView, REVIEW_STATUSES, type ScorecardRow } from './view.ts'

/** The words of the review's own tests, with the colors that stand beside them. */
const STATUS_SCALE = `${REVIEW_STATUSES.watch} (amber): 90% of a limit or more, or a point to review. ${REVIEW_STATUSES.bad} (red): a limit exceeded, or a test that is not met.`

export interface ExecutiveSummary {
  kind: 'ExecutiveSummary'
  header: ReportHeader
  footer: ReportFooter
  /** One sentence a subject. */
  conclusions: { label: string; status: TestStatus; signal: string; sentence: string }[]
  /** Metric, this year, last year, limit or benchmark; a metric that is held against nothing has no status. */
  scorecard: { metric: string; thisYear: string; lastYear: string; limit: string; status: TestStatus | null; signal: string }[]
  scorecardYears: [thisYear: string, lastYear: string]
  /** Beside the scorecard: why last year has no figures, where it has none, and the statuses that ask for attention, each with its color and what it stands for. */
  statusScale: string
  history: ValueMonth[]
  /** The history in words and figures; `share` is of the greatest value, between 0 and 1. */
  years: { name: string; cashSurrenderValue: string; income: string; share: number }[]
  /** Which years lack values; "" where none does. */
  historyNote: string
  risks: { title: string; quantity: string; quality: string; direction: string; management: string }[]
  actions: string[]
  certification: string[]
  /** "Considered by the board …", or the line to write the date on. */
  meeting: string
  signatures: string[]
  /** The review's own. */
  controlTotals: AnnualReviewTotals
}

export function executiveSummaryOf(view: AnnualReviewView): ExecutiveSummary {
  const { summary, risks, header, footer } = view
  const greatest = Math.max(0, ...summary.history.map(({ cashSurrenderValue }) => cashSurrenderValue ?? 0))
  const gaps = summary.history.filter((one) => !isWhole(one))
  return {
    kind: 'ExecutiveSummary',
    header: { ...header, title: `Executive Summary, ${header.title}` },
    footer,
    conclusions: summary.conclusions.map(({ label, status, sentence }) => ({ label, status, signal: REVIEW_STATUSES[status], sentence })),
    scorecard: summary.scorecard.map((row) => ({
      metric: row.metric,
      thisYear: figureOf(row, row.thisYear),
      lastYear: figureOf(row, row.lastYear),
      limit: row.limit,
      status: row.status,
      signal: row.status === null ? '' : REVIEW_STATUSES[row.status],
    })),
    scorecardYears: ['This year', 'Last year'],
    statusScale: [summary.scorecardNote, STATUS_SCALE].filter(Boolean).join(' '),
    history: summary.history,
    years: summary.history.map(({ period, cashSurrenderValue, increase, missing = 0 }) => ({
      name: String(yearOf(period)),
      cashSurrenderValue: `${formatMoney(cashSurrenderValue)}${missing > 0 && cashSurrenderValue !== null ? PARTIAL : ''}`,
      income: formatMoney(increase),
      share: greatest === 0 ? 0 : (cashSurrenderValue ?? 0) / greatest,
    })),
    historyNote:
      gaps.length === 0
        ? ''
        : `Policies without a value: ${gaps.map(({ period, missing }) => `${formatDate(period)} ${missing}`).join('; ')}. A value marked ${PARTIAL} is the sum of the others.`,
    risks: risks.map(({ title, quantity, quality, direction, management }) => ({
      title,
      quantity: quantity ?? NOT_RATED,
      quality: quality ?? NOT_RATED,
      direction: direction ?? NOT_RATED,
      management: management ? formatDate(management.signedOn) : 'Not signed',
    })),
    actions: summary.actions,
    certification: [...summary.certification, ...noteOf(view)],
    meeting: summary.meeting,
    signatures: ['Chair of the board', 'Chief executive officer', 'Secretary, and date'],
    controlTotals: view.controlTotals,
  }
}

/** The summary as a server sent it; null while nothing has been made. @throws RangeError when it is none */
export function readExecutiveSummary(reply: unknown): ExecutiveSummary | null {
  if (reply === null || reply === undefined) return null
  if (!isSummary(reply)) throw new RangeError('not an executive summary')
  return reply
}
const isSummary = (reply: unknown): reply is ExecutiveSummary =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'ExecutiveSummary' && 'conclusions' in reply

/** The missing parts stand in the certification already; the reason does not. */
const noteOf = ({ note }: AnnualReviewView): string[] => (note ? [[`${note.title}.`, ...note.lines.slice(-1)].join(' ')] : [])

const NOT_RATED = MISSING
const figureOf = ({ kind }: ScorecardRow, value: ScorecardRow['thisYear']): string => formatFigure(kind, value)

/** "First Example Bank, N.A., year ended December 31, 2025" */
export const summaryOwner = ({ header }: ExecutiveSummary): string => `${header.legalName}, year ended ${formatLongDate(header.asOf)}`
