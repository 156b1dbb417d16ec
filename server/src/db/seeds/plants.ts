/** Faults planted in the demo's carrier files for people to find: two errors in the file that waits, warnings in those posted, one value restated, one corrected before it was posted. */
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { FeedLine, FeedStyle } from './feed-styles.ts'
import type { SeedPolicy } from './holdings.ts'
import { insuredShareOf } from './insured-share.ts'

export interface Plant {
  institutionId: number
  carrierCode: string
  period: PlainDate
  /** Among the institution's policies with the carrier that have a value at the period, the one at this place. */
  nth: number
  among?: (policy: SeedPolicy) => boolean
  /** The carrier's misprint. */
  misprint: (line: FeedLine) => FeedLine
  /**
   * `warned`: posted, the finding accepted with a reason. `restated`: posted as written, put right by a later file. `corrected`: put right by hand before it was
   * posted. `waiting`: in the feed that nobody has posted yet. `posted right`: the value posted is not the one read. `left out`: the file lacks the policy, its
   * value came without a line.
   */
  outcome: 'warned' | 'restated' | 'corrected' | 'waiting' | 'posted right' | 'left out'
  finding?: { rule: RuleCode; field: FeedField; message: (wrong: FeedLine, right: FeedLine) => string; reason: string }
  correction?: { field: FeedField; reason: string }
}

const SEPTEMBER = plainDate('2026-09-30')
const OCTOBER = plainDate('2026-10-31')
/** The month whose value was put right, and why. */
export const RESTATEMENT = {
  reason: 'Carrier credited April interest twice on one policy and sent a corrected extract',
  question: 'Opening balance confirmed by the carrier; a corrected April extract is on its way',
}

const otherBirthday = (line: FeedLine): FeedLine => {
  const [year = '', month = '', day = ''] = String(line.insuredDateOfBirth).split('-')
  // Day and month exchanged where that makes a date, the next day otherwise.
  return {
    ...line,
    insuredDateOfBirth: Number(day) <= 12 && day !== month ? `${year}-${day}-${month}` : `${year}-${month}-${day === '28' ? '27' : '28'}`,
  }
}
const birthday = {
  rule: 'V12',
  field: 'insuredDateOfBirth',
  message: () => 'Date of birth: the carrier’s differs from the register’s.',
  reason: 'Birth certificate on file; the carrier was asked to correct its record',
} as const

export const DEMO_PLANTS: readonly Plant[] = [
  // A spreadsheet error where the death benefit should stand: it cannot be posted, and the bank's October report will miss this policy.
  {
    institutionId: 6,
    carrierCode: 'STONE',
    period: OCTOBER,
    nth: 4,
    misprint: (line) => ({ ...line, deathBenefit: '#REF!' }),
    outcome: 'waiting',
  },
  { institutionId: 8, carrierCode: 'STONE', period: OCTOBER, nth: 2, misprint: otherBirthday, outcome: 'waiting' },
  { institutionId: 4, carrierCode: 'CORVA', period: OCTOBER, nth: 1, misprint: otherBirthday, outcome: 'warned', finding: birthday },
  {
    institutionId: 3,
    carrierCode: 'CORVA',
    period: OCTOBER,
    nth: 0,
    outcome: 'warned',
    among: (policy) =>
      policy.values.some(
        (month) =>
          month.asOfDate === OCTOBER &&
          insuredShareOf(policy, month) > 0 &&
          month.deathBenefit - month.cashSurrenderValue > insuredShareOf(policy, month) + 2_500_000,
      ),
    misprint: (line) => ({
      ...line,
      insuredShare: Number(line.insuredShare) + 2_500_000,
      institutionShare: Number(line.institutionShare) - 2_500_000,
    }),
    finding: {
      rule: 'V11',
      field: 'insuredShare',
      reason: 'The carrier has not recorded the amended endorsement yet; the agreement stands',
      message: (wrong, right) =>
        `The carrier says the insured’s share is ${formatMoney(cents(Number(wrong.insuredShare)))}; the agreement gives ${formatMoney(cents(Number(right.insuredShare)))}, which will be posted.`,
    },
  },
  {
    institutionId: 2,
    carrierCode: 'HALCY',
    period: OCTOBER,
    nth: 7,
    misprint: (line) => ({ ...line, asOfDate: '2026-10-26' }),
    outcome: 'warned',
    finding: {
      rule: 'V7',
      field: 'asOfDate',
      reason: 'Values run to October 31; only the date column is from an earlier extract',
      message: () =>
        `The value is dated ${formatDate(plainDate('2026-10-26'))}, more than 3 days from the month end ${formatDate(OCTOBER)}.`,
    },
  },
  // Ten basis points above the declared rate, in the printed rate alone: interest was credited at the declared one. The audit of yields finds it.
  {
    institutionId: 12,
    carrierCode: 'MERID',
    period: OCTOBER,
    nth: 2,
    misprint: (line) => ({ ...line, grossCreditingRate: Number((Number(line.grossCreditingRate) + 0.001).toFixed(6)) }),
    outcome: 'warned',
  },
  {
    institutionId: 3,
    carrierCode: 'ASHGR',
    period: plainDate('2026-04-30'),
    nth: 5,
    outcome: 'restated',
    misprint: (line) => twiceCredited(line),
  },
  // The report of September marks it and gives both figures.
  {
    institutionId: 1,
    carrierCode: 'TAMAR',
    period: SEPTEMBER,
    nth: 3,
    misprint: (line) => ({ ...line, cashSurrenderValue: Math.trunc(Number(line.cashSurrenderValue) / 10) }),
    outcome: 'corrected',
    correction: {
      field: 'cashSurrenderValue',
      reason: 'A digit is missing in the file; the carrier confirmed the value of its September statement',
    },
  },
]

