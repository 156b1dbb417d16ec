/** The executive summary read back: the Word document and the PDF hold the same words and figures, those of the one model, on two pages. */

import { text as textOf } from 'node:stream/consumers'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { type ExecutiveSummary, executiveSummaryOf, summaryOwner } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { reviewExample } from '@corridor/domain/test/review-example.ts'
import mammoth from 'mammoth'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { MOST_EMPTY } from '../../reporting/document/page-flow.ts'
import { closePdfWorkers, renderPdf } from '../../reporting/pdf/pool.ts'
import { emptyParts, pdfText, unzipped } from '../../test/report-files.ts'
import { executiveSummaryDocx } from './executive-summary-document.ts'
import { paper } from './executive-summary-print.ts'

const summary = executiveSummaryOf(buildAnnualReview(reviewExample()))
const read = { docx: '', pdf: '', pages: 0 }
afterAll(closePdfWorkers)
beforeAll(async () => {
  read.docx = plain((await mammoth.extractRawText({ buffer: await executiveSummaryDocx(summary) })).value)
  const { bytes, pages } = await renderPdf(paper, summary)
  Object.assign(read, { pdf: plain(await pdfText(bytes)), pages })
})

test('what people write is text and nothing else: no markup, no field, and no character for which Word would refuse the file', async () => {
  const hostile =
    '</w:t><w:instrText>HYPERLINK "https://evil.example"</w:instrText> =cmd|\' /C calc\'!A0 {{x}} #eval("1") \u0001\u000b\ufffe\uffff'
  const document = await executiveSummaryDocx({ ...summary, actions: [hostile], meeting: hostile })
  const xml = await partOf(document, 'word/document.xml')
  expect(xml).toContain('&lt;w:instrText&gt;HYPERLINK')
  expect(xml).not.toMatch(/<w:instrText|[\u0001\u000b\ufffe\uffff]/)
  expect(xml).not.toContain('w:hyperlink')
})

test('the Word document has the pictures of the bank and of the firm beside its title, whole, with their names, and none where there is none', async () => {
  const picture = async (width: number, height: number, isLight = false) => ({
    content: await sharp({ create: { width, height, channels: 4, background: '#1F5FBF' } })
      .png()
      .toBuffer(),
    isLight,
  })
  const logos = { institution: await picture(640, 150), firm: await picture(150, 150, true) }
  const document = await executiveSummaryDocx(summary, logos)
  const xml = await partOf(document, 'word/document.xml')
  const { institution, firm } = { institution: summary.header.legalName, firm: summary.header.portalLabel }
  expect([...xml.matchAll(/<wp:docPr [^>]*descr="([^"]*)"/g)].map(([, name]) => name)).toEqual(
    [institution, firm].map((one) => `Logo of ${one}`),
  )
  // In 914,400ths of an inch: 104 points wide of at most 104, 44 points high of at most 44.
  const sizes = [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)].map(([, wide, high]) => [
    Number(wide) / 12_700,
    Number(high) / 12_700,
  ])
  expect(sizes.flat().map(Math.round)).toEqual([104, 25, 44, 44])
  expect(xml.indexOf('Logo of')).toBeLessThan(xml.indexOf(summary.header.title))
  const names = [...(await unzipped(document)).keys()].filter((name) => name.startsWith('word/media/'))
  expect(names).toHaveLength(2)
  expect(await partOf(await executiveSummaryDocx(summary), 'word/document.xml')).not.toContain('<wp:extent')
})

/** One file of a Word document, as text. */
async function partOf(document: Buffer, name: string): Promise<string> {
  const archive = await yauzl.fromBufferPromise(document)
  for await (const entry of archive.eachEntry()) if (entry.fileName === name) return textOf(await archive.openReadStreamPromise(entry))
  throw new Error(`no ${name}`)
}

/** Lines break elsewhere on paper than in Word. */
const plain = (text: string) => text.replace(/\s+/g, '')

/** Every word and figure of the model. */
function wordsOf({
  header,
  conclusions,
  scorecard,
  risks,
  actions,
  certification,
  meeting,
  signatures,
  scorecardYears,
}: ExecutiveSummary): string[] {
  return [
    header.title,
    ...conclusions.flatMap(({ label, sentence, signal }) => [label, sentence, signal]),
    ...scorecard.flatMap(({ metric, thisYear, lastYear, limit, signal }) => [metric, thisYear, lastYear, limit, signal]),
    ...scorecardYears,
    ...risks.flatMap(Object.values<string>),
    ...actions,
    ...certification,
    meeting,
    ...signatures,
  ]
}

