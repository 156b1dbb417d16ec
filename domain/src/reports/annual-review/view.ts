/**
 * Everything that screen, PDF and XLSX show of an annual review, computed once from its snapshot (annual-review.ts): sections of blocks, drawn alike by all.
 * The executive summary's documents are made from `summary` and `risks`, which stand here also when their section is switched off.
 */

import type { TestStatus } from '../../calculations/concentration.ts'
import type { PaymentDay } from '../../calculations/internal-rate-of-return.ts'
import type { MortalityLine } from '../../calculations/lives-by-age.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import type { Share, ValueMonth } from '../charts/value-and-shares.ts'
import type { ReportFooter, ReportHeader } from '../heading.ts'
import type { NotApplicable } from '../not-applicable.ts'
import type { ReleasedOver } from '../open-items.ts'
import type { ReleaseNote } from '../release-note.ts'
import type { Basis, CellKind, CellValue, ViewRow, ViewTable } from '../table.ts'
import type { ManagementAssessment, ReviewFrame, ReviewPlaceholderValues, ReviewRiskCode, ReviewSectionCode } from './outline.ts'

export const REVIEW_STATUSES: Readonly<Record<TestStatus, string>> = {
  good: 'Met',
  watch: 'Watch',
  bad: 'Not met',
  unknown: 'Not tested',
}

/** A test with its outcome. */
export interface ReviewFinding {
  id: string
  label: string
  status: TestStatus
  /** A whole sentence. */
  sentence: string
  /** Where it is found, for lists of open items. */
  section: ReviewSectionCode
  /** Set where a test is not made because the institution has not answered what it asks. */
  awaits?: 'questionnaire'
  /** Set where the sentence is a reference to the section that prints the test in full. */
  isReference?: true
}

/** One figure with its name. */
export interface ReviewFigure {
  id: string
  label: string
  kind: CellKind
  value: CellValue
  /** Decimals of a rate or a decimal number; two where it is left out. */
  digits?: number
  note: string | null
  /** Set on figures that differ by one thing alone, and stand beside one another: the change of interest, over market rates, at "−300 bps". */
  series?: { name: string; over: string; at: string }
}

/** A metric of the scorecard: this year, last year, what it is held against. */
export interface ScorecardRow {
  id: string
  metric: string
  kind: CellKind
  thisYear: CellValue
  lastYear: CellValue
  /** "25.00% of Tier 1" */
  limit: string
  status: TestStatus | null
  /** The further inputs of this year's and last year's formulas. */
  basis?: readonly [Basis, Basis]
}

export interface ConcentrationYear {
  period: ValueMonth['period']
  ratio: number
  cashSurrenderValue: Cents
  /** The base of the limit. */
  capital: Cents
}

/** The five years of a summary, in a sentence. */
export const HISTORY_DESCRIPTION = 'Cash surrender value at each fiscal year end, and the increase of each year.'

export type ReviewChart =
  | { kind: 'history'; years: ValueMonth[] }
  | { kind: 'carriers'; shares: Share[] }
  | { kind: 'concentration'; years: ConcentrationYear[]; limit: number; basis: string }

/** A line of the cross-reference index. */
export interface IndexRow {
  id: string
  item: string
  /** Printed sections that answer it, by code; empty when all of them are switched off. */
  sections: ReviewSectionCode[]
  source: string
  /** The risk that the line is of: its own page, not its section’s, is where it is assessed. */
  risk?: ReviewRiskCode
}

/** One of the eight risks: what is computed, what people concluded. */
export interface ReviewRiskView {
  code: ReviewRiskCode
  title: string
  definition: string
  facts: ReviewFigure[]
  /** How the facts are computed. */
  note?: string
  findings: ReviewFinding[]
  quantity: string | null
  quality: string | null
  direction: string | null
  conclusion: string
  management: ManagementAssessment | null
}

export type ReviewBlock =
  | { kind: 'text'; id: string; title: string | null; paragraphs: string[] }
  | { kind: 'figures'; id: string; figures: ReviewFigure[] }
  | { kind: 'findings'; id: string; title: string; findings: ReviewFinding[] }
  | { kind: 'table'; id: string; table: ViewTable; note: string | null }
  | { kind: 'scorecard'; id: string; title: string; rows: ScorecardRow[]; note?: string }
  | { kind: 'chart'; id: string; title: string; description: string; chart: ReviewChart }
  | { kind: 'risk'; id: string; risk: ReviewRiskView }
  | { kind: 'index'; id: string; rows: IndexRow[] }
  | { kind: 'signatures'; id: string; meeting: string; labels: string[] }

export interface ReviewSectionView {
  code: ReviewSectionCode
  /** As printed: sections count from 0, appendices are "A". */
  number: string
  title: string
  blocks: ReviewBlock[]
}

/** The contents of the executive summary. */
export interface ReviewSummary {
  /** One sentence an item. */
  conclusions: ReviewFinding[]
  scorecard: ScorecardRow[]
  /** Why last year has no figures; "" where it has, absent in a view of a server of before. */
  scorecardNote?: string
  history: ValueMonth[]
  /** Recommended to the board. */
  actions: string[]
  /** The board's certification, and then the ratings and signatures. */
  certification: string[]
  /** "Considered by the board …", or the line to write the date on. */
  meeting: string
}

