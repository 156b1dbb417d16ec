/** Amounts and rates that can be read, add up, and are of another size than such figures have: asked about before anything is posted. */
import { acceptWarnings, getFile, postFile, setMapping } from '@corridor/contract/data-feeds.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const db = () => feeds.server.ownerDb
const thousands = (amount: number) => (amount / 100_000).toFixed(3)
const impliedCents = (amount: number) => String(amount)
/** Nothing was ever posted for the site. */
const forget = () => sql`delete from policy_valuation where site_id = ${feeds.book.siteId}`.execute(db())
const said = async (id: number, ruleCode = 'SIZE') =>
  (await feeds.findingsOf(id, { ruleCode })).map(({ lineNumber, columnName, severity, message }) => [
    lineNumber,
    columnName,
    severity,
    message,
  ])

test.each([
  ['thousands of dollars', thousands, 'these look like thousands of dollars.'],
  ['cents without a point', impliedCents, 'these look like cents without a decimal point.'],
])('%s on a first load are asked about by line, beside what the register says', async (_, money, meaning) => {
  await forget()
  const file = await feeds.handedIn(feedText(feeds.sound(), { money }))
  const found = await said(file.id)
  expect(found.map(([line, column, severity]) => [line, column, severity])).toEqual(
    ['CSV', 'DB']
      .flatMap((column) => feeds.policies.map((_policy, index) => [index + 2, column, 'error']))
      .toSorted((a, b) => Number(a[0]) - Number(b[0])),
  )
  for (const [, , , message] of found) expect(message).toContain(meaning)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('open_errors')
  // They may be right: whoever knows says why.
  const findings = (await feeds.findingsOf(file.id, { status: ['OPEN'] })).map(({ id }) => id)
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Confirmed with the carrier' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
})

test('dollars on a first load are not asked about', async () => {
  await forget()
  expect(await said((await feeds.handedIn(feedText(feeds.sound()))).id)).toEqual([])
})

test('where most rows are of another size, one sentence of each bank says so', async () => {
  const lines = Array.from({ length: 8 }, () => feeds.sound()).flat()
  await sql`insert into policy (institution_id, site_id, plan_id, product_id, carrier_code, insured_id, policy_number, match_key, issue_date, face_amount_cents, initial_premium_cents, cost_basis_cents)
    select institution_id, site_id, plan_id, product_id, carrier_code, insured_id, policy_number || '-' || n, match_key || n, issue_date, face_amount_cents, initial_premium_cents, cost_basis_cents
    from policy, generate_series(1, 7) n where site_id = ${feeds.book.siteId} and carrier_code = ${feeds.carrier}`.execute(db())
  await forget()
  const file = await feeds.handedIn(
    feedText(
      lines.map((line, index) => ({
        ...line,
        policyNumber: index < 4 ? line.policyNumber : `${line.policyNumber}-${Math.floor(index / 4)}`,
      })),
      { money: thousands },
    ),
  )
  const found = await said(file.id)
  expect(found.map(([line, column]) => [line, column])).toEqual(
    feeds.book.institutionIds.flatMap(() => [
      [null, 'CSV'],
      [null, 'DB'],
    ]),
  )
  expect(found[0]?.[3]).toMatch(
    /^16 rows, the first in line 2: Cash surrender value is \$1,2\d\d\.\d\d, where the register leads to expect something like \$1,000,000\.00: these look like/,
  )
})

const unknown = (count: number, change = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...feeds.sound()[0], policyNumber: `N-${index}`, begin: '', ...change }))

test('policies new to the register are judged by what the carrier’s others average', async () => {
  const file = await feeds.handedIn(
    feedText([...feeds.sound(), ...unknown(3, { accountValue: 146_000, cashSurrenderValue: 146_000, deathBenefit: 358_000 })]),
  )
  expect(await said(file.id)).toEqual([
    [
      null,
      null,
      'error',
      expect.stringMatching(
        /^\w+, October 2026, 3 policies without an earlier value: Death benefit averages \$3,580\.00 a policy; the carrier’s posted policies average \$5,000,000\.00\. These look like thousands of dollars\. Accept/,
      ),
    ],
  ])
  expect(await said((await feeds.handedIn(feedText([...feeds.sound(), ...unknown(3)]))).id)).toEqual([])
})

test('a bank’s first load is judged by the life insurance of its Call Report', async () => {
  await forget()
  const [institution] = feeds.book.institutionIds
  await sql`insert into call_report_import (report_date, source, sha256, banks, holders, left_out) values ('2026-06-30', 'FFIEC', 'x', 1, 1, 0)`.execute(
    db(),
  )
  await sql`insert into call_report_bank (report_date, id_rssd, fdic_cert, name, state_code, total_assets_cents, life_general_cents, life_separate_cents, life_hybrid_cents, tier1_cents)
    values ('2026-06-30', 1, 777, 'x', 'CO', 100000000000, 20000000, 10000000, 10000000, 10000000000)`.execute(db())
  await db()
    .updateTable('institution')
    .set({ fdicCert: '00777' })
    .where('id', '=', institution ?? 0)
    .execute()
  const named = (count: number) => unknown(count).map((line) => ({ ...line, cert: '777' }))
  const headers = { ...HEADERS, cert: 'FDIC Cert' }
  const file = await feeds.handedIn(feedText(named(2), { headers }))
  expect((await said(file.id))[0]?.[3]).toMatch(
    /2 policies without an earlier value: Cash surrender value adds up to \$2,4\d\d,\d{3}\.\d\d; the institution’s last Call Report has \$400,000\.00 of life insurance\. Is this the right column, and the right file\?/,
  )
  expect((await feeds.findingsOf(file.id, { ruleCode: 'SIZE' }))[0]?.institutionId).toBe(institution)
  const single = await feeds.handedIn(feedText(named(1), { headers, preamble: ['One policy'] }))
  expect((await said(single.id))[0]?.[3]).toContain(', one policy without an earlier value: ')
  await sql`update call_report_bank set life_general_cents = 200000000`.execute(db())
  expect(await said((await feeds.handedIn(feedText(named(2), { headers, preamble: ['Second delivery'] }))).id)).toEqual([])
  await sql`delete from call_report_import`.execute(db())
})

