import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Scope, scopeOfSession } from '../../platform/http/scope.ts'
import { demoKeys } from '../../platform/security/keys.ts'
import { buildSite, buildUser } from '../../test/builders.ts'
import { useDatabase } from '../../test/database.ts'
import { firmBook, type Sheets, setCell, writeFolder } from '../../test/firm-book.ts'
import { importBook, type OnboardingOutcome } from './import-book.ts'
import { filesOf, openBook } from './open-book.ts'
import { undoLastImport } from './undo.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-book-'))
afterAll(() => rmSync(folder, { recursive: true }))
const SIZE = { banks: 3, policies: 12, months: 4 }
const world: { scope: Scope; sheets: Sheets } = {
  scope: scopeOfSession({ userId: 1, userRole: 'd', siteId: 1, institutionId: 0 }),
  sheets: {},
}

beforeEach(async () => {
  await database.reset()
  const siteId = await buildSite(database.ownerDb)
  const userId = await buildUser(database.ownerDb, 'd', { sites: [siteId], permissions: { INSTITUTIONS: 2, CARRIERS: 1 } })
  world.scope = scopeOfSession({ userId, userRole: 'd', siteId, institutionId: 0 })
  world.sheets = firmBook(SIZE)
})

let made = 0
async function bring(purpose: 'CHECK' | 'IMPORT' = 'IMPORT', acceptedReason?: string): Promise<OnboardingOutcome> {
  const keys = demoKeys(folder, { make: true })
  if (!keys) throw new Error('no keys')
  const path = writeFolder(join(folder, String(made++)), world.sheets)
  const { book, close } = await openBook(await filesOf(path))
  try {
    return await importBook({
      db: database.db,
      scope: world.scope,
      keys,
      now: () => new Date(),
      book,
      name: 'Northbound',
      purpose,
      acceptedReason,
    })
  } finally {
    await close()
  }
}
const problems = async ({ importId }: OnboardingOutcome) =>
  (
    await database.ownerDb
      .selectFrom('onboardingProblem')
      .select(['source', 'columnName', 'value', 'problem'])
      .where('importId', '=', importId)
      .orderBy('id')
      .execute()
  ).map(({ source, columnName, value, problem }) => `${source} ${columnName} ${value}: ${problem}`)
const count = async (table: string): Promise<number> =>
  (await sql.raw<{ count: number }>(`select count(*)::int as count from ${table}`).execute(database.ownerDb)).rows[0]?.count ?? 0

test('a whole book comes in, and ties out', async () => {
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(outcome).toMatchObject({ status: 'DONE', problems: 0, differences: 0, statedTotals: 12 })
  expect(outcome.counts).toMatchObject({
    institutions: { read: 3, added: 3 },
    policies: { read: 12, added: 12 },
    values: { read: 48, added: 48, changed: 0 },
  })
  expect(
    await count(`policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id where v.status = 'POSTED'`),
  ).toBe(48)
  const { rows } = await sql<Record<string, unknown>>`
    select i.name, u.email, p.policy_number, s.last_name, n.plan_name, d.product_name, h.status, t.amount_cents from policy p
    join institution i on i.id = p.institution_id join user_account u on u.institution_id = i.id join insured s on s.institution_id = i.id and s.id = p.insured_id
    join plan n on n.institution_id = i.id and n.id = p.plan_id join product d on d.id = p.product_id join policy_status_history h on h.policy_id = p.id
    join policy_transaction t on t.policy_id = p.id where p.match_key = 'NB0000004'`.execute(database.ownerDb)
  expect(rows).toEqual([
    {
      name: 'Northbound Bank 2',
      email: 'officer2@northbound2.example',
      policyNumber: 'NB-0000004',
      lastName: 'Insured 4',
      planName: 'Benefit Recovery',
      productName: 'Northbound Select',
      status: 'IN_FORCE',
      amountCents: 10_000_000,
    },
  ])
})
