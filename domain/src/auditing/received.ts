/**
 * From what the carriers sent of a month to what is posted, for cash surrender value and death benefit alike: the cells that staff corrected and the rows that they
 * excluded stand between, so that no correction is compared with itself. Amounts are cents.
 */
import { eachOf } from '../primitives/codes.ts'
import { counted } from '../primitives/counted.ts'
import { cents, formatAmount, formatCount } from '../primitives/money.ts'

export const MEASURES = ['cashSurrenderValue', 'deathBenefit'] as const
export type Measure = (typeof MEASURES)[number]
type PerMeasure<Value> = Record<Measure, Value>
export const perMeasure = <Value>(of: (measure: Measure) => Value): PerMeasure<Value> => eachOf(MEASURES, of)

/** Names of the columns of an institution's policies with a carrier; `fed` is null where no file came. */
export const AMOUNTS = {
  cashSurrenderValue: {
    received: 'receivedCashSurrenderValueCents',
    correctedPolicies: 'correctedPolicies',
    corrected: 'correctedCashSurrenderValueCents',
    excluded: 'excludedCashSurrenderValueCents',
    unreadRows: 'unreadRows',
    fed: 'fedCashSurrenderValueCents',
    posted: 'postedCashSurrenderValueCents',
    difference: 'cashSurrenderValueDifferenceCents',
    unfed: 'unfedCashSurrenderValueCents',
  },
  deathBenefit: {
    received: 'receivedDeathBenefitCents',
    correctedPolicies: 'correctedDeathBenefits',
    corrected: 'correctedDeathBenefitCents',
    excluded: 'excludedDeathBenefitCents',
    unreadRows: 'unreadDeathBenefits',
    fed: 'fedDeathBenefitCents',
    posted: 'postedDeathBenefitCents',
    difference: 'deathBenefitDifferenceCents',
    unfed: 'unfedDeathBenefitCents',
  },
} as const satisfies PerMeasure<Record<string, string>>
type Amounts = (typeof AMOUNTS)[Measure]
type ChangeColumn = Amounts['correctedPolicies' | 'corrected' | 'excluded' | 'unreadRows'] | 'excludedRows'
type SumColumn = ChangeColumn | Amounts['fed' | 'posted' | 'unfed'] | 'unfedPolicies'

/** As received, unless a field says otherwise. */
export interface Changes {
  correctedPolicies: number
  /** By how much the corrected cells are above those received. */
  correctedCents: number
  /** The same of both measures: a row is excluded with all its amounts. */
  excludedRows: number
  excludedCents: number
  /** Corrected or excluded rows whose received value is blank or cannot be read: they add nothing to what was received. */
  unreadRows: number
}
export type Received = PerMeasure<Changes>
export const UNCHANGED: Changes = { correctedPolicies: 0, correctedCents: 0, excludedRows: 0, excludedCents: 0, unreadRows: 0 }
export const NOTHING_CHANGED: Received = perMeasure(() => UNCHANGED)

export const sumReceived = (parts: readonly Received[]): Received =>
  perMeasure((measure) =>
    parts.reduce<Changes>(
      (sum, { [measure]: part }) => ({
        correctedPolicies: sum.correctedPolicies + part.correctedPolicies,
        correctedCents: sum.correctedCents + part.correctedCents,
        excludedRows: sum.excludedRows + part.excludedRows,
        excludedCents: sum.excludedCents + part.excludedCents,
        unreadRows: sum.unreadRows + part.unreadRows,
      }),
      UNCHANGED,
    ),
  )

/** The changes that a row of the list, or the sum of its rows, tells. */
export const receivedIn = (row: Record<ChangeColumn, number>): Received =>
  perMeasure((measure) => ({
    correctedPolicies: row[AMOUNTS[measure].correctedPolicies],
    correctedCents: row[AMOUNTS[measure].corrected],
    excludedRows: row.excludedRows,
    excludedCents: row[AMOUNTS[measure].excluded],
    unreadRows: row[AMOUNTS[measure].unreadRows],
  }))

export const isChanged = (received: Received): boolean =>
  MEASURES.some((measure) => received[measure].correctedPolicies > 0 || received[measure].excludedRows > 0)

export interface Sides {
  fed: PerMeasure<number>
  posted: PerMeasure<number>
  /** Posted without a line in the carrier's file. */
  unfed: PerMeasure<number>
  unfedPolicies: number
  received: Received
  /** Excluded rows that name no institution of the register, or none with their carrier. */
  unplacedRows: number
}

