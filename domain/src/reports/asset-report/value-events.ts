/** Events that explain a month or a year in which cash surrender value fell, from the flows on file; nothing where they do not explain it. */
import { type Flow, REMOVING_FLOWS } from '../../calculations/yields.ts'
import { TRANSACTION_TYPES } from '../../policies/register.ts'
import { type Cents, sumCents } from '../../primitives/money.ts'
import { formatShortMonth } from '../../primitives/period.ts'

interface Span {
  begin: Cents
  end: Cents
  flows: readonly Flow[]
  /** False where a value at one of its ends is missing: a fall might be one of the sum only. */
  comparable: boolean
}

/** A fall of less of the beginning value is not remarkable. */
const REMARKABLE = 0.01
/** The least part of a fall that has to have been taken out, so that it is explained. */
const EXPLAINS = 0.5
/** The least part of all that was taken out at which a kind is named. */
const NAMED = 0.25

interface ValueEvent {
  /** "Surrender", "1035 exchange out and withdrawal": the larger first. */
  name: string
  /** With the month of the larger: "Surrender, Aug 2026". */
  dated: string
}

/** A claim that is still to be paid explains no fall. */
const labelOf = (type: Flow['type']): string => (type === 'DEATH_CLAIM' ? 'Death claim paid' : TRANSACTION_TYPES[type].label)

/** @returns null where nothing is to be told */
export function eventOf({ begin, end, flows, comparable }: Span): ValueEvent | null {
  const fall = begin - end
  if (!comparable || begin <= 0 || fall < begin * REMARKABLE) return null
  const taken = REMOVING_FLOWS.map((type) => {
    const own = flows.filter((flow) => flow.type === type)
    return { type, amount: sumCents(own.map(({ amount }) => amount)), largest: own.toSorted((a, b) => b.amount - a.amount)[0] }
  }).sort((a, b) => b.amount - a.amount)
  const whole = taken.reduce((sum, { amount }) => sum + amount, 0)
  const [first, ...others] = taken.filter(({ amount }) => amount > 0 && amount >= whole * NAMED)
  if (!first?.largest || whole < fall * EXPLAINS) return null
  const name = [first, ...others].map(({ type }, index) => (index === 0 ? labelOf(type) : labelOf(type).toLowerCase())).join(' and ')
  return { name, dated: `${name}, ${formatShortMonth(first.largest.date)}` }
}
