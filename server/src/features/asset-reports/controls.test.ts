/** A report carries the controls statement that the client reads on its dashboard, as the audits stood when the report was made. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { controlsStatement } from '@corridor/contract/charts.ts'
import { controlsResult } from '@corridor/domain/auditing/controls.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { stampOfRelease } from '@corridor/domain/reports/heading.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { readStamp, selectVersionFiles } from '../../reporting/versions.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { selectUnaudited } from '../../shared/auditing/controls.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

/** A sign-off that many seconds after the audit; null where it was withdrawn. */
type SignedOff = readonly [check: string, seconds: number, withdrawn?: 'withdrawn']

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

async function madeWorld(isAudited: boolean, signedOff: readonly SignedOff[] = []) {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institutionId = 0] = world.institutionIds
  if (isAudited) {
    await inScope(server.kernel.db, world.scope, (trx) =>
      auditMonth(trx, world.scope, { period: world.period, today: world.period, isWhole: true }),
    )
    await sql`update audit_exception set status = 'ACKNOWLEDGED', reason_code = 'CARRIER_CONFIRMED', note = 'Spoke with Ms. Adler at the carrier'
      where institution_id = ${institutionId}`.execute(server.ownerDb)
    await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status)
      values (${institutionId}, ${world.siteId}, 'yield-exceptions', 'Y6', 'warning', ${world.period}, 'x', 'OPEN')`.execute(server.ownerDb)
  }
  for (const [check, seconds, withdrawn] of signedOff) {
    const { rows } = await sql<{
      id: number
    }>`insert into audit_sign_off (site_id, check_code, period, state_sha256, statement, signed_by, signer_name, signed_at)
      select ${world.siteId}, ${check}, ${world.period}, repeat('a', 64), '{}', id, 'Dana Cole', (select max(audited_at) from audit_coverage where site_id = ${world.siteId}) + make_interval(secs => ${seconds})
      from user_account where role = 'b' limit 1 returning id`.execute(server.ownerDb)
    if (withdrawn)
      await sql`insert into audit_sign_off_withdrawal (site_id, sign_off_id, reason, withdrawn_by, withdrawer_name)
        select site_id, id, 'Signed too early', signed_by, 'Dana Cole' from audit_sign_off where id = ${rows[0]?.id ?? 0}`.execute(
        server.ownerDb,
      )
  }
  const batch = await world.start()
  await world.make(batch)
  const { id: report } = await world.reportOf(institutionId)
  // The client's dashboard is of its newest released report.
  const released = await server.callAs(world.otherStaff, assetReports.releaseReports, {
    batch,
    reportIds: [report],
    overrideReason: 'An exception is being reviewed',
  })
  expect(released.body).toMatchObject({ released: [report] })
  const view = async () =>
    readAssetReportView((await server.callAs(world.clients[0] ?? '', assetReports.getReport, { batch, report })).body.view)?.controls ??
    null
  const file = async (format: 'pdf' | 'xlsx') =>
    (await server.callAs(world.clients[0] ?? '', assetReports.downloadReports, { batch, reportIds: String(report), format })).bytes
  return { world, institutionId, batch, report, view, file }
}

test('page, PDF and workbook say what the dashboard says, in the same words, without the staff’s notes', async () => {
  const { world, view, file } = await madeWorld(true)
  const { body: told } = await server.callAs(world.clients[0] ?? '', controlsStatement, {})
  const controls = await view()
  expect(told.examined?.policies).toBeGreaterThan(0)
  expect(told.examined?.entered, 'no file brought a value').toBe(told.examined?.valued)
  expect(controls?.table.rows.map(({ cells }) => Object.values(cells))).toEqual(
    told.lines.map((line) => [
      line.title,
      controlsResult(line),
      'Not signed off when this report was made',
      line.sentences.join(' ') || null,
    ]),
  )
  const [pdf, workbook] = [oneLine(await pdfText(await file('pdf'))), await workbookOf(await file('xlsx'))]
  const cells = JSON.stringify(workbook.getWorksheet('Controls')?.getSheetValues())
  for (const words of [controls?.lead ?? '', 'Yield of the institution off the month before: 1 exception; it is open.']) {
    expect(pdf.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
    expect(cells).toContain(words)
  }
  expect(pdf + cells).not.toContain('Adler')
})

test('an exception is named by what was found, as the lists of exceptions name it', async () => {
  const { world, institutionId } = await madeWorld(true)
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status, expected, actual, figures)
    values (${institutionId}, ${world.siteId}, 'monthly-balance', 'M4', 'error', ${world.period}, 'x', 'OPEN', 900, 500, '{"costOfInsuranceCents": 500, "tabledCostOfInsuranceCents": 900}')`.execute(
    server.ownerDb,
  )
  const { body: told } = await server.callAs(world.clients[0] ?? '', controlsStatement, {})
  expect(told.lines.flatMap(({ sentences }) => sentences)).toContain('Cost of insurance differs from the table: 1 exception; it is open.')
})

