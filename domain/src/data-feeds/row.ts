/** A row of a carrier's file, and what the book holds of its policy: what the rules of a row compare. */

import { POLICY_STATUSES } from '../policies/statuses.ts'
import { eachOf } from '../primitives/codes.ts'
import type { Cents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import type { FeedPolicyStatus } from './cell-values.ts'
import { FEED_FIELD_NAMES, FEED_FIELDS, type FeedField, type FieldOf } from './columns.ts'
import type { RuleCode, Severity } from './rules.ts'

/** Amounts of a row. Interest on loaned funds is added to the interest, and is none by itself. */
export type MoneyField = Exclude<FieldOf<'money'>, 'loanedInterestCredited'>
export type RateField = FieldOf<'rate'>
export const isMoneyField = (field: FeedField): field is MoneyField =>
  FEED_FIELDS[field].kind === 'money' && field !== 'loanedInterestCredited'
export const MONEY_FIELDS = FEED_FIELD_NAMES.filter(isMoneyField)
/** Itemized charges, which are added to the expense charge and kept as it. */
export const isChargeField = (field: FeedField): field is FieldOf<'charge'> => FEED_FIELDS[field].kind === 'charge'
export const isRateField = (field: FeedField): field is RateField => FEED_FIELDS[field].kind === 'rate'

/** The values of a row; null where it has none. Named as the fields of `FEED_FIELDS`. */
export interface FeedValues extends Record<MoneyField, Cents | null>, Record<RateField, number | null> {
  asOfDate: PlainDate | null
  policyStatus: FeedPolicyStatus | null
  issueDate: PlainDate | null
  insuredDateOfBirth: PlainDate | null
  insuredGender: 'M' | 'F' | null
  mecIndicator: boolean | null
  productName: string | null
}

/** A row that says nothing; copied to begin one. */
export const NO_VALUES: Readonly<FeedValues> = {
  asOfDate: null,
  policyStatus: null,
  issueDate: null,
  insuredDateOfBirth: null,
  insuredGender: null,
  mecIndicator: null,
  productName: null,
  ...eachOf(MONEY_FIELDS, () => null),
  ...eachOf(FEED_FIELD_NAMES.filter(isRateField), () => null),
}

/** A month end as posted, or as an earlier month of the same file has it. */
export interface PostedMonth {
  cashSurrenderValue: Cents
  deathBenefit: Cents
  accountValueEnd: Cents | null
  surrenderCharge: Cents | null
  grossRate: number | null
}

/** Flows that the book has of the month. Posting leaves what was entered by hand, and replaces what an earlier file reported. */
export interface RecordedFlows {
  premium: Cents
  refund: Cents
  withdrawal: Cents
  /** Those entered by hand; null where there were none. */
  byHand: { premium: Cents | null; refund: Cents | null; withdrawal: Cents | null }
  exchangeIn: Cents
  /** Surrenders, claims and exchanges out. */
  released: Cents
}

/** The policy in the in-force register. */
export interface PolicyFacts {
  policyStatus: FeedPolicyStatus
  issueDate: PlainDate | null
  faceAmount: Cents | null
  productName: string
  dateOfBirth: PlainDate | null
  gender: 'M' | 'F' | null
  isModifiedEndowment: boolean
  /** General and hybrid accounts, and separate accounts under a stable value wrap: the value does not fall by itself. */
  cannotFall: boolean
  /** From the split-dollar agreement, at the row's values; null when it cannot be told. */
  insuredShare: Cents | null
  deathBenefitOption: 'A' | 'B'
  /** Posted at the month end before; null when nothing was. */
  prior: PostedMonth | null
  /** The month end before that, which tells what the month before earned. */
  before: Pick<PostedMonth, 'cashSurrenderValue' | 'surrenderCharge'> | null
  /** Flows of the month before. */
  priorFlows: { in: Cents; out: Cents }
  /** Whether other policies of the same carrier and institution have a posted value at the month end before. */
  othersHavePrior: boolean
  /** The month's flows in the register. */
  recorded: RecordedFlows
  /** Values to be expected by size: last month's, else the register's of a policy that was in it before the file came. */
  usual: { cashSurrenderValue: Cents | null; deathBenefit: Cents | null } | null
  /** The register as it was before the file came; null where nothing shows it. */
  costBasis: Cents | null
  /** A change of the face amount is recorded in the month. */
  hasFaceChange: boolean
}

/** The figures that a rule compared, in the rule's own unit: cents, a fraction or days. */
export interface Measured {
  expected: number
  actual: number
  tolerance: number
}

export interface RowFinding {
  ruleCode: RuleCode
  severity: Severity
  field: FeedField | null
  message: string
  measured: Measured | null
}

/** Whether a policy of this status still has a value at month end. */
export const hasValue = (status: FeedPolicyStatus): boolean => POLICY_STATUSES[status].held

const STATUS_WORDS: Record<FeedPolicyStatus, string> = {
  PENDING: 'pending',
  IN_FORCE: 'in force',
  GRACE: 'in its grace period',
  PAID_UP: 'paid up',
  DEATH_CLAIM_PENDING: 'under a pending death claim',
  DEATH_PAID: 'paid out on death',
  SURRENDERED: 'surrendered',
  EXCHANGED_OUT: 'exchanged out',
  LAPSED: 'lapsed',
  TRANSFERRED: 'transferred',
}
export const statusInWords = (status: FeedPolicyStatus): string => STATUS_WORDS[status]

/** A rule says something of a field, and what it compared; its own severity, unless another is given. */
export type Report = (
  ruleCode: RuleCode,
  field: FeedField | null,
  message: string,
  more?: { severity?: Severity; measured?: Measured },
) => void
