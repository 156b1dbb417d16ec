import { globSync, readFileSync } from 'node:fs'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { footerLine } from '@corridor/domain/reports/heading.ts'
import { formatFigure, textOfCell } from '@corridor/domain/reports/table.ts'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { paper as summaryPaper } from '../../features/asset-reports/summary-print.ts'
import { pdfText } from '../../test/report-files.ts'
import { type SampleOptions, samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { createPdfPool, PdfFailure, type PdfPool, printedNow } from './pool.ts'

// Printing threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const pools: PdfPool[] = []
const pool = (options: Parameters<typeof createPdfPool>[0] = {}) => {
  const made = createPdfPool(options)
  pools.push(made)
  return made
}
const shared = pool({ workers: 2 })
afterEach(() => vi.useRealTimers())
afterAll(() => Promise.all(pools.map((one) => one.close())))

const viewOf = (options: SampleOptions): AssetReportView => buildAssetReport(sampleSnapshot(options))
const named = (view: AssetReportView, institutionName: string): AssetReportView => ({
  ...view,
  header: { ...view.header, institutionName },
})

test('the asset report is a tagged PDF/UA-1 document with title, language, headings, table headers and alternative texts', async () => {
  const { bytes, pages } = await shared.render(samplePaper, viewOf({ policies: 60 }))
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(document.getPageCount()).toBe(pages)
  expect(document.getTitle()).toBe('Asset Report, First Coastal Bank & Trust, September 30, 2026')
  const { catalog } = document
  expect(String(catalog.lookup(PDFName.of('Lang'), PDFString).decodeText())).toMatch(/^en/)
  expect(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).lookup(PDFName.of('Marked'))?.toString()).toBe('true')
  expect(catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).lookup(PDFName.of('DisplayDocTitle'))?.toString()).toBe('true')
  expect(await metadataOf(bytes)).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const elements = structureOf(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict))
  const kinds = elements.map(({ kind }) => kind)
  expect(kinds.find((kind) => /^H\d/.test(kind))).toBe('H1')
  expect(kinds.filter((kind) => kind === 'Table').length).toBeGreaterThanOrEqual(pages - 1)
  expect(kinds.filter((kind) => kind === 'TD').length).toBeGreaterThan(60 * 15)
  const headers = elements.filter(({ kind }) => kind === 'TH')
  expect(headers.length).toBeGreaterThan(100)
  expect(headers.every(({ attributes }) => attributes.includes('/Scope /Column'))).toBe(true)
  const figures = elements.filter(({ kind }) => kind === 'Figure')
  expect(figures).toHaveLength(2)
  for (const { alternative } of figures) expect(alternative).toMatch(/cash surrender value/i)
})

test.each([
  [samplePaper, { policies: 40, carriers: 8 }],
  [samplePaper, { policies: 25, isQuarterly: true }],
  [summaryPaper, { policies: 40, kind: 'AssetSummaryReport' }],
] as const)('every figure of the view stands in the text of the %s, case %#', async (template, options) => {
  const view = viewOf(options)
  const { bytes } = await shared.render(template, view)
  const text = await pdfText(bytes)
  const missing = figuresOf(view).filter((figure) => !text.includes(figure))
  expect(missing).toEqual([])
})

test('the same view prints the same bytes, twice and in two workers, whatever the clock says', async () => {
  const view = viewOf({ policies: 12 })
  const [first, second] = await Promise.all([shared.render(samplePaper, view), shared.render(samplePaper, view)])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-02-03T04:05:06Z') })
  const third = await shared.render(samplePaper, structuredClone(view))
  expect(first.bytes.equals(second.bytes)).toBe(true)
  expect(first.bytes.equals(third.bytes)).toBe(true)
  const { info } = await (await getDocumentProxy(new Uint8Array(first.bytes))).getMetadata()
  expect(info).toMatchObject({ CreationDate: expect.stringContaining('20261006000000') })
})

test('a snapshot prints as its view does, computed in the printing thread; one that contradicts itself is the register’s fault', async () => {
  const snapshot = sampleSnapshot({ policies: 12 })
  const view = buildAssetReport(snapshot)
  const [fromView, fromSnapshot] = await Promise.all([shared.render(samplePaper, view), shared.render(samplePaper, { snapshot })])
  expect(fromSnapshot.bytes.equals(fromView.bytes)).toBe(true)
  expect(fromSnapshot.controlTotals).toEqual(view.controlTotals)
  const twice = { ...snapshot, policies: [...snapshot.policies, ...snapshot.policies.slice(0, 1)] }
  const refused = await shared.render(samplePaper, { snapshot: twice }).catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(RangeError)
  expect(String(refused)).toContain('twice')
})

