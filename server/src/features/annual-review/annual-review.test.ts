/** Annual reviews by the API: what the snapshot reads beside the holdings, whose they are, preliminary ones, release to a client, foreign ones. */
import { annualReviews, listClients } from '@corridor/contract/annual-reviews.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import {
  type AnnualReviewView,
  findingsOfReview,
  readAnnualReviewView,
  tablesOfReview,
} from '@corridor/domain/reports/annual-review/view.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')
let world: ReportWorld
let bank: number

beforeAll(async () => {
  world = await buildReportWorld(server, { institutions: 2, policiesEach: 4, months: 26, period: PERIOD })
  bank = world.institutionIds[0] ?? 0
  const db = server.ownerDb
  await sql`update membership set report_type_codes = '{MBR,ABR}'`.execute(db)
  await sql`insert into report_type (code, name, display_order) values ('ABR', 'Annual BOLI Review', 9) on conflict do nothing`.execute(db)
  await sql`update institution set state_code = 'CO', rssd_id = '77' where id = ${bank}`.execute(db)
  await sql`insert into institution_financials (institution_id, as_of_date, tier1_capital_cents, allowance_for_credit_losses_cents, total_assets_cents, source)
    values (${bank}, '2024-12-31', 5000000000, 400000000, 60000000000, 'CALL_REPORT'), (${bank}, '2025-12-31', 5500000000, 420000000, 65000000000, 'CALL_REPORT')`.execute(
    db,
  )
  await sql`insert into institution_policy_limits (institution_id, effective_from, per_carrier_limit_fraction, aggregate_limit_fraction, min_am_best, board_approval_date)
    values (${bank}, '2025-01-01', 0.10, 0.05, 'A++', '2025-02-11')`.execute(db)
  await sql`insert into call_report_import (report_date, source, sha256, banks, holders, left_out) values ('2025-12-31', 'INVENTED', ${'0'.repeat(64)}, 2, 2, 0)`.execute(
    db,
  )
  await sql`insert into call_report_bank (report_date, id_rssd, name, state_code, total_assets_cents, life_general_cents, life_separate_cents, life_hybrid_cents, tier1_cents)
    select '2025-12-31', 100 + n, 'PEER ' || n, 'CO', 60000000000, 600000000 * n, 0, 0, 6000000000 from generate_series(1, 3) n`.execute(db)
})

const viewOf = async (institutionId: number, cookie = world.staff): Promise<{ view: AnnualReviewView; report: number; batch: number }> => {
  const batch = await world.startDirectly({ reportType: 'AnnualBoliReview', targets: [{ institutionId, subsidiaryId: null }] })
  await world.make(batch)
  const { id } = await world.reportOf(institutionId)
  const { body } = await server.callAs(cookie, annualReviews.getReport, { batch, report: id })
  const view = readAnnualReviewView(body.view)
  if (!view) throw new Error(`no view: ${body.report.failureReason}`)
  return { view, report: id, batch }
}
const rowsOf = (view: AnnualReviewView, table: string) =>
  tablesOfReview(view)
    .find(({ id }) => id === table)
    ?.rows.map(({ cells }) => cells) ?? []
const findingOf = (view: AnnualReviewView, id: string) => findingsOfReview(view).find((finding) => finding.id === id)

test('a review reads the board’s limits, two years of capital, ratings against minimums, peers, the state of the register', async () => {
  const { view } = await viewOf(bank)
  expect(rowsOf(view, 'concentration-years').map(({ year, tier1 }) => [year, tier1])).toEqual([
    ['2023-12-31', null],
    ['2024-12-31', cents(5_000_000_000)],
    ['2025-12-31', cents(5_500_000_000)],
  ])
  expect(rowsOf(view, 'limits-compared').map(({ whose, total }) => [whose, total])).toContainEqual(['Board policy', 0.05])
  expect(findingOf(view, 'aggregate')).toMatchObject({ status: 'bad' })
  expect(findingsOfReview(view).filter(({ id, status }) => id.startsWith('carrier-credit-') && status === 'bad')).toHaveLength(3)
  expect(findingOf(view, 'consents')).toMatchObject({ status: 'bad' })
  expect(findingOf(view, 'board-policy')?.sentence).toContain('02/11/2025')
  expect(rowsOf(view, 'peer-comparison')[0]).toMatchObject({ mean: expect.closeTo(0.2, 9), median: 0.2, peers: 3, rank: 4, percentile: 0 })
  expect(rowsOf(view, 'years').map(({ year, income }) => [year, typeof income])).toEqual([
    ['2023-12-31', 'object'],
    ['2024-12-31', 'number'],
    ['2025-12-31', 'number'],
  ])
  expect(view.sections.map(({ code }) => code)).toHaveLength(16)
})

