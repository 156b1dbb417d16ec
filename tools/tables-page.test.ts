import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesThatWriteByName, namedIn, roomOf, tablesOfSchema, writtenBySource } from './table-writers.ts'
import { renderTablesPage } from './tables-page.ts'

test('docs/tables.md lists every file that writes a table: `npm run generate` after asking whether its owner should write it instead', () =>
  expect(renderTablesPage()).toBe(readFileSync(new URL('../docs/tables.md', import.meta.url), 'utf8')))

test.each([
  ["await trx.insertInto('policyStatusHistory').values(row)", ['policy_status_history+']],
  ["trx\n    .updateTable('report as r').set({})", ['report']],
  ["ownerDb.deleteFrom('userSession')", ['user_session']],
  ['sql`insert into report_version (institution_id) select 1`', ['report_version+']],
  ['sql`with a as (\n  delete from public.draft returning 1)\n update report r\n set version = 1`', ['draft', 'report']],
  ['sql`insert into draft (key) values (1) on conflict (key) do update set content = 1`', ['draft+']],
  ["defineResource({ name: 'sites', table: 'site', parts: [{ table: 'userSite', column: 'siteId' }] })", ['site+', 'user_site']],
  ["for (const table of ['plan', 'policy'] as const) await trx.deleteFrom(table).execute()", ['plan', 'policy']],
  ["trx.selectFrom('policy').forUpdate() // insert into report", []],
  ['/** insert into report */ sql`select 1 from policy for update of policy`', []],
  ["import { x } from './update.ts'; const text = 'Update the settings'", []],
])('%s', (source, tables) => expect(writtenBySource(source).map(({ table, inserts }) => `${table}${inserts ? '+' : ''}`)).toEqual(tables))

test('a room is a feature, or the folders of a file', () =>
  expect(
    ['features/policies/a/b.ts', 'kernel/mail.ts', 'platform/mail/mail.ts', 'platform/files/inspection/zip.ts', 'cli.ts'].map(roomOf),
  ).toEqual(['policies', 'kernel', 'platform/mail', 'platform/files', 'cli.ts']))

test('files whose statements get their table from elsewhere are those whose tables are handed to them under that word', () =>
  expect(
    filesThatWriteByName()
      .map((path) => path.split('/').at(-1))
      .sort(),
  ).toEqual([
    'dated-terms.ts',
    'dated-terms.ts',
    'lists.ts',
    'records.ts',
    'resolving.ts',
    'resource-removal.ts',
    'resources.ts',
    'rotate-keys.ts',
    'sites-and-subsidiaries.ts',
    'undo.ts',
    'writing.ts',
  ]))

/** Read by the platform too: who acts, and which schema stands there. */
const STOOD_ON = ['user_account', 'user_session', 'migration']

test('the platform names no table of the business', () => {
  const page = renderTablesPage()
  const isOwn = (table: string) => page.includes(`| \`${table}\` | platform/`)
  expect(namedIn('platform', tablesOfSchema()).filter((table) => !isOwn(table) && !STOOD_ON.includes(table))).toEqual([])
  expect(namedIn('shared', tablesOfSchema())).toContain('policy_status_history')
})
