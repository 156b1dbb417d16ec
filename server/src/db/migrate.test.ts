/** Migrations stay as they were released, and their policies cost a query no more than the setting they read. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, useDatabase } from '../test/database.ts'
import { migrate, migrationFiles } from './migrate.ts'

const database = useDatabase()

/** A released migration is never edited: databases that ran it would be refused. A new one is added here when it is released. */
const FROZEN: Record<string, string> = {
  '0001_foundation.sql': 'e14fa4b267479b8e',
  '0002_institutions.sql': '6a2ff57cf572d405',
  '0003_people.sql': 'd2a5830821540ea4',
  '0004_policies.sql': 'f1b1772aba8aee0e',
  '0005_data_feeds.sql': '8c8029acfe3ce130',
  '0006_reports.sql': '48c0e6da11031446',
  '0007_questionnaires.sql': '78adb4b678ca31b7',
  '0008_documents.sql': '22817f2c1154b7fe',
  '0009_search.sql': 'f4fd1a725b63960e',
  '0010_rights.sql': 'f84556455094a11a',
  '0011_auditing.sql': '31d381c9c8be7c2d',
  '0012_product_rates.sql': 'be2dcaf967051891',
  '0013_audit_papers.sql': '1c73b46e7e75fba2',
  '0014_lines_of_a_bank.sql': '268e6ece3f7c5e01',
  '0015_financial_impact.sql': 'f802d7ac2ad83ef3',
  '0016_service_desk.sql': '272a4f72543a4e11',
  '0018_board_books.sql': 'ead815ba5373f828',
  '0019_method_to_be.sql': '76b4497fdbed8222',
  '0020_carrier_owners.sql': '30943db15cf9b6d2',
  '0022_inbound_mail.sql': 'ff29c9cfabc05c9c',
  '0023_jobs.sql': '1faa269a47a94d57',
  '0024_api_keys.sql': '32a32d36e628ddc4',
  '0025_onboarding.sql': 'be8d574a0287d92b',
  '0026_salesforce.sql': '04da0510a3552e73',
  '0027_jobs_of_imports.sql': 'c4802b2df8c66503',
  '0028_corrections_and_layouts.sql': 'eb4f9a19b34c8cb4',
  '0029_data_in.sql': '4e01721f6e6575e8',
  '0030_shell.sql': '036b0fecd6677db4',
  '0031_keys_of_one_bank.sql': '0ffa9599716fc57c',
  '0032_book_papers.sql': 'bc84cc5d84b0518c',
  '0034_files_in_the_bell.sql': '937857de68854567',
  '0035_histories_undone.sql': '2015852af8379bb6',
  '0036_values_of_files.sql': '9d95708fd61131d0',
  '0037_chosen_sheets.sql': '80884cf3a34d73b6',
  '0038_one_name_of_reports.sql': '06fed9e6df6bf2f3',
  '0039_files_of_limited_keys.sql': '38f2aad79d1a690e',
  '0040_calls_of_keys.sql': 'e933a991cf0a8219',
  '0041_invited_people.sql': '857a3e7d808266b3',
}

test('migrations are as they were released', async () => {
  const sums = Object.fromEntries((await migrationFiles()).map(({ name, checksum }) => [name, checksum.slice(0, 16)]))
  expect(sums).toMatchObject(FROZEN)
})

test('a changed one is refused', async () => {
  const { ownerDb, ownerUrl, drop } = await createTestDatabase()
  await sql`update migration set checksum = md5('') where name = '0004_policies.sql'`.execute(ownerDb)
  await expect(migrate(ownerUrl)).rejects.toThrow(/^Migration 0004_policies\.sql ran before with other contents\./)
  await drop()
})

test('every policy asks for the context once a query, not once a row', async () => {
  const { rows } = await sql<{ name: string; text: string }>`select polrelid::regclass || '.' || polname as name,
    concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid)) as text from pg_policy`.execute(database.ownerDb)
  const asking = rows.filter(({ text }) => /app_(site|institution|user)\(\)|current_setting/.test(text))
  expect(asking.length).toBeGreaterThan(100)
  expect(
    asking.filter(({ text }) => /app_\w+\(\)|current_setting/.test(text.replaceAll(/\( SELECT app_(\w+)\(\) AS app_\1\)/g, ''))),
  ).toEqual([])
  const plan = await database.db.transaction().execute(async (trx) => {
    await sql`set local role corridor_staff`.execute(trx)
    return (await sql<Record<string, string>>`explain (verbose, costs off) select * from policy`.execute(trx)).rows.map(
      (row) => Object.values(row)[0],
    )
  })
  // The function is inlined where it stands, and the rows are compared with what it gave.
  expect(plan.join('\n')).toMatch(/InitPlan[^]*Output: \(NULLIF\(current_setting\('app\.site'/)
})
