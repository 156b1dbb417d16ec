/** A narrative reaches the review when it is made again, and its executive summary as a file; the rights to that file are the rights to the review. */
import { randomUUID } from 'node:crypto'
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import {
  askAssessment,
  getMyAssessment,
  getReviewDefaults,
  getReviewSettings,
  saveConclusion,
  saveReviewDefaults,
  saveReviewSettings,
  signAssessment,
} from '@corridor/contract/review-words.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { readExecutiveSummary } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { moveSection, risksAsked, switchSection } from '@corridor/domain/reports/annual-review/narrative.ts'
import { readAnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import mammoth from 'mammoth'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')
const made: { world?: ReportWorld; batch: number; report: number } = { batch: 0, report: 0 }
const here = () => {
  if (!made.world) throw new Error('the world exists from beforeAll on')
  return made.world
}

beforeAll(async () => {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 2, months: 14, period: PERIOD })
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'ABR'] })
    .execute()
  Object.assign(made, { world, batch: await world.startDirectly({ reportType: 'AnnualBoliReview' }) })
  await world.make(made.batch)
  made.report = (await world.reportOf(world.institutionIds[0] ?? 0)).id
})

const key = () => ({ 'idempotency-key': randomUUID() })
const read = async () => {
  const { body } = await server.callAs(here().staff, annualReviews.getReport, { batch: made.batch, report: made.report })
  const view = readAnnualReviewView(body.view)
  if (!view) throw new Error('no view')
  return { view, outdatedSince: body.report.outdatedSince }
}
const settings = async () => getReviewSettings.reply.parse((await server.callAs(here().staff, getReviewSettings, { id: made.report })).body)
const again = async () => {
  const batch = await here().startDirectly({ reportType: 'AnnualBoliReview', isRegenerating: true })
  await here().make(batch)
}
const summary = (cookie: string, more: { needsConversion?: boolean; format?: 'docx' | 'pdf' } = {}) =>
  server.callAs(cookie, annualReviews.downloadReports, {
    batch: made.batch,
    reportIds: String(made.report),
    reportType: 'ExecutiveSummary',
    ...more,
  })

/** The summary as a page reads it. */
const onScreen = (cookie: string, asked: { ReportType?: string; reportType?: string } = { reportType: 'ExecutiveSummary' }) =>
  server.callAs(cookie, annualReviews.getReport, { batch: made.batch, report: made.report, ...asked })

test('order, switches and texts are in the review once it is regenerated, with its own figures', async () => {
  const before = await settings()
  expect(before.values?.year).toBe('2025')
  const configuration = moveSection(switchSection(before.configuration, 'PEERS', false), 'MORTALITY', 0)
  const saved = await server.callAs(here().staff, saveReviewSettings, {
    id: made.report,
    updatedAt: before.updatedAt,
    configuration,
    narratives: { MORTALITY: 'In {{year}} the program held {{policies}} policies.' },
    risks: { CREDIT: { quantity: 'LOW', quality: 'STRONG', direction: 'STABLE', conclusion: 'Sound on {{asOf}}.' } },
  })
  expect(saved.status).toBe(200)
  expect((await read()).outdatedSince).not.toBeNull()
  await again()
  const { view, outdatedSince } = await read()
  expect(outdatedSince).toBeNull()
  expect([view.sections[0]?.code, view.sections.some(({ code }) => code === 'PEERS')]).toEqual(['MORTALITY', false])
  expect(view.sections[0]?.blocks[0]).toMatchObject({ paragraphs: ['In 2025 the program held 2 policies.'] })
  expect(view.risks.find(({ code }) => code === 'CREDIT')).toMatchObject({ quantity: 'Low', conclusion: 'Sound on December 31, 2025.' })
})

test('the site’s texts and sections mark the unreleased reviews that print them, and no other, whatever the portal’s clock says', async () => {
  const [, second = 0] = here().institutionIds
  const { id: other } = await here().reportOf(second)
  const marked = async () => {
    const { body } = await server.callAs(here().staff, annualReviews.listReports, { batch: 0 })
    return [made.report, other].map((id) => body.records.find((one) => one.id === id)?.outdatedSince !== null)
  }
  const save = async (change: (now: Awaited<ReturnType<typeof defaults>>) => object, clockAheadMinutes = 0) => {
    const now = await defaults()
    server.setNow(new Date(Date.now() + clockAheadMinutes * 60_000))
    const { configuration, narratives, updatedAt } = now
    const saved = await server.callAs(here().staff, saveReviewDefaults, {
      configuration,
      narratives,
      updatedAt,
      note: null,
      ...change(now),
    })
    server.setNow(undefined)
    expect(saved.status).toBe(200)
  }
  const defaults = async () => getReviewDefaults.reply.parse((await server.callAs(here().staff, getReviewDefaults, {})).body)
  expect(await marked()).toEqual([false, false])
  await save(({ narratives }) => ({ narratives: { ...narratives, MORTALITY: 'Nobody died in {{year}}.' } }), -10)
  // The first has a text of its own there; the second prints the site's.
  expect(await marked()).toEqual([false, true])
  await again()
  expect(await marked()).toEqual([false, false])
  await save(({ configuration }) => ({ configuration: switchSection(configuration, 'PEERS', false) }), 10)
  expect(await marked()).toEqual([false, true])
  await again()
  // Text in a section that neither prints is nobody's.
  await save(({ narratives }) => ({ narratives: { ...narratives, PEERS: 'Peers are not shown.' } }))
  expect(await marked()).toEqual([false, false])
  const batch = await here().reportOf(second)
  await server.callAs(
    here().otherStaff,
    annualReviews.releaseReports,
    { batch: batch.batchId, reportIds: [other], overrideReason: 'Closed.', incompleteReason: 'The board meets tomorrow.' },
    key(),
  )
  await save(({ narratives }) => ({ narratives: { ...narratives, MORTALITY: 'Another text.' } }))
  expect(await marked(), 'a released review stands').toEqual([false, false])
  await save(({ configuration }) => ({ configuration: switchSection(configuration, 'PEERS', true) }))
})

