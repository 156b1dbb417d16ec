/** A year's paper, a Form 8925 report or an annual review, that is released over open audit errors says so wherever it is read, as an asset report does. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { formatLongDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { readAnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { sql } from 'kysely'
import mammoth from 'mammoth'
import { expect, test, vi } from 'vitest'
import { inScope } from './platform/http/scope.ts'
import { auditMonth } from './shared/auditing/audit-month.ts'
import { useServer } from './test/call.ts'
import { pdfText, workbookOf } from './test/report-files.ts'
import { buildReportWorld } from './test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const server = useServer()
const PERIOD = plainDate('2025-12-31')
const REASON = 'The carrier confirmed both values'
const INCOMPLETE = 'The examiners ask for it before the board meets.'
const TITLE = 'Released with 2 open items of December 2025'
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const FAMILIES = {
  C8925Report: { calls: form8925Reports, code: 'EOL', more: {} },
  AnnualBoliReview: { calls: annualReviews, code: 'ABR', more: { incompleteReason: INCOMPLETE } },
} as const

async function madeWorld(reportType: keyof typeof FAMILIES) {
  const { calls, code, more } = FAMILIES[reportType]
  const db = server.ownerDb
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 2, months: 26, period: PERIOD })
  const [institutionId = 0] = world.institutionIds
  await sql`update membership set report_type_codes = array[${code}] where site_id = ${world.siteId}`.execute(db)
  await sql`insert into report_type (code, name, display_order) values (${code}, ${code}, 9) on conflict do nothing`.execute(db)
  await inScope(server.kernel.db, world.scope, (trx) => auditMonth(trx, world.scope, { period: PERIOD, today: PERIOD, isWhole: true }))
  const settle = () =>
    sql`update audit_exception set status = 'RESOLVED', reason_code = 'CONTRACT' where institution_id = ${institutionId}`.execute(db)
  await settle()
  const policy = await db
    .selectFrom('policy')
    .select(['id', 'policyNumber'])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status, policy_id, expected, actual, difference_cents)
    values (${institutionId}, ${world.siteId}, 'client-exceptions', 'V3', 'error', ${PERIOD}, 'x', 'OPEN', ${policy.id}, '12935367', '11135367', -1800000),
      (${institutionId}, ${world.siteId}, 'yield-exceptions', 'Y5', 'error', ${PERIOD}, 'x', 'OPEN', null, '0.041', '0.042', null)`.execute(
    db,
  )
  const batch = await world.startDirectly({ reportType, targets: [{ institutionId, subsidiaryId: null }] })
  await world.make(batch)
  const { id: report } = await world.reportOf(institutionId)
  const one = { batch, reportIds: [report] }
  const read = async (cookie: string) => (await server.callAs(cookie, calls.getReport, { batch: 0, report })).body
  return {
    client: world.clients[0] ?? '',
    staff: world.staff,
    policyNumber: policy.policyNumber,
    settle,
    read,
    released: async (cookie: string) => {
      const { view } = await read(cookie)
      return reportType === 'C8925Report' ? readForm8925View(view) : readAnnualReviewView(view)
    },
    file: async (
      cookie: string,
      asked: { format?: 'pdf' | 'xlsx' | 'docx'; ReportType?: 'ExecutiveSummary'; needsConversion?: boolean } = {},
    ) => (await server.callAs(cookie, calls.downloadReports, { batch: 0, reportIds: String(report), ...asked })).bytes,
    preview: async () => (await server.callAs(world.staff, calls.previewRelease, one)).body.records[0]?.openItems,
    release: async (given: { overrideReason?: string }) =>
      (
        await server.callAs(
          world.otherStaff,
          calls.releaseReports,
          { ...one, ...more, ...given },
          { 'idempotency-key': crypto.randomUUID() },
        )
      ).body,
    withdraw: () => server.callAs(world.staff, calls.withdrawReports, { ...one, reason: 'One more look' }),
    /** The words of its box about who released it, and why. */
    given: async () => {
      const { rows } = await sql<{ name: string; day: PlainDate }>`
        select u.first_name || ' ' || u.last_name as name, (r.released_at at time zone s.time_zone)::date as day
        from report r join user_account u on u.id = r.released_by join site s on s.id = r.site_id where r.id = ${report}`.execute(db)
      return `Released by ${rows[0]?.name} on ${formatLongDate(rows[0]?.day ?? PERIOD)}. Reason: ${REASON}.`
    },
    /** As a release of before left it: the reason kept with the release, nothing on the paper. */
    releasedBefore: () =>
      sql`update report_version set release_reason = null, released_pdf_sha256 = null,
        control_totals = control_totals - '{openAtRelease,items,releasedBy,overrideReason}'::text[] where report_id = ${report}`.execute(
        db,
      ),
  }
}

