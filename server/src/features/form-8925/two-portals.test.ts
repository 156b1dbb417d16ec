/** Form 8925 of a policyholder whose contracts lie in two portals: each portal's copy states the same lines, and nobody's name crosses. */
import { form8925Reports, previewForm8925, saveEmployeeCount } from '@corridor/contract/form-8925.ts'
import { insureds } from '@corridor/contract/register.ts'
import { getInsured } from '@corridor/contract/register-policies.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { type Form8925View, readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { buildReportTypes } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildTwoPortals, ENTITY_PERIOD, type EntityPolicy } from '../../test/two-portals.ts'

vi.setConfig({ testTimeout: 90_000 })
const server = useServer()
const usd = (dollars: number) => cents(Math.round(dollars * 100))
const person = (name: string) => `person ${name}`

/** Fourteen people in one portal and six in the other, none in both; one of the six has no consent. */
const APART: EntityPolicy[] = [
  ...Array.from(
    { length: 14 },
    (_, index): EntityPolicy => ({
      portal: 'boli',
      person: person(`B${index}`),
      value: usd(100_000),
      deathBenefit: usd(index === 0 ? 738_032.62 : 750_000),
    }),
  ),
  ...Array.from(
    { length: 6 },
    (_, index): EntityPolicy => ({
      portal: 'coli',
      person: person(`C${index}`),
      value: usd(80_000),
      deathBenefit: usd(index === 0 ? 567_898.11 : 750_000),
      ...(index === 1 ? { consent: null } : {}),
    }),
  ),
  // The subsidiary's, which files for itself.
  { portal: 'coli', ofSubsidiary: true, person: person('S'), value: usd(10_000), deathBenefit: usd(50_000) },
]

async function world(policies: readonly EntityPolicy[]) {
  await buildReportTypes(server.ownerDb)
  const two = await buildTwoPortals(server.ownerDb, policies)
  const rights = { C8925_REPORT: 2, INSTITUTIONS: 2 } as const
  const staff = {
    boli: await signedInAs(server.ownerDb, 'b', { siteId: two.boli, permissions: rights }),
    coli: await signedInAs(server.ownerDb, 'b', { siteId: two.coli, permissions: rights }),
  }
  const copy = async (
    portal: 'boli' | 'coli',
    { subsidiaryId = null, isRegenerating = false }: { subsidiaryId?: number | null; isRegenerating?: boolean } = {},
  ) => {
    const cookie = staff[portal]
    const { body: batch } = await server.callAs(cookie, form8925Reports.generateReports, {
      period: ENTITY_PERIOD,
      institutions: [{ id: two.institutionId, subsidary_id: subsidiaryId }],
      isRegenerating,
    })
    while ((await generateSome(server.kernel, scopeOfSystem(two[portal]), batch.id)) > 0) continue
    const { id } = (await server.callAs(cookie, form8925Reports.listReports, { batch: batch.id })).body.records[0] ?? { id: 0 }
    const { body } = await server.callAs(cookie, form8925Reports.getReport, { batch: batch.id, report: id })
    return { batch: batch.id, id, row: body.report, view: readForm8925View(body.view), cookie }
  }
  const isMarked = async ({ batch, id, cookie }: Awaited<ReturnType<typeof copy>>) =>
    (await server.callAs(cookie, form8925Reports.getReport, { batch, report: id })).body.report.outdatedSince !== null
  return { ...two, staff, copy, isMarked }
}
const entries = (view: Form8925View | null) => view?.form.map(({ line, text }) => [line, text])

