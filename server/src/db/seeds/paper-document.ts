/** A letter as a Word document: headings, paragraphs and tables, and nothing else a word processor could hold. */
import { escapeXml, officeFile } from './office-file.ts'
import { FIRM, type Letter, type Table } from './paper-words.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGED = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

export function letterDocument(letter: Letter): Promise<Buffer> {
  const body = [
    paragraph(FIRM.name, 'Title'),
    paragraph(FIRM.line),
    paragraph(letter.date),
    ...letter.to.map((line) => paragraph(line)),
    paragraph(letter.title, 'Heading1'),
    ...letter.blocks.map((block) => (typeof block === 'string' ? paragraph(block) : table(block))),
    paragraph(letter.signer.name),
    paragraph(letter.signer.title),
  ].join('')
  return officeFile({
    '[Content_Types].xml': `<Types xmlns="${PACKAGED}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGED}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGED}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:color w:val="12436D"/><w:sz w:val="36"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:spacing w:before="240"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style></w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr></w:body></w:document>`,
  })
}

const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`

function table({ head, rows, numeric }: Table): string {
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:color="C3CAD4"/>`
  const cell = (text: string, column: number, bold: boolean) =>
    `<w:tc><w:tcPr><w:tcW w:w="${Math.floor(9360 / head.length)}" w:type="dxa"/></w:tcPr><w:p><w:pPr>${numeric.includes(column) ? '<w:jc w:val="right"/>' : ''}</w:pPr><w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p></w:tc>`
  const line = (cells: readonly string[], bold: boolean) => `<w:tr>${cells.map((text, column) => cell(text, column, bold)).join('')}</w:tr>`
  return `<w:tbl><w:tblPr><w:tblW w:w="9360" w:type="dxa"/><w:tblBorders>${['top', 'bottom', 'insideH'].map(border).join('')}</w:tblBorders></w:tblPr><w:tblGrid>${head.map(() => `<w:gridCol w:w="${Math.floor(9360 / head.length)}"/>`).join('')}</w:tblGrid>${line(head, true)}${rows.map((row) => line(row, false)).join('')}</w:tbl>${paragraph('')}`
}
