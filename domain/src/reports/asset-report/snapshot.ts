/** The stored inputs of one asset report. The same snapshot makes the same report, byte for byte, years later. */

import type { ControlsStatement } from '../../auditing/controls.ts'
import type { LedgerAccountKey } from '../../calculations/journal-entries.ts'
import type { TaxBasis } from '../../calculations/state-tax.ts'
import type { Flow } from '../../calculations/yields.ts'
import type { SnapshotFund } from '../../policies/separate-account-funds.ts'
import type { AccountType, CapitalBasis, Outlook, StateTreatment, YieldConvention } from '../../primitives/insurance-terms.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import { type ValueSource, valueSourceOf } from '../heading.ts'
import type { Portal } from '../portals.ts'
import type { SnapshotEntity } from './entity-holdings.ts'
import type { SnapshotCalendarYear, SnapshotMonth } from './snapshot-sums.ts'

export type AssetReportKind = 'AssetReport' | 'AssetSummaryReport'

/**
 * Everything one asset report needs: JSON-serialisable, money in cents, rates as fractions, dates `YYYY-MM-DD`.
 * Balances are stored once, by month end; increases, yields, shares and totals are computed by `buildAssetReport`, never stored here.
 */
export interface AssetReportSnapshot {
  schema: 1
  kind: AssetReportKind
  isQuarterly: boolean
  /** The statement date: a calendar month end, and a quarter end of the institution's fiscal year when quarterly. */
  period: PlainDate
  /** The month end before `period`; three months before it when quarterly. */
  priorPeriod: PlainDate
  /** The last fiscal year end before `period`: where the year-to-date figures start. */
  yearStart: PlainDate
  institution: SnapshotInstitution
  site: Portal
  planNames: string[]
  batchId: number
  reportId: number
  version: number
  /** True when an earlier version of this report was released. */
  restated: boolean
  /** The day the report was asked for: the clock plays no part after this. */
  preparedOn: PlainDate
  /** Made on last month's value for the named policies; null is a report on posted values only. */
  preliminary: { reason: string; policyIds: number[] } | null
  /** Null when no tax profile is on file: tax-equivalent yields are then "-". */
  tax: SnapshotTax | null
  /** Null when no capital is on file: shares of capital and limit tests are then "-". */
  capital: SnapshotCapital | null
  /** A corporation that is no bank: it has no regulatory capital, so shares of it and limits are left out. */
  withoutCapital?: true
  /** Board limits; null uses the guideline 15 % a carrier and 25 % in total of Tier 1. */
  limits: { perCarrier: number; aggregate: number; basis: CapitalBasis } | null
  yieldConvention: YieldConvention
  /** The day on which the newest of its values was posted; absent in reports made before it was kept. */
  postedOn?: PlainDate
  /** 8 hexadecimal characters over the valuations used, shown in the footer. */
  valuationHash: string
  /** Every carrier that a policy or removed policy names; the ratings in force at `period`. */
  carriers: SnapshotCarrier[]
  /** Policies in force at `period`. Any order. */
  policies: SnapshotPolicy[]
  /** Policies that ended after min(`yearStart`, `priorPeriod`) and by `period`: their flows let increases and opening balances foot. */
  removedPolicies: SnapshotRemovedPolicy[]
  /** The last 13 month ends up to `period`, oldest first; fewer when the book is younger. */
  trend: SnapshotMonth[]
  activity: SnapshotActivity
  /** The institution's account numbers; an account that is not named prints under its standard name without a number. */
  ledgerAccounts: Partial<Record<LedgerAccountKey, { number: string | null; name: string }>>
  /**
   * The rules of a report depend on when it was made. From 2 on claims that were paid are booked as received, and ratings stand against the board's minimum;
   * from 3 on a review's certification says what is rated and signed; from 4 on a policy whose premium is not on file has no value to start from;
   * from 5 on a review says which ratings of risk their own tests contradict, and watches a bank that is among the highest of its peers;
   * from 6 on it counts the tests that were not made, and looks at the board's next review on the day it is prepared;
   * from 7 on it states what is held against no limit as a fact, and not as a test that is met.
   */
  edition?: 2 | 3 | 4 | 5 | 6 | 7
  /** The funds of separate accounts as stated at or before `period`, each line's newest; absent where none is on file. */
  funds?: SnapshotFund[]
  /** Other holdings of the legal entity, which its limits take in; absent in reports made before it was read. */
  entity?: SnapshotEntity
  /** A bank whose fiscal year is not the calendar year, at the end of a calendar quarter. */
  calendarYear?: SnapshotCalendarYear
  /** The controls statement of `period` for the institution, as the audits stood when the report was made; absent in reports of before. */
  controls?: ControlsStatement
}

