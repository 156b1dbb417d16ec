/** All record types of a firm's book, in the order in which they are written: each refers only to those before it. */
import { BOOK_TYPES } from './book-types.ts'
import { type ColumnKind, type RecordType } from './columns.ts'
import { FILE_TYPES } from './file-types.ts'
import { FIRM_TYPES } from './firm-types.ts'

export const RECORD_TYPES: readonly RecordType[] = [...FIRM_TYPES, ...BOOK_TYPES, ...FILE_TYPES]

/** Each kind of cell in the words of the templates. */
export const KIND_NOTES: Record<ColumnKind, string> = {
  text: 'Text',
  code: 'One of the words',
  codes: 'Codes, with semicolons between them',
  money: 'Dollars: 1234.56',
  rate: 'Rate a year: 4.10% or 0.0410',
  share: 'Share: 25% or 0.25',
  decimal: 'Number: 2.5',
  wholeNumber: 'Whole number',
  date: 'Date: 2026-09-30 or 09/30/2026, month first',
  monthEnd: 'Last day of a month: 2026-09-30',
  yesNo: 'Yes or No',
  policyNumber: 'Text; format the column as text, so that leading zeros stay',
  email: 'Email address',
  phone: 'Ten digits',
  state: 'Two letters',
  ssn: 'Nine digits',
  reference: 'Names another record',
}

const WORD = /[^\p{L}\p{N}]+/gu
/** Names alike but for case and punctuation are one: “Split-dollar” and “split dollar”. A firm may fill in a template from before, which spelled “E-mail”. */
export const sameName = (name: string): string => name.toLowerCase().replace('e-mail', 'email').replace(WORD, ' ').trim()

/** The type that a sheet or file is of: named as its sheet, or begun so (“Values 2016.csv”). Undefined where none is. */
export function recordTypeOfName(name: string): RecordType | undefined {
  const given = sameName(name)
  const exact = RECORD_TYPES.find(({ sheet }) => sameName(sheet) === given)
  if (exact) return exact
  return RECORD_TYPES.filter(({ sheet }) => given.startsWith(`${sameName(sheet)} `)).toSorted((a, b) => b.sheet.length - a.sheet.length)[0]
}