test('14 people here and 6 there are 20 on the form of either portal, with their amounts and their consents together', async () => {
  const { copy, staff, institutionId } = await world(APART)
  await server.callAs(staff.boli, saveEmployeeCount, {
    id: institutionId,
    subsidary_id: null,
    taxYearEnd: ENTITY_PERIOD,
    employees: 118,
    source: 'Letter',
    updatedAt: null,
  })
  const [boli, coli] = [await copy('boli'), await copy('coli')]
  expect(entries(boli.view)).toEqual([
    ['1', '118'],
    ['2', '20'],
    ['3', '14,805,930.73'],
    ['4a', 'No'],
    ['4b', '1'],
  ])
  expect(entries(coli.view)).toEqual(entries(boli.view))
  expect([boli.view, coli.view].map((view) => view?.schedule.rows.filter(({ elsewhere }) => !elsewhere).length)).toEqual([14, 6])
  expect([boli.row, coli.row]).toMatchObject(
    [boli.row, coli.row].map(() => ({ insuredEmployees: 20, insuranceInForceCents: 1_480_593_073, withoutConsent: 1 })),
  )
  expect((await server.callAs(staff.coli, previewForm8925, { id: institutionId })).body.policyholders[0]).toMatchObject({
    insuredEmployees: 20,
    withoutConsent: 1,
  })
})

test('nothing that a reader of one portal can have of the form names anybody or any policy of the other', async () => {
  const { copy, secrets, staff, boli: siteId } = await world(APART)
  const { batch, id, view, cookie } = await copy('boli')
  await copy('boli', { isRegenerating: true })
  const file = async (format: 'pdf' | 'xlsx' | 'csv') =>
    (await server.callAs(cookie, form8925Reports.downloadReports, { batch, reportIds: String(id), format })).bytes
  const workbook = await workbookOf(await file('xlsx'))
  const sheets: string[] = []
  for (const sheet of workbook.worksheets) sheet.eachRow((row) => sheets.push(JSON.stringify(row.values)))
  const changes = await server.callAs(cookie, form8925Reports.listChanges, { batch, report: id })
  expect(changes.status).toBe(200)
  const stored = await inScope(server.kernel.db, scopeOfSystem(siteId), (trx) =>
    trx.selectFrom('reportVersion').select('snapshot').execute(),
  )
  const read = {
    view: JSON.stringify(view),
    stored: JSON.stringify(stored),
    pdf: await pdfText(await file('pdf')),
    xlsx: sheets.join('\n'),
    csv: (await file('csv')).toString(),
    changes: JSON.stringify(changes.body),
    row: JSON.stringify((await server.callAs(staff.boli, form8925Reports.listReports, { batch })).body),
  }
  for (const [where, text] of Object.entries(read)) {
    for (const secret of secrets.coli) expect(text.includes(secret), `${secret} in ${where}`).toBe(false)
  }
  expect(read.pdf, 'and its own are there').toContain(secrets.boli[0])
  expect(read.pdf.replaceAll(/\s+/g, ' ')).toContain(
    '6 people insured under 6 policies kept in the COLI Portal; figures included, names not shown here',
  )
  expect(read.xlsx).toContain('kept in the COLI Portal')
  expect(read.csv).toContain('kept in the COLI Portal')
})

test('a person insured in both portals is one employee, and a subsidiary’s own form takes in both portals too', async () => {
  const both: EntityPolicy[] = [
    { portal: 'boli', person: 'Ada', value: usd(1000), deathBenefit: usd(300_000) },
    { portal: 'coli', person: 'Ada', value: usd(1000), deathBenefit: usd(200_000), consent: { multiple: 4, salary: usd(150_000) } },
    { portal: 'coli', person: 'Ben', value: usd(1000), deathBenefit: usd(100_000) },
    { portal: 'boli', ofSubsidiary: true, person: 'Cid', value: usd(1000), deathBenefit: usd(70_000) },
    { portal: 'coli', ofSubsidiary: true, person: 'Dee', value: usd(1000), deathBenefit: usd(30_000) },
  ]
  const { copy, subsidiaryId } = await world(both)
  const [boli, coli] = [(await copy('boli')).view, (await copy('coli')).view]
  expect(entries(boli)?.slice(1)).toEqual([
    ['2', '2'],
    ['3', '600,000.00'],
    ['4a', 'Yes'],
    ['4b', ''],
  ])
  expect(entries(coli)).toEqual(entries(boli))
  const [one, other] = [(await copy('boli', { subsidiaryId })).view, (await copy('coli', { subsidiaryId })).view]
  expect(entries(one)?.slice(1, 3)).toEqual([
    ['2', '2'],
    ['3', '100,000.00'],
  ])
  expect(entries(other)).toEqual(entries(one))
})

