/** An exception's figures in words: expected, actual and difference in the unit of its rule, what may differ, and the badges of its status and severity. */

import type { ExceptionRecord } from '@corridor/contract/auditing.ts'
import { SEVERITY_WORDS } from '@corridor/contract/words.ts'
import { type ExceptionStatus, STATUS_TABLE } from '@corridor/domain/auditing/exceptions.ts'
import { cents, formatCount, formatDecimal, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { daysBetween, formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const EXCEPTION_BADGES: StatusTable<ExceptionStatus> = {
  OPEN: { label: STATUS_TABLE.OPEN.label, tone: 'warn' },
  ACKNOWLEDGED: { label: STATUS_TABLE.ACKNOWLEDGED.label, tone: 'note', sign: 'seen' },
  RESOLVED: { label: STATUS_TABLE.RESOLVED.label, tone: 'good' },
  FALSE_POSITIVE: { label: STATUS_TABLE.FALSE_POSITIVE.label, tone: 'quiet', sign: 'canceled' },
}
export const SEVERITY_BADGES: StatusTable<ExceptionRecord['severity']> = {
  error: { label: SEVERITY_WORDS.error, tone: 'bad' },
  warning: { label: SEVERITY_WORDS.warning, tone: 'warn' },
  info: { label: SEVERITY_WORDS.info, tone: 'note' },
}

type Unit = ExceptionRecord['unit']
type Compared = Pick<ExceptionRecord, 'unit' | 'expected' | 'actual'>

/** A figure that a rule compared, as its unit is written. */
export function figureOf(unit: Unit, stored: string | number | null): string {
  if (stored === null || stored === '') return MISSING
  // Days that a rule compares are dates; how far they are apart is a number of days.
  if (unit === 'days' && typeof stored === 'string' && isPlainDate(stored)) return formatDate(stored)
  const figure = Number(stored)
  if (unit === 'words' || !Number.isFinite(figure)) return String(stored)
  if (unit === 'cents') return formatMoney(cents(Math.round(figure)))
  if (unit === 'fraction') return formatPercent(figure, 3)
  if (unit === 'days') return Math.abs(figure) === 1 ? `${figure} day` : `${formatCount(figure)} days`
  return formatCount(figure)
}

/** How far two yields or rates are apart; null for what is no rate. */
export function basisPointsOf({ unit, expected, actual }: Compared): number | null {
  if (unit !== 'fraction' || expected === null || actual === null) return null
  // Ten digits are more than any rate has: the last bit of a fraction is no difference.
  return Number(((Number(actual) - Number(expected)) * 10_000).toFixed(6))
}

/** Yields are told in basis points, as the field does; a movement’s part of a value in percent. */
const inBasisPoints = (ruleCode: string) => ruleCode.startsWith('Y')

export function differenceOf(compared: Compared & Pick<ExceptionRecord, 'differenceCents' | 'ruleCode'>): string {
  const { unit, expected, actual, differenceCents, ruleCode } = compared
  if (unit === 'cents') return differenceCents === null ? MISSING : formatMoney(cents(differenceCents))
  const basisPoints = basisPointsOf(compared)
  if (basisPoints !== null && inBasisPoints(ruleCode)) return `${formatDecimal(basisPoints)} bps`
  if (unit === 'words' || expected === null || actual === null) return MISSING
  if (isPlainDate(expected) && isPlainDate(actual)) return figureOf(unit, daysBetween(expected, actual))
  return figureOf(unit, Number(actual) - Number(expected))
}

/** The difference that makes no exception. */
export function toleranceOf({ unit, tolerance, ruleCode }: Pick<ExceptionRecord, 'unit' | 'tolerance' | 'ruleCode'>): string {
  if (tolerance === null) return unit === 'words' ? 'None: it must agree' : MISSING
  if (tolerance === 0) return 'None: it must be exact'
  if (unit === 'fraction' && inBasisPoints(ruleCode)) return `${formatDecimal(Number((tolerance * 10_000).toFixed(6)))} bps`
  return figureOf(unit, tolerance)
}
