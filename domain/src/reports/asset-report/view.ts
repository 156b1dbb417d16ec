/** Everything that screen, PDF, XLSX and CSV show of an asset report, computed once. Money stays cents and rates stay fractions, so that XLSX can type them. */

import type { LimitTest } from '../../calculations/concentration.ts'
import type { LedgerEntry } from '../../calculations/journal-entries.ts'
import type { FundClass } from '../../policies/separate-account-funds.ts'
import type { AccountType, Outlook } from '../../primitives/insurance-terms.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import type { ReportFooter, ReportHeader } from '../heading.ts'
import type { NotApplicable } from '../not-applicable.ts'
import type { ReleasedOver } from '../open-items.ts'
import type { Basis, Column, ViewRow, ViewTable } from '../table.ts'
import type { AssetFormula } from './formulas.ts'
import type { AssetReportKind } from './snapshot.ts'

/** Values of the month before in the sum of a preliminary report (carried.ts). */
export interface CarriedValues {
  policies: number
  asOf: PlainDate
  cashSurrenderValue: Cents
  /** Under the figure: "Of which $193,919.48 is the value of 09/30/2026 (1 policy)"; in the summary, whose one page is full, "Of which $193,919.48 is of 09/30/2026". */
  detail: string
  /** "$193,919.48 is the value of 09/30/2026 (1 policy)" */
  text: string
  /** "Cash surrender value $5,826,113.19, of which $193,919.48 is the value of 09/30/2026 (1 policy)." */
  sentence: string
}

export interface AssetReportView {
  kind: AssetReportKind
  isQuarterly: boolean
  header: AssetReportHeader
  footer: ReportFooter
  /** Items that were open when it was released, named at its head; absent where none was, in the summary, and in releases made before they were kept. */
  released?: ReleasedOver
  /** Ten tiles, in the order of print. */
  highlights: HighlightTile[]
  totals: AssetReportTotals
  /** The part of the cash surrender value that is of the month before; null where none is, absent in a view of a server of before. */
  carried?: CarriedValues | null
  /** Inputs of the highlights beside the totals. */
  basis: Basis
  /** The carrier table: columns of the full report or of the summary; rows by carrier name. */
  carriers: ViewTable<CarrierRow>
  /** From the opening to the closing value of the fiscal year; null in the summary, absent in a view of a server of before. */
  yearToDate?: YearToDateView | null
  /** Section 3; null in the summary, which names no insured. */
  detail: DetailTable | null
  /** 13 months, oldest first. */
  trend: TrendView
  /** Section 4. */
  ledger: LedgerView
  /** Per carrier in row order, then "Aggregate". Without capital on file: status "unknown" and a sentence that says so. */
  limitTests: LimitTest[]
  /** Quarterly reports of institutions that file a Call Report only. */
  callReport: CallReportView | null
  /** Section 5: transactions, rate changes, status changes, claims; null in the summary. */
  activity: { transactions: ViewTable; rateChanges: ViewTable; statusChanges: ViewTable; claims: ViewTable } | null
  /** Above the claims, where one is pending or on a policy without valid notice and consent; absent in the summary, and in a view of a server of before. */
  claimsLead?: string
  /** Opening balances that the year to date starts from; null where it starts from the posted year end alone. */
  openings?: OpeningsView | null
  /** The controls statement of the month end, as the client reads it on its dashboard; null in reports made before it was kept, absent in a view of a server of before. */
  controls?: ControlsView | null
  /** Tables without a row, which no medium draws; null where there are none, absent in a view of a server of before. */
  notApplicable?: NotApplicable | null
  /** Controls that did not run, under a heading of their own; null where they did, absent in a view of a server of before. */
  notPerformed?: NotApplicable | null
  /** Symbols used in the detail, with their meaning; only those that occur. */
  footnotes: { symbol: string; text: string }[]
  /** Section 6, whole sentences. */
  notes: string[]
  /** Facts that the batch manifest lists and the property test compares. */
  controlTotals: ControlTotals
}

export interface ControlTotals {
  /** Policies in force, one row each. */
  rows: number
  cashSurrenderValue: Cents
  deathBenefit: Cents
  /** The report's period, as printed in the total row; null when no policy can be compared. */
  increase: Cents | null
}

export interface AssetReportHeader extends ReportHeader {
  priorPeriod: PlainDate
  yearStart: PlainDate
}

export interface HighlightTile {
  key: string
  label: string
  kind: 'money' | 'percent' | 'count'
  value: number | null
  /** A short line below the figure, or null. */
  detail: string | null
  formula: AssetFormula
}

/** Raw figures of the whole report. Yields come from summed dollars. */
export interface AssetReportTotals extends HoldingFigures {
  policies: number
  insureds: number
  ytdYield: number | null
  /** 0 to 10,000 over carrier shares. */
  herfindahl: number | null
  combinedTaxRate: number | null
}

/** Figures of a policy, product, carrier or the whole. */
export interface HoldingFigures {
  costBasis: Cents
  yearStartValue: Cents | null
  priorValue: Cents | null
  /** Premiums and exchanges in, of the period. */
  additions: Cents
  /** Withdrawals, surrenders, claims and exchanges out, of the period. */
  removals: Cents
  /** Null where a beginning value is missing ("-"). */
  increase: Cents | null
  cashSurrenderValue: Cents
  ytdIncrease: Cents | null
  netYield: number | null
  taxEquivalentYield: number | null
  grossRate: number | null
  deathBenefit: Cents
  insuredShare: Cents
  institutionShare: Cents
  netAmountAtRisk: Cents
  shareOfTotal: number | null
  shareOfTier1: number | null
  /** A fraction of the capital that the board's limits are measured on. */
  shareOfLimitBasis: number | null
}

