/** A one-sheet XLSX whose bytes depend on its cells only: no clock, no compression, so that any machine writes the same file. */
import { escapeXml as escape, officeFile } from './office-file.ts'

/** `number` and `percent` take a plain number, `date` a day YYYY-MM-DD. */
export interface SheetCell {
  kind: 'text' | 'number' | 'percent' | 'date'
  value: string
  /** Computes the number, which is kept beside it for readers that do not. */
  formula?: string
}

const DAY_ZERO = Date.UTC(1899, 11, 30)
const STYLES: Record<SheetCell['kind'], number> = { text: 0, number: 1, date: 2, percent: 3 }

export const workbook = (sheetName: string, rows: readonly (readonly SheetCell[])[]): Promise<Buffer> => officeFile(parts(sheetName, rows))

function parts(sheetName: string, rows: readonly (readonly SheetCell[])[]): Record<string, string> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const lines = rows.map(
    (cells, r) => `<row r="${r + 1}">${cells.map((cell, c) => cellXml(cell, `${columnName(c)}${r + 1}`)).join('')}</row>`,
  )
  const widths = (rows[0] ?? []).map((_, c) => `<col min="${c + 1}" max="${c + 1}" width="18" customWidth="1"/>`)
  return {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escape(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[0, 164, 165, 10].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  }
}

function cellXml({ kind, value, formula }: SheetCell, reference: string): string {
  if (value === '') return `<c r="${reference}"/>`
  if (kind === 'text') return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`
  const number = kind === 'date' ? String(Math.round((Date.parse(`${value}T00:00:00Z`) - DAY_ZERO) / 86_400_000)) : value
  return `<c r="${reference}" s="${STYLES[kind]}">${formula ? `<f>${escape(formula)}</f>` : ''}<v>${number}</v></c>`
}

function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `${columnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`
}
