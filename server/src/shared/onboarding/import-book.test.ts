import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { setCell } from '../../test/firm-book.ts'
import { bookRowOfValue } from './book-row.ts'
import type { BookPart } from './staging.ts'

const { database, world, bring, bringParts, problems, count, undo } = useBookImport()

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

test('a check writes nothing', async () => {
  const outcome = await bring('CHECK')
  expect(outcome).toMatchObject({ status: 'CHECKED', problems: 0, counts: { policies: { added: 12 } } })
  expect([await count('institution'), await count('policy'), await count("user_account where role = 'c'")]).toEqual([0, 0, 0])
})

test('the same book again changes nothing', async () => {
  await bring()
  const before = await count('onboarding_record')
  const again = await bring()
  expect(again.status).toBe('DONE')
  for (const [code, { read, added, changed, same }] of Object.entries(again.counts))
    expect([code, added, changed, same]).toEqual([code, 0, 0, read])
  expect([await count('onboarding_record'), await count('policy_valuation'), await count('register_change')]).toEqual([before, 48, 0])
})

test('a corrected row is corrected in the book, with its history', async () => {
  await bring()
  setCell(world.sheets, 'Policies', 1, 'Cost basis', '99000.00')
  setCell(world.sheets, 'Capital', 1, 'Tier 1 capital', '91000000.00')
  setCell(world.sheets, 'Institutions', 1, 'City', 'Weston')
  setCell(world.sheets, 'Values', 1, 'Death benefit', '510000.00')
  setCell(world.sheets, 'Control totals', 1, 'Death benefit', '2010000.00')
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(outcome.counts).toMatchObject({
    institutions: { changed: 1, same: 2 },
    capital: { changed: 1 },
    policies: { changed: 1, same: 11 },
    values: { changed: 1, same: 47 },
  })
  const change = await database.ownerDb.selectFrom('registerChange').select(['entity', 'action', 'before', 'after', 'reason']).execute()
  expect(change).toEqual([
    {
      entity: 'policy',
      action: 'CORRECTED',
      before: { costBasisCents: 10_000_000 },
      after: { costBasisCents: 9_900_000 },
      reason: `Imported with the firm's book, import ${outcome.importId}`,
    },
  ])
  const term = await database.ownerDb.selectFrom('institutionTermVersion').select(['kind', 'content']).executeTakeFirstOrThrow()
  expect(term).toMatchObject({ kind: 'CAPITAL', content: { tier1CapitalCents: 9_000_000_000, source: 'STAFF' } })
  const versions = await database.ownerDb
    .selectFrom('policyValuation')
    .select(['version', 'status', 'deathBenefitCents', 'restatementReason'])
    .where('version', '=', 2)
    .execute()
  expect(versions).toMatchObject([
    { status: 'POSTED', deathBenefitCents: 51_000_000, restatementReason: expect.stringContaining('import') },
  ])
  expect(await count(`activity where action = 'onboarding.corrected' and entity = 'institutions' and after = '{"city": "Weston"}'`)).toBe(1)
})

test('declared rates come in with their history, are corrected and undone', async () => {
  world.sheets['Declared rates'] = [
    ['Carrier', 'Product', 'Effective from', 'Gross rate'],
    ['NORTHB', 'Northbound Select', '2025-01-01', '4.10%'],
    ['NORTHB', 'Northbound Select', '2026-01-01', '4.25%'],
    ['NORTHB', 'Northbound Select', '2026-01-01', '4.35%'],
  ]
  expect(await problems(await bring())).toEqual([
    'Declared rates.csv/4 Effective from 2026-01-01: is there twice: row 3 has the same carrier, product, effective from',
  ])
  world.sheets['Declared rates'].pop()
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(outcome.counts.declaredRates).toEqual({ read: 2, added: 2, changed: 0, same: 0 })
  setCell(world.sheets, 'Declared rates', 2, 'Gross rate', '4.20%')
  expect((await bring()).counts.declaredRates).toEqual({ read: 2, added: 0, changed: 1, same: 1 })
  const rates = () =>
    database.ownerDb.selectFrom('productRate').select(['effectiveFrom', 'grossRate', 'source']).orderBy('effectiveFrom').execute()
  expect(await rates()).toEqual([
    { effectiveFrom: '2025-01-01', grossRate: 0.041, source: 'Carrier' },
    { effectiveFrom: '2026-01-01', grossRate: 0.042, source: 'Carrier' },
  ])
  const changes = await database.ownerDb
    .selectFrom('carrierChange')
    .select(['action', 'before', 'reachesFrom', 'reachesUntil'])
    .where('kind', '=', 'PRODUCT_RATE')
    .orderBy('id')
    .execute()
  expect(changes).toMatchObject([
    { action: 'ADDED', reachesFrom: '2025-01-01', reachesUntil: '2026-05-01' },
    { action: 'ADDED', reachesFrom: '2026-01-01', reachesUntil: null },
    { action: 'CORRECTED', before: { effectiveOn: '2026-01-01', grossRate: 0.0425, source: 'Carrier' }, reachesFrom: '2026-01-01' },
  ])
  await undo()
  expect(await rates()).toMatchObject([{ grossRate: 0.041 }, { grossRate: 0.0425 }])
})