const audited = (
  outcome: Plant['outcome'],
  institutionId: number,
  carrierCode: string,
  nth: number,
  periods: readonly PlainDate[],
  wrong: (line: FeedLine) => FeedLine = () => ({}),
): Plant[] =>
  periods.map((period) => ({
    institutionId,
    carrierCode,
    period,
    nth,
    among: ({ exit, issueDate }) => !exit && issueDate < '2025-01-01',
    misprint: (line) => ({ ...line, ...wrong(line) }),
    outcome,
  }))
const dearer = (line: FeedLine): FeedLine => ({ cashSurrenderValue: Number(line.cashSurrenderValue) + 18_000_00 })
const opensLow = (line: FeedLine): FeedLine => ({ accountValueBegin: Number(line.accountValueBegin) - 18_00 })
const riderRate = (): FeedLine => ({ guaranteedRate: 0.06 })
/** Misprints of the files that the demo has received, for the audits of its two last months to find; the files of demo/feeds are free of them, so that they import clean. */
export const AUDITED_PLANTS: readonly Plant[] = [
  ...audited('posted right', 5, 'CORVA', 3, [SEPTEMBER], dearer),
  ...audited('posted right', 12, 'ASHGR', 2, [OCTOBER], dearer),
  ...audited('posted right', 12, 'QUILL', 5, [OCTOBER], dearer),
  ...audited('warned', 9, 'MERID', 0, [SEPTEMBER, OCTOBER], opensLow),
  ...audited('warned', 11, 'QUILL', 1, [SEPTEMBER, OCTOBER], opensLow),
  ...audited('warned', 10, 'TAMAR', 1, [SEPTEMBER], riderRate),
  ...audited('warned', 12, 'MERID', 1, [OCTOBER], riderRate),
  ...audited('left out', 7, 'TAMAR', 2, [SEPTEMBER, OCTOBER]),
  ...audited('left out', 12, 'QUILL', 3, [SEPTEMBER, OCTOBER]),
]

/** Interest of the month counted twice: the line still adds up, and the next month opens lower than this one closed. */
function twiceCredited(line: FeedLine): FeedLine {
  const twice = Number(line.interestCredited)
  const more = (field: FeedField) => Number(line[field]) + twice
  return {
    ...line,
    interestCredited: more('interestCredited'),
    accountValueEnd: more('accountValueEnd'),
    cashSurrenderValue: more('cashSurrenderValue'),
    netSurrenderValue: more('netSurrenderValue'),
    bookValue: more('bookValue'),
  }
}

/** In October the carrier of the waiting file renamed the column that matters most. */
export function octoberStyle(style: FeedStyle, period: PlainDate): FeedStyle {
  if (style.carrierCode !== 'STONE' || period !== OCTOBER) return style
  return {
    ...style,
    columns: style.columns.map(([header, field]) => (field === 'cashSurrenderValue' ? ['Contract Net Value EOM', field] : [header, field])),
  }
}
