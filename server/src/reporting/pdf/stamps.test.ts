import { buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { STANDINGS, type Standing, stampAs, stampOf } from '@corridor/domain/reports/heading.ts'
import { reviewExample } from '@corridor/domain/test/review-example.ts'
import { PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { afterAll, expect, test, vi } from 'vitest'
import { paper as reviewPaper } from '../../features/annual-review/print.ts'
import { pdfPages, pdfText } from '../../test/report-files.ts'
import { samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { createPdfPool } from './pool.ts'
import { marksFor } from './release-marks.ts'
import { markedAs, roomOf, sizeOf } from './stamps.ts'

// Printing threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const press = createPdfPool({ workers: 1 })
afterAll(press.close)

type Snapshot = ReturnType<typeof sampleSnapshot>
const printed = async (made: Partial<Snapshot> = {}) =>
  (await press.render(samplePaper, { snapshot: { ...sampleSnapshot({ policies: 30 }), ...made } })).bytes

async function standing(file: Buffer, made: Parameters<typeof stampOf>[0], at: Standing, reason: string | null = null): Promise<Buffer> {
  const room = roomOf(file)
  if (!room) throw new Error('no room')
  const { drawn, words } = marksFor(stampOf(made), room, { standing: at, reason })
  return markedAs(file, { ...words, drawing: (await press.drawMarks(drawn)).bytes })
}

const values = { preliminary: null, restated: false, version: 1 }
const estimated = { ...values, preliminary: { reason: 'The carrier is late', policyIds: [1] } }
const again = { ...values, restated: true, version: 2 }
const every = [values, estimated, again, { ...estimated, ...again, preliminary: estimated.preliminary }]

test.each(every)('whatever it is made of, case %#, each page says where the version stands and nothing else', async (made) => {
  const file = await printed(made)
  for (const at of STANDINGS) {
    const { text } = stampOf(made, at)
    const pages = await pdfPages(await standing(file, made, at))
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) {
      expect(page).toContain(text)
      // The words of the other standings appear nowhere, also as a part of this one's.
      const rest = page.replaceAll(text, '')
      expect(rest).not.toMatch(/DRAFT, NOT|FINAL|WITHDRAWN|RESTATED|PRELIMINARY/)
    }
  }
})

test('a draft differs from the released paper by its end alone, and released again it is the same file', async () => {
  const file = await printed()
  const draft = await standing(file, values, 'draft')
  let same = 0
  while (draft[same] === file[same]) same++
  expect(file.length - same).toBeLessThan(10_000)
  expect((await standing(draft, values, 'released')).equals(file)).toBe(true)
  expect((await standing(await standing(draft, values, 'withdrawn'), values, 'draft')).equals(draft)).toBe(true)
})

test('a stamped file is read by other readers: every object is where its table says, and its stamp is text in the order of reading', async () => {
  const draft = await standing(await printed(), values, 'draft')
  const document = await PDFDocument.load(draft, { updateMetadata: false, throwOnInvalidObject: true })
  const elements = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.has(PDFName.of('ActualText')) ? [object] : []))
  expect(
    elements.map((one) => [String(one.get(PDFName.of('S'))), one.lookup(PDFName.of('ActualText'), PDFHexString).decodeText()]),
  ).toEqual([['/Span', 'DRAFT, NOT RELEASED']])
  expect(document.getPageCount()).toBe((await pdfPages(draft)).length)
  // No picture is left where the stamp is drawn.
  expect(draft.toString('latin1')).not.toMatch(/room for the (stamp|note)/)
})

test('in the room that was kept for it every stamp stands on one line, whatever its version', async () => {
  const marks = { text: '', tone: 'draft' as const, height: 12.4, width: 0, note: null }
  const draw = async (more: Partial<typeof marks>) => (await press.drawMarks({ ...marks, ...more })).bytes
  const broken: string[] = []
  for (let version = 1; version <= 40; version++)
    for (const made of every) {
      const { text } = stampOf({ ...made, version }, 'draft')
      const { width } = sizeOf(await draw({ text }), 0)
      for (const page of await pdfPages(await draw({ text, width }))) if (page.trim() !== text) broken.push(page)
    }
  expect([...new Set(broken)]).toEqual([])
})

test('a long stamp takes its room from the title, on one line', async () => {
  const made = { ...estimated, restated: true, version: 12 }
  const wide = roomOf(await printed(made))?.width ?? 0
  const narrow = roomOf(await printed())?.width ?? 0
  expect(wide).toBeGreaterThan(narrow * 2)
  const { header } = buildAssetReport({ ...sampleSnapshot({ policies: 1 }), ...made })
  expect(stampAs(header.stamp, 'draft').text).toBe('DRAFT, NOT RELEASED, PRELIMINARY, RESTATED v12')
})

test('a review that is not complete says what is missing, and the reason once it is released; a complete one keeps no room for it', async () => {
  const view = buildAnnualReview(reviewExample())
  const { bytes } = await press.render(reviewPaper, view)
  const plain = async (file: Buffer) => (await pdfText(file)).replaceAll(/\s+/g, ' ')
  expect(roomOf(bytes)?.note?.missing).toEqual(view.missing)
  const draft = await plain(await standing(bytes, values, 'draft'))
  expect(draft).toContain('Not complete')
  expect(draft).toContain('None of the 8 risks is rated. Management’s assessment of the risks is not yet signed.')
  const longest = `Æ ${'The board has asked for it before its meeting. '.repeat(7)}`.slice(0, 300).trim()
  for (const reason of ['The examiners ask for it.', longest, 'W'.repeat(300)]) {
    const released = await plain(await standing(bytes, values, 'released', reason))
    expect(released).toContain('Released before it was complete')
    // Long words break where no space stands.
    expect(released.replaceAll(/[ \u200b]/g, '')).toContain(`Reasonfortherelease:${reason.replaceAll(' ', '')}`)
    expect(released).not.toContain('Not complete')
  }
  const complete = { ...view, missing: [] }
  expect(roomOf((await press.render(reviewPaper, complete)).bytes)?.note).toBeNull()
})