test('a difference from the stated totals stops the import until it is accepted with a reason', async () => {
  setCell(world.sheets, 'Control totals', 1, 'Cash surrender value', '1.00')
  const stopped = await bring()
  expect(stopped).toMatchObject({ status: 'CHECKED', problems: 0, differences: 1 })
  expect(await count('policy')).toBe(0)
  const total = await database.ownerDb.selectFrom('onboardingTotal').selectAll().where('differs', '=', true).executeTakeFirstOrThrow()
  expect(total).toMatchObject({
    institutionName: 'Northbound Bank 1',
    monthEnd: '2026-06-30',
    statedCashSurrenderValueCents: 100,
    policies: 4,
  })
  expect(await bring('IMPORT', 'The old system left out a policy.')).toMatchObject({ status: 'DONE', differences: 1 })
})

test('the last import is undone as if it had not been', async () => {
  await bring()
  await undo()
  for (const table of [
    'institution',
    'policy',
    'insured',
    'policy_valuation',
    'policy_transaction',
    'consent',
    'plan',
    'carrier',
    'product',
    'membership',
    'institution_tax_profile',
  ])
    expect([table, await count(table)]).toEqual([table, 0])
  expect(await count("user_account where role = 'c'")).toBe(0)
  expect((await bring()).counts).toMatchObject({ policies: { added: 12 }, values: { added: 48 } })
})

test('of an import of corrections the undo puts back what was there', async () => {
  await bring()
  setCell(world.sheets, 'Policies', 1, 'Cost basis', '99000.00')
  setCell(world.sheets, 'Values', 1, 'Death benefit', '510000.00')
  setCell(world.sheets, 'Control totals', 1, 'Death benefit', '2010000.00')
  const { importId } = await bring()
  await expect(undo(importId - 1)).rejects.toThrow('Only the last import of the portal can be undone.')
  expect(await undo(importId)).toMatchObject({ removed: 0, restored: 2 })
  expect(await count('policy where cost_basis_cents <> 10000000')).toBe(0)
  expect(await count("policy_valuation where death_benefit_cents <> 50000000 and status = 'POSTED'")).toBe(0)
  expect(await count("policy_valuation where status = 'POSTED'")).toBe(48)
})

test('once an import of corrections is undone, the one before it can be undone too', async () => {
  await bring()
  setCell(world.sheets, 'Policies', 1, 'Cost basis', '99000.00')
  setCell(world.sheets, 'Institutions', 1, 'City', 'Weston')
  setCell(world.sheets, 'Capital', 1, 'Tier 1 capital', '91000000.00')
  setCell(world.sheets, 'Ratings', 1, 'Rating', 'A')
  expect((await bring()).counts).toMatchObject({ policies: { changed: 1 }, capital: { changed: 1 }, ratings: { changed: 1 } })
  for (let again = 0; again < 2; again++) await undo()
  expect([await count('policy'), await count('institution')]).toEqual([0, 0])
})

test('after the undo of corrections, what was changed by hand before them still holds the first import', async () => {
  await bring()
  await sql`update policy set updated_at = clock_timestamp(), owner_name = 'Corrected by hand' where match_key = 'NB0000001'`.execute(
    database.ownerDb,
  )
  setCell(world.sheets, 'Policies', 1, 'Cost basis', '99000.00')
  await bring()
  await undo()
  await expect(undo()).rejects.toThrow('One policy was changed since.')
})

test('what depends on an import is named, and it stays', async () => {
  await bring()
  await sql`update policy set updated_at = now() + interval '1 second', owner_name = 'Corrected by hand' where match_key = 'NB0000001'`.execute(
    database.ownerDb,
  )
  await expect(undo()).rejects.toThrow('The import cannot be undone. One policy was changed since.')
  expect(await count('policy')).toBe(12)
})

