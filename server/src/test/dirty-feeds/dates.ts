/** Day before month or after, in every way carriers write dates. One convention a column, or a question. */

import { feedText } from '../feed-fixture.ts'
import { workbook } from '../feed-workbook.ts'
import { at, type DirtyFeed, everyLine, type Line, NARROW, only, spoiled } from './dirty-feed.ts'

const kind = 'day and month'
const ISSUE = { ...NARROW, issue: 'Issue Date' }
const BORN = { ...NARROW, born: 'Date of Birth' }

/** Columns of dates beside the values: what they are read as shows in findings and notes, values stay as meant. */
const written = (
  name: string,
  headers: Record<string, string>,
  cells: readonly string[],
  finds: DirtyFeed['finds'],
  more: Partial<DirtyFeed> = {},
): DirtyFeed => ({
  kind,
  name,
  ...(finds ? { finds } : {}),
  make: async (feeds) => {
    const column = Object.keys(headers).at(-1) ?? ''
    const lines = feeds.sound().map((line, row): Line => ({ ...line, [column]: cells[row % cells.length] ?? '' }))
    return { content: feedText(lines, { headers }), truth: only(feeds.sound(), NARROW) }
  },
  ...more,
})
const valued = (
  name: string,
  dates: readonly string[],
  more: Pick<DirtyFeed, 'finds' | 'rightly'> & { book?: NonNullable<DirtyFeed['book']>; meant?: string },
): DirtyFeed => ({
  kind,
  name,
  ...(more.finds ? { finds: more.finds } : {}),
  ...(more.rightly ? { rightly: more.rightly } : {}),
  ...(more.book ? { book: more.book } : {}),
  make: async (feeds) => ({
    content: feedText(
      feeds.sound().map((line, row) => ({ ...line, valuationDate: dates[row % dates.length] ?? '' })),
      { headers: NARROW },
    ),
    truth: only(
      feeds.sound().map((line) => ({ ...line, valuationDate: more.meant ?? feeds.period })),
      NARROW,
    ),
  }),
})
const serial = (date: string, epoch: string): number => Math.round((Date.parse(date) - Date.parse(epoch)) / 86_400_000)

