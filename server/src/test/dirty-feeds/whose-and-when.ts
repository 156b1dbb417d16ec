/** Owner and month of policies: another bank's, another carrier's, a month that is not meant. */
import { feedText } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { at, type DirtyFeed, everyLine, type Found, type Line, NARROW, only, spoiled } from './dirty-feed.ts'

const kind = 'whose and when'
const BANKED = { ...NARROW, bank: 'Bank' }
const UNDATED = { policyNumber: 'Policy No', cashSurrenderValue: 'CSV', deathBenefit: 'DB' }
const nameOf = (feeds: FeedServer, row: number) => feeds.policies[row]?.institutionName ?? ''
const headed = (
  name: string,
  preamble: string[],
  finds: Found[] | 'rightly',
  more: { fields?: (feeds: FeedServer) => Record<string, string>; headers?: Record<string, string>; dated?: string } = {},
): DirtyFeed => ({
  kind,
  name,
  ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  make: (feeds) => ({
    content: feedText(more.dated ? feeds.sound().map((line) => ({ ...line, valuationDate: more.dated ?? '' })) : feeds.sound(), {
      headers: more.headers ?? UNDATED,
      preamble,
    }),
    ...(more.fields ? { fields: more.fields(feeds) } : {}),
    truth: only(feeds.sound(), more.headers ?? UNDATED).map((line) => ({ ...line, valuationDate: feeds.period })),
  }),
})
const october = (feeds: FeedServer) => ({ carrierCode: feeds.carrier, period: feeds.period })
const september = (feeds: FeedServer) => ({ carrierCode: feeds.carrier, period: feeds.book.period })

/** The second bank's first policy has the number of the first bank's. */
async function shareNumber(feeds: FeedServer): Promise<void> {
  const [one, two] = [feeds.policies[0], feeds.policies.find(({ institutionId }) => institutionId !== feeds.policies[0]?.institutionId)]
  if (!one || !two) throw new Error('two banks are wanted')
  await feeds.server.ownerDb
    .updateTable('policy')
    .set({ policyNumber: one.policyNumber, matchKey: one.policyNumber.replace('-', '') })
    .where('id', '=', two.policyId)
    .execute()
  two.policyNumber = one.policyNumber
}
const withIds = (feeds: FeedServer, lines: readonly Line[]): Line[] =>
  lines.map((line, row) => ({ ...line, policyId: feeds.policies[row]?.policyId ?? 0 }))

