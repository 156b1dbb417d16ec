/** From what the carriers sent of a month to what is posted: the cells that staff corrected and the rows that they excluded stand between, so that no correction is compared with itself. */
import { counted } from '../primitives/counted.ts'
import { cents, formatAmount, formatCount } from '../primitives/money.ts'

/** Cash surrender values in cents; as received, unless a field says otherwise. */
export interface Received {
  correctedPolicies: number
  /** By how much the corrected cells are above those received. */
  correctedCents: number
  excludedRows: number
  excludedCents: number
  /** Corrected or excluded rows whose received value is blank or cannot be read: they add nothing to what was received. */
  unreadRows: number
}
export const NOTHING_CHANGED: Received = { correctedPolicies: 0, correctedCents: 0, excludedRows: 0, excludedCents: 0, unreadRows: 0 }

export const isChanged = ({ correctedPolicies, excludedRows }: Pick<Received, 'correctedPolicies' | 'excludedRows'>): boolean =>
  correctedPolicies > 0 || excludedRows > 0

/** The figure as read is left of it after corrections and exclusions. */
export const receivedOf = (asRead: number, { correctedCents, excludedCents }: Received): number => asRead - correctedCents + excludedCents

export interface ReceivedLine {
  label: string
  /** How many policies or rows; null where the line is of all. */
  note: string | null
  cents: number
}

/**
 * The lines add up to the figure as read. Without a correction or an excluded row there is nothing to tell.
 * @param unplacedRows excluded rows that name no institution of the register, or none with their carrier
 */
export function receivedLines(asRead: number, received: Received, unplacedRows: number): ReceivedLine[] {
  if (!isChanged(received)) return []
  const { correctedPolicies, correctedCents, excludedRows, excludedCents, unreadRows } = received
  return [
    {
      label: 'Cash surrender value received from the carriers',
      note: unreadRows === 0 ? null : unreadInWords(unreadRows),
      cents: receivedOf(asRead, received),
    },
    ...(correctedPolicies > 0 ? [{ label: 'Corrected by hand', note: counted(correctedPolicies, 'policy'), cents: correctedCents }] : []),
    ...(excludedRows > 0
      ? [
          {
            label: 'Excluded rows',
            note: `${counted(excludedRows, 'row')}${unplacedRows > 0 ? `, ${formatCount(unplacedRows)} of no institution in the register` : ''}`,
            cents: takenOff(excludedCents),
          },
        ]
      : []),
  ]
}

/** Nothing is taken off as 0, not as -0. */
const takenOff = (amount: number): number => (amount === 0 ? 0 : -amount)

/** "1 row’s received value is blank or could not be read, and adds nothing" */
const unreadInWords = (rows: number): string =>
  rows === 1
    ? '1 row’s received value is blank or could not be read, and adds nothing'
    : `${counted(rows, 'row')} have a received value that is blank or could not be read, and add nothing`

/** The same below a figure of a table, in short: "corrected 5.00", "excluded -10.00". */
export const changesInWords = ({ correctedPolicies, correctedCents, excludedRows, excludedCents, unreadRows }: Received): string[] => [
  ...(correctedPolicies === 0 ? [] : [`corrected ${formatAmount(cents(correctedCents))}`]),
  ...(excludedRows === 0 ? [] : [`excluded ${formatAmount(cents(takenOff(excludedCents)))}`]),
  ...(unreadRows === 0 ? [] : [`${formatCount(unreadRows)} not readable`]),
]
