/** Beside the charts: limits and entries say what the released report says, and what is to be done says no more than a person may do. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { boliChart, carrierSummaryChart } from '@corridor/contract/charts.ts'
import { newFiles } from '@corridor/contract/client-menus.ts'
import {
  carrierShares,
  clientToDo,
  creditRatings,
  limitHeadroom,
  limitsChart,
  monthEntries,
  valueByMonth,
} from '@corridor/contract/dashboard.ts'
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { getPosting } from '@corridor/contract/ledger-accounts.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildQuestionnaire } from '../../test/questionnaires.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'
import { buildReviewWords } from '../../test/review-words.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const server = useServer()
const EVERY_TYPE = ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR']
const made: { world?: ReportWorld; batch: number; report: number } = { batch: 0, report: 0 }
const world = (): ReportWorld => {
  if (!made.world) throw new Error('the world exists from beforeAll on')
  return made.world
}
const bank = () => world().institutionIds[0] ?? 0
const client = () => world().clients[0] ?? ''
const hold = (codes: readonly string[]) =>
  sql`update membership set report_type_codes = ${codes}::text[] where institution_id = ${bank()}`.execute(server.ownerDb)

beforeAll(async () => {
  made.world = await buildReportWorld(server, { institutions: 2, policiesEach: 5 })
  made.batch = await made.world.start()
  await made.world.make(made.batch)
  made.report = (await made.world.reportOf(bank())).id
})
const release = () => server.callAs(world().staff, assetReports.releaseReports, { batch: made.batch, reportIds: [made.report] })

test('nothing of a month is told before its report is released', async () => {
  expect((await server.callAs(client(), limitsChart, {})).body).toEqual({ asOf: null, capitalAsOf: null, lines: [] })
  expect((await server.callAs(client(), monthEntries, {})).body).toEqual({ asOf: null, reports: [] })
})

test('limits are those of the released report, to the cent, with the growth of twelve months', async () => {
  await release()
  const { body } = await server.callAs(client(), limitsChart, {})
  const view = readAssetReportView(
    (await server.callAs(client(), assetReports.getReport, { batch: made.batch, report: made.report })).body.view,
  )
  expect(body.asOf).toBe(world().period)
  expect(
    body.lines.map(({ key, cashSurrenderValueCents, headroomCents, ratio, status, limit }) => [
      key,
      cashSurrenderValueCents,
      headroomCents,
      ratio,
      status,
      limit,
    ]),
  ).toEqual(
    view?.limitTests.map(({ key, cashSurrenderValue, headroom, ratio, status, limit }) => [
      key,
      cashSurrenderValue,
      headroom,
      ratio,
      status,
      limit,
    ]),
  )
  expect(body.lines.map(({ key }) => key)).toContain('aggregate')
  const { rows } = await sql<{ factor: number }>`
    select exp(sum(ln(value / before))) as factor from (
      select sum(cash_surrender_value_cents)::float8 as value, lag(sum(cash_surrender_value_cents)::float8) over (order by as_of_date) as before
      from policy_valuation where institution_id = ${bank()} and as_of_date >= (${world().period}::date - interval '12 months') and as_of_date <= ${world().period} group by as_of_date) m
    where before is not null`.execute(server.ownerDb)
  const { growth } = body.lines.find(({ key }) => key === 'aggregate') ?? { growth: null }
  expect(growth).toBeCloseTo((rows[0]?.factor ?? 0) - 1, 8)
})

test('the entries of the month lead to the file that posts them, and say why where there is none', async () => {
  await release()
  const { body } = await server.callAs(client(), monthEntries, {})
  const view = readAssetReportView(
    (await server.callAs(client(), assetReports.getReport, { batch: made.batch, report: made.report })).body.view,
  )
  const [entries] = body.reports
  expect(body.asOf).toBe(world().period)
  expect(entries).toMatchObject({
    id: made.report,
    batchId: made.batch,
    reportType: 'AssetReport',
    owner: null,
    entries: view?.ledger.entries.length,
    debitsCents: view?.ledger.totalDebits,
    creditsCents: view?.ledger.totalCredits,
  })
  expect(entries?.debitsCents).toBeGreaterThan(0)
  const posting = await server.callAs(client(), getPosting, { batch: made.batch, report: made.report, ReportType: 'AssetReport' })
  expect(entries?.problem).toBe(posting.body.problem)
})

test('another institution is 404, and who may not read the reports sees neither limits nor entries', async () => {
  await release()
  const { institutionIds, siteId } = world()
  for (const chart of [limitsChart, monthEntries])
    expect((await server.callAs(client(), chart, { clientId: institutionIds[1] ?? 0 })).status).toBe(404)
  const member = await signedInAs(server.ownerDb, 'a', { siteId, institutionId: bank() })
  expect((await server.callAs(member, limitsChart, {})).body.lines).toEqual([])
  expect((await server.callAs(member, monthEntries, {})).body.reports).toEqual([])
  expect((await server.callAs(world().clients[1] ?? '', monthEntries, {})).body.reports).toEqual([])
})

test('what is to be done: what has a day first, the overdue marked, each for whom it is theirs', async () => {
  await hold(EVERY_TYPE)
  const { siteId } = world()
  const key = { institutionId: bank(), siteId }
  const [clientId = 0] = world().clientIds
  await buildQuestionnaire(
    server.ownerDb,
    key,
    clientId,
    (await server.ownerDb.selectFrom('storedFile').select('sha256').executeTakeFirstOrThrow()).sha256,
  )
  await buildReviewWords(server.ownerDb, key, clientId, plainDate('2025-12-31'))
  await sql`update questionnaire set due_on = '2020-01-31', reopen_note = 'Line 1 is low' where institution_id = ${bank()}`.execute(
    server.ownerDb,
  )
  await sql`update review_assessment set due_on = '2999-01-31' where institution_id = ${bank()}`.execute(server.ownerDb)
  await visit(clientId)
  const done = async (cookie: string) => (await server.callAs(cookie, clientToDo, {})).body.items
  const items = await done(client())
  expect(items.map(({ kind, dueOn, isOverdue }) => [kind, dueOn, isOverdue])).toEqual([
    ['questionnaire', '2020-01-31', true],
    ['assessment', '2999-01-31', false],
    ['unread', null, false],
  ])
  expect(items[0]).toMatchObject({
    title: 'Answer and sign the annual questionnaire of 2026',
    sentences: ['Your service team reopened it: Line 1 is low', 'Answers are saved; it has not been returned yet.'],
  })
  // A Team Member at level 1 answers what was assigned to them and does not sign; without the permission neither is theirs.
  const member = (permissions: object) => signedInAs(server.ownerDb, 'a', { ...key, permissions })
  const answering = await member({ ANNUAL_QUESTIONNAIRE: 1 })
  expect(await done(answering)).toEqual([])
  await sql`insert into questionnaire_assignment (institution_id, questionnaire_id, section_code, site_id, user_id)
    select q.institution_id, q.id, 'EMPLOYEES', q.site_id, (select max(u.id) from user_account u) from questionnaire q where q.institution_id = ${bank()}`.execute(
    server.ownerDb,
  )
  expect((await done(answering)).map(({ title }) => title)).toEqual(['Answer the annual questionnaire of 2026'])
  expect(await done(await member({}))).toEqual([])
  // A representative signs nothing for a bank.
  const repId = await buildUser(server.ownerDb, 'e', { sites: [siteId], institutions: [key.institutionId] })
  await visit(repId)
  const rep = await signIn(server.ownerDb, repId, key)
  expect((await done(rep)).map(({ kind }) => kind)).toEqual(['unread'])
  expect((await done(world().clients[1] ?? '')).map(({ kind }) => kind)).toEqual([])
  await sql`update questionnaire set status = 2, returned_at = now() where institution_id = ${bank()}`.execute(server.ownerDb)
  expect((await done(client())).map(({ kind }) => kind)).toEqual(['assessment', 'unread'])
})

test('what there is to read is what the menu counts as new: come since the first visit, and not opened yet', async () => {
  await hold(['MBR'])
  const [clientId = 0] = world().clientIds
  await release()
  const unread = async () => (await server.callAs(client(), clientToDo, {})).body.items.map(({ title }) => title)
  const marked = async () => (await server.callAs(client(), newFiles, {})).body.total
  await sql`delete from site_visit where user_id = ${clientId}`.execute(server.ownerDb)
  expect([await unread(), await marked()]).toEqual([[], 0])
  await visit(clientId)
  const files = await marked()
  expect(files).toBeGreaterThan(0)
  expect(await unread()).toEqual([files === 1 ? 'Read 1 new file' : `Read ${files} new files`])
  await sql`insert into file_opening (institution_id, site_id, user_id, kind, file_id)
    select institution_id, site_id, ${world().clientIds[0] ?? 0}, 'REPORT', id from client_report where institution_id = ${bank()}`.execute(
    server.ownerDb,
  )
  expect(await unread()).toEqual([])
})

/** The person's first visit, before anything came, and with nothing opened since. */
async function visit(userId: number) {
  await server.ownerDb.deleteFrom('fileOpening').where('userId', '=', userId).execute()
  await sql`insert into site_visit (user_id, site_id, institution_id, began_at) values (${userId}, ${world().siteId}, ${bank()}, '2020-01-01')
    on conflict (user_id, site_id, institution_id) do update set began_at = excluded.began_at, previous_at = null`.execute(server.ownerDb)
}