test('contracts of the other portal without a death benefit stop the form, counted and not named; with a reason they carry the month before', async () => {
  const lacking = await world(APART)
  const { coli, institutionId, policyIds, secrets } = lacking
  const theirs = policyIds.slice(14, 16)
  await sql`delete from policy_valuation where policy_id = any(${theirs}::int[]) and as_of_date = ${ENTITY_PERIOD}`.execute(server.ownerDb)
  const failed = await lacking.copy('boli')
  expect(failed.row).toMatchObject({ status: 'Failed', failureCode: 'missing_values', failurePolicies: [] })
  expect(failed.row.failureReason).toContain('2 policies kept in the COLI Portal without a value at December 31, 2025.')
  for (const secret of secrets.coli) expect(JSON.stringify(failed.row)).not.toContain(secret)
  await server.callAs(failed.cookie, form8925Reports.makePreliminary, { batch: failed.batch, report: failed.id, reason: 'Due tomorrow.' })
  while ((await generateSome(server.kernel, scopeOfSystem(lacking.boli), failed.batch)) > 0) continue
  const made = readForm8925View(
    (await server.callAs(failed.cookie, form8925Reports.getReport, { batch: failed.batch, report: failed.id })).body.view,
  )
  expect([made?.header.stamp.text, made?.lines.line2, made?.lines.line3]).toEqual(['DRAFT, NOT RELEASED, PRELIMINARY', 20, 1_480_593_073])
  expect([coli, institutionId].every((id) => id > 0)).toBe(true)
  await sql`delete from policy_valuation where policy_id = any(${theirs}::int[]) and as_of_date = ${addMonthEnds(ENTITY_PERIOD, -1)}`.execute(
    server.ownerDb,
  )
  const none = await lacking.copy('boli', { isRegenerating: true })
  expect(none.row.failureReason).toContain('2 policies kept in the COLI Portal without a value')
})

test('what is corrected in one portal marks the copy of the other until it is regenerated, and what the form does not read marks nothing', async () => {
  const { copy, isMarked, staff, institutionId, coli } = await world(APART)
  const made = await copy('boli')
  const subsidiary = await copy('coli')
  expect([await isMarked(made), await isMarked(subsidiary)]).toEqual([false, false])
  const [person] = (await server.callAs(staff.coli, insureds.endpoints.list, { id: institutionId })).body.records
  const correct = async (change: object) => {
    const insured = { id: institutionId, insuredId: person?.id ?? 0 }
    const { body } = await server.callAs(staff.coli, getInsured, insured)
    const { status } = await server.callAs(staff.coli, insureds.endpoints.update, {
      id: institutionId,
      recordId: insured.insuredId,
      ...change,
      reason: 'A letter of the bank.',
      updatedAt: body.record.updatedAt,
    })
    expect(status).toBe(200)
  }
  await correct({ title: 'Vice President' })
  expect(await isMarked(made), 'a title').toBe(false)
  await correct({ hireDate: '2010-02-01' })
  expect(await isMarked(made), 'the day of hire').toBe(true)
  const again = await copy('boli', { isRegenerating: true })
  expect(await isMarked(again)).toBe(false)
  // A value of the year's end that the other portal's carrier restated.
  await sql`update policy_valuation set status = 'SUPERSEDED' where site_id = ${coli} and as_of_date = ${ENTITY_PERIOD}`.execute(
    server.ownerDb,
  )
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, cash_surrender_value_cents, death_benefit_cents, posted_at)
    select institution_id, policy_id, as_of_date, 2, site_id, cash_surrender_value_cents, death_benefit_cents + 100, now() from policy_valuation
    where site_id = ${coli} and as_of_date = ${ENTITY_PERIOD} and version = 1`.execute(server.ownerDb)
  expect(await isMarked(again), 'a value').toBe(true)
  expect((await copy('boli', { isRegenerating: true })).view?.lines.line3).toBe(1_480_593_073 + 600)
})
