/** Rows of a book on their way in: temporary tables of the connection, one a record type, filled by COPY as the rows are read. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import type { Column, RecordType } from '@corridor/domain/onboarding/columns.ts'
import {
  type OnboardingProblem,
  type OnboardingRow,
  type OnboardingValue,
  readOnboardingRow,
} from '@corridor/domain/onboarding/read-row.ts'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Trx } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { hashSsn, sealSsn } from '../../platform/security/ssn.ts'
import { columnName, filledColumns, REFERENCE_COLUMNS, sqlTypeOf, stagedName } from './staged-columns.ts'

/** Rows of one record type from one place: a sheet of a file, or an object of another system. */
export interface BookPart {
  type: RecordType
  /** `file/sheet`; a row's source is this and its number. */
  name: string
  /** The fields that its columns fill. */
  fields: readonly string[]
  rows: () => AsyncIterable<readonly OnboardingRow[]>
}

/** Columns of every staged table: where the row came from, its order, and what is known of its record. */
const COMMON =
  'n int, origin int, line int, source_text text, is_whole boolean, is_new boolean not null default true, is_changed boolean not null default false, record_id int, place int, cleared text[]'

/** @param lists columns that rows of other sheets fill */
export async function makeStagedTable(trx: Trx, type: RecordType, lists: readonly string[] = []): Promise<void> {
  const columns = type.columns.flatMap((column) =>
    column.kind === 'ssn'
      ? ['ssn_encrypted bytea', 'ssn_hash bytea', 'ssn_last4 text']
      : [
          `${columnName(column)} ${sqlTypeOf(column)}`,
          ...(column.target ? [`${REFERENCE_COLUMNS[column.target].name} ${REFERENCE_COLUMNS[column.target].type}`] : []),
        ],
  )
  const key = keyColumn(type) ? ['match_key text'] : []
  await sql
    .raw(`create temporary table ${stagedName(type)} (${[COMMON, ...columns, ...key, ...lists.map((list) => `${list} jsonb`)].join(', ')})`)
    .execute(trx)
}

/** The column that holds a policy number, by which carriers and firms write one number in several ways. */
const keyColumn = (type: RecordType): Column | undefined =>
  type.columns.find(({ kind, target }) => kind === 'policyNumber' || target === 'policy')

export interface Staging {
  client: ClientBase
  keys: Keys
  /** Hears what cannot be read; it is kept once the part is in, because COPY has the connection until then. */
  problems: (found: readonly OnboardingProblem[]) => void
  /** Called now and then with how many rows were read of the part. */
  progress: (rows: number) => Promise<void>
}

/** Reads a part into its table. @param first the number of the first row, over all parts of the type @returns how many rows were read */
export async function stagePart(staging: Staging, part: BookPart, origin: number, first: number): Promise<number> {
  const { type } = part
  const fields = type.columns.flatMap((column) =>
    column.kind === 'ssn' ? ['ssn_encrypted', 'ssn_hash', 'ssn_last4'] : [columnName(column)],
  )
  const key = keyColumn(type)
  const names = ['n', 'origin', 'line', 'source_text', 'is_whole', 'cleared', ...fields, ...(key ? ['match_key'] : [])]
  let read = 0
  const lines = async function* () {
    for await (const batch of part.rows()) {
      const problems: OnboardingProblem[] = []
      let text = ''
      for (const row of batch) {
        const { source, values, cleared, isWhole } = readOnboardingRow(type, row, problems)
        text += `${first + read}\t${origin}\t${placeOf(part, source)}\t${isWhole ? 't' : 'f'}\t${encoded(clearedColumns(type, cleared))}`
        for (const column of type.columns)
          text += column.kind === 'ssn' ? sealed(staging.keys, values[column.field]) : `\t${encoded(values[column.field])}`
        if (key) text += `\t${encoded(keyOf(values[key.field]))}`
        text += '\n'
        read++
      }
      if (problems.length > 0) staging.problems(problems)
      if (text !== '') yield Buffer.from(text, 'utf8')
      await staging.progress(read)
    }
  }
  await pipeline(Readable.from(lines()), staging.client.query(copyFrom(`copy ${stagedName(type)} (${names.join(', ')}) from stdin`)))
  return read
}

const clearedColumns = (type: RecordType, cleared: readonly string[]): readonly string[] | null =>
  cleared.length === 0 ? null : type.columns.filter(({ field }) => cleared.includes(field)).flatMap(filledColumns)

const keyOf = (value: OnboardingValue | undefined): string | null => (typeof value === 'string' ? matchKey(value) : null)

/** For COPY: the number at the end of a source, and the source itself unless the part's name and the number say it already, as those of a file do. */
export function placeOf({ name }: BookPart, source: string): string {
  const tail = source.slice(source.lastIndexOf('/') + 1)
  const line = /^\d{1,9}$/.test(tail) ? tail : null
  return `${encoded(line)}\t${encoded(source === `${name}/${line}` ? null : source)}`
}

/** An expression: the source of a staged row, or of a value. @param part the alias of its `onboarding_source` */
export const sourceText = (row: string, part: string): string =>
  `coalesce(${row}.source_text, ${part}.name || '/' || ${row}.line, ${part}.name)`

function sealed(keys: Keys, ssn: OnboardingValue | undefined): string {
  if (typeof ssn !== 'string') return '\t\\N\t\\N\t\\N'
  return `\t\\\\x${sealSsn(keys, ssn).toString('hex')}\t\\\\x${hashSsn(keys, ssn).toString('hex')}\t${ssn.slice(-4)}`
}

/** COPY's text format. */
export function encoded(value: OnboardingValue | undefined): string {
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'string') return SPECIAL.test(value) ? escaped(value) : value
  return escaped(`{${value.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`)
}
const SPECIAL = /[\\\t\n\r]/
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