test.each([
  ['20.00%', 'Gross crediting rate is 20.00% a year, above what any policy has. Perhaps 2.00% or 0.20% was meant.'],
  ['0.15', 'Gross crediting rate is 15.00% a year, above what any policy has. Perhaps 1.50% or 0.15% was meant.'],
  ['-4.00%', 'Gross crediting rate is -4.00% a year, below zero. Is a sign or another column meant?'],
  ['0.0405%', 'Gross crediting rate is 0.041% a year, below what any policy has. Perhaps 4.05% or 0.41% was meant.'],
])('a column of %s is asked about', async (rate, message) => {
  const file = await feeds.handedIn(feedText(feeds.sound().map((line) => ({ ...line, rate }))))
  expect(await said(file.id, 'RATE')).toEqual(feeds.policies.map((_policy, index) => [index + 2, 'Credited Rate', 'error', message]))
})

test('a column of 0.15 is what somebody says it is', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound().map((line) => ({ ...line, rate: '0.75' }))))
  await feeds.server.ownerDb
    .updateTable('policyValuation')
    .set({ grossCreditingRate: 0.0075 })
    .where('siteId', '=', feeds.book.siteId)
    .execute()
  const { mapping: _, ...detail } = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(detail.forms).toEqual({ 'Credited Rate': { form: 'PERCENT', by: 'cells' } })
  const small = await feeds.handedIn(feedText(feeds.sound().map((line) => ({ ...line, rate: '0.15' }))))
  const { updatedAt } = (await feeds.server.callAs(feeds.staff, getFile, { id: small.id })).body
  await feeds.server.callAs(feeds.staff, setMapping, {
    id: small.id,
    mapping: {},
    forms: { 'Credited Rate': 'PERCENT' },
    updatedAt,
    keep: false,
  })
  const rows = await db().selectFrom('carrierFileRow').select('grossCreditingRate').where('fileId', '=', small.id).execute()
  expect(rows.map(({ grossCreditingRate }) => grossCreditingRate)).toEqual(feeds.policies.map(() => 0.0015))
})

test('rates in a column headed Interest are not posted as dollars', async () => {
  const { begin: _begin, costOfInsurance: _cost, expense: _expense, ...headers } = HEADERS
  const file = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, interest: 405 })),
      { headers },
    ),
  )
  const [first] = await said(file.id, 'RATE')
  expect(first?.slice(0, 3)).toEqual([2, 'Interest', 'error'])
  expect(first?.[3]).toMatch(
    /^Interest credited is \$4\.05 on \$1,2\d\d,\d{3}\.\d\d, 0\.00\d% a year: does the column hold rates, not dollars\?/,
  )
})

test('charges written with a minus throughout are asked about once', async () => {
  const lines = Array.from({ length: 3 }, (_, copy) =>
    feeds.sound().map((line) => ({
      ...line,
      costOfInsurance: -line.costOfInsurance,
      policyNumber: copy === 0 ? line.policyNumber : `${line.policyNumber}/${copy}`,
    })),
  ).flat()
  const { begin: _, ...headers } = HEADERS
  const file = await feeds.handedIn(feedText(lines, { headers }))
  const found = await said(file.id, 'SIGN')
  expect(found.filter(([line]) => line === null)).toEqual([
    [
      null,
      'COI',
      'error',
      '8 rows, the first in line 6: Cost of insurance is below zero (-$400.00). Some carriers show charges as negative; here they are amounts deducted. It would be posted as is.',
    ],
  ])
})

test('a year written wrong lies before all that is posted, and is asked about', async () => {
  const lastYear = addMonthEnds(feeds.period, -12)
  const file = await feeds.handedIn(feedText(feeds.sound().map((line) => ({ ...line, valuationDate: lastYear }))))
  expect(await said(file.id, 'PERIOD')).toEqual([
    [
      null,
      null,
      'error',
      `${feeds.carrier}: nothing is posted for October 2025 nor the month before, while months up to September 2026 are. Is the year right? Accept to enter values of an earlier month.`,
    ],
  ])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('open_errors')
  // The first month of all is no question.
  await forget()
  const first = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, valuationDate: lastYear })),
      { preamble: ['First'] },
    ),
  )
  expect(await said(first.id, 'PERIOD')).toEqual([])
})

test('a policy brought by the file itself is not measured by the face amount that the file gave it', async () => {
  await forget()
  await db()
    .updateTable('policy')
    .set({ faceAmountCents: cents(35_800), costBasisCents: cents(10_000), createdAt: '2099-01-01T00:00:00Z' })
    .where('siteId', '=', feeds.book.siteId)
    .execute()
  const lines = feeds
    .sound()
    .map((line) => ({ ...line, begin: '', accountValue: 14_600_000, cashSurrenderValue: 14_600_000, deathBenefit: 35_800_000 }))
  const file = await feeds.handedIn(feedText(lines, { money: thousands }))
  expect((await said(file.id)).map(([line, , , message]) => [line, String(message).split(': ')[1]])).toEqual(
    feeds.book.institutionIds.map(() => [
      null,
      'Death benefit averages $358.00 a policy. These look like thousands of dollars. Accept if the amounts are right; otherwise ask the carrier for a file in dollars.',
    ]),
  )
})
