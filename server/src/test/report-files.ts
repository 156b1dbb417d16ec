/** Contents of a downloaded report: the words of its PDF, the sheets of its workbook. */
import ExcelJS from 'exceljs'
import { getDocumentProxy } from 'unpdf'
import yauzl from 'yauzl'
import { textOfPages } from '../platform/formats/reading/pdf.ts'

/** All pages as one text. */
export const pdfText = async (bytes: Uint8Array): Promise<string> => (await pdfPages(bytes)).join('\n')

/** The words of each page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const pages: string[] = []
  for await (const text of textOfPages(bytes)) pages.push(text)
  return pages
}

/** Bookmarks of two levels with their pages, and the pages that the links of the cover lead to: the contents of a board book. */
export async function pdfGuide(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pageOf = async (dest: unknown) => (Array.isArray(dest) ? 1 + (await pdf.getPageIndex(dest[0])) : 0)
  const outline = await Promise.all(
    (await pdf.getOutline()).map(async ({ title, dest, items }) => ({
      title,
      page: await pageOf(dest),
      inside: await Promise.all(items.map(async (one) => ({ title: one.title, page: await pageOf(one.dest) }))),
    })),
  )
  const contents = await (await pdf.getPage(1)).getAnnotations()
  return { outline, links: await Promise.all(contents.map(({ dest }) => pageOf(dest))) }
}

/** Points above and below the text of a page: running header and foot. */
const MARGINS = { top: 56, bottom: 46 }

/** The part of each page that is empty below its last line, of those that another page of the same sheet follows. */
export async function emptyParts(bytes: Uint8Array): Promise<number[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      const feet = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [Number(item.transform[5])] : []))
      const height = Number(page.view[3])
      const lowest = Math.min(height, ...feet.filter((foot) => foot > MARGINS.bottom))
      return { height, empty: (lowest - MARGINS.bottom) / (height - MARGINS.top - MARGINS.bottom) }
    }),
  )
  return pages.flatMap(({ height, empty }, index) => (pages[index + 1]?.height === height ? [empty] : []))
}

export async function workbookOf(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  const copy = new Uint8Array(bytes)
  await workbook.xlsx.load(copy.buffer)
  return workbook
}

/** The number in a row: the first cell of the sheet that holds the label, then the first number to its right; a formula counts with its kept result. */
export function numberBeside(workbook: ExcelJS.Workbook, sheetName: string, label: string): number {
  const sheet = workbook.getWorksheet(sheetName)
  if (!sheet) throw new RangeError(`no sheet ${sheetName}`)
  for (let line = 1; line <= sheet.rowCount; line++) {
    const values = rowValues(sheet.getRow(line))
    const at = values.indexOf(label)
    const found = at < 0 ? undefined : values.slice(at + 1).find((value) => typeof value === 'number')
    if (typeof found === 'number') return found
  }
  throw new RangeError(`no number beside ${label} on ${sheetName}`)
}

function rowValues(row: ExcelJS.Row): (number | string | null)[] {
  const values: (number | string | null)[] = []
  row.eachCell({ includeEmpty: true }, (cell) => {
    const { result, value } = cell
    const shown = result ?? value
    values.push(typeof shown === 'number' || typeof shown === 'string' ? shown : null)
  })
  return values
}

/** The files of an archive, by their names. */
export function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failure, archive) => {
      if (failure || !archive) return reject(failure)
      const files = new Map<string, Buffer>()
      archive.on('entry', (entry: yauzl.Entry) =>
        archive.openReadStream(entry, (error, stream) => {
          if (error || !stream) return reject(error)
          stream.toArray().then((chunks: Buffer[]) => {
            files.set(entry.fileName, Buffer.concat(chunks))
            archive.readEntry()
          }, reject)
        }),
      )
      archive.on('end', () => resolve(files))
      archive.readEntry()
    })
  })
}
