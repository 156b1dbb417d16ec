/** Form 8925 reports from the register to the client: who files, line 1 as stated, release as EOL, years and subsidiaries. */
import {
  downloadWorkbooks,
  form8925Reports,
  listEmployeeCounts,
  previewForm8925,
  removeEmployeeCount,
  saveEmployeeCount,
} from '@corridor/contract/form-8925.ts'
import { consents, insureds } from '@corridor/contract/register.ts'
import { getInsured } from '@corridor/contract/register-policies.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { type Form8925View, readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfText } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'
import { yearEndAfter } from './preview.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')
const made: { world?: ReportWorld; keeper: string; reader: string } = { keeper: '', reader: '' }
const world = (): ReportWorld => {
  if (!made.world) throw new Error('the world exists from beforeAll on')
  return made.world
}
const [FIRST, SECOND] = [0, 1]
const bank = (index: number) => world().institutionIds[index] ?? 0

beforeAll(async () => {
  made.world = await buildReportWorld(server, { institutions: 2, policiesEach: 3, months: 2, period: PERIOD })
  const { siteId } = made.world
  made.keeper = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
  made.reader = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1, C8925_REPORT: 1 } })
  await sql`update membership set report_type_codes = array['EOL'] where site_id = ${siteId}`.execute(server.ownerDb)
  await sql`insert into report_type (code, name, display_order) values ('EOL', 'Form 8925', 5) on conflict do nothing`.execute(
    server.ownerDb,
  )
})

const stated = (over = {}) => ({
  id: bank(FIRST),
  subsidary_id: null,
  taxYearEnd: PERIOD,
  employees: 118,
  source: 'Letter of January 12, 9 directors included',
  updatedAt: null,
  ...over,
})
const generate = async (institutions: { id: number; subsidary_id: number | null }[], isRegenerating = false) => {
  const { status, body } = await server.callAs(world().staff, form8925Reports.generateReports, {
    period: PERIOD,
    institutions,
    isRegenerating,
  })
  expect(status).toBe(202)
  await world().make(body.id)
  return body
}
const viewOf = async (batch: number, report: number, cookie = world().staff): Promise<Form8925View> => {
  const view = readForm8925View((await server.callAs(cookie, form8925Reports.getReport, { batch, report })).body.view)
  if (!view) throw new Error('no view')
  return view
}

test('line 1 is what was stated for the year; without it the line is blank and open', async () => {
  const before = await generate([{ id: bank(FIRST), subsidary_id: null }])
  expect(before).toMatchObject({ batchName: 'Form 8925 Reports, year to December 2025', reportType: 'C8925Report' })
  const { id } = await world().reportOf(bank(FIRST))
  const blank = await viewOf(before.id, id)
  expect([blank.lines.line1, blank.form[0]?.text, blank.openItems[0]?.key]).toEqual([null, '', 'LINE_1'])

  expect((await server.callAs(made.keeper, saveEmployeeCount, stated())).status).toBe(200)
  const again = await generate([{ id: bank(FIRST), subsidary_id: null }], true)
  const view = await viewOf(again.id, id)
  expect([view.lines.line1, view.lines.line2, view.openItems.some(({ key }) => key === 'LINE_1')]).toEqual([118, 3, false])
  const { body } = await server.callAs(world().staff, form8925Reports.listReports, { batch: again.id })
  expect(body.records[0]).toMatchObject({ employees: 118, insuredEmployees: 3, insuranceInForceCents: 1_500_000_000, withoutConsent: 3 })
})

