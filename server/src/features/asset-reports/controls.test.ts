/** A report carries the controls statement that the client reads on its dashboard, as the audits stood when the report was made. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { controlsStatement } from '@corridor/contract/charts.ts'
import { controlsResult } from '@corridor/domain/auditing/controls.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

async function madeWorld(isAudited: boolean) {
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
  expect(controls?.table.rows.map(({ cells }) => Object.values(cells))).toEqual(
    told.lines.map((line) => [line.title, controlsResult(line), line.sentences.join(' ') || null]),
  )
  const [pdf, workbook] = [oneLine(await pdfText(await file('pdf'))), await workbookOf(await file('xlsx'))]
  const cells = JSON.stringify(workbook.getWorksheet('Controls')?.getSheetValues())
  for (const words of [controls?.lead ?? '', 'Yield of the institution off the month before: 1 exception; it is open.']) {
    expect(pdf.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
    expect(cells).toContain(words)
  }
  expect(pdf + cells).not.toContain('Adler')
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
