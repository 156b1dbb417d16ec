/** The report through pdfmake. */
import { createRequire } from 'node:module'
import { interFile, type PlainReport, type PlainTable } from './content.ts'

interface PdfMake {
  addFonts: (fonts: object) => void
  setUrlAccessPolicy: (policy: () => boolean) => void
  setLocalAccessPolicy: (policy: () => boolean) => void
  createPdf: (definition: object) => { getBuffer: () => Promise<Buffer> }
}
const pdfmake: PdfMake = createRequire(import.meta.url)('pdfmake')
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => true)
pdfmake.addFonts({
  Inter: {
    normal: interFile('400Regular'),
    bold: interFile('600SemiBold'),
    italics: interFile('400Regular'),
    bolditalics: interFile('600SemiBold'),
  },
})

export function printPdfmake(report: PlainReport): Promise<Buffer> {
  return pdfmake
    .createPdf({
      pageSize: 'LETTER',
      pageOrientation: 'landscape',
      pageMargins: [28, 28, 28, 46],
      info: { title: report.title },
      defaultStyle: { font: 'Inter', fontSize: 6.2 },
      footer: (page: number, pages: number) => ({ text: `${report.footer}   Page ${page} of ${pages}`, margin: [28, 12], fontSize: 6 }),
      content: [
        {
          table: {
            widths: ['*'],
            body: [
              [
                {
                  stack: [{ text: report.title, fontSize: 20, bold: true }, { text: report.institution, fontSize: 11 }, report.asOf],
                  color: 'white',
                  fillColor: '#0B2A5B',
                  margin: 14,
                },
              ],
            ],
          },
          layout: 'noBorders',
        },
        {
          table: {
            widths: Array(5).fill('*'),
            body: [report.tiles.slice(0, 5), report.tiles.slice(5, 10)].map((row) =>
              row.map(({ label, value, note }) => ({
                stack: [label, { text: value, fontSize: 13, bold: true }, note],
                fillColor: '#F2F6FC',
              })),
            ),
          },
          layout: 'noBorders',
        },
        {
          columns: [
            { svg: report.trendSvg, width: 452 },
            { svg: report.ringSvg, width: 84 },
          ],
        },
        ...report.tables.flatMap(tableOf),
        ...report.notes,
      ],
    })
    .getBuffer()
}

const tableOf = ({ title, columns, rows }: PlainTable) => [
  { text: title, fontSize: 11, bold: true, margin: [0, 12, 0, 4] },
  {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map((_, index) => (index === 0 ? 90 : '*')),
      body: [
        columns.map(({ label, right }) => ({
          text: label,
          bold: true,
          color: 'white',
          fillColor: '#0B2A5B',
          alignment: right ? 'right' : 'left',
        })),
        ...rows.map(({ kind, cells }) =>
          kind === 'group'
            ? [{ text: cells[0], bold: true, colSpan: columns.length }, ...Array(columns.length - 1).fill('')]
            : cells.map((text, index) => ({ text, bold: kind === 'sum', alignment: columns[index]?.right ? 'right' : 'left' })),
        ),
      ],
    },
    layout: 'lightHorizontalLines',
  },
]