export interface AnnualReviewView {
  kind: 'AnnualBoliReview'
  frame: ReviewFrame
  header: ReportHeader
  footer: ReportFooter
  /** In the order of the configuration, those that are switched on. */
  sections: ReviewSectionView[]
  /** Inputs of formulas that are not printed, of the whole review. */
  basis: Basis
  /** Tables and charts without content, which no medium draws; null where there are none, absent in a view of a server of before. */
  notApplicable?: NotApplicable | null
  /** Parts of figures that stand in no table; absent in a view made by a server that did not state them yet. */
  workings?: ReviewWorkings
  summary: ReviewSummary
  risks: ReviewRiskView[]
  placeholders: ReviewPlaceholderValues
  notes: string[]
  controlTotals: AnnualReviewTotals
  /** The parts that are not rated or not signed, in sentences; empty when the review is complete. */
  missing: string[]
  /** The statement of it where its version stands; null when it is complete. */
  note: ReleaseNote | null
  /** Items of the register that were open when it was released; absent where none was. */
  released?: ReleasedOver
}

/** Parts of figures that stand in no table (supporting-detail.ts). */
export interface ReviewWorkings {
  /** By the year's end, oldest first. */
  years: Record<string, YearWorkings>
  /** Short names by code, of every carrier that the years name. */
  carriers: Record<string, string>
  /** Policies in force, by carrier: values, and payments and receipts since issue, oldest first. */
  payments: Record<string, { value: Cents; days: PaymentDay[] }>
  /** Changes of a year's interest by product, by the shift's id: "shift-300". */
  sensitivity: Record<string, ProductShift[]>
  /** Income imputed to insureds by the kind of split-dollar agreement, in spans of age. */
  imputed: Record<string, ImputedLine[]>
  /** Market values behind separate accounts, by fund; of policies without one together, their name null. */
  market: { fund: string | null; market: Cents }[]
  /** Not in force any more, and what they were worth at the year's beginning; absent where the appendix names no policies. */
  ended?: EndedPolicy[]
  /** Deferred compensation by the year's end, before the year under review. */
  plans?: Record<string, PlanCarrier[]>
  /** Parts of the last month's yield, by carrier and in total. */
  months?: { formula: string; rows: Record<string, Basis> }
  /** Without this bank itself; null where none are on file. */
  peers: { own: PeerLine; group: PeerLine[] } | null
}

export interface YearWorkings {
  from: PlainDate
  mortality: MortalityWorkings
  carriers: CarrierYear[]
}

/** `interest`, charges and decline of surrender charges are null where the carrier told none. */
export interface CarrierYear {
  code: string
  value: Cents
  interest: Cents | null
  cost: Cents | null
  expense: Cents | null
  /** Absent in a view of a server of before. */
  decline?: Cents | null
}

export interface MortalityWorkings {
  lives: number
  /** Those without a known age or sex. */
  unknown: number
  /** Empty where fewer people are known than stand together in a line. */
  lines: MortalityLine[]
}

export interface EndedPolicy {
  carrier: string
  insured: string
  policy: string
  begin: Cents
}

export interface PlanCarrier {
  plan: string
  carrier: string
  policies: number
  value: Cents
}

export interface ProductShift {
  product: string
  policies: number
  value: Cents
  change: Cents
}

export interface ImputedLine {
  ages: string
  people: number
  share: Cents
  income: Cents
}

/** Short, since there are hundreds; cents, null where it is not filed. */
export type PeerLine = readonly [name: string, lifeInsurance: Cents, tier1: Cents, totalCapital: Cents | null, totalAssets: Cents]

/** Facts for the batch's manifest and lists. */
export interface AnnualReviewTotals {
  policies: number
  cashSurrenderValue: Cents
  deathBenefit: Cents
  income: Cents | null
  /** Tests not met, and on watch. */
  notMet: number
  watch: number
  /** How many of its risks are not rated, and how many have no signed assessment of management. */
  risks: number
  unrated: number
  unsigned: number
  /** Tests that wait for answers of the questionnaire; absent in a review made before they were counted, and where there are none. */
  unanswered?: number
}

/** The rating grid of a risk in a sentence: "Quantity moderate, management satisfactory, stable." */
export function ratingSentence({ quantity, quality, direction }: Pick<ReviewRiskView, 'quantity' | 'quality' | 'direction'>): string {
  const words = [quantity && `quantity ${quantity}`, quality && `management ${quality}`, direction].filter(Boolean).join(', ').toLowerCase()
  return words === '' ? 'Not rated yet.' : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/** Every table of the view by its id, for tests and workbooks. */
export const tablesOfReview = ({ sections }: AnnualReviewView): ViewTable<ViewRow>[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : [])))

/** Every test of the view, each once, and in full where it stands in full. */
export function findingsOfReview({ sections }: Pick<AnnualReviewView, 'sections'>): ReviewFinding[] {
  const all = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'findings' ? block.findings : block.kind === 'risk' ? block.risk.findings : []))
  return [...new Map([...all, ...all.filter(({ isReference }) => !isReference)].map((finding) => [finding.id, finding])).values()]
}

/**
 * Takes a view over from where the contract leaves it open (the API's reply).
 * @returns null when nothing has been made yet
 * @throws RangeError when it is no view of an annual review
 */
export function readAnnualReviewView(reply: unknown): AnnualReviewView | null {
  if (reply === null || reply === undefined) return null
  if (!isView(reply)) throw new RangeError('not a view of an annual review')
  return reply
}
const isView = (reply: unknown): reply is AnnualReviewView =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'AnnualBoliReview' && 'sections' in reply