test('the logos of firm and institution stand on the cover with their names, whatever their shape, and the same ones make the same bytes', async () => {
  const drawn = async (width: number, height: number, background: string) => ({
    content: await sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer(),
    isLight: false,
  })
  const snapshot = sampleSnapshot({ policies: 5, kind: 'AssetSummaryReport' })
  const logos = { firm: await drawn(640, 20, '#117755'), institution: await drawn(12, 150, '#7a2e2b') }
  const [plain, first, second] = await Promise.all([
    shared.render(summaryPaper, { snapshot }),
    shared.render(summaryPaper, { snapshot }, logos),
    shared.render(summaryPaper, { snapshot }, logos),
  ])
  expect(first.bytes.equals(second.bytes)).toBe(true)
  expect([plain.pages, first.pages]).toEqual([1, 1])
  expect(await metadataOf(first.bytes)).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const { catalog } = await PDFDocument.load(first.bytes, { updateMetadata: false })
  const figures = structureOf(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)).filter(({ kind }) => kind === 'Figure')
  const names = figures.map(({ alternative }) => alternative)
  expect(names).toEqual(expect.arrayContaining(['Logo of First Coastal Bank & Trust', 'Logo of BOLI Portal']))
  // Another bank's report after it carries nothing of it.
  expect((await shared.render(summaryPaper, { snapshot })).bytes.equals(plain.bytes)).toBe(true)
  const light = { firm: { ...logos.firm, isLight: true }, institution: logos.institution }
  expect((await shared.render(summaryPaper, { snapshot }, light)).bytes.equals(first.bytes)).toBe(false)
})

test('every page ends in one line with portal, version, source and its number, in every family alike', async () => {
  const view = viewOf({ policies: 60 })
  const { bytes, pages } = await shared.render(samplePaper, view)
  const document = await getDocumentProxy(new Uint8Array(bytes))
  for (let page = 1; page <= pages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(text).toContain(footerLine(view.footer))
    expect(text).toContain(`Page ${page} of ${pages}`)
  }
  for (const file of globSync('server/src/features/*/*print.typ'))
    expect(readFileSync(file, 'utf8'), file).toMatch(/footer: footer\(doc|show: (banded|flowing-pages)\.with\(doc\)/)
})

test('a summary is one page, names no insured, and says the limit test', async () => {
  for (const carriers of [1, 4, 8]) {
    const view = viewOf({ policies: 80, carriers, kind: 'AssetSummaryReport' })
    const { bytes, pages } = await shared.render(summaryPaper, view)
    expect(pages).toBe(1)
    const text = await pdfText(bytes)
    expect(text).not.toMatch(/Kowalski|Gallagher|Lindqvist/)
    expect(text).toContain('Headroom')
  }
})

test('a report without policies prints, and says N/A', async () => {
  const { bytes } = await shared.render(samplePaper, viewOf({ policies: 0 }))
  expect(await pdfText(bytes)).toContain('N/A')
})

test('long names, long policy numbers, letters of many alphabets and ten-digit dollars fit, down to the cent', async () => {
  const snapshot = sampleSnapshot({ policies: 30, scale: 900 })
  const policies = snapshot.policies.map((policy, index) => ({
    ...policy,
    policyNumber: index % 3 === 0 ? `${'ABCD0123456789'.repeat(3)}-${index}` : policy.policyNumber,
    insuredName:
      index % 2 === 0
        ? `Vandenberghe-Castellanos Oyelaran-Whitcombe, Maximiliana Theodora ${index}`
        : `Ωμέγα, Дмитрий 李 \u202e\u0007${index}`,
  }))
  const institution = {
    ...snapshot.institution,
    legalName: 'The Farmers, Mechanics and Merchants National Bank and Trust Company of Upper Chesapeake and the Eastern Shore',
  }
  const view = buildAssetReport({ ...snapshot, policies, institution })
  const { bytes } = await shared.render(samplePaper, view)
  const text = await pdfText(bytes)
  expect(figuresOf(view).filter((figure) => /\d,\d{3}\.\d\d$/.test(figure) && !text.includes(figure))).toEqual([])
})

const crashing = new URL('../../test/crashing-pdf-worker.ts', import.meta.url)
const outcomesOf = async (printing: Promise<unknown>[]) =>
  (await Promise.allSettled(printing)).map((outcome) => (outcome.status === 'fulfilled' ? 'printed' : reasonOf(outcome.reason)))

test('a crash rejects its own report only, and printing goes on', async () => {
  const view = viewOf({ policies: 3 })
  const frail = pool({ workers: 2, workerFile: crashing })
  const printing = [view, named(view, 'crash'), view, named(view, 'crash'), view].map((one) => frail.render(samplePaper, one))
  expect(await outcomesOf(printing)).toEqual(['printed', 'crash', 'printed', 'crash', 'printed'])
})

// Answers at once, so that only the endless report meets the time limit, however busy the machine.
const hanging = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ ready: true })
    parentPort.on('message', ({ id, given }) => {
      while (given.header.institutionName === 'hang') Math.random()
      parentPort.postMessage({ id, bytes: new Uint8Array([7]), pages: 1 })
    })`)}`,
)

