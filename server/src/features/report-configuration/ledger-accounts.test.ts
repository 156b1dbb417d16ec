/** GL accounts from the site's proposal over an institution's own to the lines that a bookkeeper posts; nothing is posted in part. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { ledgerAccountTerms } from '@corridor/contract/institution-terms.ts'
import { getPosting, getSiteLedgerAccounts, saveSiteLedgerAccounts } from '@corridor/contract/ledger-accounts.ts'
import { addDays, plainDate } from '@corridor/domain/primitives/period.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const ledgerAccounts = {
  cashSurrenderValueNumber: '1890-01',
  cashSurrenderValueName: 'Bank-owned life insurance',
  otherIncomeNumber: '4210',
  otherIncomeName: null,
  otherExpenseNumber: null,
  otherExpenseName: null,
  cashNumber: '1010',
  cashName: null,
  claimReceivableNumber: null,
  claimReceivableName: null,
  exchangeClearingNumber: null,
  exchangeClearingName: null,
}

const server = useServer()
const world = { keeper: '', reader: '', bankers: '', period: '' }
let reports: ReportWorld
const bank = (index = 0) => reports.institutionIds[index] ?? 0
const NEVER = '1970-01-01T00:00:00.000Z'
const own = ledgerAccountTerms.endpoints

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 2, months: 3 })
  const { siteId } = reports
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_CONFIGURATION: 2 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_CONFIGURATION: 1 } })
  world.bankers = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
  await reports.make(await reports.start())
  world.period = (await server.ownerDb.selectFrom('report').select('period').executeTakeFirstOrThrow()).period
})

const nothing = ledgerAccountTerms.fields.parse(Object.fromEntries(Object.keys(ledgerAccounts).map((field) => [field, null])))
const postingOf = async (cookie = reports.staff, index = 0) => {
  const { id, batchId } = await reports.reportOf(bank(index))
  return server.callAs(cookie, getPosting, { batch: batchId, report: id })
}
const again = async () => reports.make(await reports.start({ isRegenerating: true }))
const reportOf = async (index = 0) => {
  const { id, batchId } = await reports.reportOf(bank(index))
  return (await server.callAs(reports.staff, assetReports.getReport, { batch: batchId, report: id })).body
}

test('while nobody has named an account there is nothing to post, and it says which are missing', async () => {
  const { status, body } = await postingOf()
  expect([status, body.csv]).toEqual([200, null])
  expect(body.problem).toContain('Cash surrender value of life insurance; Other noninterest income, life insurance')
})

test('a site proposes accounts in versions; who saved first is shown to who saved second, and level 1 changes nothing', async () => {
  const before = (await server.callAs(world.reader, getSiteLedgerAccounts, {})).body
  expect([before.updatedAt, before.cashNumber, before.versions]).toEqual([NEVER, null, []])
  const save = (cookie: string, over: object, updatedAt: string) =>
    server.callAs(cookie, saveSiteLedgerAccounts, { ...nothing, ...over, updatedAt })
  expect((await save(world.reader, { cashNumber: '1' }, NEVER)).status).toBe(403)
  const first = await save(world.keeper, { cashNumber: '1010', cashSurrenderValueNumber: '1890' }, NEVER)
  expect([first.status, first.body.versions.map(({ version }) => version)]).toEqual([200, [1]])
  const late = await save(world.keeper, { cashNumber: '9' }, NEVER)
  expect([late.status, late.error.meta]).toMatchObject([409, { current: { cashNumber: '1010' }, yours: { cashNumber: '9' } }])
  const second = await save(world.keeper, ledgerAccounts, first.body.updatedAt)
  expect(second.body.versions.map(({ version, otherIncomeNumber }) => [version, otherIncomeNumber])).toEqual([
    [2, '4210'],
    [1, null],
  ])
  expect((await save(world.keeper, { cashNumber: '=1+1' }, second.body.updatedAt)).status, 'a number that a spreadsheet would run').toBe(
    400,
  )
  const other = await signedInAs(server.ownerDb, 'b', { siteId: await buildSite(server.ownerDb), permissions: { REPORT_CONFIGURATION: 1 } })
  expect((await server.callAs(other, getSiteLedgerAccounts, {})).body.versions, 'another site proposes for itself').toEqual([])
})

test('a report made then posts to them: one line a debit or credit, balanced to the cent, formulas disarmed', async () => {
  await again()
  const { body } = await postingOf()
  const { data } = papaparse.parse<string[]>((body.csv ?? '').replace('\ufeff', ''), { skipEmptyLines: true })
  const [header, ...lines] = data
  expect(header).toEqual(['Date', 'Account', 'Account name', 'Memo', 'Debit', 'Credit'])
  const total = (column: number) => lines.reduce((sum, line) => sum + Math.round(Number(line[column] || 0) * 100), 0)
  const view = readAssetReportView((await reportOf()).view)
  expect([total(4), total(5)]).toEqual([view?.ledger.totalDebits, view?.ledger.totalCredits])
  expect(total(4)).toBeGreaterThan(0)
  expect(lines[0]).toMatchObject([
    world.period,
    '1890-01',
    'Bank-owned life insurance',
    expect.stringMatching(/^(?!.*Bank-owned)/),
    expect.any(String),
    '',
  ])
  expect(body.fileName).toMatch(/^\d+-.*-posting\.csv$/)
  const log = await server.ownerDb
    .selectFrom('activity')
    .select('after')
    .where('action', '=', 'report.downloaded')
    .executeTakeFirstOrThrow()
  expect(log.after).toMatchObject({ format: 'posting' })
})

test('an institution names its own from a day on; the report is marked, and regenerated posts to them', async () => {
  const day = addDays(plainDate(world.period), -10)
  const add = (over: object) => server.callAs(world.bankers, own.add, { id: bank(), effectiveOn: day, ...nothing, ...over })
  expect((await add({})).error.meta).toEqual({ cashSurrenderValueNumber: ['Enter at least one account.'] })
  expect((await reportOf()).report.outdatedSince).toBeNull()
  expect((await add({ cashSurrenderValueNumber: '188-77', cashSurrenderValueName: '@BOLI, "asset"' })).status).toBe(201)
  expect((await reportOf()).report.outdatedSince).not.toBeNull()
  expect((await reportOf(1)).report.outdatedSince, 'the other bank’s is not').toBeNull()
  await again()
  expect((await reportOf()).report.outdatedSince).toBeNull()
  expect((await postingOf()).body.csv).toContain('188-77,"\'@BOLI, ""asset""","DRAFT, NOT RELEASED, Increase')
  expect((await postingOf()).body.csv, 'what it does not name is the site’s').toContain('4210,')
  expect((await postingOf(reports.staff, 1)).body.csv).toContain('1890-01,')
})

const propose = async (over: object) => {
  const { versions: _, ...now } = (await server.callAs(world.keeper, getSiteLedgerAccounts, {})).body
  expect((await server.callAs(world.keeper, saveSiteLedgerAccounts, { ...now, ...over })).status).toBe(200)
}
const marked = async () => [(await reportOf()).report.outdatedSince !== null, (await reportOf(1)).report.outdatedSince !== null]

test('what a site proposes anew marks the reports that post to it, and none of an institution that names its own', async () => {
  expect(await marked()).toEqual([false, false])
  await propose({ cashSurrenderValueNumber: '1890-02' })
  expect(await marked()).toEqual([false, true])
  await propose({ cashSurrenderValueNumber: '1890-01' })
  expect(await marked(), 'as it was before').toEqual([false, false])
  await propose({ otherIncomeName: 'Income of life insurance' })
  expect(await marked(), 'another name, for both').toEqual([true, true])
  await again()
  expect(await marked()).toEqual([false, false])
})

test('the bank gets its file once the report is released; another bank never', async () => {
  const [client = '', other = ''] = reports.clients
  await sql`update membership set report_type_codes = array['MBR'] where site_id = ${reports.siteId}`.execute(server.ownerDb)
  expect((await postingOf(client)).status).toBe(404)
  await sql`update report set released_version = current_version, released_at = now() where institution_id = ${bank()}`.execute(
    server.ownerDb,
  )
  await sql`update report_version v set released = true from report r where r.institution_id = v.institution_id and r.id = v.report_id and v.version = r.current_version and v.institution_id = ${bank()}`.execute(
    server.ownerDb,
  )
  expect((await postingOf(client)).body.csv).toContain('188-77,')
  expect((await postingOf(other)).status).toBe(404)
  await propose({ otherIncomeNumber: '4299' })
  expect(await marked(), 'a released report stands; the other one waits').toEqual([false, true])
})

test('what an institution takes out marks its report alone, and a row of after the report’s month marks none', async () => {
  await again()
  const rows = async () => (await server.callAs(world.bankers, own.list, { id: bank() })).body.records
  const takeOut = async (date: string) => {
    const updatedAt = (await rows()).find(({ effectiveOn }) => effectiveOn === date)?.updatedAt ?? ''
    const taken = await server.callAs(world.bankers, own.remove, { id: bank(), date, reason: 'Entered by mistake', updatedAt })
    expect(taken.status).toBe(200)
  }
  const later = addDays(plainDate(world.period), 1)
  const added = await server.callAs(world.bankers, own.add, { id: bank(), effectiveOn: later, ...nothing, cashNumber: '1010' })
  expect(added.status).toBe(201)
  expect(await marked()).toEqual([false, false])
  await takeOut(later)
  expect(await marked()).toEqual([false, false])
  await takeOut(addDays(plainDate(world.period), -10))
  expect(await marked()).toEqual([true, false])
  await again()
  expect(await marked()).toEqual([false, false])
})
