/** Rules of the shared controls until domain/src/list.ts holds them. */
import { daysInMonth, isPlainDate, type PlainDate } from '@corridor/domain/period.ts'

export const DROPDOWN_PLACEHOLDER = 'Please select an option'

export function dropdownMatches<Option extends { label: string }>(options: readonly Option[], text: string, most: number): Option[] {
  const wanted = text.trim().toLowerCase()
  return options.filter((option) => option.label.toLowerCase().includes(wanted)).slice(0, most)
}

export const phoneDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 10)

export function formatPhone(digits: string): string {
  if (digits.length === 0) return ''
  if (digits.length <= 3) return `(${digits}`
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Undefined for what is no date. mm/dd is of the present year of the clock. */
export function typedDate(text: string, { monthEnds }: { monthEnds: boolean }): PlainDate | undefined {
  const trimmed = text.trim()
  if (isPlainDate(trimmed)) return trimmed
  const monthYear = /^(\d{1,2})\/(\d{4})$/.exec(trimmed)
  if (monthYear)
    return dateOf(Number(monthYear[2]), Number(monthYear[1]), monthEnds ? daysInMonth(Number(monthYear[2]), Number(monthYear[1])) : 1)
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(trimmed)
  if (!match) return undefined
  const year = match[3] === undefined ? new Date().getFullYear() : match[3].length === 2 ? 2000 + Number(match[3]) : Number(match[3])
  return dateOf(year, Number(match[1]), Number(match[2]))
}

function dateOf(year: number, month: number, day: number): PlainDate | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isPlainDate(date) ? date : undefined
}
