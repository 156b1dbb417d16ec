/**
 * Writes server/src/db/schema.ts, the types of every table, from a freshly migrated database, docs/access.md from the contracts, docs/tables.md
 * from the statements that write tables, docs/reference/formulas.md from the formulas of domain, and the packages' addresses into the lockfiles.
 * `--check` only tells whether they are current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startTestCluster } from '../server/src/test/test-cluster.ts'
import { renderAccessPage } from './access-page.ts'
import { renderFormulasPage } from './formulas-page.ts'
import { withAddresses } from './lockfile.ts'
import { renderTablesPage } from './tables-page.ts'

const SCHEMA = 'server/src/db/schema.ts'
const ACCESS_PAGE = 'docs/access.md'
const TABLES_PAGE = 'docs/tables.md'
const FORMULAS_PAGE = 'docs/reference/formulas.md'
const LOCKFILES = ['package-lock.json', 'bench/package-lock.json']

type Column = {
  tableName: string
  columnName: string
  typeName: string
  isArray: boolean
  nullable: boolean
  optional: boolean
  generatedAlways: boolean
  enumLabels: string[] | null
  checks: string[]
}

async function readColumns(url: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(`
      select c.relname as "tableName", a.attname as "columnName",
             coalesce(element.typname, t.typname) as "typeName", element.oid is not null as "isArray",
             not a.attnotnull as nullable,
             a.atthasdef or a.attidentity <> '' as optional,
             a.attgenerated <> '' or a.attidentity = 'a' as "generatedAlways",
             (select array_agg(e.enumlabel order by e.enumsortorder)::text[] from pg_enum e where e.enumtypid = coalesce(element.oid, t.oid)) as "enumLabels",
             array(select pg_get_constraintdef(k.oid) from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
      where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      order by c.relname collate "C", a.attnum`)
    return rows
  } finally {
    await client.end()
  }
}

function render(columns: Column[]): string {
  const tables = new Map<string, Column[]>()
  for (const column of columns) tables.set(column.tableName, [...(tables.get(column.tableName) ?? []), column])
  const interfaces = [...tables].map(
    ([name, of]) =>
      `export interface ${pascal(name)} {\n${of.map((column) => `  ${camel(column.columnName)}: ${typeOf(column)}\n`).join('')}}\n`,
  )
  const body = interfaces.join('\n')
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const imports = [
    used('Cents') && `import type { Cents } from '@corridor/domain/primitives/money.ts'`,
    used('PlainDate') && `import type { PlainDate } from '@corridor/domain/primitives/period.ts'`,
    (used('Generated') || used('GeneratedAlways')) &&
      `import type { ${['Generated', 'GeneratedAlways'].filter(used).join(', ')} } from 'kysely'`,
  ].filter((line) => line !== false)
  return [
    '/** The tables, as Kysely sees them. Made by `npm run generate` from the migrations; not edited by hand. */',
    ...imports,
    '',
    body,
    ...(used('JsonValue') ? [JSON_VALUE] : []),
    `export interface Database {\n${[...tables.keys()].map((name) => `  ${camel(name)}: ${pascal(name)}\n`).join('')}}`,
    '',
  ].join('\n')
}

const JSON_VALUE = `/** Value of a jsonb column: parse it before use. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }
`

function typeOf(column: Column): string {
  const single = literalsOf(column) ?? SCALARS[column.typeName]
  if (single === undefined)
    throw new Error(`${column.tableName}.${column.columnName}: the type ${column.typeName} has no place in tools/generate.ts yet`)
  const scalar = single === 'number' && /_cents$/.test(column.columnName) ? 'Cents' : single
  const value = column.isArray ? (scalar.includes('|') ? `(${scalar})[]` : `${scalar}[]`) : scalar
  const whole = column.nullable ? `${value} | null` : value
  if (column.generatedAlways) return `GeneratedAlways<${whole}>`
  return column.optional ? `Generated<${whole}>` : whole
}

/** As the drivers of platform/database/database.ts parse them: int8 and numeric to number, dates and instants to text. */
const SCALARS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  pg_snapshot: 'string',
  inet: 'string',
  tsvector: 'string',
  date: 'PlainDate',
  timestamptz: 'string',
  json: 'JsonValue',
  jsonb: 'JsonValue',
  bytea: 'Buffer',
}

/** The values of an enum, or of a check that PostgreSQL prints as `= ANY (ARRAY['A'::text, 'B'::text])`, as a union of literals. */
function literalsOf({ enumLabels, checks, isArray }: Column): string | undefined {
  if (enumLabels) return enumLabels.map(quoted).join(' | ')
  for (const check of checks) {
    const list = (isArray ? /^CHECK \(\(\w+ <@ ARRAY\[(.*)\]\)\)$/ : /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/).exec(check)?.[1]
    if (list === undefined) continue
    const members = list.split(', ')
    const texts = members.map((member) => /^'((?:[^']|'')*)'::text$/.exec(member)?.[1])
    if (texts.every((text) => text !== undefined)) return texts.map((text) => quoted(text.replaceAll("''", "'"))).join(' | ')
    if (members.every((member) => /^-?\d+$/.test(member))) return members.join(' | ')
  }
  return undefined
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
/** The same rule as Kysely's CamelCasePlugin. */
const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string): string => camel(name).replace(/^./, (letter) => letter.toUpperCase())

const cluster = await startTestCluster()
let fresh: string
try {
  fresh = render(await readColumns(cluster.ownerUrl))
} finally {
  await cluster.stop()
}
keepCurrent(SCHEMA, fresh, 'what the migrations make')
keepCurrent(ACCESS_PAGE, renderAccessPage(), 'what the contracts say')
keepCurrent(TABLES_PAGE, renderTablesPage(), 'what the statements write')
keepCurrent(FORMULAS_PAGE, renderFormulasPage(), 'what the formulas and rules of domain say')
for (const path of LOCKFILES) keepCurrent(path, withAddresses(readFileSync(join(import.meta.dirname, '..', path), 'utf8')), 'whole')

function keepCurrent(path: string, content: string, source: string): void {
  const target = join(import.meta.dirname, '..', path)
  if (!process.argv.includes('--check')) writeFileSync(target, content)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== content) {
    console.error(`${path} is not ${source}: run \`npm run generate\` and commit the result.`)
    process.exitCode = 1
  }
}