test('both hold every word and figure of the model', () => {
  const words = wordsOf(summary).filter((text) => text !== '')
  expect(words.length).toBeGreaterThan(80)
  for (const text of words) {
    expect(read.docx).toContain(plain(text))
    expect(read.pdf).toContain(plain(text))
  }
  expect(read.docx).toContain(plain(summaryOwner(summary)))
  for (const text of [read.docx, read.pdf]) expect(text).toContain('24.47%24.86%25.00%')
})

test('the chart is told in figures in Word, and drawn on paper', () => {
  for (const { name, cashSurrenderValue, income } of summary.years) {
    expect(read.docx).toContain(plain(name))
    expect(read.docx).toContain(plain(cashSurrenderValue))
    expect(read.docx).toContain(plain(income))
  }
})

test('it prints on two pages, and names no placeholder', () => {
  expect(read.pages).toBe(2)
  expect(`${read.docx}${read.pdf}`).not.toContain('{{')
})

test('the risks follow the scorecard, with the chart or without, and no page but the last is more than a third empty', async () => {
  const [year] = summary.history
  const chart = year ? [...summary.history, { ...year, period: plainDate('2023-12-31') }] : []
  for (const history of [summary.history, chart]) {
    const { bytes, pages } = await renderPdf(paper, { ...summary, history })
    expect(pages).toBe(2)
    for (const empty of await emptyParts(bytes)) expect(empty).toBeLessThan(MOST_EMPTY)
  }
})

test('where the chart no longer fits beneath the scorecard it is lower, rather than that the certification stands alone on a third page', async () => {
  const [year] = summary.history
  const history = year ? [...summary.history, { ...year, period: plainDate('2023-12-31') }] : []
  const { bytes, pages } = await renderPdf(paper, { ...summary, history, actions: [...summary.actions, ...summary.actions].slice(0, 7) })
  expect(pages).toBe(2)
  for (const empty of await emptyParts(bytes)) expect(empty).toBeLessThan(MOST_EMPTY)
})

test('no page ends with the first of several recommendations', async () => {
  const actions = ['First of three', 'Second of three', 'Third of three']
  const lines = summary.conclusions.flatMap((one) => ['', ''].map(() => ({ ...one, sentence: 'One line.' })))
  const onFirst: string[][] = []
  for (let count = 0; count <= lines.length; count++) {
    const { bytes } = await renderPdf(paper, { ...summary, actions, conclusions: lines.slice(0, count) })
    const { items } = await (await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)).getTextContent()
    onFirst.push(items.flatMap((item) => ('str' in item && actions.includes(item.str) ? [item.str] : [])))
  }
  expect(new Set(onFirst.map(({ length }) => length))).toEqual(new Set([3, 2, 0]))
})

test('a limit, which stands right, leaves air before the words of its status', async () => {
  const { bytes } = await renderPdf(paper, summary)
  const { items } = await (await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)).getTextContent()
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const after = (words: string, others: string) => {
    const place = texts.findIndex(({ str }) => str === words)
    const next = texts.slice(place).find(({ str }) => str === others)
    const one = texts[place]
    return next && one ? Number(next.transform[4]) - Number(one.transform[4]) - one.width : Number.NaN
  }
  // With the mark of five points and its own air between.
  expect(after('Limit or benchmark', 'Status')).toBeGreaterThan(12)
})

test('a word longer than a line goes on below, not off the paper', async () => {
  const address = `https://bank.example/${'minutes-'.repeat(60)}`
  const { bytes } = await renderPdf(paper, { ...summary, certification: [`See ${address}`], actions: ['W'.repeat(500)] })
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const page = await document.getPage(2)
  const [, , width = 0] = page.view
  const { items } = await page.getTextContent()
  const texts = items.flatMap((item) => ('str' in item ? [item] : []))
  expect(texts.filter((item) => Number(item.transform[4]) + item.width > width).map(({ str }) => str)).toEqual([])
  const whole = texts.map(({ str }) => str.replaceAll('\u200b', '')).join('')
  expect([whole.includes(address.slice(0, 60)), whole.replace(/[^W]/g, '').length]).toEqual([true, 500])
})