test('management is asked with the facts of the review; what it signs is in the next version', async () => {
  const { staff, clients } = here()
  const client = clients[0] ?? ''
  const asked = askAssessment.reply.parse((await server.callAs(staff, askAssessment, { id: made.report, dueOn: null }, key())).body)
  expect(asked.facts.CREDIT?.length).toBeGreaterThan(0)
  const { id } = asked
  for (const risk of risksAsked(asked.facts))
    await server.callAs(client, saveConclusion, { id, risk, conclusion: `Ours on ${risk}.`, version: 0 })
  const { assessment } = getMyAssessment.reply.parse((await server.callAs(client, getMyAssessment, {})).body)
  const signature = { id, signerName: 'Pat Person', signerTitle: 'Controller', agreed: true as const }
  const signed = await server.callAs(client, signAssessment, { ...signature, answersSha256: assessment?.answersSha256 ?? '' }, key())
  expect(signed.status).toBe(200)
  expect((await read()).outdatedSince).not.toBeNull()
  await again()
  expect((await read()).view.risks.find(({ code }) => code === 'CREDIT')?.management).toMatchObject({
    text: 'Ours on CREDIT.',
    signedBy: 'Pat Person',
    signedTitle: 'Controller',
  })
})

test('the executive summary comes as Word and, converted, as PDF, with the same words; to the institution once it is released', async () => {
  const { staff, clients, viewer } = here()
  const [word, paper] = [await summary(staff), await summary(staff, { needsConversion: true, format: 'pdf' })]
  expect(word.headers['content-disposition']).toMatch(/Executive_Summary\.docx"/)
  expect(paper.headers['content-disposition']).toMatch(/Executive_Summary\.pdf"/)
  const texts = [(await mammoth.extractRawText({ buffer: word.bytes })).value, await pdfText(paper.bytes)]
  for (const text of texts) expect(text).toContain('Assessment signed')
  expect((await summary(viewer)).status).toBe(403)
  expect((await summary(clients[0] ?? '')).status).toBe(404)
  expect((await summary(clients[1] ?? '')).status).toBe(404)
  const plain = { batch: made.batch, reportIds: String(made.report), format: 'docx' as const }
  expect((await server.callAs(staff, annualReviews.downloadReports, plain)).body).toMatchObject({ code: 'input' })
  const released = { batch: made.batch, reportIds: [made.report], incompleteReason: 'The board meets tomorrow.' }
  await server.callAs(here().otherStaff, annualReviews.releaseReports, released, key())
  expect((await summary(clients[0] ?? '')).status).toBe(200)
  expect((await summary(clients[1] ?? '')).status).toBe(404)
})

test('the executive summary is read on screen under either spelling of its type, from the version that the review shows, by whoever may read the review', async () => {
  const { staff, clients, viewer } = here()
  const { view } = await read()
  for (const asked of [{ reportType: 'ExecutiveSummary' }, { ReportType: 'ExecutiveSummary' }]) {
    const { body } = await onScreen(staff, asked)
    const shown = readExecutiveSummary(body.view)
    expect(shown?.header.title).toBe(`Executive Summary, ${view.header.title}`)
    expect(shown?.controlTotals).toEqual(view.controlTotals)
    expect(shown?.risks.find(({ title }) => title === view.risks.find(({ code }) => code === 'CREDIT')?.title)?.management).toMatch(
      /^\d\d\/\d\d\/20\d\d$/,
    )
    expect(body.report.reportType).toBe('AnnualBoliReview')
  }
  const first = await server.callAs(staff, annualReviews.getReport, {
    batch: 0,
    report: made.report,
    reportType: 'ExecutiveSummary',
    version: 1,
  })
  expect([first.body.version, readExecutiveSummary(first.body.view)?.risks.every(({ management }) => management === 'Not signed')]).toEqual(
    [1, true],
  )
  // Released in the test before: its institution reads it, with the stamp of what was released.
  const [own = '', other = ''] = clients
  expect(readExecutiveSummary((await onScreen(own)).body.view)?.header.stamp.text).toBe((await read()).view.header.stamp.text)
  expect((await onScreen(other)).status).toBe(404)
  expect((await onScreen(viewer)).status).toBe(403)
  const opened = await server.ownerDb.selectFrom('fileOpening').select('fileId').execute()
  expect(opened, 'the review itself is still new to whoever read its summary, here or as a file').toEqual([])
})

test('a paper that the family does not have is refused', async () => {
  expect((await onScreen(here().staff, { reportType: 'BoardSummary' })).status).toBe(400)
})