test('what is settled after the report was made changes the dashboard, and not a byte of the report', async () => {
  const { world, institutionId, file, view } = await madeWorld(true)
  const [bytes, before] = [await file('pdf'), await view()]
  await sql`update audit_exception set status = 'RESOLVED', reason_code = 'CONTRACT' where institution_id = ${institutionId} and rule_code = 'Y6'`.execute(
    server.ownerDb,
  )
  const { body: told } = await server.callAs(world.clients[0] ?? '', controlsStatement, {})
  expect(told.lines.at(-1)?.sentences).toEqual([
    'Yield of the institution off the month before: 1 exception; the terms of the contract explain it.',
  ])
  expect(await view()).toEqual(before)
  expect((await file('pdf')).equals(bytes)).toBe(true)
})

test('a report of a month without an audit says so', async () => {
  const { file, view } = await madeWorld(false)
  expect((await view())?.lead).toBe('The audits of this month have not run. No results of controls are reported for it.')
  const pdf = oneLine(await pdfText(await file('pdf')))
  expect(pdf).toContain('not performed')
  expect(pdf).toContain('No results of controls are reported for it.')
})

test('the stamp that is drawn over a paper warns as the paper itself does of a month that was not audited', async () => {
  const { world, institutionId, batch, report } = await madeWorld(false)
  const shown = (await server.callAs(world.clients[0] ?? '', assetReports.getReport, { batch, report })).body.view
  const own = readAssetReportView(shown)?.header.stamp
  expect(own?.text).toContain('NOT AUDITED')
  const stamps = await inScope(server.kernel.db, world.scope, async (trx) => {
    const [file] = await selectVersionFiles(trx, world.scope, 'AssetReport', batch, [report])
    if (!file) throw new Error('the version is not there')
    const { version, release } = file
    return [
      stampOfRelease(file.stamp, release),
      await readStamp(trx, world.scope, { institutionId, reportId: report, version }, release.openItems),
    ]
  })
  expect(stamps).toEqual([own, own])
})

test('the months of a quarter that were not audited are those with posted values that no audit was of, for each institution', async () => {
  const world = await buildReportWorld(server, { institutions: 2, months: 2 })
  const quarter = [2, 1, 0].map((back) => addMonthEnds(world.period, -back))
  const unaudited = () => inScope(server.kernel.db, world.scope, (trx) => selectUnaudited(trx, world.scope, world.institutionIds, quarter))
  const [, august, september] = quarter
  const [one = 0, other = 0] = world.institutionIds
  expect(await unaudited(), 'nothing is posted for July').toEqual(
    new Map([
      [one, [august, september]],
      [other, [august, september]],
    ]),
  )
  const audited = (period: PlainDate, institutionIds: number[]) =>
    inScope(server.kernel.db, world.scope, (trx) => auditMonth(trx, world.scope, { period, today: world.period, institutionIds }))
  await audited(world.period, [one, other])
  await audited(addMonthEnds(world.period, -1), [one])
  expect(await unaudited()).toEqual(new Map([[other, [august]]]))
  const batch = await world.start({ isQuarterly: true })
  await world.make(batch)
  const { rows } = await sql<{ unaudited: unknown }>`
    select v.snapshot #> '{controls,unaudited}' as unaudited from report_version v join report r on r.id = v.report_id
    where r.institution_id = any(${world.institutionIds}::int[]) order by r.institution_id`.execute(server.ownerDb)
  expect(rows).toEqual([{ unaudited: null }, { unaudited: [august] }])
  const { id: report } = await world.reportOf(one)
  const read = async (format: 'pdf' | 'xlsx') =>
    (await server.callAs(world.otherStaff, assetReports.downloadReports, { batch, reportIds: String(report), format })).bytes
  const { body } = await server.callAs(world.otherStaff, assetReports.getReport, { batch, report })
  const row = readAssetReportView(body.view)?.controls?.table.rows.at(-1)
  expect(row?.cells).toMatchObject({
    audit: 'August 2026, all audits',
    review: expect.stringMatching(/^None of the 5 audits was signed off/),
  })
  expect(row?.cells['result']).toMatch(/^\d of 5 audits run; \d+ of 41 rules applied/)
  const once = 'Post either each month’s entries or these, not both.'
  const [pdf, workbook] = [(await pdfText(await read('pdf'))).replaceAll(/\s+/g, ''), await workbookOf(await read('xlsx'))]
  const sheet = (name: string) => JSON.stringify(workbook.getWorksheet(name)?.getSheetValues())
  for (const [name, words] of [
    ['Controls', String(row?.cells['result'])],
    ['Journal entries', once],
  ] as const) {
    expect(pdf).toContain(words.replaceAll(' ', ''))
    expect(sheet(name)).toContain(words)
  }
})

