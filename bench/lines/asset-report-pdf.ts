/** Line 1: one asset report of 300 policies with two charts as a tagged PDF, beside the usual ways of making one. */
import { paper as assetPaper } from '@corridor/server/features/asset-reports/print.ts'
import { createPdfPool } from '@corridor/server/reporting/pdf/pool.ts'
import type { BenchLine, Subject } from '../line.ts'
import { costOf, median } from '../measure.ts'
import { openChromium } from '../peers/chromium.ts'
import { type PlainReport, plainReport, viewOf } from '../peers/content.ts'

export const line: BenchLine = {
  number: 1,
  name: 'asset-report-pdf',
  title: '300-policy asset report with two charts, as PDF',
  target: 'at most 250 CPU ms, tagged',
  run: async ({ quick, say }) => {
    // A report of other figures each time: Typst remembers what the last few reports shared.
    let seed = 0
    const nextView = () => viewOf(quick ? 30 : 300, 'AssetReport', ++seed)
    const rounds = quick ? { warm: 1, runs: 1 } : { warm: 3, runs: 7 }
    const subjects: Subject[] = []
    const note = (
      name: string,
      cost: { cpuMilliseconds: number; milliseconds: number },
      bytes: number,
      pages: number | string,
      tagged: string,
    ) => {
      subjects.push({
        name,
        value: cost.cpuMilliseconds,
        more: { 'wall ms': cost.milliseconds, kB: bytes / 1000, pages: String(pages), tagged },
      })
      say(`${name}: ${cost.cpuMilliseconds.toFixed(0)} CPU ms`)
    }
    const pool = createPdfPool({ workers: 1 })
    const views = Array.from({ length: rounds.warm + rounds.runs }, nextView)
    let own = await pool.render(assetPaper, nextView())
    const ownCost = await costOf(async () => {
      own = await pool.render(assetPaper, views.pop() ?? nextView())
    }, rounds)
    await pool.close()
    note('Corridor (worker thread, charts, tags, object streams)', ownCost, own.bytes.length, own.pages, 'PDF/UA-1')

    const report = plainReport(nextView())
    const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? '-'
    const printJsPdf = await printerOf('jspdf', 'printJsPdf')
    let bytes = await printJsPdf(report)
    note(
      'jsPDF with autotable (charts drawn by hand)',
      await costOf(async () => {
        bytes = await printJsPdf(report)
      }, rounds),
      bytes.length,
      pagesOf(bytes),
      'no',
    )
    const printPdfmake = await printerOf('pdfmake', 'printPdfmake')
    note(
      'pdfmake',
      await costOf(async () => {
        bytes = await printPdfmake(report)
      }, rounds),
      bytes.length,
      pagesOf(bytes),
      'no',
    )
    const browser = await openChromium()
    try {
      await browser.print(report)
      const costs: number[] = []
      const walls: number[] = []
      for (let index = 0; index < rounds.runs; index++) {
        const [cpu, started] = [browser.cpu(), performance.now()]
        bytes = await browser.print(report)
        walls.push(performance.now() - started)
        costs.push(browser.cpu() - cpu)
      }
      note(
        'Chromium, kept open, page.pdf',
        { cpuMilliseconds: median(costs), milliseconds: median(walls) },
        bytes.length,
        pagesOf(bytes),
        'yes',
      )
    } finally {
      await browser.close()
    }
    const printReactPdf = await printerOf('react-pdf', 'printReactPdf')
    note(
      '@react-pdf/renderer',
      await costOf(
        async () => {
          bytes = await printReactPdf(report)
        },
        { warm: 1, runs: quick ? 1 : 3 },
      ),
      bytes.length,
      pagesOf(bytes),
      'no',
    )
    return {
      subjects,
      unit: 'CPU ms',
      lessIsBetter: true,
      reached: ownCost.cpuMilliseconds <= 250,
      remarks: [
        `Content: highlights, two charts, carriers, 13 months, ${quick ? 30 : 300} policies in 15 columns with subtotals, entries, ${quick ? 30 : 300} entries by policy, activity, notes.`,
        'CPU of all threads of the process (Chromium: of its process tree), median after warming up; Corridor prints other figures each time. Corridor makes its charts within the time; peers get them ready made.',
      ],
    }
  },
}

type Printer = (report: PlainReport) => Buffer | Promise<Buffer>

// Named at run time only, so that the types of the server can be checked where the peers are not installed.
async function printerOf(file: string, name: string): Promise<Printer> {
  const module: Record<string, Printer> = await import(new URL(`../peers/${file}.ts`, import.meta.url).href)
  const printer = module[name]
  if (!printer) throw new Error(`${file}.ts has no ${name}`)
  return printer
}
