/** Answers as people read them: the same words on screen, in PDF and XLSX. */

import { MISSING } from '../primitives/money.ts'
import { formatDate, isPlainDate } from '../primitives/period.ts'
import { maskPhone } from '../primitives/typed-input.ts'
import { type AnswerValue, type Cell, sizeWords } from './answers.ts'
import type { ColumnType, Option, QuestionType } from './definition.ts'

interface AskedCell {
  /** A column of this code holds phone numbers. */
  code?: string | undefined
  type: QuestionType | ColumnType
  options?: readonly Option[] | undefined
}

/** One value of a question or a column. "-" when there is none. @param names of the insured, by number */
export function cellWords({ code, type, options }: AskedCell, value: Cell | undefined, names?: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return sizeWords(type, value)
  if (type === 'date') return isPlainDate(value) ? formatDate(value) : value
  if (type === 'insured') return names?.get(value) ?? `Insured ${value}`
  if (code === 'phone') return maskPhone(value)
  return options?.find((option) => option.value === value)?.label ?? value
}

interface Asked extends AskedCell {
  columns?: readonly (AskedCell & { code: string; label: string })[] | undefined
}

/** A whole answer in one line; a row names its columns. */
export function answerWords(question: Asked, value: AnswerValue | null | undefined, names?: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return MISSING
  if (typeof value !== 'object') return cellWords(question, value, names)
  if (!('cells' in value)) return [value.name, value.title, value.email, maskPhone(value.phone)].filter(Boolean).join(', ') || MISSING
  if (value.unchanged) return 'No change'
  const told = (question.columns ?? []).flatMap((column) => {
    const words = cellWords(column, value.cells[column.code], names)
    return words === MISSING ? [] : [`${column.label}: ${words}`]
  })
  return told.join('; ') || MISSING
}
