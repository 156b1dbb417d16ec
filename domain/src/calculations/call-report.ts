/** Items of a bank's Call Report taken from its policies, in thousands of dollars (FFIEC 031, 041 and 051: RC-F item 5, RI-E item 1.b, RC-R Part II item 8). */

import type { AccountType } from '../primitives/insurance-terms.ts'
import { type Cents, cents, formatCount, roundHalfAwayFromZero, sumCents } from '../primitives/money.ts'

export interface CallReportLine {
  /** "RC-F 5.a" */
  item: string
  /** The MDRM code as far as it is confirmed. */
  code: string | null
  label: string
  amount: Cents
  /** The amount rounded half away from zero to thousands of dollars. */
  thousands: number
}
export interface CallReport {
  lines: CallReportLine[]
  total: CallReportLine
  /** RI-E 1.b, the calendar year's increase; null when it is not known. */
  income: CallReportLine | null
  /** Says that the printed lines do not add to the printed total; null when they do. */
  roundingNote: string | null
}

/**
 * RC-F item 5 by account type, its total in RC item 11, and RI-E item 1.b (RIADC014) within RI item 5.l.
 * K201, K202, K270 and C014 head the columns of the FFIEC’s public Call Report data of that date (Schedules RC-F and RI-E); the other items have no code here.
 * @param values cash surrender value by account type at the quarter end, cents, 0 or more
 * @param yearToDateIncrease of the calendar year, cents; null leaves RI-E out
 */
export function callReport(values: Record<AccountType, Cents>, yearToDateIncrease: Cents | null): CallReport {
  const lines = [
    line('RC-F 5.a', 'K201', 'General account life insurance assets', values.GENERAL),
    line('RC-F 5.b', 'K202', 'Separate account life insurance assets', values.SEPARATE),
    line('RC-F 5.c', 'K270', 'Hybrid account life insurance assets', values.HYBRID),
  ]
  const total = line('RC 11', null, 'Total life insurance assets, within Other assets', sumCents(lines.map(({ amount }) => amount)))
  const footed = lines.reduce((sum, { thousands }) => sum + thousands, 0)
  const income =
    yearToDateIncrease === null
      ? null
      : line(INCOME_ITEM, 'C014', 'Earnings on/increase in value of cash surrender value, year to date', yearToDateIncrease)
  const roundingNote =
    footed === total.thousands
      ? null
      : `Each line is rounded to thousands of dollars on its own: the lines add to ${formatCount(footed)}, the total is ${formatCount(total.thousands)}.`
  return { lines, total, income, roundingNote }
}

/** Form of the codes above: no later one was at hand to check them against. */
export const CODES_OF =
  'Codes are those of the Call Report forms of December 31, 2019 (FFIEC Central Data Repository) and have not been checked against later forms.'

/** Earnings on, or increase in, cash surrender value: itemized in Schedule RI-E. */
export const INCOME_ITEM = 'RI-E 1.b'

/** The second of the two figures under one item of RC-R. */
export const WEIGHTED_ITEM = 'RC-R II 8.a, weighted'

/**
 * RC-R Part II item 8.a: separate accounts as an exposure to their funds, and what that weighs.
 * @param separate carrying value and risk-weighted assets, cents
 */
export const separateAccountExposure = (separate: { value: Cents; assets: Cents }): CallReportLine[] => [
  line('RC-R II 8.a', null, 'Separate account bank-owned life insurance, exposure', separate.value),
  line(WEIGHTED_ITEM, null, 'Separate account bank-owned life insurance, risk-weighted assets', separate.assets),
]

/** Cents as thousands of dollars, half away from zero. */
export const thousandsOf = (amount: Cents): number => roundHalfAwayFromZero(amount / 100_000)

const line = (item: string, code: string | null, label: string, amount: Cents): CallReportLine => ({
  item,
  code,
  label,
  amount: cents(amount),
  thousands: thousandsOf(amount),
})

/** Ratios that peers are compared by, from the FFIEC's public files: the schedule, and the codes, the first that holds a value counting. */
export interface FiledItem {
  /** The file's name, for example "FFIEC CDR Call Schedule RCF 12312019.txt". */
  schedule: 'RC' | 'RCF' | 'RCR'
  /** The item of the form. */
  item: string
  label: string
  /** MDRM code without its prefix. */
  code: string
  /** RCFD of forms 031, RCON of 041 and 051; RCFA and RCOA of Schedule RC-R since 2014. */
  prefixes: readonly string[]
}
const consolidated = ['RCFD', 'RCON'] as const
const riskBased = ['RCFA', 'RCOA', 'RCFD', 'RCON'] as const
export const FILED_ITEMS = {
  totalAssets: { schedule: 'RC', item: 'RC 12', label: 'Total assets', code: '2170', prefixes: consolidated },
  lifeGeneral: { schedule: 'RCF', item: 'RC-F 5.a', label: 'General account life insurance assets', code: 'K201', prefixes: consolidated },
  lifeSeparate: {
    schedule: 'RCF',
    item: 'RC-F 5.b',
    label: 'Separate account life insurance assets',
    code: 'K202',
    prefixes: consolidated,
  },
  lifeHybrid: { schedule: 'RCF', item: 'RC-F 5.c', label: 'Hybrid account life insurance assets', code: 'K270', prefixes: consolidated },
  tier1: { schedule: 'RCR', item: 'RC-R I', label: 'Tier 1 capital', code: '8274', prefixes: riskBased },
  totalCapital: { schedule: 'RCR', item: 'RC-R I', label: 'Total capital', code: '3792', prefixes: riskBased },
} as const satisfies Record<string, FiledItem>
export type FiledItemName = keyof typeof FILED_ITEMS
