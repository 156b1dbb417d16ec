/** A month is locked, and a file would change what was reported of it: whatever it changes, it waits for a manager. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { feedText, HEADERS, policiesOf, soundLine } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { type DirtyFeed, inForm, type Line, only } from './dirty-feed.ts'

const lock =
  (month: (feeds: FeedServer) => PlainDate) =>
  async (feeds: FeedServer): Promise<void> => {
    await feeds.server.ownerDb
      .insertInto('periodLock')
      .values({ siteId: feeds.book.siteId, periodEnd: month(feeds) })
      .execute()
  }
const lastPosted = lock(({ book }) => book.period)
const ownMonth = lock(({ period }) => period)

/** The lines of an earlier month as they are posted. */
async function asPosted(feeds: FeedServer, month: PlainDate): Promise<Line[]> {
  const after = addMonthEnds(month, 1)
  return (await policiesOf(feeds.server.ownerDb, feeds.carrier, after)).map((policy) => ({
    ...soundLine(policy, month),
    begin: '',
    premium: '',
    withdrawals: '',
    surrenderCharge: '',
    accountValue: '',
    interest: 350_000,
    cashSurrenderValue: policy.priorCents,
  }))
}

/** A file of a month that is closed, of which one line differs from what is posted. */
const late = (name: string, monthsBack: number, change: Line, more: Partial<DirtyFeed> = {}): DirtyFeed => ({
  kind: 'locked months',
  name,
  book: lastPosted,
  finds: [['LOCKED', 'error', null]],
  make: async (feeds) => {
    const lines = await asPosted(feeds, addMonthEnds(feeds.book.period, -monthsBack))
    const written = lines.map((line, row) => (row === 1 ? { ...line, ...change } : line))
    return { content: feedText(written), truth: written }
  },
  ...more,
})

const STATUSES = ['Surrendered', 'Lapsed', 'Deceased', '1035 Exchange', 'Transferred', 'Death Claim Pending']

export const LOCKED_MONTHS: DirtyFeed[] = [
  ...STATUSES.map((status) => late(`a late file says ${status} of the month before a locked one`, 1, { status })),
  ...STATUSES.slice(0, 3).map((status) => late(`a late file says ${status} of the locked month itself`, 0, { status })),
  late('a late file has another cash surrender value of the locked month', 0, { cashSurrenderValue: 124_400_000 }),
  late('a late file has another value of the month before a locked one', 1, { cashSurrenderValue: 124_050_000 }),
  late('a late file has a premium in the locked month', 0, { premium: 100_000 }),
  late('a late file has a withdrawal in the month before a locked one', 1, { withdrawals: 50_000 }),
  late('a late file has a death benefit one dollar higher', 0, { deathBenefit: 500_000_100 }),
  late('a late file adds a column that was not posted', 0, { surrenderCharge: 1_000, accountValue: 124_401_000 }),
  late('a late file brings a policy that is not in the register', 0, { policyNumber: 'NEW-1' }),
  late(
    'a late file says what is posted already',
    0,
    {},
    {
      book: async (feeds) => {
        await feeds.server.ownerDb
          .updateTable('policyValuation')
          .set({ insuredShareCents: cents(0) })
          .where('siteId', '=', feeds.book.siteId)
          .execute()
        await lastPosted(feeds)
      },
      finds: [],
      rightly: true,
    },
  ),
  {
    kind: 'locked months',
    name: 'a sound file of a month that is locked already',
    book: ownMonth,
    finds: [['LOCKED', 'error', null]],
    make: (feeds) => ({ content: feedText(feeds.sound()) }),
  },
  {
    kind: 'locked months',
    name: 'a sound workbook of a month that is locked already, its month in the heading only',
    book: ownMonth,
    finds: [['LOCKED', 'error', null]],
    make: async (feeds) => {
      const { valuationDate: _, ...headers } = HEADERS
      return {
        content: await inForm('xlsx', feeds.sound(), { headers, preamble: ['As of 10/31/2026'] }),
        truth: only(feeds.sound(), headers),
      }
    },
  },
  {
    kind: 'locked months',
    name: 'two months in one file, the first of them locked',
    book: lastPosted,
    finds: [['LOCKED', 'error', null]],
    make: async (feeds) => {
      const { book, period } = feeds
      const earlier = (await asPosted(feeds, book.period)).map((line, row) => (row === 2 ? { ...line, costOfInsurance: 45_000 } : line))
      const lines = [...earlier, ...feeds.sound().map((line) => ({ ...line, valuationDate: period }))]
      return { content: feedText(lines), truth: lines }
    },
  },
]