export const WHOSE_AND_WHEN: DirtyFeed[] = [
  spoiled({
    kind,
    name: 'a row of another bank',
    headers: BANKED,
    change: (_line, feeds) => ({ bank: nameOf(feeds, 5) }),
    finds: [['P7', 'error', at(1), 'Bank']],
  }),
  everyLine({
    kind,
    name: 'the banks’ names moved down by three rows',
    headers: BANKED,
    change: (_line, row, feeds) => ({ bank: nameOf(feeds, (row + 3) % 6) }),
    finds: [
      ['P7', 'error', at(0)],
      ['P7', 'error', at(5)],
    ],
  }),
  everyLine({
    kind,
    name: 'the right banks by name',
    headers: BANKED,
    change: (_line, row, feeds) => ({ bank: nameOf(feeds, row) }),
    rightly: true,
  }),
  spoiled({
    kind,
    name: 'a bank that nobody knows',
    headers: BANKED,
    change: { bank: 'First National Bank of Nowhere' },
    finds: [['V12', 'warning', at(1), 'Bank']],
  }),
  {
    kind,
    name: 'one policy number at two banks, told apart by the bank',
    book: shareNumber,
    rightly: true,
    make: (feeds) => {
      const lines = feeds.sound().map((line, row): Line => ({ ...line, bank: nameOf(feeds, row) }))
      return { content: feedText(lines, { headers: BANKED }), truth: withIds(feeds, only(feeds.sound(), NARROW)) }
    },
  },
  {
    kind,
    name: 'one policy number at two banks, and no column of the bank',
    book: shareNumber,
    finds: [
      ['V2', 'error', at(0), 'Policy No'],
      ['V2', 'error', at(3), 'Policy No'],
    ],
    make: (feeds) => ({ content: feedText(feeds.sound(), { headers: NARROW }), truth: withIds(feeds, only(feeds.sound(), NARROW)) }),
  },
  {
    kind,
    name: 'one policy number at two banks, with the name of a third',
    book: shareNumber,
    finds: [['V2', 'error', at(0), 'Policy No']],
    make: (feeds) => ({
      content: feedText(
        feeds.sound().map((line): Line => ({ ...line, bank: 'Third Bank' })),
        { headers: BANKED },
      ),
      truth: withIds(feeds, only(feeds.sound(), NARROW)),
    }),
  },
  {
    kind,
    name: 'a client number that is another bank’s id here',
    rightly: true,
    make: (feeds) => ({
      content: feedText(
        feeds.sound().map((line, row): Line => ({ ...line, bank: nameOf(feeds, row), client: feeds.book.institutionIds[1] ?? 0 })),
        { headers: { ...BANKED, client: 'Client Number' } },
      ),
      truth: only(feeds.sound(), NARROW),
    }),
  },
  everyLine({
    kind,
    name: 'the other bank’s name above all rows',
    headers: NARROW,
    change: () => ({}),
    dress: { preamble: ['Bank: Nobody’s Bank'] },
    finds: [
      ['V12', 'warning', 3],
      ['V12', 'warning', 6],
    ],
  }),
  spoiled({
    kind,
    name: 'a carrier that nobody knows',
    headers: { ...NARROW, company: 'Company' },
    change: { company: 'Nowhere Life' },
    finds: [['VALUE', 'error', at(1), 'Company']],
  }),
  everyLine({
    kind,
    name: 'another carrier’s code in every row',
    headers: { ...NARROW, company: 'Company' },
    change: (_line, _row, feeds) => ({ company: feeds.book.carrierCodes[1] ?? '' }),
    finds: [['V2', 'error', at(0), 'Policy No']],
  }),
  everyLine({
    kind,
    name: 'the file uploaded for another carrier',
    headers: NARROW,
    change: () => ({}),
    fields: (feeds) => ({ carrierCode: feeds.book.carrierCodes[2] ?? '' }),
    finds: [['V2', 'error', at(0), 'Policy No']],
  }),
  everyLine({
    kind,
    name: 'no carrier anywhere',
    headers: NARROW,
    change: () => ({}),
    fields: () => ({}),
    finds: [['COLUMN', 'error', null, 'Carrier']],
  }),
  everyLine({
    kind,
    name: 'no month anywhere',
    headers: UNDATED,
    change: () => ({}),
    finds: [['COLUMN', 'error', null, 'Valuation date']],
  }),
  everyLine({
    kind,
    name: 'a month in the future',
    headers: NARROW,
    change: () => ({ valuationDate: '2027-10-31' }),
    finds: [['MONTH', 'error', at(0), 'Val Date']],
  }),
  everyLine({
    kind,
    name: 'a month ten years ago',
    headers: NARROW,
    change: () => ({ valuationDate: '2016-10-31' }),
    finds: [['PERIOD', 'error', null]],
  }),
  everyLine({
    kind,
    name: 'the year before, the same month',
    headers: NARROW,
    change: () => ({ valuationDate: '2025-10-31' }),
    finds: [['PERIOD', 'error', null]],
  }),
  everyLine({
    kind,
    name: 'the year 1926',
    headers: NARROW,
    change: () => ({ valuationDate: '1926-10-31' }),
    finds: [['PERIOD', 'error', null]],
  }),
  spoiled({
    kind,
    name: 'one row of the month before',
    headers: NARROW,
    change: { valuationDate: '2026-09-30' },
    finds: [
      ['PERIOD', 'error', at(1), 'Val Date'],
      ['P4', 'error', null],
    ],
  }),
  everyLine({
    kind,
    name: 'rows of two months mixed',
    headers: NARROW,
    change: (_line, row) => ({ valuationDate: row % 2 === 0 ? '2026-10-31' : '2026-09-30' }),
    finds: [['P4', 'error', null]],
  }),
  spoiled({
    kind,
    name: 'a row without a date',
    headers: NARROW,
    change: { valuationDate: '' },
    finds: [['VALUE', 'error', at(1), 'Val Date']],
  }),
  everyLine({
    kind,
    name: 'dates in the middle of the month',
    headers: NARROW,
    change: () => ({ valuationDate: '2026-10-15' }),
    meant: () => ({ valuationDate: '2026-10-15' }),
    finds: [['V7', 'warning', at(0), 'Val Date']],
  }),
  everyLine({
    kind,
    name: 'dates three days after the month end',
    headers: NARROW,
    change: () => ({ valuationDate: '2026-11-03' }),
    rightly: true,
  }),
  headed('October in the heading', ['Values as of October 31, 2026'], 'rightly'),
  headed('October in the heading, uploaded for September', ['Values as of October 31, 2026'], [['PERIOD', 'error', null]], {
    fields: september,
  }),
  headed('September in the heading over rows of October', ['Values as of September 30, 2026'], [['PERIOD', 'error', null]], {
    headers: NARROW,
  }),
  headed('September in the heading of October’s values without dates', ['Values as of September 30, 2026'], [['RESTATES', 'error', null]]),
  headed('two months in the heading', ['Statement period 10/01/2026 - 10/31/2026'], 'rightly'),
  headed(
    'two dates in the heading, of two months',
    ['Prior valuation 09/30/2026; current valuation 10/31/2026'],
    [['COLUMN', 'error', null, 'Valuation date']],
  ),
  headed('a span of the month in words', ['Statement period October 1 2026 - October 31 2026'], 'rightly'),
  headed('a date in the heading that can be read in two ways', ['As of 11/10/2026'], [['COLUMN', 'error', null, 'Valuation date']]),
  headed('the day of printing in the heading only', ['Printed 11/12/2026'], [['COLUMN', 'error', null, 'Valuation date']]),
  headed('uploaded for September, dated October in the rows', [], [['V7', 'warning', at(0), 'Val Date']], {
    fields: september,
    headers: NARROW,
  }),
  headed('uploaded for October, without a month in it', [], 'rightly', { fields: october }),
  headed('uploaded for October, the rows dated September', [], [['V7', 'warning', at(0), 'Val Date']], {
    fields: october,
    headers: NARROW,
    dated: '2026-09-30',
  }),
]
