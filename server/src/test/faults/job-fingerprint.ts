/** All that a database and its folder hold, in figures that do not depend on ids and moments: two runs of the same work must agree in every one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Rows of each table, rows by each status, the sum of every amount, and the mails that went out. */
export async function fingerprintOf(db: Db, dataDirectory: string): Promise<Record<string, string>> {
  const { rows: columns } = await sql<{ table: string; column: string; isAmount: boolean }>`
    select c.table_name as table, c.column_name as column, c.column_name like '%\\_cents' as is_amount
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.column_name`.execute(db)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const figures = [...tables].map(([table, own]) => {
    const parts = own.flatMap(({ column, isAmount }) =>
      isAmount
        ? [sql`|| ${` ${column} `}::text || coalesce(sum(${sql.ref(column)}), 0)::text`]
        : column === 'status'
          ? [
              sql`|| ' ' || coalesce((select string_agg(s.status || ' ' || s.n, ', ' order by s.status) from (select status::text, count(*) n from ${sql.table(table)} group by 1) s), '')`,
            ]
          : [],
    )
    return sql`select ${table}::text as name, count(*)::text ${sql.join(parts, sql` `)} as figure from ${sql.table(table)}`
  })
  const { rows } = await sql<{ name: string; figure: string }>`${sql.join(figures, sql` union all `)}`.execute(db)
  const outbox = join(dataDirectory, 'outbox')
  return {
    ...Object.fromEntries(rows.map(({ name, figure }) => [name, figure])),
    'mails that went out': String(existsSync(outbox) ? readdirSync(outbox).length : 0),
  }
}