export const DATES: DirtyFeed[] = [
  valued('mm/dd/yyyy', ['10/31/2026'], { rightly: true }),
  valued('m/d/yy', ['10/31/26'], { rightly: true }),
  valued('dd/mm/yyyy, a day above 12', ['31/10/2026'], { finds: [['NOTE', 'warning', null, 'Val Date']], rightly: true }),
  valued('dd.mm.yyyy', ['31.10.2026'], { finds: [['NOTE', 'warning', null, 'Val Date']], rightly: true }),
  valued('dd-mm-yy', ['31-10-26'], { finds: [['NOTE', 'warning', null, 'Val Date']], rightly: true }),
  valued('ISO with a time', ['2026-10-31T00:00:00'], { rightly: true }),
  valued('ISO with a time of another zone', ['2026-10-31T23:59:59Z'], { rightly: true }),
  valued('yyyy/mm/dd', ['2026/10/31'], { rightly: true }),
  valued('yyyymmdd', ['20261031'], { rightly: true }),
  valued('yyyy-dd-mm', ['2026-31-10'], { finds: [['VALUE', 'error', at(0), 'Val Date']] }),
  valued('31-Oct-2026', ['31-Oct-2026'], { rightly: true }),
  valued('Oct 31, 2026', ['"Oct 31, 2026"'.replaceAll('"', '')], { rightly: true }),
  valued('month and year only', ['10/2026'], { finds: [['VALUE', 'error', at(0), 'Val Date']] }),
  valued('Oct-26, which could be a day', ['Oct-26'], { finds: [['VALUE', 'error', at(0), 'Val Date']] }),
  valued('a spreadsheet’s day numbers in a text', [String(serial('2026-10-31', '1899-12-30'))], {
    finds: [['VALUE', 'error', at(0), 'Val Date']],
  }),
  valued('30 February', ['02/30/2026'], { finds: [['VALUE', 'error', at(0), 'Val Date']] }),
  valued('zeros for a date', ['00/00/0000'], { finds: [['VALUE', 'error', at(0), 'Val Date']] }),
  valued('both conventions in one column', ['10/31/2026', '31/10/2026'], { finds: [['DATES', 'error', null, 'Val Date']] }),
  valued('the first of November, month first or the eleventh of January', ['11/01/2026'], {
    finds: [['DATES', 'error', null, 'Val Date']],
  }),
  valued('one row of the column with day first, ambiguous in itself', ['10/31/2026', '10/31/2026', '09/10/2026'], {
    finds: [['V7', 'warning', at(2), 'Val Date']],
  }),
  valued('the tenth of November for the month of October', ['2026-11-10'], { finds: [['MONTH', 'error', at(0), 'Val Date']] }),
  written(
    'issue dates with days above 12 in both places',
    ISSUE,
    ['15/06/2016', '06/15/2016', '06/07/2016'],
    [['DATES', 'error', null, 'Issue Date']],
  ),
  written('issue dates that the register tells to be day first', ISSUE, ['15/06/2016'], [['NOTE', 'warning', null, 'Issue Date']], {
    rightly: true,
  }),
  written('issue dates that can all be read in two ways', ISSUE, ['06/07/2016', '03/04/2017'], [['DATES', 'error', null, 'Issue Date']]),
  written(
    'one date of issue day first among others month first',
    ISSUE,
    ['06/15/2016', '06/15/2016', '06/15/2016', '15/06/2016'],
    [['DATES', 'error', null, 'Issue Date']],
  ),
  written(
    'an issue date that differs from the register’s by its turning',
    ISSUE,
    ['2016-06-15', '2016-06-15', '2016-05-06'],
    [['V12', 'warning', at(2), 'Issue Date']],
  ),
  written('dates of birth in two-digit years', BORN, ['01/01/70'], [], { rightly: true }),
  written('dates of birth that can all be read in two ways', BORN, ['02/03/1970'], [['DATES', 'error', null, 'Date of Birth']]),
  written('dates of birth a century off', BORN, ['01/01/2070'], [['V12', 'error', at(0), 'Date of Birth']]),
  ...([false, true] as const).map(
    (date1904): DirtyFeed => ({
      kind,
      name: `days of a workbook counted from ${date1904 ? '1904' : '1900'}, shown as dates`,
      rightly: true,
      make: async (feeds) => ({
        content: await workbook([{ name: 'Values', lines: feeds.sound(), headers: NARROW }], (book) => {
          book.properties.date1904 = date1904
          const column = book.getWorksheet('Values')?.getColumn(2)
          column?.eachCell((cell, row) => {
            if (row > 1) Object.assign(cell, { value: new Date('2026-10-31T00:00:00Z'), numFmt: 'mm/dd/yyyy' })
          })
        }),
        truth: only(feeds.sound(), NARROW),
      }),
    }),
  ),
  ...(['1899-12-30', '1904-01-01'] as const).map(
    (epoch): DirtyFeed => ({
      kind,
      name: `days of a workbook counted from ${epoch}, shown as bare numbers`,
      finds: [['VALUE', 'error', at(0), 'Val Date']],
      make: async (feeds) => ({
        content: await workbook([
          {
            name: 'Values',
            lines: feeds.sound().map((line) => ({ ...line, valuationDate: serial(line.valuationDate, epoch) })),
            headers: NARROW,
          },
        ]),
        truth: only(feeds.sound(), NARROW),
      }),
    }),
  ),
  {
    kind,
    name: 'days counted from 1904 in a workbook that counts from 1900',
    finds: [['PERIOD', 'error', null]],
    make: async (feeds) => ({
      content: await workbook([{ name: 'Values', lines: feeds.sound(), headers: NARROW }], (book) => {
        const column = book.getWorksheet('Values')?.getColumn(2)
        column?.eachCell((cell, row) => {
          if (row > 1) Object.assign(cell, { value: serial('2026-10-31', '1904-01-01'), numFmt: 'mm/dd/yyyy' })
        })
      }),
      truth: only(feeds.sound(), NARROW),
    }),
  },
  spoiled({
    kind,
    name: 'one row dated a year ago',
    headers: NARROW,
    change: { valuationDate: '2025-10-31' },
    finds: [['PERIOD', 'error', at(1), 'Val Date']],
  }),
  everyLine({
    kind,
    name: 'dates of workbooks as text, day first',
    form: 'xlsx',
    headers: NARROW,
    change: () => ({ valuationDate: '31/10/2026' }),
    finds: [['NOTE', 'warning', null, 'Val Date']],
    rightly: true,
  }),
]
