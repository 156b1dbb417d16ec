/** Puts a book's rows into a migrated, empty database by COPY, table by table, in one transaction. */

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BOOK_TABLES, type Book } from './rows.ts'

/** Rows of a table go out in pieces of this size, so that encoding never holds more than that in memory. */
const CHUNK = 1 << 17

export async function copyBook(client: ClientBase, book: Partial<Book>): Promise<void> {
  for (const table of BOOK_TABLES) {
    const rows = book[table]
    if (rows && rows.length > 0) await copyRows(client, table, rows)
  }
}

/**
 * One transaction that loads a book: all of it or nothing. A second process that found the database empty too waits, and then fails on its keys.
 * COPY refuses tables whose row-level security binds their owner, so the force is lifted and restored inside the transaction, seen by nobody.
 */
export async function loading(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('lock table site in share row exclusive mode')
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
    )
    const tables = rows.map(({ name }) => client.escapeIdentifier(name))
    for (const table of tables) await client.query(`alter table ${table} no force row level security`)
    // Institutions name their relationship owner, people their institution: what points forward is checked once all is there.
    await client.query('set constraints all deferred')
    await work()
    await client.query('set constraints all immediate')
    await continueSequences(client)
    for (const table of tables) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw cause
  }
}

/** Tells the planner about the tables that hold something: most years' partitions are empty. */
export async function analyzeLoaded(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0",
  )
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)
}

/** Identity columns go on after the highest number loaded. */
async function continueSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity <> '' and c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [BOOK_TABLES.map(snake)],
  )
  for (const { table, column } of rows) {
    const name = client.escapeIdentifier(table)
    const id = client.escapeIdentifier(column)
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', '${column}'), greatest((select max(${id}) from ${name}), 1), exists (select from ${name}))`,
    )
  }
}

async function copyRows(client: ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const names = columns.map((column) => client.escapeIdentifier(snake(column))).join(', ')
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(snake(table))} (${names}) from stdin`))
  await pipeline(Readable.from(encoded(rows, columns)), stream)
}

function* encoded(rows: readonly object[], columns: readonly string[]): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    const values: Record<string, unknown> = { ...row }
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index]
      if (index > 0) text += '\t'
      text += column === undefined ? '\\N' : field(values[column])
    }
    text += '\n'
    if (text.length < CHUNK) continue
    yield Buffer.from(text, 'utf8')
    text = ''
  }
  if (text) yield Buffer.from(text, 'utf8')
}

/** COPY's text format. A value left out is null: every column with a default that a book relies on is given, or absent from all its rows. */
function field(value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value === null || value === undefined) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  if (Array.isArray(value)) return escaped(`{${value.map(element).join(',')}}`)
  throw new TypeError(`cannot load a ${typeof value}`)
}

function element(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new TypeError(`cannot load an array of ${typeof value}`)
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r') : text
const SPECIAL = /[\\\t\n\r]/

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
