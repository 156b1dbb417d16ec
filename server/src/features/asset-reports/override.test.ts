/** A report released over open audit errors says so wherever it is read, with the reason; released again with nothing open it reads as it was made. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { formatLongDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { policyRows, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const server = useServer()
const REASON = 'The carrier confirmed both values'
const TITLE = 'Released with 2 open items'
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

async function madeWorld() {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institutionId = 0] = world.institutionIds
  await inScope(server.kernel.db, world.scope, (trx) =>
    auditMonth(trx, world.scope, { period: world.period, today: world.period, isWhole: true }),
  )
  await sql`update audit_exception set status = 'RESOLVED', reason_code = 'CONTRACT' where institution_id = ${institutionId}`.execute(
    server.ownerDb,
  )
  const [policy] = await server.ownerDb
    .selectFrom('policy')
    .select(['id', 'policyNumber'])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .execute()
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status, policy_id, expected, actual, difference_cents)
    values (${institutionId}, ${world.siteId}, 'client-exceptions', 'V3', 'error', ${world.period}, 'x', 'OPEN', ${policy?.id}, '12935367', '11135367', -1800000),
      (${institutionId}, ${world.siteId}, 'yield-exceptions', 'Y5', 'error', ${world.period}, 'x', 'OPEN', null, '0.041', '0.042', null)`.execute(
    server.ownerDb,
  )
  const batch = await world.start()
  await world.make(batch)
  const { id: report } = await world.reportOf(institutionId)
  const one = { batch, reportIds: [report] }
  const read = async (cookie: string) => (await server.callAs(cookie, assetReports.getReport, { batch: 0, report })).body
  const file = async (cookie: string, format: 'pdf' | 'xlsx' = 'pdf') =>
    (await server.callAs(cookie, assetReports.downloadReports, { batch: 0, reportIds: String(report), format })).bytes
  return {
    policy: { id: 0, policyNumber: '', ...policy },
    client: world.clients[0] ?? '',
    staff: world.staff,
    release: (more: { overrideReason?: string } = {}) =>
      server.callAs(world.otherStaff, assetReports.releaseReports, { ...one, ...more }, { 'idempotency-key': crypto.randomUUID() }),
    withdraw: () => server.callAs(world.staff, assetReports.withdrawReports, { ...one, reason: 'One more look' }),
    /** The person who releases in these tests. */
    releaser: async () => {
      const { rows } = await sql<{ name: string; day: PlainDate }>`
        select u.first_name || ' ' || u.last_name as name, (r.released_at at time zone s.time_zone)::date as day
        from report r join user_account u on u.id = r.released_by join site s on s.id = r.site_id where r.id = ${report}`.execute(
        server.ownerDb,
      )
      return { name: '', day: world.period, ...rows[0] }
    },
    /** The releaser takes another name. */
    rename: () =>
      sql`update user_account set last_name = 'Renamed' where id = (select released_by from report where id = ${report})`.execute(
        server.ownerDb,
      ),
    preview: async () => (await server.callAs(world.staff, assetReports.previewRelease, one)).body.records[0]?.openItems,
    settle: () =>
      sql`update audit_exception set status = 'RESOLVED', reason_code = 'CONTRACT' where institution_id = ${institutionId}`.execute(
        server.ownerDb,
      ),
    snapshot: async () =>
      (
        await server.ownerDb.selectFrom('reportVersion').select(['snapshotSha256', 'pdfSha256']).where('reportId', '=', report).execute()
      )[0],
    read,
    file,
  }
}

