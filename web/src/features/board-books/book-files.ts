/** Files that can be chosen for a board book: told apart, and found by words. */
import type { BookFile } from '@corridor/contract/board-books.ts'
import { addMonthEnds, formatDate, isPlainDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'

export const keyOf = ({ kind, id }: Pick<BookFile, 'kind' | 'id'>): string => `${kind} ${id}`
export const isPaper = ({ extension }: BookFile): boolean => extension.toLowerCase() === 'pdf'
/** Months that a book may be of, the newest first. */
export function monthsTo(latest: PlainDate): PlainDate[] {
  return Array.from({ length: MONTHS }, (_, back) => addMonthEnds(latest, -back))
}
const MONTHS = 36

/** The month of the newest figures in a book; null where no part has any. */
export const newestPeriod = (parts: readonly BookFile[]): PlainDate | null =>
  parts
    .flatMap(({ period }) => (isPlainDate(period ?? '') ? plainDate(period ?? '') : []))
    .reduce<PlainDate | null>((newest, one) => (newest === null || one > newest ? one : newest), null)

/** Type, the day its figures are of, and version: reports of one title are told apart by them. */
export const aboutOf = ({ typeName, period, version }: BookFile): string =>
  [typeName, ...(isPlainDate(period ?? '') ? [`as of ${formatDate(plainDate(period ?? ''))}`] : []), `version ${version}`].join(' · ')

export const matches = (file: BookFile, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${file.title} ${file.typeName} ${file.uploadName} ${file.year}`.toLowerCase().includes(word))
