/** Files that are none, or are of another kind than their name says. */
import { gzipSync } from 'node:zlib'
import { feedText } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { workbook } from '../feed-workbook.ts'
import { type DirtyFeed, NARROW, only } from './dirty-feed.ts'

const kind = 'kinds of file'
const made = (
  name: string,
  fileName: string,
  content: (feeds: FeedServer) => Buffer | string | Promise<Buffer>,
  refused: RegExp,
): DirtyFeed => ({
  kind,
  name,
  refused,
  make: async (feeds) => ({ content: await content(feeds), fileName }),
})
const read = (name: string, fileName: string, content: (feeds: FeedServer) => Buffer | string | Promise<Buffer>): DirtyFeed => ({
  kind,
  name,
  rightly: true,
  make: async (feeds) => ({ content: await content(feeds), fileName, truth: only(feeds.sound(), NARROW) }),
})
const text = (feeds: FeedServer) => feedText(feeds.sound(), { headers: NARROW })
const book = (feeds: FeedServer) => workbook([{ name: 'Values', lines: feeds.sound(), headers: NARROW }])

export const KINDS_OF_FILE: DirtyFeed[] = [
  made('a PDF named .csv', 'values.csv', () => '%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF', /PDF document/),
  made('a web page named .xls', 'values.xls', () => '<html><body><table><tr><td>Policy No</td></tr></table></body></html>', /web page/),
  made(
    'a web page after a mark of UTF-8, named .csv',
    'values.csv',
    () => '\ufeff<!DOCTYPE html><html><body>Sign in</body></html>',
    /web page|names the columns/,
  ),
  made('an XML spreadsheet named .xls', 'values.xls', () => '<?xml version="1.0"?><Workbook></Workbook>', /XML/),
  made('an archive named .xlsx', 'values.xlsx', () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), /empty archive/),
  made('a packed text named .csv', 'values.csv', (feeds) => gzipSync(text(feeds)), /packed/),
  made(
    'a workbook cut in half',
    'values.xlsx',
    async (feeds) => (await book(feeds)).subarray(0, 3000),
    /damaged|archive|broken|cannot be read/i,
  ),
  made('an old workbook named .xlsx', 'values.xlsx', () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), /old XLS/),
  made('a program named .csv', 'values.csv', () => Buffer.from('4d5a90000300000004000000ffff', 'hex'), /program/),
  made('a picture named .xlsx', 'values.xlsx', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /picture/),
  made('nothing at all', 'values.csv', () => '', /empty/),
  made('line ends only', 'values.csv', () => '\n\n\n', /no rows/),
  made('prose', 'values.csv', () => 'Dear client,\nplease find the values attached.\nKind regards\n', /names the columns/),
  made('JSON', 'values.json', (feeds) => JSON.stringify(feeds.sound(), null, 1), /JSON/),
  made('rows without a header', 'values.csv', (feeds) => text(feeds).split('\n').slice(1).join('\n'), /names the columns/),
  made(
    'a workbook with 16,384 columns',
    'values.xlsx',
    (feeds) =>
      workbook(
        [{ name: 'Values', lines: feeds.sound(), headers: NARROW }],
        (made) => void Object.assign(made.getWorksheet('Values')?.getCell(3, 16_384) ?? {}, { value: 1 }),
      ),
    /more than 500 columns/,
  ),
  made('a text with 600 columns', 'values.csv', (feeds) => text(feeds).replace('\n', `${',x'.repeat(600)}\n`), /columns/),
  made(
    'amounts that add up to more than all life insurance there is',
    'values.csv',
    (feeds) =>
      `Policy No,Val Date,CSV,DB\n${`${feeds.policies[0]?.policyNumber},2026-10-31,999999999999.00,999999999999.00\n`.repeat(100)}`,
    /more than all life insurance/,
  ),
  read('a text named .xlsx', 'values.xlsx', text),
  read('a workbook named .csv', 'values.csv', book),
  read('a text named .pdf', 'values.pdf', text),
]
