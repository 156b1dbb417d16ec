/** Rows of a sheet that make up a list within a record of another sheet: illustrated values by policy year, holdings of a fund, participants' choices. */
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Binding, ListWithin } from './binding.ts'
import type { SetCheck } from './problems.ts'
import { byKey } from './resolving.ts'
import { stagedName } from './staged-columns.ts'
import type { Written } from './writing.ts'

/** Joins rows of the list with the record that they name. */
const ofRecord = ({ on, onEmpty = [] }: ListWithin, rows: string, record: string): string =>
  [
    ...on.map((column) => `${rows}.${column} = ${record}.${column}`),
    ...onEmpty.map((column) => `${rows}.${column} is not distinct from ${record}.${column}`),
  ].join(' and ')

const itemOf = ({ item }: ListWithin, row: string): string =>
  `jsonb_build_object(${Object.entries(item)
    .map(([field, column]) => `'${field}', ${row}.${column}`)
    .join(', ')})`

const keyOf = ({ item }: ListWithin): [field: string, column: string] => Object.entries(item)[0] ?? ['', '']

/**
 * Puts the rows of the list into the records that they name. A record without rows keeps what the book has; one with a row that cannot be read, or that is
 * there twice, is not asked for the rules of the whole list: the row is told already.
 */
export async function gatherList(trx: Trx, type: RecordType, list: ListWithin): Promise<void> {
  const names = [...list.on, ...(list.onEmpty ?? [])].join(', ')
  const [, key] = keyOf(list)
  await sql
    .raw(
      `update ${stagedName(type)} s set ${list.column} = g.items, is_whole = s.is_whole and g.is_sound
       from (select ${names}, jsonb_agg(${itemOf(list, 'c')} order by ${list.isSorted ? `c.${key}` : 'c.n'}) as items,
           bool_and(c.is_whole) and count(*) = count(distinct lower(c.${key}::text)) as is_sound
         from ${stagedName(list.type)} c group by ${names}) g
       where ${ofRecord(list, 'g', 's')}`,
    )
    .execute(trx)
}

/** How its rows differ from the list in the book; comes after records were found. */
export async function countList(trx: Trx, binding: Binding, list: ListWithin): Promise<Written> {
  const [field, key] = keyOf(list)
  const { rows } = await sql
    .raw<Written>(
      `select count(*)::int as read, count(*) filter (where b.item is null)::int as added, count(*) filter (where b.item <> ${itemOf(list, 'c')})::int as changed,
         count(*) filter (where b.item = ${itemOf(list, 'c')})::int as same
       from ${stagedName(list.type)} c
       left join ${stagedName(binding.type)} s on ${ofRecord(list, 'c', 's')}
       left join (select s.record_id, e.item from ${stagedName(binding.type)} s join ${binding.table} t on not s.is_new and ${byKey(binding)}
         cross join lateral jsonb_array_elements(t.${list.column}) e (item)) b on b.record_id = s.record_id and b.item ->> '${field}' = c.${key}::text`,
    )
    .execute(trx)
  return rows[0] ?? { read: 0, added: 0, changed: 0, same: 0 }
}

/** Checks between the rows of a list and the sheet of its records. */
export function listChecks(type: RecordType, list: ListWithin): SetCheck[] {
  const rows = stagedName(list.type)
  const names = [...list.on, ...(list.onEmpty ?? [])].join(', ')
  const column = list.type.key.at(-2) ?? null
  const [, many] = list.type.words
  return [
    {
      type: list.type.code,
      column,
      where: `${list.on.map((name) => `s.${name} is not null`).join(' and ')} and not exists (select from ${stagedName(type)} r where ${ofRecord(list, 's', 'r')})`,
      problem: `'names no ${type.words[0]} of the ${type.sheet} sheet'`,
    },
    {
      type: list.type.code,
      column,
      from: `(select n, row_number() over (partition by ${names} order by n) as place from ${rows}) m on m.n = s.n`,
      where: `m.place = ${list.most + 1}`,
      problem: `'is one of more than ${list.most} ${many} of one ${type.words[0]}'`,
    },
  ]
}
