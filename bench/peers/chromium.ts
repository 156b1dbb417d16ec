/** The report as HTML, printed by a Chromium that stays open between reports. */

import { chromium } from '@playwright/test'
import { cpuOfTree } from '../measure.ts'
import { CHROMIUM } from '../portal.ts'
import { interFile, type PlainReport } from './content.ts'

export interface ChromiumPrinter {
  print: (report: PlainReport) => Promise<Buffer>
  /** Processor milliseconds of the browser and its processes so far. */
  cpu: () => number
  close: () => Promise<void>
}

export async function openChromium(): Promise<ChromiumPrinter> {
  const server = await chromium.launchServer(CHROMIUM)
  const browser = await chromium.connect(server.wsEndpoint())
  const pid = server.process().pid ?? 0
  return {
    print: async (report) => {
      const page = await browser.newPage()
      await page.setContent(html(report), { waitUntil: 'load' })
      const bytes = await page.pdf({
        format: 'Letter',
        landscape: true,
        tagged: true,
        outline: false,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate:
          '<div style="font-size:6px;width:100%;padding:0 28px">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
        margin: { top: '28px', bottom: '46px', left: '28px', right: '28px' },
        printBackground: true,
      })
      await page.close()
      return bytes
    },
    cpu: () => cpuOfTree(pid),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function html(report: PlainReport): string {
  const tables = report.tables.map(({ title, columns, rows }) => {
    const head = columns.map(({ label, right }) => `<th scope="col"${right ? ' class="r"' : ''}>${escaped(label)}</th>`).join('')
    const body = rows
      .map(({ kind, cells }) =>
        kind === 'group'
          ? `<tr class="g"><td colspan="${columns.length}">${escaped(cells[0] ?? '')}</td></tr>`
          : `<tr${kind === 'sum' ? ' class="s"' : ''}>${cells.map((text, index) => `<td${columns[index]?.right ? ' class="r"' : ''}>${escaped(text)}</td>`).join('')}</tr>`,
      )
      .join('')
    return `<h2>${escaped(title)}</h2><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
  })
  return `<!doctype html><html lang="en"><title>${escaped(report.title)}</title><style>@font-face{font-family:Inter;src:url(file://${interFile('400Regular')})}body{font:6.2pt Inter,sans-serif;margin:0}header{background:#0B2A5B;color:#fff;padding:14px}.t{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}.t div{background:#F2F6FC;padding:8px}.t b{display:block;font-size:13pt}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}thead{display:table-header-group}tr{break-inside:avoid}th{background:#0B2A5B;color:#fff;text-align:left}td,th{padding:2px 3px;border-bottom:.4pt solid #D8DFE8}.r{text-align:right}.s td,.g td{font-weight:600}</style><header><h1>${escaped(report.title)}</h1>${escaped(report.institution)} ${escaped(report.asOf)}</header><div class="t">${report.tiles.map(({ label, value, note }) => `<div>${escaped(label)}<b>${escaped(value)}</b>${escaped(note)}</div>`).join('')}</div>${report.trendSvg}${report.ringSvg}${tables.join('')}${report.notes.map((note) => `<p>${escaped(note)}</p>`).join('')}<p>${escaped(report.footer)}</p></html>`
}