test('a rule that tested some of the bank’s policies says how many of them, as the audit of each of its carriers counted', async () => {
  const { world, institutionId } = await madeWorld(true)
  const of = sql`site_id = ${world.siteId} and institution_id = ${institutionId} and period = ${world.period}`
  const { rows } = await sql<{ policies: number; tested: number }>`
    select sum((asked ->> 'V1')::int)::int as policies, (array_agg((asked ->> 'V1')::int order by carrier_code))[1] as tested from audit_coverage where ${of}`.execute(
    server.ownerDb,
  )
  const { policies = 0, tested = 0 } = rows[0] ?? {}
  expect(tested).toBeLessThan(policies)
  await sql`update audit_coverage set asked = asked || jsonb_build_object('V11', (asked ->> 'V1')::int), skipped = jsonb_path_query_array(skipped, '$[*] ? (@.ruleCode != "V11")')
    where ${of} and carrier_code = (select min(carrier_code) from audit_coverage where ${of})`.execute(server.ownerDb)
  const { body: told } = await server.callAs(world.clients[0] ?? '', controlsStatement, {})
  expect(told.lines[0] && controlsResult(told.lines[0])).toContain(
    `shares of the death benefit (${tested} of ${policies}; for the others, no line of the carrier for the month)`,
  )
})

test('each audit says on screen, paper and workbook when it was signed off, whether it changed since, and names no one', async () => {
  const day = 24 * 3600
  const { world, institutionId, view, file } = await madeWorld(true, [
    ['cash-surrender-exceptions', 2 * day, 'withdrawn'],
    ['beginning-year-balance', day],
    ['yield-exceptions', -day],
    ['yield-exceptions', -2 * day],
  ])
  const { rows } = await sql<{
    auditedAt: string
    posted: number
  }>`select max(audited_at) as audited_at, (select count(*)::int from policy_valuation
    where site_id = ${world.siteId} and institution_id = ${institutionId} and as_of_date = ${world.period} and status = 'POSTED') as posted
    from audit_coverage where site_id = ${world.siteId}`.execute(server.ownerDb)
  const on = (days: number) =>
    new Date(Date.parse(rows[0]?.auditedAt ?? '') + days * day * 1000).toLocaleDateString('en-US', {
      timeZone: 'America/New_York',
      dateStyle: 'long',
    })
  const controls = await view()
  const NOT = 'Not signed off when this report was made'
  const changed = `Signed off on ${on(-2)}; since then ${rows[0]?.posted} values posted, 1 exception found or handled`
  expect(controls?.table.rows.map(({ cells }) => cells['review'])).toEqual([NOT, NOT, NOT, `Signed off on ${on(1)}`, changed])
  expect(controls?.lead).toContain('2 of 5 audits were signed off by a reviewer when this report was made; 1 changed after its sign-off.')
  const [pdf, workbook] = [oneLine(await pdfText(await file('pdf'))), await workbookOf(await file('xlsx'))]
  const cells = JSON.stringify(workbook.getWorksheet('Controls')?.getSheetValues())
  for (const words of [`Signed off on ${on(1)}`, changed, NOT]) {
    expect(pdf.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
    expect(cells).toContain(words)
  }
  expect(pdf + cells).not.toContain('Dana Cole')
})

test('rules of carriers’ files are not counted as applied where no carrier sent one', async () => {
  const { view, world } = await madeWorld(true)
  const { rows } = await sql<{ fed: number | null }>`select fed from audit_coverage where site_id = ${world.siteId}`.execute(server.ownerDb)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ fed }) => fed === null)).toBe(true)
  const line = (await view())?.table.rows.find(({ cells }) => cells['audit'] === 'Policy reconciliation')
  expect(line?.cells['result']).toMatch(
    /^\d of 7 rules applied, [5-6] not applied: .*(the carrier’s file is not due yet|no file from the carrier)\)/,
  )
  expect(line?.cells['result']).not.toContain('see P6')
})