/** @param unplaced changes of excluded rows that are in no row of the list */
export const sidesOf = (totals: Record<SumColumn, number>, unplaced: Received): Sides => ({
  fed: perMeasure((measure) => totals[AMOUNTS[measure].fed]),
  posted: perMeasure((measure) => totals[AMOUNTS[measure].posted]),
  unfed: perMeasure((measure) => totals[AMOUNTS[measure].unfed]),
  unfedPolicies: totals.unfedPolicies,
  received: sumReceived([receivedIn(totals), unplaced]),
  unplacedRows: unplaced.cashSurrenderValue.excludedRows,
})

/** False while nothing was changed and posted equals what the carriers sent: the way from one to the other would repeat one sum, so it is not shown. */
export const isToTell = ({ fed, posted, unfedPolicies, received }: Sides): boolean =>
  isChanged(received) || unfedPolicies > 0 || MEASURES.some((measure) => posted[measure] !== fed[measure])

export interface SideLine extends PerMeasure<number> {
  label: string
  /** How many policies or rows; null where the line is of all. */
  note: string | null
}

/** In each measure, the lines down to the figure as read add up to it; with the difference, that is what is posted, and its parts add up to the difference. */
export function sideLines({ fed, posted, unfed, unfedPolicies, received, unplacedRows }: Sides): SideLine[] {
  const { excludedRows } = received.cashSurrenderValue
  const corrected = perMeasure((measure) => received[measure].correctedPolicies)
  const otherwise = (measure: Measure) => posted[measure] - fed[measure] - unfed[measure]
  const line = (label: string, note: string | null, amount: (measure: Measure) => number): SideLine => ({
    label,
    note,
    ...perMeasure(amount),
  })
  return [
    ...(isChanged(received)
      ? [
          line(
            'Received from the carriers',
            unreadInWords(perMeasure((measure) => received[measure].unreadRows)),
            (measure) => fed[measure] - received[measure].correctedCents + received[measure].excludedCents,
          ),
        ]
      : []),
    ...(MEASURES.some((measure) => corrected[measure] > 0)
      ? [line('Corrected by hand', countsInWords(corrected), (measure) => received[measure].correctedCents)]
      : []),
    ...(excludedRows > 0
      ? [
          line(
            'Excluded rows',
            `${counted(excludedRows, 'row')}${unplacedRows > 0 ? `, ${formatCount(unplacedRows)} of no institution in the register` : ''}`,
            (measure) => takenOff(received[measure].excludedCents),
          ),
        ]
      : []),
    line('Carriers’ files, as read', null, (measure) => fed[measure]),
    line('Posted', null, (measure) => posted[measure]),
    line('Posted less the carriers’ files, as read', null, (measure) => posted[measure] - fed[measure]),
    ...(unfedPolicies > 0
      ? [line('Posted without a line in the carrier’s file', counted(unfedPolicies, 'policy'), (measure) => unfed[measure])]
      : []),
    // Beside that part the rest of the difference is told, so that the two add up to it.
    ...(unfedPolicies > 0 && MEASURES.some((measure) => otherwise(measure) !== 0)
      ? [line('Posted other than the carrier’s file states', 'net', otherwise)]
      : []),
  ]
}

/** Nothing is taken off as 0, not as -0. */
const takenOff = (amount: number): number => (amount === 0 ? 0 : -amount)

const NOUNS: PerMeasure<string> = { cashSurrenderValue: 'cash surrender value', deathBenefit: 'death benefit' }
/** "1 cash surrender value, 2 death benefits" */
const countsInWords = (counts: PerMeasure<number>): string =>
  MEASURES.filter((measure) => counts[measure] > 0)
    .map((measure) => counted(counts[measure], NOUNS[measure]))
    .join(', ')
function unreadInWords(counts: PerMeasure<number>): string | null {
  const all = counts.cashSurrenderValue + counts.deathBenefit
  if (all === 0) return null
  return `${countsInWords(counts)} blank or not readable as received: ${all === 1 ? 'it adds' : 'they add'} nothing`
}

/** The same below a figure of a table, in short: "corrected 5.00", "excluded -10.00". */
export const changesInWords = ({ correctedPolicies, correctedCents, excludedRows, excludedCents, unreadRows }: Changes): string[] => [
  ...(correctedPolicies === 0 ? [] : [`corrected ${formatAmount(cents(correctedCents))}`]),
  ...(excludedRows === 0 ? [] : [`excluded ${formatAmount(cents(takenOff(excludedCents)))}`]),
  ...(unreadRows === 0 ? [] : [`${formatCount(unreadRows)} not readable`]),
]