export interface SnapshotInstitution {
  id: number
  name: string
  legalName: string
  city: string | null
  stateCode: string | null
  /** 1 to 12; 12 is the calendar year. */
  fiscalYearEndMonth: number
  subsidiary: { id: number; name: string; legalName: string } | null
  /** NONE for corporations: no Call Report page. */
  callReportForm: 'FFIEC031' | 'FFIEC041' | 'FFIEC051' | 'NONE'
  /** SHA-256 of the picture that its reports carry; absent without one. */
  logo?: string
}

export interface SnapshotTax {
  federalRate: number
  stateRate: number
  stateCode: string
  /** The share of federal tax that the state lets a bank deduct, 0 to 1. */
  federalDeductibleFraction: number
  boliStateTreatment: StateTreatment
  /** Stands in for the computed combined rate when given. */
  combinedRateOverride: number | null
  asOf: PlainDate
  source: string
  /** The row of the state configuration that gave rate, deductible share and treatment; absent when they are the institution's own. */
  stateRow?: SnapshotStateRow | 'NONE_IN_FORCE'
}

export interface SnapshotStateRow {
  id: number
  stateName: string
  taxName: string
  taxBasis: TaxBasis
  effectiveFrom: PlainDate
  effectiveTo: PlainDate | null
  /** The tax year that the figures are of. */
  figuresYear: number
  source: string
  reviewedOn: PlainDate | null
  footnote: string | null
}

export interface SnapshotCapital {
  tier1: Cents
  allowance: Cents | null
  /** Total risk-based capital, for limits measured on TOTAL. */
  total: Cents | null
  asOf: PlainDate
  source: string
}

export interface SnapshotCarrier {
  code: string
  shortName: string
  ratings: {
    amBest: string | null
    sp: string | null
    moodys: string | null
    fitch: string | null
    comdex: number | null
    outlook: Outlook | null
  }
}

/** A posted cash surrender value. */
export interface SnapshotBalance {
  date: PlainDate
  cashSurrenderValue: Cents
}

interface SnapshotHolding {
  policyId: number
  policyNumber: string
  carrierCode: string
  productName: string
  accountType: AccountType
  insuredId: number
  /** "Last, First" */
  insuredName: string
  issueDate: PlainDate
  costBasis: Cents
  /**
   * Posted month-end values from min(`yearStart`, `priorPeriod`) to the month end before `period`, oldest first; a month without one is left out.
   * Values before the issue date are nothing, not missing: leave them out too.
   */
  balances: SnapshotBalance[]
  /** Flows after min(`yearStart`, `priorPeriod`) and up to `period`, oldest first. */
  flows: Flow[]
  /** Opening balance of the fiscal year, stored when `yearStart` was locked: the year to date starts from it. Absent where none is stored. */
  opening?: SnapshotOpening
}

export interface SnapshotOpening {
  cashSurrenderValue: Cents
  /** Stored anew since, from what was then posted at the year end. */
  restated?: { on: PlainDate; reason: string }
}

