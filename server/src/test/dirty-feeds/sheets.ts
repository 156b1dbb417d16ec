/** Workbooks of several sheets, tables that begin further down, and more than one table on a sheet. */
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { type FeedPolicy, soundLine } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { type DirtyFeed, type Line, only, sheets, without } from './dirty-feed.ts'

const kind = 'sheets'
const ofBanks = (feeds: FeedServer): [FeedPolicy[], FeedPolicy[]] => {
  const [one, two] = feeds.book.institutionIds.map((id) => feeds.policies.filter(({ institutionId }) => institutionId === id))
  return [one ?? [], two ?? []]
}
const sound = (feeds: FeedServer, policies: readonly FeedPolicy[]): Line[] => policies.map((policy) => soundLine(policy, feeds.period))
/** The sound month of both banks, apart. */
export const apart = (feeds: FeedServer): [Line[], Line[]] => {
  const [one, two] = ofBanks(feeds)
  return [sound(feeds, one), sound(feeds, two)]
}
const names = (feeds: FeedServer): [string, string] => {
  const [one, two] = ofBanks(feeds)
  return [one[0]?.institutionName ?? '', two[0]?.institutionName ?? '']
}
const UNDATED = without('valuationDate')
const november = (feeds: FeedServer): Line[] =>
  feeds.sound().map((line) => {
    const value = line.accountValue + line.interest - line.costOfInsurance - line.expense
    return {
      ...line,
      valuationDate: addMonthEnds(feeds.period, 1),
      begin: line.accountValue,
      accountValue: value,
      cashSurrenderValue: value,
    }
  })
const later = async (feeds: FeedServer) => feeds.goTo(addMonthEnds(feeds.period, 1))

