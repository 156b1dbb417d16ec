/** Bytes, marks, line ends and quotation marks as carriers' systems write them: read as meant, or refused in a sentence. */
import { dollars, feedText, HEADERS } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { at, type DirtyFeed, type Line, NARROW, only } from './dirty-feed.ts'

const kind = 'encodings'
const encoded = (
  name: string,
  encode: (text: string, feeds: FeedServer) => Buffer,
  more: Pick<DirtyFeed, 'finds' | 'refused' | 'rightly'> = { rightly: true },
): DirtyFeed => ({
  kind,
  name,
  ...more,
  make: (feeds) => ({ content: encode(feedText(feeds.sound()), feeds) }),
})
const utf32 = (text: string, isLittle: boolean): Buffer => {
  const bytes = Buffer.alloc(text.length * 4)
  for (const [index, letter] of text.split('').entries())
    if (isLittle) bytes.writeUInt32LE(letter.codePointAt(0) ?? 0, index * 4)
    else bytes.writeUInt32BE(letter.codePointAt(0) ?? 0, index * 4)
  return bytes
}
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
/** The text with the second line of data changed. */
const second = (text: string, change: (line: string) => string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 2 ? change(line) : line))
    .join('\n')
const named = (name: string, encode: (text: string) => Buffer, insured: string, more: Pick<DirtyFeed, 'finds' | 'rightly'>): DirtyFeed => ({
  kind,
  name,
  ...more,
  make: (feeds) => ({ content: encode(feedText(feeds.sound().map((line, row) => (row === 1 ? { ...line, insured } : line)))) }),
})
const separated = (
  name: string,
  separator: string,
  money: (cents: number) => string,
  more: Pick<DirtyFeed, 'finds' | 'rightly' | 'refused'> = { rightly: true },
): DirtyFeed => ({
  kind,
  name,
  ...more,
  make: (feeds) => ({ content: feedText(feeds.sound(), { separator, money, headers: NARROW }), truth: only(feeds.sound(), NARROW) }),
})
const grouped = (cents: number, thousands: string, point: string) => {
  const [whole = '', rest = ''] = dollars(cents).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${point}${rest}`
}
const LATIN: DirtyFeed['finds'] = [['NOTE', 'warning', null, /Windows-1252/]]

export const ENCODINGS: DirtyFeed[] = [
  encoded('UTF-16 little-endian with its mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  encoded('UTF-16 big-endian with its mark', (text) => utf16be(`\ufeff${text}`)),
  encoded('UTF-16 little-endian without a mark', (text) => Buffer.from(text, 'utf16le')),
  encoded('UTF-16 big-endian without a mark', (text) => utf16be(text)),
  encoded('UTF-32 little-endian with its mark', (text) => utf32(`\ufeff${text}`, true), { refused: /UTF-32/ }),
  encoded('UTF-32 big-endian with its mark', (text) => utf32(`\ufeff${text}`, false), { refused: /UTF-32/ }),
  encoded('UTF-32 without a mark', (text) => utf32(text, true), { refused: /binary data|UTF-32|no text has/ }),
  encoded('NUL among the letters', (text) => Buffer.from(text.replace('Last', 'La\0t')), { refused: /binary data|NUL/ }),
  encoded('NUL inside UTF-16', (text) => Buffer.from(`\ufeff${text.replace('Last', 'La\0t')}`, 'utf16le'), { refused: /NUL/ }),
  encoded(
    'half a character at the end of UTF-16',
    (text) => Buffer.concat([Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from([0x41])]),
    { refused: /half a character/ },
  ),
  encoded('a mark of UTF-8', (text) => Buffer.from(`\ufeff${text}`)),
  encoded('the mark of UTF-8 twice', (text) => Buffer.from(`\ufeff\ufeff${text}`)),
  encoded('carriage returns alone', (text) => Buffer.from(text.replaceAll('\n', '\r'))),
  encoded(
    'line ends of three kinds',
    (text) =>
      Buffer.from(
        text
          .split('\n')
          .map((line, index) => `${line}${['\r\n', '\n', '\r\r\n'][index % 3]}`)
          .join(''),
      ),
    { rightly: true },
  ),
  encoded('no line end after the last line', (text) => Buffer.from(text.trimEnd())),
  encoded('blank lines between the rows', (text) => Buffer.from(text.replaceAll('\n', '\n\n,,,,\n'))),
  encoded('a mark of the end of a DOS file', (text) => Buffer.from(`${text}\u001a`)),
  encoded('a quotation mark that is never closed', (text) => Buffer.from(second(text, (line) => line.replace(/(First\d+)"/, '$1'))), {
    finds: [['RAGGED', 'error', at(1)]],
  }),
  encoded('a quotation mark that is never closed, in the last line', (text) => Buffer.from(text.replace(/(First\d+)"([^"]*)$/, '$1$2')), {
    refused: /never closed/,
  }),
  encoded('a quotation mark in the middle of a name', (text) =>
    Buffer.from(second(text, (line) => line.replace(/"(Last\d+), (First\d+)"/, '$1 "Bud" $2'))),
  ),
  encoded('a line with a cell too many', (text) => Buffer.from(second(text, (line) => line.replace(/"(Last\d+), (First\d+)"/, '$1, $2'))), {
    finds: [['RAGGED', 'error', at(1)]],
  }),
  encoded('a line with a cell too few', (text) => Buffer.from(second(text, (line) => line.replace(',Active', ''))), {
    finds: [['RAGGED', 'error', at(1)]],
  }),
  encoded(
    'amounts with thousands separators that nobody quoted',
    (text) => Buffer.from(second(text, (line) => line.replace(/(\d)(\d{3})(\d{3}\.\d\d)/g, '$1,$2,$3'))),
    { finds: [['RAGGED', 'error', at(1)]] },
  ),
  encoded('a file cut off in its last line', (text) => Buffer.from(text.slice(0, -60)), { finds: [['RAGGED', 'error', 7]] }),
  encoded('a file cut off within an amount of its last line', (text) => Buffer.from(text.slice(0, text.lastIndexOf('.00,4.05%') - 6)), {
    finds: [['RAGGED', 'error', 7]],
  }),
  encoded('a name over two lines', (text) => Buffer.from(second(text, (line) => line.replace(', First', ',\nFirst')))),
  encoded('sep= in the first line', (text) => Buffer.from(`sep=,\n${text}`)),
  named('a name in Latin-1', (text) => Buffer.from(text, 'latin1'), 'Müller, José', { finds: LATIN, rightly: true }),
  named('a name in Windows-1252 with a curly apostrophe', (text) => Buffer.from(text.replace('’', '\u0092'), 'latin1'), 'O’Neil, Ann', {
    finds: LATIN,
    rightly: true,
  }),
  named('a name in UTF-8', (text) => Buffer.from(text), 'Škvorecký, Zdena', { rightly: true }),
  separated('semicolons', ';', dollars),
  separated('tabs', '\t', dollars),
  separated('pipes', '|', dollars),
  separated('semicolons and decimal commas', ';', (cents) => grouped(cents, '', ','), { finds: [['VALUE', 'error', at(0), 'CSV']] }),
  separated('semicolons, points for thousands and decimal commas', ';', (cents) => grouped(cents, '.', ','), {
    finds: [['VALUE', 'error', at(0), 'CSV']],
  }),
  separated('tabs and apostrophes for thousands', '\t', (cents) => grouped(cents, '’', '.'), { finds: [['VALUE', 'error', at(0), 'CSV']] }),
  separated('decimal commas in a file of commas, not quoted', ',', (cents) => grouped(cents, '', ',').replace('"', ''), {
    finds: [['VALUE', 'error', at(0), 'CSV']],
  }),
  separated('semicolons and thousands separated by commas', ';', (cents) => grouped(cents, ',', '.'), { refused: /names the columns/ }),
  separated('spaces for thousands', ';', (cents) => grouped(cents, ' ', '.'), { rightly: true }),
  {
    kind,
    name: 'a semicolon inside a quoted cell of a file of semicolons',
    rightly: true,
    make: (feeds) => ({
      content: feedText(
        feeds.sound().map((line): Line => ({ ...line, insured: 'Doe; John' })),
        { separator: ';', headers: HEADERS },
      ),
    }),
  },
]