/** Open items of the form, as lists count them. */
const figureOf = (row: object): number => ('openItems' in row ? Number(row.openItems) : 0)

const sheetsOf = async (bytes: Buffer): Promise<string> => {
  const texts: string[] = []
  const workbook = await workbookOf(bytes)
  workbook.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text))))
  return texts.join('\n')
}

test('a form released over open errors names them apart from its own open items, which keep their number; one released before says nothing of it', async () => {
  const world = await madeWorld('C8925Report')
  const counted = async () => figureOf((await world.read(world.staff)).report)
  const own = await counted()
  expect(own).toBeGreaterThan(0)
  const foretold = await world.preview()
  expect(await world.release({ overrideReason: REASON })).toMatchObject({ refused: [] })
  const given = await world.given()
  for (const cookie of [world.client, world.staff]) {
    const view = await world.released(cookie)
    expect(view?.header).toMatchObject({
      stamp: { text: `FINAL · ${own + 2} OPEN ITEMS` },
      caution: expect.stringMatching(new RegExp(`^${own} open items? before filing$`)),
    })
    expect(view?.released).toMatchObject({ title: TITLE, reason: given })
    expect(view?.released?.items.map(({ text }) => text)).toEqual(foretold)
    expect(foretold?.[0]).toContain(`policy ${world.policyNumber}`)
    const [paper, sheets] = [plain(await pdfText(await world.file(cookie))), await sheetsOf(await world.file(cookie, { format: 'xlsx' }))]
    for (const words of [TITLE, given, 'difference -$18,000.00', `FINAL · ${own + 2} OPEN ITEMS`]) {
      expect(paper).toContain(words)
      expect(sheets).toContain(words)
    }
  }
  const { report } = await world.read(world.staff)
  expect([report.override, await counted()]).toEqual([{ reason: REASON, openItems: 2 }, own])
  await world.releasedBefore()
  expect(await world.released(world.client)).toMatchObject({
    header: { stamp: { text: `FINAL · ${own} OPEN ITEM${own === 1 ? '' : 'S'}` } },
  })
  expect(await world.released(world.client)).not.toHaveProperty('released')
  expect((await world.read(world.staff)).report.override).toEqual({ reason: REASON, openItems: null })
})

test('a review released over open errors and before it was complete gives both reasons, and leaves the errors out of its certification; with nothing open it is silent again', async () => {
  const world = await madeWorld('AnnualBoliReview')
  const foretold = await world.preview()
  expect(await world.release({ overrideReason: REASON })).toMatchObject({ refused: [] })
  const given = await world.given()
  const brief = 'Cash surrender value differs from what is posted (difference -$18,000.00)'
  const certified = `${TITLE}: ${brief}; Crediting rate differs from the declared rate. ${given} This certification does not cover what was open.`
  for (const cookie of [world.client, world.staff]) {
    const view = await world.released(cookie)
    expect(view?.released).toMatchObject({ title: TITLE, reason: given })
    expect(view?.released?.items.map(({ text }) => text)).toEqual(foretold)
    expect(view?.header.stamp.text).toMatch(/^FINAL · 2 OPEN ITEMS/)
    expect(view).toMatchObject({ note: { lines: expect.arrayContaining([`Reason for the release: ${INCOMPLETE}`]) } })
    const [paper, sheets] = [plain(await pdfText(await world.file(cookie))), await sheetsOf(await world.file(cookie, { format: 'xlsx' }))]
    for (const words of [TITLE, given, brief, certified, `Reason for the release: ${INCOMPLETE}`, 'FINAL · 2 OPEN ITEMS']) {
      expect(paper).toContain(words)
      expect(sheets).toContain(words)
    }
    const word = await world.file(cookie, { format: 'docx', ReportType: 'ExecutiveSummary' })
    const summary = [
      (await mammoth.extractRawText({ buffer: word })).value,
      await pdfText(await world.file(cookie, { ReportType: 'ExecutiveSummary', needsConversion: true })),
    ]
    for (const text of summary) expect(plain(text)).toContain(certified)
  }
  await world.withdraw()
  expect(plain(await pdfText(await world.file(world.staff)))).toContain('WITHDRAWN')
  await world.settle()
  await world.release({})
  const paper = plain(await pdfText(await world.file(world.client)))
  expect(paper).toContain(`Reason for the release: ${INCOMPLETE}`)
  expect(paper).not.toMatch(/OPEN ITEMS|Released by|does not cover what was open/)
  expect(await world.released(world.client)).not.toHaveProperty('released')
})