test('screen, PDF and workbook of a report that was released over open errors count them and give the reason, to its institution as to staff', async () => {
  const world = await madeWorld()
  const made = await world.snapshot()
  const foretold = await world.preview()
  expect((await world.release({ overrideReason: REASON })).body).toMatchObject({ refused: [] })
  const releaser = await world.releaser()
  const given = `Released by ${releaser.name} on ${formatLongDate(releaser.day)}. Reason: ${REASON}.`
  for (const cookie of [world.client, world.staff]) {
    const view = readAssetReportView((await world.read(cookie)).view)
    expect(view?.header.stamp).toMatchObject({ kind: 'preliminary', text: 'FINAL · 2 OPEN ITEMS' })
    expect(view?.released).toMatchObject({ title: TITLE, reason: given })
    expect(foretold, 'the dialog said it before').toEqual(view?.released?.items.map(({ text }) => text))
    const [item, other] = view?.released?.items ?? []
    expect(item?.text.replace(/ \([^)]+\)/, '')).toBe(
      `Cash surrender value differs from what is posted, policy ${world.policy.policyNumber}: posted cash surrender value $111,353.67, the carrier’s $129,353.67, difference -$18,000.00.`,
    )
    expect([item?.difference, other?.text]).toEqual([
      -1_800_000,
      'Crediting rate differs from the declared rate: the carrier’s gross rate 4.20%, declared rate 4.10%.',
    ])
    const marked = policyRows({ detail: view?.detail ?? null }).filter(({ flags }) => flags.includes('!'))
    expect(marked.map(({ policyId }) => policyId)).toEqual([world.policy.id])
    expect(view?.footnotes.map(({ symbol }) => symbol)).toContain('!')
    const paper = plain(await pdfText(await world.file(cookie)))
    expect(paper).toContain('FINAL · 2 OPEN ITEMS')
    for (const words of [TITLE, given, `policy ${world.policy.policyNumber}`, 'difference -$18,000.00']) expect(paper).toContain(words)
    const workbook = await workbookOf(await world.file(cookie, 'xlsx'))
    const summary = JSON.stringify(workbook.getWorksheet('Summary')?.getSheetValues())
    for (const words of [TITLE, given, item?.text ?? '', '-18000']) expect(summary).toContain(words)
    expect(JSON.stringify(workbook.getWorksheet('About')?.getSheetValues())).toContain('FINAL · 2 OPEN ITEMS')
  }
  expect((await world.read(world.staff)).report.override).toEqual({ reason: REASON, openItems: 2 })
  expect((await world.read(world.client)).report.override).toBeNull()
  // Errors that are settled since change nothing of what was released, and nothing of what it was made of.
  const before = await world.file(world.client)
  await world.settle()
  await world.rename()
  expect(readAssetReportView((await world.read(world.client)).view)?.released).toMatchObject({ reason: given })
  expect((await world.file(world.client)).equals(before)).toBe(true)
  expect(await world.snapshot()).toEqual(made)
  // Releases of before kept the number under another name.
  const now = await world.read(world.client)
  await sql`update report_version set control_totals = control_totals - 'openAtRelease' || jsonb_build_object('openItems', control_totals -> 'openAtRelease')`.execute(
    server.ownerDb,
  )
  expect((await world.read(world.client)).view).toEqual(now.view)
  expect((await world.read(world.staff)).report.override).toEqual({ reason: REASON, openItems: 2 })
})

test('withdrawn it says so on the same pages; released again with nothing open it is the report that was made, and without a reason', async () => {
  const world = await madeWorld()
  await world.release({ overrideReason: REASON })
  await world.withdraw()
  const withdrawn = plain(await pdfText(await world.file(world.staff)))
  expect(withdrawn).toContain('WITHDRAWN')
  expect(withdrawn).not.toContain('OPEN ITEMS')
  expect((await world.read(world.staff)).report.override).toBeNull()
  await world.settle()
  await world.release()
  const paper = plain(await pdfText(await world.file(world.client)))
  expect(paper).toContain('FINAL')
  expect(paper).not.toMatch(/OPEN ITEMS|Released by|Reason:/)
  expect(JSON.stringify((await workbookOf(await world.file(world.client, 'xlsx'))).getWorksheet('Summary')?.getSheetValues())).not.toMatch(
    /Released by|Reason:/,
  )
  expect(readAssetReportView((await world.read(world.client)).view)?.header.stamp).toEqual({ kind: 'final', text: 'FINAL' })
  expect((await world.read(world.staff)).report.override).toBeNull()
})