export interface CarrierRow extends ViewRow {
  carrierCode: string
  accountTypes: AccountType[]
  outlook: Outlook | null
}

export interface YearToDateRow extends ViewRow {
  /** Empty in the total. */
  carrierCode: string
}
export interface YearToDateView {
  table: ViewTable<YearToDateRow>
  /** How it foots. */
  lead: string
  /** Policies that it cannot tell of; null where it tells of all. */
  note: string | null
}

/** Carrier, then product, then policies; a subtotal for each, and a grand total. All rows share `columns`. */
export interface DetailTable {
  id: 'detail'
  title: string
  columns: Column[]
  carriers: DetailCarrier[]
  total: ViewRow
  basis: Basis
}
export interface DetailCarrier {
  carrierCode: string
  carrierName: string
  products: DetailProduct[]
  subtotal: ViewRow
}
export interface DetailProduct {
  productName: string
  accountType: AccountType
  /** "General account" */
  accountTypeName: string
  rows: DetailRow[]
  subtotal: ViewRow
}
export interface DetailRow extends ViewRow {
  policyId: number
  carrierCode: string
  /** Symbols, also in the `flags` cell. */
  flags: string[]
  /** No longer held at the statement date: shown so that increases foot, not counted as a policy. */
  removed: boolean
  valuationVersion: number | null
  /** Without the file's name: a carrier's file of several banks may be named after another one than the reader's. */
  source: { /** The sheet of a workbook with more than one. */ sheet?: string; line: number } | null
  /** Corrections by the firm before posting, in words; absent where nothing was corrected. */
  corrected?: string
}

/** Every policy's line of the detail, carrier by carrier; none of a summary. */
export const policyRows = ({ detail }: Pick<AssetReportView, 'detail'>): DetailRow[] =>
  (detail?.carriers ?? []).flatMap(({ products }) => products.flatMap(({ rows }) => rows))

export interface TrendView {
  table: ViewTable
  months: TrendMonth[]
}
export interface TrendMonth {
  period: PlainDate
  /** Null where none of the policies held has a value; the sum of those that have one where some lack it. */
  cashSurrenderValue: Cents | null
  increase: Cents | null
  netYield: number | null
  /** Held at the month's end, and how many of them have no value; absent in a view of a server of before they were counted. */
  policies?: number | null
  missing?: number
  /** The explanation of a remarkable fall of the value: "Death claim, Aug 2026"; absent where there was none, or nothing on file explains it. */
  event?: string
}

export interface LedgerView {
  /** "Period December 1, 2025 to December 31, 2025" */
  periodText: string
  entries: LedgerEntry[]
  /** The entries' lines as one table, an entry's title in its first column. Debits equal credits in `total`. */
  table: ViewTable
  /** The sentence of a quarter's report that its entries and its months' are not both posted; absent elsewhere. */
  once?: string
  /** The period, the same, and where entries by policy that are not printed are listed; absent in a view of a server of before. */
  lead?: string
  /** One line a policy that moved; null in the summary. */
  schedule: ViewTable | null
  /** The schedule repeats the policy detail, so that it is folded at the end of the screen and not printed; absent in a view of a server of before. */
  isAppendix?: boolean
  /** One line a GL account. */
  summary: ViewTable
  totalDebits: Cents
  totalCredits: Cents
}

export interface CallReportView {
  table: ViewTable
  /** Why the printed thousands do not foot, of which year its income is or why there is none; null when there is nothing to say. */
  note: string | null
  /** Risk-weighted assets in Schedule RC-R, and the funds of separate accounts behind it where they are on file; null in the one-page summary. */
  riskWeights: { table: ViewTable; note: string; funds?: ViewTable; behind?: FundBehind[] } | null
}

/** The parts of a fund's figures. Printed nowhere but in the notes; absent in a view made by a server that did not state them yet. */
export interface FundBehind {
  /** The fund's row in the table of funds. */
  row: string
  classes: FundClass[]
  policyIds: number[]
}

export interface OpeningsView {
  /** The sources of stored balances, each wording once. */
  sources: string[]
  /** Policies with a stored balance, and their place in `sources`; none in the summary, which names no policy. */
  ofPolicy: (readonly [policyId: number, source: number])[]
  /** Said of the other policies. */
  otherwise: string
  /** How many there are, what was restated, and how they differ from what is posted: printed among the notes. */
  notes: string[]
}

/** One line an audit; none where the month was not audited, which the lead then says. */
export interface ControlsView {
  lead: string
  table: ViewTable
}

/**
 * Takes a view over from where the contract leaves it open (the API's reply).
 * @returns null when nothing has been made yet
 * @throws RangeError when it is no view of an asset report
 */
export function readAssetReportView(reply: unknown): AssetReportView | null {
  if (reply === null || reply === undefined) return null
  if (typeof reply !== 'object' || !('controlTotals' in reply) || !('kind' in reply)) throw new RangeError('not a view of an asset report')
  // The mint of views that travelled: the server made it from a typed value a moment ago.
  return reply as AssetReportView
}

/** The tests against limits that a report prints: none of a corporation, which has no capital to hold them against. */
export const limitsShown = ({ highlights, limitTests }: Pick<AssetReportView, 'highlights' | 'limitTests'>): LimitTest[] =>
  highlights.some(({ key }) => key === 'shareOfTier1') ? limitTests : []
