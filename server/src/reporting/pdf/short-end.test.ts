/** A paper whose last page would hold a few lines is set closer; its type stays as large. */
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { expect, test, vi } from 'vitest'
import { emptyParts, pdfText } from '../../test/report-files.ts'
import { samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { MOST_EMPTY } from '../document/page-flow.ts'
import { compilePdf, createCompiler } from './compile.ts'

// Reading the fonts and printing take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

test('of a last page of a few lines is made none, where less air makes room for them; every line is printed all the same', async () => {
  const press = createCompiler()
  let saved = 0
  for (let policies = 20; policies <= 50 && saved === 0; policies += 3) {
    const view = buildAssetReport(sampleSnapshot({ policies }))
    const usual = compilePdf(press, { ...samplePaper, layOut: (...given) => samplePaper.layOut(given[0], given[1], 'usual') }, view)
    const printed = compilePdf(press, samplePaper, view)
    expect(printed.pages).toBeLessThanOrEqual(usual.pages)
    saved = usual.pages - printed.pages
    if (saved > 0) expect(wordsOf(await pdfText(printed.bytes))).toEqual(wordsOf(await pdfText(usual.bytes)))
  }
  expect(saved).toBe(1)
})

test('a last page that is half full is saved, too, where less air makes room for all of it', async () => {
  const press = createCompiler()
  const view = buildAssetReport(sampleSnapshot({ policies: 26 }))
  const usual = compilePdf(press, { ...samplePaper, layOut: (...given) => samplePaper.layOut(given[0], given[1], 'usual') }, view)
  const printed = compilePdf(press, samplePaper, view)
  expect(printed.pages).toBe(usual.pages - 1)
  for (const part of await emptyParts(printed.bytes)) expect(part).toBeLessThanOrEqual(MOST_EMPTY)
  expect(wordsOf(await pdfText(printed.bytes))).toEqual(wordsOf(await pdfText(usual.bytes)))
})

/** The policies' numbers and every amount, which no break of a page repeats or leaves out. */
const wordsOf = (text: string) => [...new Set(text.match(/[A-Z]\d+-\d+|\d[\d,]*\.\d\d%?/g))].sort()
