/** The catalog of the register's tables: which hold rows, in which columns, what ties them together, and the sequences beside them. */
import type pg from 'pg'

export interface Table {
  name: string
  /** Without generated ones, which PostgreSQL computes again. */
  columns: string[]
}

/** Every table of the book but the list of migrations, which says what schema the rows fit. A partition's rows come with its table. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
    group by c.relname order by c.relname`)
  return rows
}

export async function schemaOf(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  return (await client.query<{ name: string; checksum: string }>('select name, checksum from migration order by name')).rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<{ name: string; value: string; called: boolean }[]> {
  const { rows } = await client.query<{ name: string; start: string }>(
    `select sequencename::text as name, start_value::text as start from pg_sequences where schemaname = 'public' order by 1`,
  )
  const sequences: { name: string; value: string; called: boolean }[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${client.escapeIdentifier(name)}`,
    )
    if (state[0]) sequences.push({ name, ...state[0] })
  }
  return sequences
}

/** Foreign keys, by which order would matter; a partition's come with its table's. */
export async function foreignKeysOf(client: pg.ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
    where k.contype = 'f' and k.conparentid = 0 order by 1, 2`)
  return rows
}

/** Tables whose row-level security binds the owner too: COPY does not write into those. */
export async function forcedTablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`)
  return rows.map(({ name }) => name)
}

/** Tables with triggers of ours: what those would write is in the backup already. */
export async function triggeredTablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
    where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 order by 1`)
  return rows.map(({ name }) => name)
}

/** The same text for the same value, whatever the server's settings are. */
export const PLAIN_TEXT = `set local datestyle to 'ISO, YMD'; set local intervalstyle to 'iso_8601'; set local timezone to 'UTC';
  set local extra_float_digits to 1; set local bytea_output to 'hex'; set local client_encoding to 'UTF8'; set local statement_timeout to 0;
  set local lock_timeout to '60s'; set local idle_in_transaction_session_timeout to 0`