test('an endless report is given up after its time, and the next ones are made', async () => {
  const view = viewOf({ policies: 1 })
  const frail = pool({ workers: 1, timeoutMilliseconds: 3000, workerFile: hanging })
  const printing = ['a', 'hang', 'b', 'c'].map((name) => frail.render(samplePaper, named(view, name)))
  expect(await outcomesOf(printing)).toEqual(['printed', 'timeout', 'printed', 'printed'])
})

test('a view that the template refuses says so and leaves its worker at work', async () => {
  const broken = {
    ...viewOf({ policies: 1 }),
    header: { ...viewOf({ policies: 1 }).header, preparedOn: plainDate('2026-02-28'), title: '' },
  }
  const single = pool({ workers: 1 })
  const refused = {
    ...broken,
    highlights: [{ key: 'x', label: 'x', kind: 'money', value: 0.5, detail: null, formula: 'lines' }],
  } satisfies AssetReportView
  await expect(single.render(samplePaper, refused)).rejects.toMatchObject({ reason: 'template' })
  await expect(single.render(samplePaper, viewOf({ policies: 1 }))).resolves.toMatchObject({ pages: expect.any(Number) })
})

test('workers are replaced after their span of reports, and a full queue refuses instead of growing', async () => {
  const view = viewOf({ policies: 2 })
  const short = pool({ workers: 1, reportsAWorker: 2, queue: 3 })
  const printed = [1, 2, 3, 4].map(() => short.render(summaryPaper, view))
  await expect(short.render(summaryPaper, view)).rejects.toMatchObject({ reason: 'busy' })
  // Whoever asked for a paper is told to come again, not that something broke.
  await expect(printedNow(short.render(summaryPaper, view))).rejects.toMatchObject({ code: 'unavailable' })
  const all = await Promise.all(printed)
  expect(all.every(({ bytes }) => bytes.equals(all[0]?.bytes ?? Buffer.alloc(0)))).toBe(true)
  await short.close()
  await expect(short.render(summaryPaper, view)).rejects.toMatchObject({ reason: 'closed' })
})

const reasonOf = (error: unknown) => (error instanceof PdfFailure ? error.reason : String(error))

/** Every figure that a reader should find: highlights, and all cells but empty ones. */
function figuresOf(view: AssetReportView): string[] {
  const tables = [
    view.carriers,
    view.kind === 'AssetReport' ? view.ledger.table : view.ledger.summary,
    ...(view.ledger.schedule ? [view.ledger.schedule] : []),
    view.trend.table,
    ...(view.callReport ? [view.callReport.table] : []),
    ...(view.callReport?.riskWeights ? [view.callReport.riskWeights.table, view.callReport.riskWeights.funds ?? []].flat() : []),
    ...Object.values(view.activity ?? {}),
  ]
  const flat = tables.flatMap(({ columns, rows, total }) =>
    [...rows, ...(total ? [total] : [])].flatMap((row) => columns.map((column) => ({ kind: column.kind, text: textOfCell(row, column) }))),
  )
  const detail = view.detail
  const policies = (detail?.carriers ?? []).flatMap((carrier) => [
    carrier.subtotal,
    ...carrier.products.flatMap((product) => [...product.rows, product.subtotal]),
  ])
  const deep = detail
    ? [...policies, detail.total].flatMap((row) => detail.columns.map((column) => ({ kind: column.kind, text: textOfCell(row, column) })))
    : []
  const cells = [...flat, ...deep].filter(({ kind, text }) => kind !== 'text' && text !== '-').map(({ text }) => text)
  return [...new Set([...view.highlights.map(({ kind, value }) => formatFigure(kind, value)), ...cells])]
}

async function metadataOf(bytes: Buffer): Promise<string> {
  const { metadata } = await (await getDocumentProxy(new Uint8Array(bytes))).getMetadata()
  return String(metadata?.getRaw() ?? '')
}

interface Element {
  kind: string
  alternative: string
  attributes: string
}

function structureOf(node: PDFDict): Element[] {
  const kind = node.lookup(PDFName.of('S'))
  const alternative = node.lookup(PDFName.of('Alt'))
  const own =
    kind instanceof PDFName
      ? [
          {
            kind: kind.decodeText(),
            alternative: alternative instanceof PDFString || alternative instanceof PDFHexString ? alternative.decodeText() : '',
            attributes: flat(node.lookup(PDFName.of('A'))),
          },
        ]
      : []
  const kids = node.lookup(PDFName.of('K'))
  const children = kids instanceof PDFArray ? kids.asArray().map((_, index) => kids.lookup(index)) : [kids]
  return [...own, ...children.flatMap((child) => (child instanceof PDFDict ? structureOf(child) : []))]
}

const flat = (value: PDFObject | undefined): string => (value ? value.toString().replaceAll(/\s+/g, ' ') : '')