test('who states a number somebody stated meanwhile is shown it; a correction is logged with what it said before', async () => {
  const current = (await server.callAs(made.keeper, listEmployeeCounts, { id: bank(FIRST) })).body.records[0]
  const late = await server.callAs(made.keeper, saveEmployeeCount, stated({ employees: 1 }))
  expect([late.status, late.error.meta]).toMatchObject([409, { current: { employees: 118 }, yours: { employees: 1 } }])
  const { status, body } = await server.callAs(made.keeper, saveEmployeeCount, stated({ employees: 120, updatedAt: current?.updatedAt }))
  expect([status, body.records.map(({ employees }) => employees)]).toEqual([200, [120]])
  const log = await server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'institutions.employee-counts.corrected')
    .executeTakeFirstOrThrow()
  expect(log).toMatchObject({ before: { employees: 118 }, after: { employees: 120 } })
  expect((await server.callAs(made.reader, saveEmployeeCount, stated({ taxYearEnd: '2024-12-31' }))).status).toBe(403)
})

test.each([
  ['a year that does not end then', { taxYearEnd: '2025-06-30' }, 400],
  ['no month end', { taxYearEnd: '2025-12-30' }, 400],
  ['half an employee', { employees: 1.5 }, 400],
  ['no source', { source: ' ' }, 400],
  ['a subsidiary of nobody', { subsidary_id: 999_999 }, 404],
  ['an institution of nobody', { id: 999_999 }, 404],
])('%s is refused', async (_, over, status) => {
  expect((await server.callAs(made.keeper, saveEmployeeCount, stated(over))).status).toBe(status)
})

test('a number stated by mistake is taken out, and the year is open again', async () => {
  const { body } = await server.callAs(made.keeper, saveEmployeeCount, stated({ taxYearEnd: '2024-12-31' }))
  const count = body.records.find(({ taxYearEnd }) => taxYearEnd === '2024-12-31')?.id ?? 0
  const after = await server.callAs(made.keeper, removeEmployeeCount, { id: bank(FIRST), count })
  expect(after.body.records.map(({ taxYearEnd }) => taxYearEnd)).toEqual([PERIOD])
  expect((await server.callAs(made.keeper, removeEmployeeCount, { id: bank(SECOND), count: after.body.records[0]?.id ?? 0 })).status).toBe(
    404,
  )
})

