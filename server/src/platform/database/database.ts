/** Connections to PostgreSQL: the owner's (migrations, jobs) and the runtime's, which owns nothing. */
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/schema.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

// Cents fit a double exactly up to 90 trillion dollars; dates stay the text they are; instants become ISO text.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === DATE) return (text: string) => text
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export function connect(
  url: string,
  options: { max?: number; applicationName?: string } = {},
): { db: Db; pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'corridor',
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // An idle connection that the server closes (restart, pg_terminate_backend) is replaced by the next query.
  pool.on('error', () => undefined)
  // One that is closed while it is lent, between two statements of a transaction, has nobody else to hear of it: the next statement fails. Unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', prepareNamed)
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  pools.set(db, pool)
  return { db, pool, close: () => db.destroy() }
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connections behind a Db, for what Kysely has no words for (COPY). @throws Error for a transaction, or a Db made elsewhere */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('only a Db made by connect() has a pool')
  return pool
}

/**
 * Work that several transactions of one connection share, with what lives as long as the connection: temporary tables, locks of the session.
 * @param work gets the connection as a Db, and as the driver's client for COPY
 */
export async function onOneConnection<Result>(db: Db, work: (pinned: Db, client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const pool = poolOf(db)
  const client = await pool.connect()
  const lent = { query: client.query.bind(client), release: () => undefined }
  const pinned = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect: async () => lent, end: async () => undefined } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  try {
    return await work(pinned, client)
  } finally {
    // Not given back to the pool: whatever the work left on the connection ends with it.
    client.release(true)
  }
}

/**
 * Statements with values are parsed and planned once a connection and then known by name: a list's plan under row-level security costs more
 * than its rows, and one over the years' partitions more. Kysely hands text and values to the driver and has no place for a name.
 */
function prepareNamed(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  const prepared = (...given: unknown[]): unknown => {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return Reflect.apply(query, client, name === undefined ? given : [{ name, text, values }, ...rest])
  }
  Object.assign(client, { query: prepared })
}

const names = new Map<string, string>()
/** Each connection keeps the statements it has seen; texts that vary with their input (long lists of ids) must not fill its memory. */
const NAMES_MOST = 500
const LONGEST = 10_000

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MOST || text.length > LONGEST || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
    return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
