/** For tests: a whole file checked without a database, against a register of three policies. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import type { CheckedFinding, CheckedRow } from '../features/data-feeds/checking/batch.ts'
import { type CheckOptions, checkFile, freshMemory } from '../features/data-feeds/checking/check-file.ts'
import type { FeedTable } from '../platform/formats/reading/refusal.ts'
import type { RegisterMonth } from '../shared/auditing/register-month.ts'
import { bookOf, feedOf, type Lines, recordOf, tableOf } from './feed-tables.ts'

const bank = (id: number, name: string) => ({ id, name, legalName: `${name}, N.A.`, fdicCertificate: String(700 + id), filedCents: null })
const OPTIONS: CheckOptions = {
  carrierCode: 'ALP',
  period: plainDate('2026-10-31'),
  today: plainDate('2026-11-15'),
  directory: {
    carriers: [{ code: 'ALP', legalName: 'Alpine Life', shortName: 'Alpine', naicCompanyCode: null }],
    institutions: [bank(1, 'First Bank'), bank(2, 'Second Bank')],
  },
  given: null,
  kept: [],
  sheets: null,
  layouts: { given: null, kept: [] },
  corrections: new Map(),
  tolerances: [],
}
export const HEADERS = ['Policy No', 'CSV', 'DB']
/** A value that the register leads to expect, of a policy whose value rose by less than a percent. */
export const policy = (id: number, ...more: string[]) => [`P-${id}`, '10.05', '50.00', ...more]
export const three = bookOf([1, 2, 3].map((id) => recordOf(id)))

export async function checked(
  tables: FeedTable[] | Lines,
  {
    book = three,
    sheets = null as string[] | null,
    ...options
  }: Partial<CheckOptions> & { book?: RegisterMonth; sheets?: string[] | null } = {},
) {
  const isLines = (given: FeedTable[] | Lines): given is Lines => Array.isArray(given[0])
  const feed = feedOf(isLines(tables) ? [tableOf('Sheet 1', 0, tables)] : tables, [], sheets)
  const [rows, found, memory] = [[] as CheckedRow[], [] as CheckedFinding[], freshMemory()]
  const summary = await checkFile(
    feed,
    { ...OPTIONS, ...options },
    {
      book: async (_, period) => ({ ...book, period }),
      rows: async (some) => void rows.push(...some),
      findings: async (some) => void found.push(...some),
    },
    memory,
  )
  const said = (...codes: string[]) =>
    found
      .filter(({ ruleCode }) => codes.includes(ruleCode))
      .map(({ line, columnName, value, message }) => [line, columnName, value, message])
  return { summary, rows, found, said, memory }
}
