/** Tables that begin further down, more than one table on a sheet, and what a spreadsheet hides. */
import { HEADERS } from '../feed-fixture.ts'
import { workbook } from '../feed-workbook.ts'
import { type DirtyFeed, only, sheets } from './dirty-feed.ts'
import { apart } from './sheets.ts'

const kind = 'sheets'

export const SHEET_LAYOUTS: DirtyFeed[] = [
  {
    kind,
    name: 'a header in row 7, below the carrier’s heading',
    rightly: true,
    make: async (feeds) => ({
      content: await sheets([
        {
          name: 'Values',
          preamble: [['Any Life Insurance Company'], ['In-force extract'], [''], ['Confidential'], ['Page 1'], ['']],
          lines: feeds.sound(),
        },
      ]),
    }),
  },
  {
    kind,
    name: 'a heading in row 3 that looks like a header, and the header in row 7',
    rightly: true,
    make: async (feeds) => ({
      content: await sheets([
        { name: 'Values', preamble: [['Any Life'], [''], ['Policy', 'Status'], ['as agreed', 'final'], [''], ['']], lines: feeds.sound() },
      ]),
    }),
  },
  {
    kind,
    name: 'two tables on one sheet, of the same columns, a bank each',
    rightly: true,
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      const content = await workbook([{ name: 'Values', lines: one }], (book) => {
        const sheet = book.getWorksheet('Values')
        sheet?.addRow([])
        sheet?.addRow(Object.values(HEADERS))
        for (const line of two)
          sheet?.addRow(
            Object.keys(HEADERS).map((column) => (typeof line[column] === 'number' ? Number(line[column]) / 100 : line[column])),
          )
      })
      return { content }
    },
  },
  {
    kind,
    name: 'two tables on one sheet, the second with its columns in another order',
    finds: [['FILE', 'error', null, /columns again, in another order/]],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      const headers = {
        policyNumber: 'Policy No',
        valuationDate: 'Val Date',
        cashSurrenderValue: 'CSV',
        deathBenefit: 'DB',
        accountValue: 'AV',
      }
      const turned = ['policyNumber', 'valuationDate', 'accountValue', 'deathBenefit', 'cashSurrenderValue'] as const
      const content = await workbook([{ name: 'Values', lines: one, headers }], (book) => {
        const sheet = book.getWorksheet('Values')
        sheet?.addRow([])
        sheet?.addRow(turned.map((column) => headers[column]))
        for (const line of two)
          sheet?.addRow(turned.map((column) => (typeof line[column] === 'number' ? Number(line[column]) / 100 : line[column])))
      })
      return { content, truth: only(feeds.sound(), headers) }
    },
  },
  {
    kind,
    name: 'two tables beside each other on one sheet',
    finds: [['HEADERS', 'error', null]],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      const keys = ['policyNumber', 'cashSurrenderValue', 'deathBenefit'] as const
      const content = await workbook([], (book) => {
        const sheet = book.addWorksheet('Oct 2026')
        sheet.addRow([...keys, ...keys].map((column) => HEADERS[column]))
        for (const [index, line] of one.entries())
          sheet.addRow(
            [line, two[index]].flatMap((each) =>
              keys.map((column) => (typeof each?.[column] === 'number' ? Number(each[column]) / 100 : each?.[column])),
            ),
          )
      })
      return {
        content,
        fields: { carrierCode: feeds.carrier, period: feeds.period },
        truth: only(feeds.sound(), { policyNumber: '', cashSurrenderValue: '', deathBenefit: '' }),
      }
    },
  },
  {
    kind,
    name: 'a hidden row and a hidden column',
    finds: [
      ['NOTE', 'warning', null, /One row is hidden/],
      ['NOTE', 'warning', null, /Hidden in the workbook, and read: “CSV”/],
    ],
    make: async (feeds) => ({
      content: await workbook([{ name: 'Values', lines: feeds.sound() }], (book) => {
        const sheet = book.getWorksheet('Values')
        if (!sheet) return
        sheet.getRow(3).hidden = true
        sheet.getColumn(Object.keys(HEADERS).indexOf('cashSurrenderValue') + 1).hidden = true
      }),
    }),
  },
]