test('a subsidiary with an EIN files for itself; one without is on its institution’s form', async () => {
  const db = server.ownerDb
  const subsidiary = async (legalName: string, ein: string | null) =>
    (
      await db
        .insertInto('subsidiary')
        .values({ institutionId: bank(SECOND), name: legalName, legalName, ein })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [own, none] = [await subsidiary('Card Services, Inc.', '00-0000002'), await subsidiary('Trust Services, LLC', null)]
  const policies = await db.selectFrom('policy').select('id').where('institutionId', '=', bank(SECOND)).orderBy('id').execute()
  for (const [index, subsidiaryId] of [own, none].entries())
    await db
      .updateTable('policy')
      .set({ subsidiaryId })
      .where('institutionId', '=', bank(SECOND))
      .where('id', '=', policies[index]?.id ?? 0)
      .execute()
  const offered = (await server.callAs(world().staff, form8925Reports.listInstitutionsToGenerate, { period: PERIOD })).body.records.filter(
    ({ id }) => id === bank(SECOND),
  )
  expect(offered.map(({ subsidary_id, policyCount }) => [subsidary_id, policyCount])).toEqual([
    [null, 2],
    [own, 1],
  ])

  const batch = await generate([null, own, none].map((subsidary_id) => ({ id: bank(SECOND), subsidary_id })))
  const { records } = (await server.callAs(world().staff, form8925Reports.listReports, { batch: batch.id })).body
  const of = (subsidiaryId: number | null) => records.find(({ subsidary_id }) => subsidary_id === subsidiaryId)
  expect([of(null)?.insuredEmployees, of(own)?.insuredEmployees, of(none)?.failureCode]).toEqual([2, 1, 'no_own_return'])
  const institution = await viewOf(batch.id, of(null)?.id ?? 0)
  expect(institution.openItems.find(({ key }) => key === 'NO_OWN_RETURN')?.insured).toEqual([
    expect.stringMatching(/^[^(]+, [^(]+ \([^)]+\)$/),
  ])
  const view = await viewOf(batch.id, of(own)?.id ?? 0)
  expect(view.filer.map(({ text }) => text).slice(2, 4)).toEqual(['Card Services, Inc.', '00-0000002'])
})

test('a year that is not the institution’s own is refused, and a quarterly form there is none', async () => {
  const june = await buildInstitution(server.ownerDb, { sites: [world().siteId], fiscalYearEndMonth: 6, name: 'June Bank' })
  const ask = (over = {}) =>
    server.callAs(world().staff, form8925Reports.generateReports, { period: PERIOD, institutions: [june], ...over })
  expect([(await ask()).status, (await ask()).error.meta]).toEqual([400, { period: ['No fiscal year of June Bank ends then.'] }])
  expect((await ask({ isQuarterly: true })).status).toBe(400)
  const { body } = await server.callAs(world().staff, form8925Reports.listInstitutionsToGenerate, { period: PERIOD })
  expect([body.records.some(({ id }) => id === june), body.currentPeriod]).toEqual([false, PERIOD])
})

test('a policy in force without a value for the year’s end fails the report by name', async () => {
  const { siteId } = world()
  const lone = await buildReportWorld(server, { siteId, institutions: 1, policiesEach: 1, months: 1, period: plainDate('2025-11-30') })
  const batch = await lone.startDirectly({ reportType: 'C8925Report', period: PERIOD })
  await lone.make(batch)
  expect(await lone.reportOf(lone.institutionIds[0] ?? 0)).toMatchObject({ status: 'Failed', failureCode: 'missing_values' })
})

test('the bank reads its form once it is released, as EOL; another bank never does', async () => {
  const { id, batchId } = await world().reportOf(bank(FIRST))
  const [client = '', other = ''] = world().clients
  expect((await server.callAs(client, form8925Reports.getReport, { batch: batchId, report: id })).status).toBe(404)
  const released = await server.callAs(world().otherStaff, form8925Reports.releaseReports, {
    batch: batchId,
    reportIds: [id],
    overrideReason: 'Filing is due',
  })
  expect(released.body.released).toEqual([id])
  const record = await server.ownerDb
    .selectFrom('clientReport')
    .select(['typeCode', 'uploadName'])
    .where('sourceReportId', '=', id)
    .executeTakeFirstOrThrow()
  expect([record.typeCode, record.uploadName]).toEqual(['EOL', expect.stringMatching(/^\d+-EOL-25-.*Form_8925_Report-2025-12\.pdf$/)])
  expect((await viewOf(batchId, id, client)).lines.line2).toBe(3)
  expect((await server.callAs(client, form8925Reports.listBatches, {})).body.page.totalRecords).toBe(1)
  expect((await server.callAs(other, form8925Reports.getReport, { batch: batchId, report: id })).status).toBe(404)
  const workbook = await server.callAs(client, downloadWorkbooks, { batch: batchId, reportIds: String(id) })
  expect([workbook.status, workbook.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
})

test('the PDF prints the form’s own words, its revision and each entry', async () => {
  const { id, batchId } = await world().reportOf(bank(FIRST))
  const { bytes } = await server.callAs(world().staff, downloadWorkbooks, { batch: batchId, reportIds: String(id), format: 'pdf' })
  const text = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
  for (const words of [
    'Report of Employer-Owned Life Insurance Contracts',
    'Rev. September 2017',
    'OMB No. 1545-2089',
    'Enter the number of employees the policyholder had at the end of the tax year',
    '15,000,000.00',
  ])
    expect(text).toContain(words)
})

test('a form is outdated once a consent, a person, a contract or the number of employees it rests on is corrected, and by nothing else', async () => {
  const { batchId, id } = await world().reportOf(bank(FIRST))
  const outdated = async () =>
    (await server.callAs(world().staff, form8925Reports.listReports, { batch: batchId })).body.records.find((row) => row.id === id)
      ?.outdatedSince !== null
  const again = async () => {
    expect(await outdated()).toBe(true)
    await generate([{ id: bank(FIRST), subsidary_id: null }], true)
    expect(await outdated()).toBe(false)
  }
  const reason = 'As the paper says'
  await generate([{ id: bank(FIRST), subsidary_id: null }], true)
  expect(await outdated()).toBe(false)
  const people = (await server.callAs(made.keeper, insureds.endpoints.list, { id: bank(FIRST) })).body.records
  const insured = { id: bank(FIRST), recordId: people[0]?.id ?? 0 }
  const correct = async (change: object) => {
    const { body } = await server.callAs(made.keeper, getInsured, { id: bank(FIRST), insuredId: insured.recordId })
    const given = { ...insured, ...change, reason, updatedAt: body.record.updatedAt }
    expect((await server.callAs(made.keeper, insureds.endpoints.update, given)).status).toBe(200)
  }
  await correct({ title: 'Vice President' })
  expect(await outdated(), 'a title is not on the form').toBe(false)
  await correct({ hireDate: '2010-02-01' })
  await again()
  const entered = await server.callAs(made.keeper, consents.endpoints.create, { ...CONSENT, id: bank(FIRST), insuredId: insured.recordId })
  expect(entered.status).toBe(201)
  await again()
  const count = (await server.callAs(made.keeper, listEmployeeCounts, { id: bank(FIRST) })).body.records[0]
  await server.callAs(made.keeper, removeEmployeeCount, { id: bank(FIRST), count: count?.id ?? 0 })
  await again()
  await server.callAs(made.keeper, saveEmployeeCount, stated({ employees: 121 }))
  await again()
  for (const other of [{ id: bank(SECOND) }, { taxYearEnd: addMonthEnds(PERIOD, -12) }]) {
    await server.callAs(made.keeper, saveEmployeeCount, stated({ ...other, employees: 7 }))
    expect(await outdated(), 'employees of another bank or year are not on the form').toBe(false)
  }
  await sql`update institution set naics_business_type = 'Commercial banking', updated_at = now() where id = ${bank(FIRST)}`.execute(
    server.ownerDb,
  )
  await again()
  await sql`update institution set city = 'Golden', updated_at = now() where id = ${bank(FIRST)}`.execute(server.ownerDb)
  expect(await outdated(), 'where the bank sits is not on the form').toBe(false)
})

test('what the form would say as of now: people and amounts of the last month posted, the employees stated for the year that runs', async () => {
  const { body } = await server.callAs(made.reader, previewForm8925, { id: bank(FIRST) })
  expect(body).toMatchObject({
    asOf: PERIOD,
    taxYearEnd: PERIOD,
    withheld: [],
    policyholders: [
      {
        subsidary_id: null,
        employees: 121,
        insuredEmployees: 3,
        insuranceInForceCents: 1_500_000_000,
        validForAll: false,
        withoutConsent: 2,
      },
    ],
  })
  expect(body.policyholders[0]?.openItems.map(({ key }) => key)).toContain('CONSENT')
  const second = await server.callAs(made.reader, previewForm8925, { id: bank(SECOND) })
  expect(second.body.policyholders.map(({ insuredEmployees }) => insuredEmployees)).toEqual([2, 1])
  expect((await server.callAs(world().clients[0] ?? '', previewForm8925, { id: bank(FIRST) })).status).toBe(403)
})
test.each([
  ['2026-10-31', 12, '2026-12-31'],
  ['2026-12-31', 12, '2026-12-31'],
  ['2026-10-31', 6, '2027-06-30'],
  ['2026-01-31', 2, '2026-02-28'],
])('%s lies in the fiscal year of month %d that ends on %s', (month, fiscalYearEndMonth, end) =>
  expect(yearEndAfter(plainDate(month), fiscalYearEndMonth)).toBe(end),
)

const CONSENT = {
  noticeDate: '2016-05-20',
  consentDate: '2016-06-01',
  maxFaceDisclosedCents: 10_000_000_000,
  maxFaceSalaryMultiple: null,
  continueAfterTermination: true,
  beneficiaryDisclosed: true,
  statusAtIssue: null,
  statusBasis: null,
  keptAt: 'Consent binder',
}
