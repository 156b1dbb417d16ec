import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import {
  askAssessment,
  getMyAssessment,
  getReviewSettings,
  saveConclusion,
  saveReviewSettings,
  signAssessment,
} from '@corridor/contract/review-words.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { risksAsked } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISK_CODES } from '@corridor/domain/reports/annual-review/outline.ts'
import { readAnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { sql } from 'kysely'
import mammoth from 'mammoth'
import { beforeAll, expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const server = useServer()
const PERIOD = plainDate('2025-12-31')
const REASON = 'The examiners ask for the review before the board meets.'

let world: ReportWorld
const made = { batch: 0, report: 0, client: '' }
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

beforeAll(async () => {
  world = await buildReportWorld(server, { institutions: 2, policiesEach: 2, months: 26, period: PERIOD })
  await sql`update membership set report_type_codes = '{ABR}'`.execute(server.ownerDb)
  await sql`insert into report_type (code, name, display_order) values ('ABR', 'Annual BOLI Review', 9) on conflict do nothing`.execute(
    server.ownerDb,
  )
  await make(false)
  Object.assign(made, { client: world.clients[0] ?? '' })
})

async function make(isRegenerating: boolean): Promise<void> {
  const [institutionId = 0] = world.institutionIds
  made.batch = await world.startDirectly({
    reportType: 'AnnualBoliReview',
    isRegenerating,
    targets: [{ institutionId, subsidiaryId: null }],
  })
  await world.make(made.batch)
  made.report = (await world.reportOf(institutionId)).id
}
const release = (more: { incompleteReason?: string; overrideReason?: string } = {}, cookie = world.otherStaff) =>
  server.callAs(cookie, annualReviews.releaseReports, { batch: made.batch, reportIds: [made.report], ...more }, key())
const withdraw = () =>
  server.callAs(world.staff, annualReviews.withdrawReports, { batch: made.batch, reportIds: [made.report], reason: 'One more look' })
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
const download = async (
  cookie: string,
  more: { format?: 'pdf' | 'xlsx' | 'docx'; ReportType?: 'ExecutiveSummary'; needsConversion?: boolean } = {},
) => {
  const answer = await server.callAs(cookie, annualReviews.downloadReports, { batch: 0, reportIds: String(made.report), ...more })
  expect(answer.status).toBe(200)
  return answer.bytes
}
const rowFor = async (cookie: string) => (await server.callAs(cookie, annualReviews.getReport, { batch: 0, report: made.report })).body

test('a review with unrated risks and an unsigned assessment is not released without a reason; the reason for a closed month is none', async () => {
  expect((await rowFor(world.staff)).report).toMatchObject({
    incomplete: '8 of 8 risks are not rated; management’s assessment is not signed.',
    can: expect.arrayContaining(['release']),
  })
  const offered = (await server.callAs(world.staff, annualReviews.listInstitutionsToGenerate, { period: PERIOD })).body.records
  expect(offered.find(({ existing }) => existing?.reportId === made.report)?.existing).toMatchObject({
    shown: 'Incomplete',
    incomplete: '8 of 8 risks are not rated; management’s assessment is not signed.',
  })
  for (const given of [{}, { overrideReason: 'The month is closed by hand.' }])
    expect((await release(given)).body).toMatchObject({
      released: [],
      refused: [
        { code: 'not_complete', message: expect.stringContaining('8 of 8 risks are not rated; management’s assessment is not signed.') },
      ],
    })
  expect((await release({ incompleteReason: 'no' })).status).toBe(400)
  expect((await release({ incompleteReason: 'x'.repeat(301) })).status).toBe(400)
  expect((await release({ incompleteReason: REASON }, world.viewer)).status).toBe(403)
})

test('one that is not held for review waits all the same: nobody gave a reason', async () => {
  const [, institutionId = 0] = world.institutionIds
  const batch = await world.startDirectly({ reportType: 'AnnualBoliReview', hold: false, targets: [{ institutionId, subsidiaryId: null }] })
  await world.make(batch)
  expect(await world.reportOf(institutionId)).toMatchObject({ status: 'Ready', releasedVersion: null })
})

test('released with a reason it prints it, in every format; the reason is logged, and kept with the paper that went out', async () => {
  expect((await release({ incompleteReason: REASON })).body).toMatchObject({ released: [made.report], refused: [] })
  const paper = await download(made.client)
  const said = plain(await pdfText(paper))
  expect(said).toContain(`Released before it was complete`)
  expect(said).toContain(`Reason for the release: ${REASON}`)
  expect(said).toContain('FINAL')
  expect((await download(made.client)).equals(paper)).toBe(true)
  expect((await download(world.staff)).equals(paper)).toBe(true)
  const { records } = (await server.callAs(made.client, searchReports, {})).body
  expect((await server.callAs(made.client, reportFile, { id: records[0]?.id ?? 0 })).bytes.equals(paper)).toBe(true)

  const view = readAnnualReviewView((await rowFor(made.client)).view)
  expect(view?.note).toEqual({
    title: 'Released before it was complete',
    lines: [
      'None of the 8 risks is rated.',
      'Management’s assessment of the risks is not yet signed.',
      `Reason for the release: ${REASON}`,
    ],
  })
  const about = (await workbookOf(await download(made.client, { format: 'xlsx' }))).getWorksheet('About')
  expect(JSON.stringify(about?.getSheetValues())).toContain(`Reason for the release: ${REASON}`)
  const word = await download(made.client, { format: 'docx', ReportType: 'ExecutiveSummary' })
  const printed = await download(made.client, { ReportType: 'ExecutiveSummary', needsConversion: true })
  for (const text of [(await mammoth.extractRawText({ buffer: word })).value, await pdfText(printed)])
    expect(plain(text)).toContain(`Reason for the release: ${REASON}`)

  const { rows } = await sql<{ after: unknown }>`
    select after from activity where action = 'report.released' and entity_id = ${String(made.report)} order by id desc limit 1`.execute(
    server.ownerDb,
  )
  expect(rows[0]?.after).toEqual({
    version: 1,
    incomplete: '8 of 8 risks are not rated; management’s assessment is not signed.',
    printedReason: REASON,
  })
  expect(await server.ownerDb.selectFrom('releaseOverride').select(['kind', 'reason', 'version']).execute()).toEqual([
    { kind: 'INCOMPLETE', reason: REASON, version: 1 },
  ])
})

test('withdrawn and released again it prints the reason given then; both papers stay on file', async () => {
  await withdraw()
  expect(plain(await pdfText(await download(world.staff)))).toContain(`Reason for the release: ${REASON}`)
  expect((await release()).body).toMatchObject({ refused: [{ code: 'not_complete' }] })
  await release({ incompleteReason: 'The chair confirmed it.' })
  const said = plain(await pdfText(await download(made.client)))
  expect(said).toContain('Reason for the release: The chair confirmed it.')
  expect(said).not.toContain(REASON)
  const about = (await workbookOf(await download(made.client, { format: 'xlsx' }))).getWorksheet('About')
  expect(JSON.stringify(about?.getSheetValues())).not.toContain(REASON)
  const papers = await server.ownerDb.selectFrom('releaseOverride').select('pdfSha256').orderBy('at').execute()
  expect(papers).toHaveLength(2)
  for (const { pdfSha256 } of papers) expect(await server.kernel.files.has(pdfSha256 ?? '')).toBe(true)
})

test('a review that is rated and signed needs no reason, and prints none', async () => {
  const { updatedAt } = (await server.callAs(world.staff, getReviewSettings, { id: made.report })).body
  const rating = { quantity: 'LOW', quality: 'STRONG', direction: 'STABLE', conclusion: 'Sound.' } as const
  const saved = await server.callAs(world.staff, saveReviewSettings, {
    id: made.report,
    updatedAt,
    risks: Object.fromEntries(REVIEW_RISK_CODES.map((code) => [code, rating])),
  })
  expect(saved.status).toBe(200)
  const { id, facts } = askAssessment.reply.parse(
    (await server.callAs(world.staff, askAssessment, { id: made.report, dueOn: null }, key())).body,
  )
  // Tests that are not met go along with the facts: the signer is told of them.
  const notMet = REVIEW_RISK_CODES.flatMap((code) =>
    (facts[code] ?? []).filter(({ isNotMet }) => isNotMet).map(({ label }) => `${code} ${label}`),
  )
  expect(notMet).toEqual([
    'TAX_INSURABLE_INTEREST Notice and consent',
    'REPUTATION No one insured without consent',
    'COMPLIANCE Notice and consent',
  ])
  for (const risk of risksAsked(facts)) await server.callAs(made.client, saveConclusion, { id, risk, conclusion: 'Ours.', version: 0 })
  const { assessment } = getMyAssessment.reply.parse((await server.callAs(made.client, getMyAssessment, {})).body)
  const answersSha256 = assessment?.answersSha256 ?? ''
  const signature = { id, signerName: 'Pat Person', signerTitle: 'CFO', agreed: true as const, answersSha256 }
  expect((await server.callAs(made.client, signAssessment, signature, key())).status).toBe(200)
  await make(true)
  expect((await rowFor(world.staff)).report.incomplete).toBeNull()
  expect((await release()).body.released).toEqual([made.report])
  const said = plain(await pdfText(await download(made.client)))
  expect(said).toContain('RESTATED v2')
  expect(said).toContain('Management’s assessment of the risks was signed on ')
  expect(said).toContain(' by Pat Person, CFO.')
  expect(said).not.toMatch(/Not complete|before it was complete/)
})
