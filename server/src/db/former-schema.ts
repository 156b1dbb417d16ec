/**
 * Databases that were made before the schema was written as one (ADR 0060). Tables, columns and functions are the same; the list of migrations is exchanged once,
 * and the policies are written anew by the file that makes them.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { SchemaRefused } from './schema-refused.ts'

interface Migration {
  name: string
  checksum: string
}

const FIRST_FORMER = '0001_book.sql'
/** Over the names and checksums of all 48 former migrations, as version 0.0.120 left them. */
const FORMER_LIST = '307828b4305e9fc9e868143e5f6f4573584c2590c4312fb3969ffd31afa18104'
/** The last file of the schema as it was written then: the policies and grants, which run on former databases too. */
const RIGHTS = '0010_rights.sql'

/** Migrations after it that only add: tables, and columns with a default or none. Rows that were written before them fit as they are. */
const ADDING: readonly string[] = [
  '0011_auditing.sql',
  '0012_product_rates.sql',
  '0013_audit_papers.sql',
  '0014_lines_of_a_bank.sql',
  '0015_financial_impact.sql',
  '0016_service_desk.sql',
  '0018_board_books.sql',
  '0019_method_to_be.sql',
  '0020_carrier_owners.sql',
  '0022_inbound_mail.sql',
  '0023_jobs.sql',
  '0024_api_keys.sql',
  '0025_onboarding.sql',
  '0026_salesforce.sql',
  '0027_jobs_of_imports.sql',
  '0028_corrections_and_layouts.sql',
  '0029_data_in.sql',
  '0030_shell.sql',
  '0031_keys_of_one_bank.sql',
  '0032_book_papers.sql',
  '0034_files_in_the_bell.sql',
  '0035_histories_undone.sql',
  '0036_values_of_files.sql',
  '0037_chosen_sheets.sql',
  '0038_one_name_of_reports.sql',
  '0039_files_of_limited_keys.sql',
  '0040_calls_of_keys.sql',
  '0041_invited_people.sql',
  '0042_corrections_told.sql',
]

/** Whether rows written under `list` are the present schema's as they are: all of it, or all but what was only added since. */
export function fitsSchema(list: readonly Migration[], present: readonly Migration[]): 'all' | 'before additions' | null {
  if (digestOf(list) === digestOf(present)) return 'all'
  const added = list.filter(({ name }) => ADDING.includes(name))
  if (added.some(({ name, checksum }) => !present.some((one) => one.name === name && one.checksum === checksum))) return null
  const [before, base] = [list, present].map((all) => all.filter(({ name }) => !ADDING.includes(name)))
  if (!before || !base || base.at(-1)?.name !== RIGHTS) return null
  return isFormer(before) || digestOf(before) === digestOf(base) ? 'before additions' : null
}

/** @throws SchemaRefused when it has run only some of the former migrations */
export async function adoptFormerSchema(client: pg.ClientBase, files: readonly Migration[]): Promise<void> {
  const { rows: list } = await client.query<Migration>('select name, checksum from migration')
  if (!list.some(({ name }) => name === FIRST_FORMER)) return
  if (!isFormer(list))
    throw new SchemaRefused(
      'This database was made by a version of Corridor before 0.0.120 and was not brought up to that one; nothing was changed. Start version 0.0.120 on it once, then this version.',
    )
  await client.query(`do $$ declare old record; begin
    for old in select polname, polrelid::regclass::text as relation from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace
    loop execute format('drop policy %I on %s', old.polname, old.relation); end loop;
  end $$`)
  const alike = files.filter(({ name }) => name < RIGHTS)
  await client.query(
    `with former as (delete from migration returning ran_at)
     insert into migration (name, checksum, ran_at) select f.name, f.checksum, (select min(ran_at) from former) from unnest($1::text[], $2::text[]) f (name, checksum)`,
    [alike.map(({ name }) => name), alike.map(({ checksum }) => checksum)],
  )
}

const isFormer = (list: readonly Migration[]): boolean => digestOf(list) === FORMER_LIST

const digestOf = (list: readonly Migration[]): string =>
  createHash('sha256')
    .update(
      list
        .map(({ name, checksum }) => `${name} ${checksum}\n`)
        .sort()
        .join(''),
    )
    .digest('hex')