export const SHEETS: DirtyFeed[] = [
  {
    kind,
    name: 'the second bank on a hidden sheet',
    finds: [['NOTE', 'warning', null, /is hidden in the workbook/]],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      return {
        content: await sheets([
          { name: 'First', lines: one },
          { name: 'Second', lines: two, state: 'hidden' },
        ]),
      }
    },
  },
  {
    kind,
    name: 'last month’s values on a very hidden sheet before this month’s',
    finds: [['NOTE', 'warning', null, /Old.*is hidden/]],
    make: async (feeds) => ({
      content: await sheets([
        {
          name: 'Old',
          lines: feeds.sound().map((line) => ({ ...line, cashSurrenderValue: line.cashSurrenderValue - 300_000 })),
          state: 'veryHidden',
        },
        { name: 'Now', lines: feeds.sound() },
      ]),
    }),
  },
  {
    kind,
    name: 'a sheet a bank, in the order of the banks',
    rightly: true,
    make: async (feeds) => {
      const [[one, two], [first, second]] = [apart(feeds), names(feeds)]
      return {
        content: await sheets([
          { name: first, lines: one },
          { name: second, lines: two },
        ]),
      }
    },
  },
  {
    kind,
    name: 'a sheet a bank, named for the other bank',
    finds: [
      ['P7', 'error', 2],
      ['P7', 'error', 3],
    ],
    make: async (feeds) => {
      const [[one, two], [first, second]] = [apart(feeds), names(feeds)]
      return {
        content: await sheets([
          { name: second, lines: one },
          { name: first, lines: two },
        ]),
      }
    },
  },
  {
    kind,
    name: 'one row of another bank on a bank’s sheet',
    finds: [['P7', 'error', 2]],
    make: async (feeds) => {
      const [[one, two], [first, second]] = [apart(feeds), names(feeds)]
      return {
        content: await sheets([
          { name: first, lines: one.slice(1) },
          { name: second, lines: [...one.slice(0, 1), ...two] },
        ]),
      }
    },
  },
  {
    kind,
    name: 'a sheet a month, the later one first',
    book: later,
    rightly: true,
    make: async (feeds) => ({
      content: await sheets([
        { name: 'Nov 2026', lines: november(feeds), headers: UNDATED },
        { name: 'Oct 2026', lines: feeds.sound(), headers: UNDATED },
      ]),
      truth: [...feeds.sound(), ...november(feeds)],
    }),
  },
  {
    kind,
    name: 'a sheet a month, one of them named for no month, the file uploaded for October',
    book: later,
    finds: [['P5', 'error', 2]],
    make: async (feeds) => ({
      content: await sheets([
        { name: 'Oct 2026', lines: feeds.sound(), headers: UNDATED },
        { name: 'Latest', lines: november(feeds), headers: UNDATED },
      ]),
      fields: { carrierCode: feeds.carrier, period: feeds.period },
      truth: [...feeds.sound(), ...november(feeds)],
    }),
  },
  {
    kind,
    name: 'a sheet’s name says October, its rows are dated September',
    finds: [['PERIOD', 'error', null]],
    make: async (feeds) => ({
      content: await sheets([
        { name: 'Oct 2026', lines: feeds.sound().map((line) => ({ ...line, valuationDate: '2026-09-30' })) },
        { name: 'Notes', preamble: [['Prepared by the carrier']] },
      ]),
    }),
  },
  {
    kind,
    name: 'notes with figures on a sheet of their own',
    finds: [['NOTE', 'warning', null, /Sheet “Notes” is not read/]],
    make: async (feeds) => ({
      content: await sheets([
        {
          name: 'Notes',
          preamble: [
            ['Correction to P-1', '1,250,000.00', '5,000,000.00'],
            ['Correction to P-2', '1,260,000.00', '5,000,000.00'],
            ['Call us'],
          ],
        },
        { name: 'Values', lines: feeds.sound() },
      ]),
    }),
  },
  {
    kind,
    name: 'totals by bank on a sheet before the values',
    finds: [['NOTE', 'warning', null, /Sheet “Summary” is not read/]],
    make: async (feeds) => ({
      content: await sheets([
        {
          name: 'Summary',
          lines: [
            { bank: 'One', cashSurrenderValue: 100, deathBenefit: 200 },
            { bank: 'Two', cashSurrenderValue: 300, deathBenefit: 400 },
          ],
          headers: { bank: 'Bank', cashSurrenderValue: 'CSV', deathBenefit: 'DB' },
        },
        { name: 'Values', lines: feeds.sound() },
      ]),
    }),
  },
  {
    kind,
    name: 'a policy on two sheets',
    finds: [['P5', 'error', 5]],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      return {
        content: await sheets([
          { name: 'First', lines: one },
          {
            name: 'Second',
            lines: [...two, ...one.slice(0, 1).map((line) => ({ ...line, cashSurrenderValue: Number(line.cashSurrenderValue) + 100 }))],
          },
        ]),
      }
    },
  },
  {
    kind,
    name: 'a sheet in another language beside one that is read',
    finds: [['NOTE', 'warning', null, /Sheet “Werte” is not read/]],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      return {
        content: await sheets([
          { name: 'Values', lines: one },
          { name: 'Werte', lines: two, headers: { policyNumber: 'Vertrag', cashSurrenderValue: 'Rückkauf', deathBenefit: 'Todesfall' } },
        ]),
      }
    },
  },
  {
    kind,
    name: 'the second sheet lacks the death benefit',
    finds: [['COLUMN', 'error', null, 'Death benefit']],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      return {
        content: await sheets([
          { name: 'First', lines: one },
          { name: 'Second', lines: two, headers: without('deathBenefit') },
        ]),
      }
    },
  },
  {
    kind,
    name: 'the second sheet in thousands',
    finds: [
      ['SIZE', 'error', 2, 'CSV'],
      ['SIZE', 'error', 3, 'DB'],
    ],
    make: async (feeds) => {
      const [one, two] = apart(feeds)
      const small = two.map((line) => ({
        ...line,
        cashSurrenderValue: Math.round(Number(line.cashSurrenderValue) / 1000),
        deathBenefit: Number(line.deathBenefit) / 1000,
      }))
      const headers = { policyNumber: 'Policy No', valuationDate: 'Val Date', cashSurrenderValue: 'CSV', deathBenefit: 'DB' }
      return {
        content: await sheets([
          { name: 'First', lines: one, headers },
          { name: 'Second', lines: small, headers },
        ]),
        truth: only(feeds.sound(), headers),
      }
    },
  },
]