test('every open item of the released Form 8925 is a sentence of what is to do, to whom may read it', async () => {
  await hold(['EOL'])
  const { ownerDb } = server
  await sql`insert into report_type (code, name, display_order) values ('EOL', 'Form 8925', 5) on conflict do nothing`.execute(ownerDb)
  await sql`update consent set kept_at = null where institution_id = ${bank()} and insured_id in (select id from insured where institution_id = ${bank()} order by id limit 2)`.execute(
    ownerDb,
  )
  const period = '2025-12-31'
  const { body } = await server.callAs(world().staff, form8925Reports.generateReports, {
    period,
    institutions: [{ id: bank(), subsidary_id: null }],
  })
  await world().make(body.id)
  const { id } = await world().reportOf(bank())
  const consents = async () => (await server.callAs(client(), clientToDo, {})).body.items.filter(({ kind }) => kind === 'consents')
  expect(await consents()).toEqual([])
  expect((await server.callAs(world().staff, form8925Reports.releaseReports, { batch: body.id, reportIds: [id] })).status).toBe(200)
  const [found] = await consents()
  expect(found).toMatchObject({ report: { id, batchId: body.id } })
  expect(found?.title).toBe(`Resolve ${counted((found?.sentences.length ?? 0) - 1, 'open item')} of Form 8925`)
  expect(found?.sentences.join(' ')).toMatch(
    /5 people without a valid consent: 5 without a signed one on file \(send it if it was signed before issue\)\. As found/,
  )
  expect(found?.sentences.at(-1)).toBe('As found for the tax year ended December 31, 2025.')
  await hold(['MBR'])
  expect(await consents()).toEqual([])
})

