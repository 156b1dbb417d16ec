/** Letters and slides as PDFs in the firm's dress: the standard fonts, fixed dates, so that the same words make the same bytes. */
import { PDFDocument, type PDFFont, type PDFPage, type RGB, rgb, StandardFonts } from 'pdf-lib'
import { FIRM, type Letter, type Slide, type Table } from './paper-words.ts'

const INK = rgb(0.1, 0.14, 0.2)
const MUTED = rgb(0.36, 0.42, 0.5)
const BLUE = rgb(0.07, 0.26, 0.43)
const LINE = rgb(0.8, 0.83, 0.87)
const BARS = [BLUE, rgb(0.16, 0.63, 0.59), rgb(0.5, 0.09, 0.31), rgb(0.96, 0.42, 0.15), rgb(0.42, 0.48, 0.56)]

interface Fonts {
  plain: PDFFont
  bold: PDFFont
  /** Widths of words at one point: the same words come again and again. */
  widths: Map<string, number>
}

async function started(title: string, at: string): Promise<{ pdf: PDFDocument; fonts: Fonts }> {
  const pdf = await PDFDocument.create()
  const made = new Date(at)
  pdf.setTitle(title)
  pdf.setAuthor(FIRM.name)
  pdf.setLanguage('en-US')
  pdf.setProducer('Corridor')
  pdf.setCreator('Corridor')
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  return {
    pdf,
    fonts: {
      plain: await pdf.embedFont(StandardFonts.Helvetica),
      bold: await pdf.embedFont(StandardFonts.HelveticaBold),
      widths: new Map(),
    },
  }
}
// By itself pdf-lib waits between every fifty objects, for the sake of pages it runs in.
const finished = async (pdf: PDFDocument): Promise<Buffer> => Buffer.from(await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }))

const PAGE = [612, 792] as const
const MARGIN = 72
const BOTTOM = 84

export async function letterPdf(letter: Letter, at: string): Promise<Buffer> {
  const { pdf, fonts } = await started(letter.title, at)
  const pages: PDFPage[] = []
  let page = pdf.addPage([...PAGE])
  let y = 0
  const turn = () => {
    page = pages.length === 0 ? page : pdf.addPage([...PAGE])
    pages.push(page)
    y = PAGE[1] - (pages.length === 1 ? letterhead(page, fonts) : MARGIN)
  }
  const room = (height: number) => {
    if (y - height < BOTTOM) turn()
  }
  const write = (text: string, { size = 10.5, bold = false, color = INK, after = 0 } = {}) => {
    const font = bold ? fonts.bold : fonts.plain
    for (const line of wrapped(text, font, fonts, size, PAGE[0] - 2 * MARGIN)) {
      room(size * 1.45)
      y -= size * 1.45
      page.drawText(line, { x: MARGIN, y, size, font, color })
    }
    y -= after
  }
  turn()
  write(letter.date, { after: 14 })
  for (const line of letter.to) write(line)
  y -= 12
  if (letter.reference) write(`Reference ${letter.reference}`, { size: 9, color: MUTED, after: 8 })
  write(letter.title, { size: 14, bold: true, color: BLUE, after: 10 })
  for (const block of letter.blocks) {
    if (typeof block === 'string') write(block, { after: 9 })
    else {
      room(18 * Math.min(block.rows.length + 1, 6))
      for (const [index, row] of [block.head, ...block.rows].entries()) {
        const before = page
        room(18)
        // The header row is repeated where a table goes on.
        if (page !== before && index > 0) {
          y -= 18
          tableRow(page, fonts, block, block.head, y, true)
        }
        y -= 18
        tableRow(page, fonts, block, row, y, index === 0 || (block.total === true && index === block.rows.length))
      }
      y -= 20
    }
  }
  room(90)
  write('Sincerely,', { after: 26 })
  write(letter.signer.name, { bold: true })
  write(letter.signer.title, { color: MUTED })
  for (const [index, one] of pages.entries()) footer(one, fonts, letter.title, index + 1, pages.length)
  return finished(pdf)
}

function letterhead(page: PDFPage, { plain, bold }: Fonts): number {
  page.drawRectangle({ x: 0, y: PAGE[1] - 10, width: PAGE[0], height: 10, color: BLUE })
  page.drawText(FIRM.name, { x: MARGIN, y: PAGE[1] - 58, size: 17, font: bold, color: BLUE })
  page.drawText(FIRM.line, { x: MARGIN, y: PAGE[1] - 74, size: 8.5, font: plain, color: MUTED })
  page.drawLine({ start: { x: MARGIN, y: PAGE[1] - 86 }, end: { x: PAGE[0] - MARGIN, y: PAGE[1] - 86 }, thickness: 0.7, color: LINE })
  return 104
}