test('a bank named by its FDIC certificate takes name, place and capital from the Call Reports', async () => {
  await sql`insert into call_report_import (report_date, source, sha256, banks, holders, left_out) values ('2026-06-30', 'FFIEC', 'a', 1, 1, 0)`.execute(
    database.ownerDb,
  )
  await sql`insert into call_report_bank (report_date, id_rssd, fdic_cert, name, city, state_code, form, total_assets_cents, life_general_cents, life_separate_cents, life_hybrid_cents, tier1_cents)
    values ('2026-06-30', 77, 90123, 'Filed Bank', 'Akron', 'OH', '051', 50000, 1, 0, 0, 4000)`.execute(database.ownerDb)
  world.sheets = {
    Institutions: [
      ['Institution number', 'FDIC certificate'],
      ['7', '90123'],
    ],
  }
  expect(await problems(await bring())).toEqual([])
  const { rows } =
    await sql`select i.name, i.legal_name, i.city, i.state_code, f.tier1_capital_cents, f.source from institution i join institution_financials f on f.institution_id = i.id`.execute(
      database.ownerDb,
    )
  expect(rows).toEqual([
    { name: 'Filed Bank', legalName: 'Filed Bank', city: 'Akron', stateCode: 'OH', tier1CapitalCents: 4_000, source: 'CALL_REPORT' },
  ])
})

/** Rows as a pull hands them over: the object, the record's id and the line. */
const pulled = (code: string, object: string, records: Record<string, string>[]): BookPart => {
  const type = RECORD_TYPES.find((one) => one.code === code)
  if (!type) throw new Error(`there is no record type ${code}`)
  const rows = records.map((values, index) => ({ source: `${object}/a0${index}/${index + 2}`, values }))
  return {
    type,
    name: object,
    fields: Object.keys(records[0] ?? {}),
    rows: async function* () {
      yield rows
    },
  }
}

test('a record of another system is named by its object, id and line, in problems and behind what it wrote', async () => {
  await bring()
  const plan = {
    institution: '1001',
    planName: 'Executive Plan',
    planType: 'Key person',
    effectiveDate: '2026-01-01',
    businessPurpose: 'Benefits',
  }
  const twice = await bringParts([pulled('plans', 'Plan__c', [plan, plan])])
  expect(await problems(twice)).toEqual(['Plan__c/a01/3 Plan Executive Plan: is there twice: Plan__c/a00/2 has the same institution, plan'])
  const unknown = await bringParts([pulled('plans', 'Plan__c', [{ ...plan, institution: '9999' }])])
  expect((await problems(unknown))[0]).toMatch(/^Plan__c\/a00\/2 Institution 9999: names no institution/)
  const { importId } = await bringParts([pulled('plans', 'Plan__c', [plan])])
  const sources = await database.ownerDb.selectFrom('onboardingRecord').select('source').where('importId', '=', importId).execute()
  expect(sources).toEqual([{ source: 'Plan__c/a00/2' }])
})

test('a value of another system is traced to its record, and one of a file to its row', async () => {
  await bring()
  const value = {
    carrier: 'NORTHB',
    policy: 'NB-0000001',
    asOfDate: '2026-01-31',
    cashSurrenderValueCents: '150000.00',
    deathBenefitCents: '500000.00',
  }
  const twice = await bringParts([pulled('values', 'Policy_Value__c', [value, value])])
  expect((await problems(twice))[0]).toMatch(/^Policy_Value__c\/a01\/3 .*the other is in Policy_Value__c\/a00\/2$/)
  const { importId } = await bringParts([pulled('values', 'Policy_Value__c', [value])])
  const { rows } = await sql<{ bookRow: unknown }>`select ${bookRowOfValue} as book_row from policy_valuation v
    where v.policy_id = (select p.id from policy p where p.match_key = 'NB0000001') and v.onboarding_source_id is not null
    order by (v.source_text is null), v.as_of_date`.execute(database.ownerDb)
  expect(rows[0]?.bookRow).toEqual({
    importId,
    importName: 'Salesforce',
    source: 'Policy_Value__c',
    row: 2,
    record: 'Policy_Value__c/a00/2',
  })
  expect(rows[1]?.bookRow).toMatchObject({ source: 'Values.csv', row: 3, record: null })
})