test('the files of the charts hold what the charts show, to the cent', async () => {
  await hold(['MBR'])
  await release()
  const { body: boli } = await server.callAs(client(), boliChart, {})
  const months = (await server.callAs(client(), valueByMonth, { months: 3 })).body.records
  expect(months.map(({ monthEnd, cashSurrenderValueCents }) => [monthEnd, cashSurrenderValueCents])).toEqual(
    boli.months
      .slice(-4)
      .toReversed()
      .map(({ period, cashSurrenderValueCents }) => [period, cashSurrenderValueCents]),
  )
  const { body: carriers } = await server.callAs(client(), carrierSummaryChart, {})
  const csv = async (endpoint: typeof carrierShares | typeof creditRatings) =>
    papaparse.parse<Record<string, string>>(
      (await server.callAs(client(), endpoint, { format: 'csv' })).bytes.toString().replace('\uFEFF', ''),
      {
        header: true,
        skipEmptyLines: true,
      },
    ).data
  const dollars = carriers.carriers.map(({ cashSurrenderValueCents }) => cashSurrenderValueCents)
  for (const endpoint of [carrierShares, creditRatings])
    expect((await csv(endpoint)).map((row) => Math.round(Number(row['Cash Surrender Value']) * 100))).toEqual(dollars)
  // Half as fast a growth of value as of capital is never a breach.
  const outlook = async (plannedGrowth: number) => (await server.callAs(client(), limitHeadroom, { plannedGrowth })).body.records.at(-1)
  expect(await outlook(0.5)).toMatchObject({ measured: 'All carriers', projectedBreach: null, projection: 'Not within 10 years.' })
  expect((await server.callAs(client(), carrierShares, { format: 'xlsx' })).bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await server.callAs(world().clients[1] ?? '', carrierShares, {})).body.records).toEqual([])
})

test('a service request that waits for the institution is to be answered by who takes part in it, first when its day is past', async () => {
  await hold(['MBR'])
  const { siteId, clientIds } = world()
  const key = { institutionId: bank(), siteId }
  const [userId = 0] = clientIds
  const ask = (subject: string, rest: { status?: 'WAITING' | 'IN_WORK'; shared?: boolean; dueOn?: PlainDate | null }) =>
    server.ownerDb
      .insertInto('serviceRequest')
      .values({
        ...key,
        userId,
        subject,
        body: 'As discussed',
        recipients: ['The team'],
        status: 'WAITING',
        shared: true,
        dueOn: null,
        ...rest,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await ask('Later', { dueOn: plainDate('2999-01-31') })
  const late = await ask('Title changed', { dueOn: plainDate('2020-11-20') })
  await ask('With the team', { status: 'IN_WORK', dueOn: plainDate('2020-11-20') })
  const toAnswer = async (cookie: string) =>
    (await server.callAs(cookie, clientToDo, {})).body.items.filter(({ kind }) => kind === 'request')
  const mine = await toAnswer(client())
  expect(mine.map(({ title, dueOn, isOverdue }) => [title, dueOn, isOverdue])).toEqual([
    ['Answer your service team: Title changed', '2020-11-20', true],
    ['Answer your service team: Later', '2999-01-31', false],
  ])
  expect(mine[0]?.requestId).toBe(late.id)
  // A colleague who wrote in it has it too; one who did not reads it in the list, and another institution has nothing.
  const colleagueId = await buildUser(server.ownerDb, 'a', { sites: [siteId], institutionId: key.institutionId })
  const colleague = await signIn(server.ownerDb, colleagueId, key)
  expect(await toAnswer(colleague)).toEqual([])
  await server.ownerDb
    .insertInto('serviceRequestMessage')
    .values({ ...key, requestId: late.id, userId: colleagueId, kind: 'REPLY', fromTeam: false, body: 'The resolution follows.' })
    .execute()
  expect((await toAnswer(colleague)).map(({ title }) => title)).toEqual(['Answer your service team: Title changed'])
  expect(await toAnswer(world().clients[1] ?? '')).toEqual([])
  await sql`update service_request set status = 'DONE', done_at = now() where institution_id = ${bank()}`.execute(server.ownerDb)
  expect(await toAnswer(client())).toEqual([])
})