function footer(page: PDFPage, { plain }: Fonts, title: string, number: number, of: number): void {
  const at = { y: 40, size: 8, font: plain, color: MUTED }
  page.drawText(`${FIRM.name} · ${title}`, { x: MARGIN, ...at })
  page.drawText(`Page ${number} of ${of}`, { x: PAGE[0] - MARGIN - 48, ...at })
}

function tableRow(page: PDFPage, fonts: Fonts, { head, numeric, widths }: Table, row: readonly string[], y: number, bold: boolean): void {
  const whole = PAGE[0] - 2 * MARGIN
  const shares = widths ?? head.map(() => 1 / head.length)
  const font = bold ? fonts.bold : fonts.plain
  let x = MARGIN
  for (const [column, text] of row.entries()) {
    const width = (shares[column] ?? 0) * whole
    const left = numeric.includes(column) ? x + width - 4 - widthOf(text, font, fonts, 9.5) : x
    page.drawText(text, { x: left, y: y + 5, size: 9.5, font, color: bold ? BLUE : INK })
    x += width
  }
  page.drawLine({ start: { x: MARGIN, y }, end: { x: PAGE[0] - MARGIN, y }, thickness: bold ? 0.9 : 0.4, color: bold ? BLUE : LINE })
}

const SLIDE = [960, 540] as const

export async function slidesPdf(title: string, slides: readonly Slide[], at: string): Promise<Buffer> {
  const { pdf, fonts } = await started(title, at)
  for (const [index, slide] of slides.entries()) {
    const page = pdf.addPage([...SLIDE])
    page.drawRectangle({ x: 0, y: 0, width: 14, height: SLIDE[1], color: BLUE })
    page.drawText(slide.heading, { x: 64, y: index === 0 ? 300 : 452, size: index === 0 ? 38 : 28, font: fonts.bold, color: BLUE })
    let y = index === 0 ? 258 : 400
    for (const point of slide.points) {
      for (const [part, line] of wrapped(point, fonts.plain, fonts, 18, slide.bars ? 420 : 800).entries()) {
        if (index > 0 && part === 0) page.drawRectangle({ x: 66, y: y + 5, width: 6, height: 6, color: BARS[1] ?? BLUE })
        page.drawText(line, { x: index === 0 ? 64 : 86, y, size: 18, font: fonts.plain, color: INK })
        y -= 28
      }
      y -= 8
    }
    if (slide.bars) bars(page, fonts, slide.bars)
    page.drawText(`${FIRM.name} · ${title} · ${index + 1}`, { x: 64, y: 30, size: 10, font: fonts.plain, color: MUTED })
  }
  return finished(pdf)
}

function bars(page: PDFPage, fonts: Fonts, values: readonly { label: string; words: string; share: number }[]): void {
  const most = Math.max(...values.map(({ share }) => share), 0.01)
  for (const [index, { label, words, share }] of values.slice(0, 6).entries()) {
    const y = 390 - index * 54
    page.drawText(label, { x: 540, y: y + 22, size: 12, font: fonts.plain, color: INK })
    page.drawRectangle({ x: 540, y, width: Math.max((share / most) * 250, 2), height: 16, color: shade(index) })
    page.drawText(words, { x: 546 + (share / most) * 250, y: y + 3, size: 11, font: fonts.bold, color: MUTED })
  }
}
const shade = (index: number): RGB => BARS[index % BARS.length] ?? BLUE

function wrapped(text: string, font: PDFFont, fonts: Fonts, size: number, width: number): string[] {
  const space = widthOf(' ', font, fonts, size)
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const word of text.split(' ')) {
    const own = widthOf(word, font, fonts, size)
    if (line !== '' && taken + space + own > width) {
      lines.push(line)
      line = ''
      taken = 0
    }
    taken += own + (line === '' ? 0 : space)
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function widthOf(text: string, font: PDFFont, { widths, bold }: Fonts, size: number): number {
  const key = `${font === bold ? 'b' : 'p'}${text}`
  const known = widths.get(key) ?? font.widthOfTextAtSize(text, 1)
  widths.set(key, known)
  return known * size
}
