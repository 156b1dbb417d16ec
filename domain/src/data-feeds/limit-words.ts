/** Tolerances as people read and type them: dollars, percent, basis points, days and numbers. */
import { cents, formatCount, formatDecimal, formatMoney } from '../primitives/money.ts'
import { typedMoney } from '../primitives/typed-input.ts'
import { LIMIT_NAMES, type LimitName } from './tolerances.ts'

type Limits = Readonly<Partial<Record<LimitName, number>>>

type Kind = 'money' | 'percent' | 'points' | 'number'
interface Limit {
  label: string
  kind: Kind
  /** An amount is read as so much for each: "$0.01 per policy". */
  per?: string
}
const LIMITS: Readonly<Record<LimitName, Limit>> = {
  absolute: { label: 'Difference per policy', kind: 'money', per: 'policy' },
  total: { label: 'Difference per institution', kind: 'money', per: 'institution' },
  relative: { label: 'Relative difference', kind: 'percent' },
  days: { label: 'Days', kind: 'number' },
  least: { label: 'Least yield', kind: 'percent' },
  most: { label: 'Greatest yield', kind: 'percent' },
  charged: { label: 'Rate that bears the charges', kind: 'percent' },
  rate: { label: 'Yield or rate', kind: 'points' },
  deviations: { label: 'Deviations', kind: 'number' },
  cohort: { label: 'Policies of a cohort', kind: 'number' },
}
const UNITS: Readonly<Record<Kind, string>> = { money: 'dollars', percent: 'percent', points: 'basis points', number: 'number' }

/** Ten digits are more than any limit has: the last bit of a fraction is nobody's. */
const tidy = (value: number): number => Number(value.toFixed(10))
const SCALE = { percent: 100, points: 10_000, number: 1 } as const

export const namesOf = (limits: Limits): LimitName[] => LIMIT_NAMES.filter((name) => limits[name] !== undefined)
export const labelOf = (name: LimitName): string => `${LIMITS[name].label} (${UNITS[LIMITS[name].kind]})`

export function limitWords(name: LimitName, value: number): string {
  const { label, kind, per } = LIMITS[name]
  const shown = {
    money: () => formatMoney(cents(Math.round(value))),
    percent: () => `${formatDecimal(tidy(value * SCALE.percent))}%`,
    points: () => `${formatDecimal(tidy(value * SCALE.points))} bps`,
    number: () => formatCount(value),
  }[kind]()
  if (per !== undefined) return `${shown} per ${per}`
  // Numbers are counted as one speaks: "3 days".
  return kind === 'number' ? `${shown} ${label.toLowerCase()}` : `${label.toLowerCase()} ${shown}`
}
export const limitsWords = (limits: Limits): string =>
  namesOf(limits)
    .map((name) => limitWords(name, limits[name] ?? 0))
    .join(', ')

/** As it stands in a field. */
export function typedOf(name: LimitName, value: number): string {
  const { kind } = LIMITS[name]
  return kind === 'money' ? (value / 100).toFixed(2) : String(tidy(value * SCALE[kind]))
}

/** The limit that a field means; null for text that is no such number. */
export function limitIn(name: LimitName, typed: string): number | null {
  const { kind } = LIMITS[name]
  if (kind === 'money') return typedMoney(typed) ?? null
  const plain = typed.trim().replaceAll(',', '')
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(plain) ? tidy(Number(plain) / SCALE[kind]) : null
}