export interface SnapshotPolicy extends SnapshotHolding {
  /** At `period`; for a policy of `preliminary`, last month's. */
  cashSurrenderValue: Cents
  /** The whole death benefit, both shares. */
  deathBenefit: Cents
  /** The participant's part of the death benefit (split-dollar), 0 to `deathBenefit`. */
  insuredShare: Cents
  /** Gross crediting rate as a fraction. */
  grossRate: number | null
  /** Charges and interest of the report's period (month or quarter), as the carrier gave them; null when it did not. */
  interest: Cents | null
  costOfInsurance: Cents | null
  expense: Cents | null
  /** The fall of the surrender charge in the period, which raises the value; negative when it rose, absent where the carrier tells none. */
  surrenderChargeRelease?: Cents | null
  valuationVersion: number
  /** Cells of its line that the firm corrected before posting; absent where none was, and in reports made before it was kept. */
  corrections?: SnapshotCorrection[]
  source: { fileId: number; fileName: string /** The sheet of a workbook with more than one. */; sheet?: string; line: number } | null
  flags: { insuredNotEmployed: boolean; pendingClaim: boolean; newThisPeriod: boolean; estimated: boolean }
}

export interface SnapshotCorrection {
  /** The column, as "Cash surrender value". */
  label: string
  /** The month end of the line in a quarter's report; absent where it is the report's own date. */
  asOf?: PlainDate
  /** As the carrier's file states it and as it is posted, null for none; absent where one of the two cannot be read safely. */
  amounts?: { stated: Cents | null; posted: Cents | null }
  /** Null where it was typed before reports printed reasons. */
  reason: string | null
}

/**
 * Its last flow carries how the value was settled, and for how much: SURRENDER in cash, EXCHANGE_OUT through clearing, DEATH_CLAIM by the claim. Without such a
 * flow the whole value is a loss, as in a lapse.
 */
export interface SnapshotRemovedPolicy extends SnapshotHolding {
  removedOn: PlainDate
  removal: 'SURRENDER' | 'DEATH_CLAIM' | 'EXCHANGE_OUT' | 'LAPSE' | 'TRANSFER'
  /** The institution's share of a death benefit, for the claim receivable; null when unknown or not a death. */
  institutionDeathBenefit: Cents | null
}

export interface SnapshotActivity {
  transactions: {
    date: PlainDate
    /** The date is the end of the month that the carrier's file is of, which tells no day; absent where the day is known, and before that was kept. */
    isMonthOnly?: boolean
    type: string
    policyNumber: string
    carrierCode: string
    insuredName: string
    amount: Cents | null
    note: string | null
  }[]
  rateChanges: {
    effectiveDate: PlainDate
    carrierCode: string
    productName: string
    oldRate: number | null
    newRate: number
    policies: number
  }[]
  statusChanges: {
    date: PlainDate
    policyNumber: string
    carrierCode: string
    insuredName: string
    oldStatus: string | null
    newStatus: string
    reason: string | null
  }[]
  /** Deaths notified and not yet paid, and those paid in the period. */
  claims: {
    policyNumber: string
    carrierCode: string
    insuredName: string
    dateOfDeath: PlainDate | null
    status: string
    deathBenefit: Cents
    institutionShare: Cents
    /** Its policy needs notice and consent (IRC 101(j)(4)) and has none that is valid; absent otherwise, and in reports made before it was read. */
    withoutConsent?: true
  }[]
}

/** Origin of a report's values, for its foot. */
export const sourceOfValues = ({ policies, postedOn }: Pick<AssetReportSnapshot, 'policies' | 'postedOn'>): ValueSource =>
  valueSourceOf(
    policies.map(({ source }) => source?.fileId ?? null),
    postedOn ?? null,
  )

/**
 * Reads a snapshot back from where it was stored.
 * @throws RangeError when it is not a snapshot of schema 1
 */
export function readAssetReportSnapshot(stored: unknown): AssetReportSnapshot {
  if (!isSnapshot(stored)) throw new RangeError('not an asset report snapshot of schema 1')
  return stored
}

// The stored value came from a typed value; `schema` says which shape it has.
const isSnapshot = (stored: unknown): stored is AssetReportSnapshot =>
  typeof stored === 'object' && stored !== null && 'schema' in stored && stored.schema === 1
