/** Which files write which tables: read from the statements in server/src and from the functions of the schema. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SERVER = join(import.meta.dirname, '../server/src')

/** Files whose statements get their table's name from elsewhere. */
export const filesThatWriteByName = (): string[] => sourceFiles().filter((path) => writesByName(readFileSync(join(SERVER, path), 'utf8')))

export interface Writer {
  /** From server/src, or the name of a function of the schema with its brackets. */
  where: string
  room: string
  inserts: boolean
}

/** The tables of server/src/db/schema.ts, as PostgreSQL names them. */
export function tablesOfSchema(): string[] {
  const schema = readFileSync(join(SERVER, 'db/schema.ts'), 'utf8')
  const list = schema.slice(schema.indexOf('export interface Database {'))
  return [...list.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => snake(String(name)))
}

/** By table, each file once. */
export function writersOf(tables: readonly string[]): Map<string, Writer[]> {
  const found = new Map<string, Writer[]>(tables.map((name) => [name, []]))
  const known = new Set(tables)
  const note = (written: Iterable<Written>, where: string, room: string) => {
    const byTable = Map.groupBy(
      [...written].filter(({ table }) => known.has(table)),
      ({ table }) => table,
    )
    for (const [table, statements] of byTable) found.get(table)?.push({ where, room, inserts: statements.some(({ inserts }) => inserts) })
  }
  for (const path of sourceFiles()) note(writtenBySource(readFileSync(join(SERVER, path), 'utf8')), path, roomOf(path))
  for (const [name, body] of functionsOfSchema()) note(rawStatements(body), `${name}()`, 'the database')
  return found
}

/** Tables that a room reads or writes by name, in Kysely's words or in SQL. */
export function namedIn(room: string, tables: readonly string[]): string[] {
  const code = sourceFiles()
    .filter((path) => path.startsWith(`${room}/`))
    .map((path) => withoutComments(readFileSync(join(SERVER, path), 'utf8')))
    .join('\n')
  return tables.filter((table) => {
    const camel = table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return new RegExp(
      `(?:selectFrom|insertInto|updateTable|deleteFrom|[a-z]+Join)\\(\\s*'${camel}\\b|\\b(?:from|join|into|update)\\s+(?:public\\.)?${table}\\b(?! import)`,
    ).test(code)
  })
}

/** A feature by its name, other rooms by their folders. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  if (folders[0] === 'features') return folders[1] ?? 'features'
  return folders.length === 0 ? path : folders.slice(0, 2).join('/')
}

const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

interface Written {
  table: string
  inserts: boolean
}

export function writtenBySource(source: string): Written[] {
  const code = withoutComments(source)
  const written = [...rawStatements(code)]
  for (const [, call, name] of code.matchAll(/\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g))
    written.push({ table: snake(String(name)), inserts: call === 'insertInto' || call === 'mergeInto' })
  // Resources, dated terms and records are written by code that they hand their table to; what lies in it for a record elsewhere is only removed with that.
  for (const [, name, column] of code.matchAll(/\btable: '(\w+)'(,\s*column:)?/g))
    written.push({ table: snake(String(name)), inserts: column === undefined })
  if (writesByName(code))
    for (const [, list] of code.matchAll(/for \(const \w+ of \[([^\]]*)\]/g))
      for (const [, name] of String(list).matchAll(/'(\w+)'/g)) written.push({ table: snake(String(name)), inserts: false })
  return written
}

/** Whether a statement gets its table's name from elsewhere. */
export const writesByName = (code: string): boolean =>
  /\.(insertInto|updateTable|deleteFrom)\([^'\s)]|\b(insert into|update|delete from) \$\{/.test(code)

function rawStatements(code: string): Written[] {
  const statements = code.matchAll(
    /\b(?:(insert into|merge into|copy)|delete from|truncate)\s+(?:only\s+)?(?:public\.)?(\w+)|\bupdate\s+(?:only\s+)?(?:public\.)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  )
  return [...statements].map(([, insert, name, updated]) => ({ table: String(name ?? updated), inserts: insert !== undefined }))
}

function functionsOfSchema(): [string, string][] {
  const folder = join(SERVER, 'db/migrations')
  const text = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  return [...text.matchAll(/create (?:or replace )?function (\w+)\([^]*?\$\$([^]*?)\$\$/g)].map(([, name, body]) => [
    String(name),
    String(body),
  ])
}

/** Without tests, seeds and the restore, which fill any table of an empty database. */
const sourceFiles = (): string[] =>
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(^|\/)test\/|\.test\.ts$|^db\/seeds\/|^commands\/restore\.ts$/.test(path))
    .sort()

const snake = (name: string): string => name.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`)
