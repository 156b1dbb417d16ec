/**
 * Writes XLSX workbooks as a stream, row by row: typed cells, formats, frozen headers, filters, formulas with cached values, fixed dates.
 *
 * Formula injection: text is written as real strings, which no spreadsheet evaluates, and text that a formula could begin with is styled
 * with `quotePrefix` (the leading quote of ASVS 1.2.10), so that it stays text when somebody edits the cell. Negative numbers stay numbers.
 */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CellKind, CellValue } from '@corridor/domain/reports/table.ts'
import { type ZipEntry, zipStream } from './zip.ts'

/** Besides a report's kinds: `instant` is a moment on a clock (2026-11-27 20:05:07), `decimal` a plain number, `flag` true or false. */
export type SheetKind = CellKind | 'instant' | 'decimal' | 'flag'
export type SheetValue = CellValue | boolean | undefined
export interface SheetColumn {
  label: string
  kind: SheetKind
  /** In characters. */
  width?: number
}
/** One cell that differs from its column: a formula with its result, or another kind. */
export interface SheetCell {
  value: SheetValue
  kind?: SheetKind
  formula?: string
  /** A sum that leaves something out: the number stays one, and shows a star behind it. */
  isPartial?: boolean
}
export type RowStyle = 'plain' | 'subtotal' | 'total' | 'group'
export interface StyledRow {
  cells: readonly (SheetValue | SheetCell)[]
  style?: RowStyle
  /** Depth of the outline, so that details fold away below their subtotals. */
  outline?: number
}
export type SheetRow = readonly SheetValue[] | StyledRow
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>
  /** Filter buttons on the header; on unless the sheet is a page to read. */
  filter?: boolean
  frozenColumns?: number
  /** The row below the last one, outside the filter's range. */
  below?: (letters: readonly string[], last: number) => StyledRow
  /** Wraps long text instead of letting it run on. */
  wraps?: boolean
}
export interface Workbook {
  title: string
  /** The author, as the file's properties have it. */
  author: string
  /** ISO date for the file's properties: never the clock's. */
  date: string
  /** At the foot of every page that is printed of it, between the sheet's name and the page. */
  footer?: string
  sheets: readonly Sheet[]
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One sheet with typed columns: what a list exports. The rows are pulled as fast as the reader takes the bytes. */
export function sheetOf(
  columns: readonly SheetColumn[],
  rows: Sheet['rows'],
  about: { name: string; title?: string; author?: string; date: string },
): Readable {
  return workbookStream({
    title: about.title ?? about.name,
    author: about.author ?? 'Corridor',
    date: about.date,
    sheets: [{ name: about.name, columns, rows }],
  })
}

/** The same workbook makes the same bytes. @throws RangeError (on reading) for a sheet of more than 1,048,576 rows */
export function workbookStream(workbook: Workbook): Readable {
  return zipStream(parts(workbook))
}

export const workbookBytes = (workbook: Workbook): Promise<Buffer> => buffer(workbookStream(workbook))

const MOST_ROWS = 1_048_576
const CHUNK = 96 * 1024
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function* parts(workbook: Workbook): Generator<ZipEntry> {
  const names = workbook.sheets.map(({ name }, index) => sheetName(name, index))
  const text = (name: string, content: string): ZipEntry => ({ name, content: Buffer.from(HEAD + content), compress: true })
  const each = (of: (number: number) => string) => names.map((_, index) => of(index + 1)).join('')
  const type = (part: string, kind: string) => `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) => `<Relationship Id="${id}" Type="${kind}" Target="${target}"/>`
  yield text(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'officedocument.spreadsheetml.sheet.main')}${type('/xl/styles.xml', 'officedocument.spreadsheetml.styles')}${type('/docProps/core.xml', 'package.core-properties')}${type('/docProps/app.xml', 'officedocument.extended-properties')}${each((n) => type(`/xl/worksheets/sheet${n}.xml`, 'officedocument.spreadsheetml.worksheet'))}</Types>`,
  )
  yield text(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', `${RELATIONS}/officeDocument`, 'xl/workbook.xml')}${relation('rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml')}${relation('rId3', `${RELATIONS}/extended-properties`, 'docProps/app.xml')}</Relationships>`,
  )
  yield text(
    'docProps/core.xml',
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(workbook.title)}</dc:title><dc:creator>${escaped(workbook.author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${escaped(workbook.date)}T00:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${escaped(workbook.date)}T00:00:00Z</dcterms:modified></cp:coreProperties>`,
  )
  yield text(
    'docProps/app.xml',
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Corridor</Application></Properties>',
  )
  yield text('xl/styles.xml', stylesXml())
  const titles = names
    .map(
      (name, index) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escaped(name.replaceAll("'", "''"))}'!$1:$1</definedName>`,
    )
    .join('')
  yield text(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets><definedNames>${titles}</definedNames><calcPr calcId="191029" fullCalcOnLoad="0"/></workbook>`,
  )
  yield text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => relation(`rId${n}`, `${RELATIONS}/worksheet`, `worksheets/sheet${n}.xml`))}${relation(`rId${names.length + 1}`, `${RELATIONS}/styles`, 'styles.xml')}</Relationships>`,
  )
  for (const [index, sheet] of workbook.sheets.entries())
    yield { name: `xl/worksheets/sheet${index + 1}.xml`, compress: true, content: () => sheetXml(sheet, index === 0, workbook.footer) }
}

async function* sheetXml(sheet: Sheet, isFirst: boolean, footer = ''): AsyncGenerator<Uint8Array> {
  const { columns, frozenColumns = 0 } = sheet
  const letters = columns.map((_, index) => columnName(index))
  const pane =
    frozenColumns > 0
      ? `xSplit="${frozenColumns}" ySplit="1" topLeftCell="${columnName(frozenColumns)}2" activePane="bottomRight"`
      : 'ySplit="1" topLeftCell="A2" activePane="bottomLeft"'
  const widths = columns.map(
    ({ kind, width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(width ?? WIDTHS[kind], 8) + 2}" customWidth="1"/>`,
  )
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="1"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ${pane} state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
  text += `<row r="1" ht="32" customHeight="1">${columns.map(({ label, kind }, index) => stringCell(`${letters[index]}1`, label, isRight(kind) ? STYLES.headerRight : STYLES.header)).join('')}</row>`
  let row = 1
  for await (const cells of sheet.rows) {
    if (++row > MOST_ROWS) throw new RangeError(`sheet ${sheet.name} has more than ${MOST_ROWS} rows`)
    text += rowXml(row, cells, columns, letters, sheet.wraps === true)
    if (text.length > CHUNK) {
      yield Buffer.from(text)
      text = ''
    }
  }
  const filter = sheet.filter === false || row === 1 ? '' : `<autoFilter ref="A1:${letters.at(-1)}${row}"/>`
  if (sheet.below && row > 1) text += rowXml(row + 1, sheet.below(letters, row), columns, letters, false)
  const middle = footer === '' ? '' : `&amp;C${escaped(footer.replaceAll('&', '&&'))}`
  text += `</sheetData>${filter}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A${middle}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`
  yield Buffer.from(text)
}

function rowXml(row: number, content: SheetRow, columns: readonly SheetColumn[], letters: readonly string[], wraps: boolean): string {
  const styled: StyledRow = isStyled(content) ? content : { cells: content }
  const style = styled.style ?? 'plain'
  let text = styled.outline ? `<row r="${row}" outlineLevel="${styled.outline}">` : `<row r="${row}">`
  for (const [index, column] of columns.entries()) {
    const cell = styled.cells[index]
    const { value, kind = column.kind, formula, isPartial = false }: SheetCell = isCell(cell) ? cell : { value: cell }
    text += cellXml(`${letters[index]}${row}`, value, kind, style, formula, wraps, isPartial)
  }
  return `${text}</row>`
}

function cellXml(
  at: string,
  value: SheetValue,
  kind: SheetKind,
  style: RowStyle,
  formula: string | undefined,
  wraps: boolean,
  isPartial: boolean,
): string {
  if (value === null || value === undefined || value === '') return style === 'plain' ? '' : `<c r="${at}" s="${styleOf('text', style)}"/>`
  const number = numberOf(value, kind)
  if (number === null) {
    const shown = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
    return stringCell(at, shown, meansFormula(shown) ? styleOf('quoted', style) : styleOf(wraps ? 'wrapped' : 'text', style))
  }
  const shown = styleOf(isPartial && kind === 'money' ? 'partial' : kind, style)
  return formula === undefined
    ? `<c r="${at}" s="${shown}"><v>${number}</v></c>`
    : `<c r="${at}" s="${shown}"><f>${escaped(formula)}</f><v>${number}</v></c>`
}

const stringCell = (at: string, text: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t${/^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is></c>`

/**
 * Text that a spreadsheet could take for a formula, full-width forms included (WSTG-INPV-21). A number written as text is none, nor is the lone "-"
 * of a missing value.
 */
export const meansFormula = (text: string): boolean =>
  /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !/^-?\d+(\.\d+)?%?$/.test(text) && text !== '-'

/** The number a cell holds, as text; null for a text. Money is exact: dollars are written from whole cents. */
function numberOf(value: SheetValue, kind: SheetKind): string | null {
  if (kind === 'date' && typeof value === 'string') return serialDate(value)
  if (kind === 'instant' && typeof value === 'string') return serialInstant(value)
  if (typeof value !== 'number' || kind === 'text') return null
  if (!Number.isFinite(value)) return null
  return kind === 'money' ? dollars(value) : String(value)
}

/** Whole cents as dollars, "1234.5" for 123450. */
export function dollars(cents: number): string {
  const magnitude = Math.abs(cents)
  const rest = magnitude % 100
  const text = rest === 0 ? String(magnitude / 100) : `${(magnitude - rest) / 100}.${String(rest).padStart(2, '0')}`
  return cents < 0 ? `-${text}` : text
}

const DAY = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
function serialDate(date: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  return match ? String((Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) - EPOCH) / DAY) : null
}
function serialInstant(instant: string): string | null {
  const milliseconds = Date.parse(`${instant}Z`)
  return Number.isNaN(milliseconds) ? null : String(Math.round(((milliseconds - EPOCH) / DAY) * 1e8) / 1e8)
}

/** Without the characters that XML cannot hold: an office program refuses the whole file for one of them. */
export const forXml = (text: string): string => text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** XML text: markup escaped, characters that XML cannot hold left out. */
function escaped(text: string): string {
  if (!/[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/.test(text)) return text
  return forXml(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

// ---------------------------------------------------------------- styles

type CellStyle = SheetKind | 'quoted' | 'wrapped' | 'partial'
const KINDS: CellStyle[] = ['text', 'money', 'percent', 'date', 'count', 'instant', 'decimal', 'flag', 'quoted', 'wrapped', 'partial']
const ROW_STYLES: RowStyle[] = ['plain', 'subtotal', 'total', 'group']
const WIDTHS: Record<SheetKind, number> = { text: 22, money: 17, percent: 10, date: 12, count: 10, instant: 19, decimal: 12, flag: 8 }
const isRight = (kind: SheetKind) => kind === 'money' || kind === 'percent' || kind === 'count' || kind === 'decimal'
const STYLES = { header: 1, headerRight: 2 }
const styleOf = (kind: CellStyle, row: RowStyle): number => 3 + ROW_STYLES.indexOf(row) * KINDS.length + KINDS.indexOf(kind)

const FORMATS: Record<CellStyle, number> = {
  text: 49,
  quoted: 49,
  wrapped: 49,
  flag: 49,
  money: 164,
  partial: 167,
  percent: 10,
  date: 165,
  count: 3,
  instant: 166,
  decimal: 0,
}

function stylesXml(): string {
  const font = (inner: string) => `<font>${inner}<sz val="10"/><name val="Calibri"/><family val="2"/></font>`
  const fill = (color: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`
  const fonts = [font(''), font('<b/><color rgb="FFFFFFFF"/>').replace('<color', '<color'), font('<b/>')]
  const header = (align: string) =>
    `<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment horizontal="${align}" vertical="center" wrapText="1"/></xf>`
  const cells = ROW_STYLES.flatMap((row) =>
    KINDS.map((kind) => {
      const alignment =
        kind === 'wrapped'
          ? '<alignment vertical="top" wrapText="1"/>'
          : kind === 'date' || kind === 'instant'
            ? '<alignment horizontal="left"/>'
            : ''
      return `<xf numFmtId="${FORMATS[kind]}" fontId="${row === 'plain' ? 0 : 2}" fillId="${row === 'plain' ? 0 : row === 'total' ? 4 : 3}" borderId="${row === 'total' ? 1 : 0}" xfId="0" applyNumberFormat="1"${row === 'plain' ? '' : ' applyFont="1" applyFill="1" applyBorder="1"'}${kind === 'quoted' ? ' quotePrefix="1"' : ''}${alignment ? ` applyAlignment="1">${alignment}</xf>` : '/>'}`
    }),
  )
  return `<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00;\\-&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy"/><numFmt numFmtId="166" formatCode="mm/dd/yyyy\\ h:mm\\ AM/PM"/><numFmt numFmtId="167" formatCode="&quot;$&quot;#,##0.00&quot;*&quot;;\\-&quot;$&quot;#,##0.00&quot;*&quot;"/></numFmts><fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('0B2A5B')}${fill('F2F6FC')}${fill('DCE7F7')}</fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"><color rgb="FF0B2A5B"/></top><bottom style="double"><color rgb="FF0B2A5B"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${3 + cells.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${header('left')}${header('right')}${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/** "A" for 0, "AA" for 26. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

// At most 31 characters, none of []:*?/\, and no two alike.
const sheetName = (name: string, index: number) =>
  name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim() || `Sheet ${index + 1}`

const isStyled = (row: SheetRow): row is StyledRow => 'cells' in row
const isCell = (cell: SheetValue | SheetCell): cell is SheetCell => typeof cell === 'object' && cell !== null
