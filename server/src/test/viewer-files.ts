/** The files the viewers' story opens, made when it runs: long, plain, and hostile ones. */
import { concatTransformationMatrix, drawObject, PDFDocument, PDFName, popGraphicsState, pushGraphicsState, StandardFonts } from 'pdf-lib'
import { workbookBytes } from '../platform/formats/xlsx-writer.ts'
import { officeOf, relation, wordsIn } from './handed-in/make-office.ts'
import { pngOf } from './handed-in/make-picture.ts'

/**
 * Pages, the seventy-third with words of its own, and with `scanned` bytes of a picture each as a scanner makes them: what is said of the pages
 * stands together at the end, or apart, each page beside its picture, as many scanners write it.
 */
export async function pdfOfPages(pages: number, scanned = 0, written: 'together' | 'apart' = 'together'): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const side = Math.floor(Math.sqrt(scanned / 3))
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([612, 792])
    if (side > 0) {
      const picture = document.context.stream(noise(side * side * 3, number), {
        Type: 'XObject',
        Subtype: 'Image',
        Width: side,
        Height: side,
        ColorSpace: 'DeviceRGB',
        BitsPerComponent: 8,
      })
      const name = page.node.newXObject('Scan', document.context.register(picture))
      page.pushOperators(pushGraphicsState(), concatTransformationMatrix(468, 0, 0, 300, 72, 72), drawObject(name), popGraphicsState())
    }
    page.drawText(`Page ${number}: ${number === 73 ? 'the mortality table' : 'holdings'}`, { x: 72, y: 700, size: 20, font })
    for (let line = 0; line < 12; line++)
      page.drawText(`Cash surrender value ${(number * 1000 + line).toLocaleString('en-US')}.00`, {
        x: 72,
        y: 660 - line * 18,
        size: 11,
        font,
      })
  }
  document.catalog.set(PDFName.of('Lang'), document.context.obj('(en-US)'))
  return Buffer.from(await document.save({ useObjectStreams: written === 'together' }))
}

/** The same at every run, and as hard to pack as a scan. */
function noise(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = seed
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    // Small numbers only: no name of a PDF's dictionary can come about.
    bytes[index] = (state >>> 24) & 0x1f
  }
  return bytes
}

/** Two sheets, with money, a fraction and a day as Excel keeps them, and more rows than a page draws. */
export const workbook = (): Promise<Buffer> =>
  workbookBytes({
    title: 'Holdings',
    author: 'Corridor',
    date: '2026-11-01',
    sheets: [
      {
        name: 'Holdings',
        columns: [
          { label: 'Policy', kind: 'text', width: 20 },
          { label: 'Value', kind: 'money', width: 16 },
          { label: 'As of', kind: 'date', width: 12 },
        ],
        rows: Array.from({ length: 2500 }, (_, row) => [`P-${row + 1}`, 123_456_789 + row, '2026-10-31']),
      },
      { name: 'Notes', columns: [{ label: 'Note', kind: 'text', width: 40 }], rows: [['The second sheet']] },
    ],
  })

/** Markup that would run, load or ask if any of it were read as a page. */
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script><iframe src="https://evil.example/"></iframe>'
export const hostileText = `Minutes of the board\n${HOSTILE}\njavascript:alert(3)\n`
export const hostileTable = `Name,Note,Amount\n"${HOSTILE.replaceAll('"', '""')}",=1+1,"1,234.50"\nFirst Coastal Bank,plain,7\n`
export const hostileDocument = (): Buffer =>
  officeOf('docx', {
    parts: [
      wordsIn(
        `<w:hyperlink r:id="x1" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:r><w:t>The mortality table</w:t></w:r></w:hyperlink><w:r><w:rPr><w:color w:val="C00000"/></w:rPr><w:t xml:space="preserve"> ${HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</w:t></w:r>`,
      ),
    ],
    relations: relation('hyperlink', 'https://evil.example/'),
  })

/** Begins and ends as a PDF does, with nothing of one between. */
export const brokenPdf = Buffer.from('%PDF-1.7\nnothing here is an object\nstartxref\n9\n%%EOF\n')
export const picture = (): Buffer => pngOf(640, 400)
export const plainText = Array.from({ length: 400 }, (_, line) => `Line ${line + 1}${line === 350 ? ': the mortality table' : ''}`).join(
  '\n',
)