test('a policy of the review leads to the months behind its year, a subsidiary’s too, and for staff alone', async () => {
  const db = server.ownerDb
  const [one, other] = await db
    .selectFrom('policy')
    .select(['id', 'policyNumber'])
    .where('institutionId', '=', bank)
    .orderBy('id')
    .limit(2)
    .execute()
  const { id: subsidiaryId } = await db
    .insertInto('subsidiary')
    .values({ institutionId: bank, name: 'Bank Holdings Two', legalName: 'Bank Holdings Two, Inc.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { report, batch } = await viewOf(bank)
  const trace = (policy: number, cookie = world.staff) => server.callAs(cookie, annualReviews.tracePolicy, { batch, report, policy })
  const { body } = await trace(one?.id ?? 0)
  expect([body.policyNumber, body.valuations.length, body.valuations[0]?.asOfDate, body.valuations.at(-1)?.asOfDate]).toEqual([
    one?.policyNumber,
    13,
    '2025-12-31',
    '2024-12-31',
  ])
  await db
    .updateTable('policy')
    .set({ subsidiaryId })
    .where('institutionId', '=', bank)
    .where('id', '=', other?.id ?? 0)
    .execute()
  expect((await trace(other?.id ?? 0)).body.policyNumber).toBe(other?.policyNumber)
  await db
    .updateTable('policy')
    .set({ subsidiaryId: null })
    .where('institutionId', '=', bank)
    .where('id', '=', other?.id ?? 0)
    .execute()
  await db.deleteFrom('subsidiary').where('id', '=', subsidiaryId).execute()
  const foreign = await db
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', world.institutionIds[1] ?? 0)
    .executeTakeFirstOrThrow()
  expect((await trace(foreign.id)).status).toBe(404)
  const client = await signedInAs(db, 'c', { siteId: world.siteId, institutionId: bank, permissions: { ANNUAL_BOLI_REVIEW: 1 } })
  expect((await trace(one?.id ?? 0, client)).status).toBe(403)
})

test('the questionnaire that came back speaks: expense, the board’s day, findings, policies elsewhere', async () => {
  const db = server.ownerDb
  await sql`insert into questionnaire_defaults (site_id, version, content) values (${world.siteId}, 1, '{}')`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with b as (insert into questionnaire_batch (site_id, batch_name, period) values (${world.siteId}, 'Questionnaires', ${PERIOD}) returning id)
    insert into questionnaire (institution_id, site_id, batch_id, period, year, defaults_version, status, sent_at, returned_at)
    select ${bank}, ${world.siteId}, id, ${PERIOD}, 2025, 1, 2, now(), '2026-01-20T10:00:00Z' from b returning id`.execute(db)
  const answers: [question: string, row: string, value: unknown, note?: string][] = [
    ['board-reviewed', '', '2025-05-20'],
    ['capital-as-of', '', PERIOD],
    ['tier-1-capital', '', 5_000_000_000],
    ['allowance', '', 100],
    ['audit-findings', '', true, 'One consent was missing; it is found.'],
    ['regulator-comments', '', false],
    ['liquidity-needs', '', false],
    ['benefit-expense', 'a', { cells: { kind: 'HEALTH', amount: 70_000_000 } }],
    ['benefit-expense', 'b', { cells: { kind: 'SERP', amount: 5_000_000 } }],
    ['policies-elsewhere', 'a', { cells: { carrier: 'Elsewhere Life', policy: 'E-1', value: 100_000_000 } }],
  ]
  for (const [question, row, value, note = ''] of answers)
    await sql`insert into questionnaire_answer (institution_id, questionnaire_id, question_code, row_key, site_id, value, note)
      values (${bank}, ${rows[0]?.id}, ${question}, ${row}, ${world.siteId}, ${JSON.stringify(value)}::jsonb, ${note})`.execute(db)
  const again = await world.startDirectly({
    reportType: 'AnnualBoliReview',
    isRegenerating: true,
    targets: [{ institutionId: bank, subsidiaryId: null }],
  })
  await world.make(again)
  const { id } = await world.reportOf(bank)
  const { body } = await server.callAs(world.staff, annualReviews.getReport, { batch: again, report: id })
  const view = readAnnualReviewView(body.view)
  if (!view) throw new Error('no view')
  expect(body.version).toBe(2)
  expect(findingOf(view, 'board-review')).toMatchObject({ status: 'good' })
  expect(findingOf(view, 'stated-capital')?.sentence).toMatch(
    /Tier 1 capital of \$50,000,000.00, not .*; allowance for credit losses of \$1.00, not /,
  )
  expect(findingOf(view, 'liquidity')).toMatchObject({ status: 'good' })
  expect(findingOf(view, 'aggregate')?.sentence).toContain('Other vendors, as stated 1.82%.')
  expect(rowsOf(view, 'benefit-expense').map(({ kind, amount }) => [kind, amount])).toEqual([
    ['Health', 70_000_000],
    ['Supplemental retirement', 5_000_000],
  ])
  expect(rowsOf(view, 'stated').map(({ answer }) => answer)).toContain('Yes. One consent was missing; it is found.')
})

test('a policy without a value names itself; with a reason last month’s stands in, marked and footnoted', async () => {
  const other = world.institutionIds[1] ?? 0
  const { rows } = await sql<{ policyId: number }>`
    delete from policy_valuation where (institution_id, policy_id, as_of_date) = (select institution_id, policy_id, as_of_date from policy_valuation
      where institution_id = ${other} and as_of_date = ${PERIOD} order by policy_id limit 1) returning policy_id`.execute(server.ownerDb)
  const batch = await world.startDirectly({ reportType: 'AnnualBoliReview', targets: [{ institutionId: other, subsidiaryId: null }] })
  await world.make(batch)
  const { id } = await world.reportOf(other)
  const { body: failed } = await server.callAs(world.staff, annualReviews.getReport, { batch, report: id })
  expect(failed.report).toMatchObject({ status: 'Failed', failureCode: 'missing_values' })
  expect(failed.report.failurePolicies.map(({ policyId }) => policyId)).toEqual([rows[0]?.policyId])
  const asked = await server.callAs(
    world.staff,
    annualReviews.makePreliminary,
    { batch, report: id, reason: 'The carrier is late.' },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect(asked.status).toBe(202)
  await world.make(batch)
  const { body } = await server.callAs(world.staff, annualReviews.getReport, { batch, report: id })
  const view = readAnnualReviewView(body.view)
  expect(view?.header.stamp.text).toBe('DRAFT, NOT RELEASED, PRELIMINARY')
  expect(view?.notes[0]).toContain('The carrier is late.')
})

test('a client sees its own review once it is released; another’s is as if there were none; staff of a level find the year’s institutions', async () => {
  const { report, batch } = await viewOf(bank)
  const [own, foreign] = world.clients
  const ask = (cookie: string | undefined) => server.callAs(cookie, annualReviews.getReport, { batch: 0, report })
  expect((await ask(own)).status).toBe(404)
  const released = await server.callAs(
    world.otherStaff,
    annualReviews.releaseReports,
    { batch, reportIds: [report], overrideReason: 'The books are closed.', incompleteReason: 'The board meets tomorrow.' },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect(released.body.released).toEqual([report])
  const mine = await ask(own)
  expect(readAnnualReviewView(mine.body.view)?.header.institutionId).toBe(bank)
  // Salaries stay with us: what a client gets holds multiples to one decimal at most.
  expect(mine.bytes.toString()).not.toContain('annualCompensation')
  const [theirs, never] = [await ask(foreign), await server.callAs(foreign, annualReviews.getReport, { batch: 0, report: 999_999 })]
  expect([theirs.status, theirs.error]).toEqual([404, never.error])

  const found = async (year: number) => (await server.callAs(world.staff, annualReviews.listBatches, { year })).body.page.totalRecords
  expect([(await found(2025)) > 0, await found(2024)]).toEqual([true, 0])
  const of = async (reportingPeriod: string) =>
    (await server.callAs(world.staff, annualReviews.listReports, { batch: 0, reportingPeriod })).body.records.map(({ id }) => id)
  expect([(await of('2025-12-31')).includes(report), await of('2024-12-31')]).toEqual([true, []])

  const { body } = await server.callAs(world.staff, listClients, { reportingPeriod: PERIOD })
  expect(body.records.find(({ id }) => id === bank)).toMatchObject({ policyCount: 4, subsidary_id: null, existing: { released: true } })
  expect((await server.callAs(world.staff, listClients, { reportingPeriod: plainDate('2025-09-30') })).body.records).toEqual([])
  const stranger = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { ASSET_REPORT: 2 } })
  expect((await server.callAs(stranger, listClients, { reportingPeriod: PERIOD })).status).toBe(403)
})

test('a review is of an institution with its subsidiaries: of one of them alone there is none', async () => {
  const { rows } = await sql<{
    id: number
  }>`insert into subsidiary (institution_id, name, legal_name) values (${bank}, 'Holding', 'Holding LLC') returning id`.execute(
    server.ownerDb,
  )
  const asked = await server.callAs(
    world.staff,
    annualReviews.generateReports,
    { period: PERIOD, institutions: [{ id: bank, subsidary_id: rows[0]?.id ?? 0 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect([asked.status, asked.error.meta]).toEqual([400, { institutions: [expect.stringContaining('choose the institution itself')] }])
})

test('two years beside each other: interest and charges of each carrier make the difference; the board’s tests that changed are named; a client finds released ones alone', async () => {
  const before = await world.startDirectly({
    reportType: 'AnnualBoliReview',
    period: plainDate('2024-12-31'),
    targets: [{ institutionId: bank, subsidiaryId: null }],
  })
  await world.make(before)
  const { rows } = await sql<{ id: number; period: string }>`
    select id, period from report where institution_id = ${bank} and report_type = 'AnnualBoliReview' order by period`.execute(
    server.ownerDb,
  )
  const [earlier, later] = rows.map(({ id }) => id)
  const ask = (cookie: string | undefined, report: number | undefined) =>
    server.callAs(cookie, annualReviews.listChanges, { batch: 0, report: report ?? 0, against: earlier })
  const { status, body } = await ask(world.staff, later)
  expect(status).toBe(200)
  expect(body.comparison).toMatchObject({ between: 'periods', from: { period: '2024-12-31' }, to: { period: '2025-12-31' } })
  const value = body.comparison?.measures[0]
  expect([value?.key, value?.by]).toEqual(['cashSurrenderValue', 'carrier'])
  const { rows: sums } = await sql<{ grew: number; interest: number; charges: number }>`
    select sum(interest_credited_cents)::float8 as interest, sum(cost_of_insurance_cents + expense_charge_cents)::float8 as charges,
      (sum(cash_surrender_value_cents) filter (where as_of_date = '2025-12-31') - (select sum(cash_surrender_value_cents) from policy_valuation
        where institution_id = ${bank} and as_of_date = '2024-12-31' and status = 'POSTED'))::float8 as grew
    from policy_valuation where institution_id = ${bank} and as_of_date > '2024-12-31' and as_of_date <= '2025-12-31' and status = 'POSTED'`.execute(
    server.ownerDb,
  )
  const [sum] = sums
  const caused = (key: string) => value?.causes.find((cause) => cause.key === key)?.amount ?? 0
  expect(caused('interest')).toBe(sum?.interest)
  expect(caused('costOfInsurance') + caused('expenses')).toBe(0 - (sum?.charges ?? 0))
  expect(value?.difference).toBe(sum?.grew)
  expect(value?.unexplained).toBe((sum?.grew ?? 0) - (sum?.interest ?? 0) + (sum?.charges ?? 0))
  // The board's limits hold since 2025: before, the guideline was measured on.
  expect(body.comparison?.measures.find(({ key }) => key === 'headroom')?.causes.map(({ key }) => key)).toEqual([
    'cashValue',
    'limitBase',
    'limits',
  ])
  expect(body.comparison?.conclusions).toContainEqual(
    expect.objectContaining({
      key: 'test-aggregate',
      about: 'Concentration',
      from: expect.objectContaining({ status: 'good' }),
      to: expect.objectContaining({ status: 'bad' }),
    }),
  )
  const [own, foreign] = world.clients
  expect((await ask(own, later)).status).toBe(404)
  expect((await ask(foreign, later)).status).toBe(404)
  expect((await server.callAs(own, annualReviews.listChanges, { batch: 0, report: later ?? 0 })).body).toMatchObject({ comparison: null })
})
