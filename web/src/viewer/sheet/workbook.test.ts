import { expect, test } from 'vitest'
import { openWorkbook } from './workbook.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one visible and one hidden sheet. */
const parts = (rows: string): Record<string, string> => ({
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><workbookPr/><sheets><sheet name="R&amp;D" sheetId="1" r:id="r1"/><sheet name="Hidden" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>Policy</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si></sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}><sheetData/></worksheet>`,
})

/** Stored, not packed: what a reader must find is where things lie. */
function zip(entries: Record<string, string>, flags = 0): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const files: number[] = []
  const list: number[] = []
  const [two, four] = [(n: number) => [n & 255, n >> 8], (n: number) => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >> 24]]
  for (const [name, content] of Object.entries(entries)) {
    const [title, bytes] = [encoder.encode(name), encoder.encode(content)]
    const same = [
      ...two(20),
      ...two(flags),
      ...two(0),
      ...four(0),
      ...four(0),
      ...four(bytes.length),
      ...four(bytes.length),
      ...two(title.length),
      ...two(0),
    ]
    list.push(...four(0x02014b50), ...two(20), ...same, ...two(0), ...two(0), ...two(0), ...four(0), ...four(files.length), ...title)
    files.push(...four(0x04034b50), ...same, ...title, ...bytes)
  }
  const count = Object.keys(entries).length
  const end = [
    ...four(0x06054b50),
    ...two(0),
    ...two(0),
    ...two(count),
    ...two(count),
    ...four(list.length),
    ...four(files.length),
    ...two(0),
  ]
  return new Uint8Array([...files, ...list, ...end])
}

const textOf = async (rows: string, most = 100, columns = 100) => {
  const book = await openWorkbook(zip(parts(rows)))
  const read = await book.read(0, most, columns)
  return { cut: read.cut, rows: read.rows.map((row) => Array.from(row, (cell) => cell?.text ?? null)) }
}

test('hidden sheets stay hidden, names are read as written', async () => {
  expect((await openWorkbook(zip(parts('')))).sheets).toEqual(['R&D'])
})

test('each kind of cell reads as Excel shows it, and gaps stay gaps', async () => {
  const { rows } = await textOf(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
     <row r="3"><c r="A3" s="1"><v>1234.5</v></c><c r="B3" s="2"><v>46326</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="inlineStr"><is><t>a &lt; b</t></is></c><c r="E3" t="e"><v>#REF!</v></c><c r="F3" t="str"><f>A3&amp;"x"</f><v>made_x000D_</v></c></row>`,
  )
  expect(rows).toEqual([['Policy', null, 'two runs'], [], ['$1,234.50', '10/31/2026', 'TRUE', 'a < b', '#REF!', 'made\r']])
})

test('reading stops with the last row shown and says that there are more', async () => {
  const many = Array.from({ length: 50 }, (_, row) => `<row r="${row + 1}"><c><v>${row}</v></c><c><v>7</v></c></row>`).join('')
  expect(await textOf(many, 10, 1)).toEqual({ cut: true, rows: Array.from({ length: 10 }, (_, row) => [String(row)]) })
  expect((await textOf(many, 50)).cut).toBe(false)
})

test.each([
  ['broken', new Uint8Array([1, 2, 3])],
  ['broken', zip({ 'other.xml': '' })],
  ['encrypted', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
  ['encrypted', zip(parts(''), 1)],
])('%s', async (fault, bytes) => {
  await expect(openWorkbook(bytes)).rejects.toThrow(fault)
})
