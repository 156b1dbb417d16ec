/** Lines that are no policies, lines that come twice, and lines that are missing. */
import { dollars, feedText } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { at, type DirtyFeed, type Found, type Line, NARROW, only } from './dirty-feed.ts'

const kind = 'lines'
const sum = (feeds: FeedServer, column: string) => feeds.sound().reduce((total, line) => total + Number(line[column]), 0)
const made = (name: string, write: (feeds: FeedServer) => string, finds: Found[] | 'rightly', headers = NARROW): DirtyFeed => ({
  kind,
  name,
  ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  make: (feeds) => ({ content: write(feeds), truth: only(feeds.sound(), headers) }),
})
const trailed = (name: string, trailer: (feeds: FeedServer) => string[], finds: Found[] | 'rightly') =>
  made(name, (feeds) => feedText(feeds.sound(), { headers: NARROW, trailer: trailer(feeds) }), finds)
const total = (feeds: FeedServer, label = 'Total', off = 0, offBenefit = 0) =>
  `${label},,${dollars(sum(feeds, 'cashSurrenderValue') + off)},${dollars(sum(feeds, 'deathBenefit') + offBenefit)}`
const lineOf = (line: Line, change: Line = {}) => feedText([{ ...line, ...change }], { headers: NARROW }).split('\n')[1] ?? ''
const first = (feeds: FeedServer): Line => feeds.sound()[0] ?? {}
const HEADER = Object.values(NARROW).join(',')

export const LINES: DirtyFeed[] = [
  trailed('a total that agrees', (feeds) => [total(feeds)], 'rightly'),
  trailed('a total of surrender values that does not agree', (feeds) => [total(feeds, 'Total', 10_000)], [['V13', 'error', null]]),
  trailed('a total of death benefits that does not agree', (feeds) => [total(feeds, 'Grand Total', 0, 100_000)], [['V13', 'error', null]]),
  trailed('a total without a label', (feeds) => [total(feeds, '')], 'rightly'),
  trailed('a total under “Totals for policies in force”', (feeds) => [total(feeds, 'Totals for policies in force')], 'rightly'),
  trailed('a count that does not agree', (feeds) => [`Count: ${feeds.policies.length + 1} policies,,,`], [['V13', 'error', null]]),
  trailed('“Records: n” that agrees', (feeds) => [`Records: ${feeds.policies.length},,,`], 'rightly'),
  trailed('a total line in words nobody knows', (feeds) => [total(feeds, 'Gesamt')], [['VALUE', 'error', 8, 'Val Date']]),
  trailed(
    'an average below the rows',
    (feeds) => [`Average,,${dollars(Math.round(sum(feeds, 'cashSurrenderValue') / feeds.policies.length))},5000000.00`],
    [['VALUE', 'error', 8, 'Val Date']],
  ),
  trailed('a footnote below the rows', () => ['* Values are unaudited and subject to change.,,,'], [['VALUE', 'error', 8, 'CSV']]),
  trailed('a subtotal of each bank and a grand total', (feeds) => [total(feeds)], 'rightly'),
  made(
    'subtotals between the banks',
    (feeds) => {
      const [one, two] = [feeds.sound().slice(0, 3), feeds.sound().slice(3)]
      const sub = (lines: Line[]) =>
        `Subtotal,,${dollars(lines.reduce((all, line) => all + Number(line.cashSurrenderValue), 0))},${dollars(lines.reduce((all, line) => all + Number(line.deathBenefit), 0))}`
      return [
        HEADER,
        ...one.map((line) => lineOf(line)),
        sub(one),
        ...two.map((line) => lineOf(line)),
        sub(two),
        total(feeds, 'Grand Total'),
        '',
      ].join('\n')
    },
    'rightly',
  ),
  made(
    'subtotals between the banks that hide a lost row',
    (feeds) => {
      const [one, two] = [feeds.sound().slice(0, 3), feeds.sound().slice(3)]
      const sub = (lines: Line[]) => `Subtotal,,${dollars(lines.reduce((all, line) => all + Number(line.cashSurrenderValue), 0))},`
      return [HEADER, ...one.slice(0, 2).map((line) => lineOf(line)), sub(one), ...two.map((line) => lineOf(line)), sub(two), ''].join('\n')
    },
    [
      ['V13', 'error', null],
      ['P4', 'error', null],
    ],
  ),
  made(
    'a header repeated on each page',
    (feeds) => {
      const lines = feeds.sound().map((line) => lineOf(line))
      return [HEADER, ...lines.slice(0, 2), HEADER, ...lines.slice(2, 4), HEADER, ...lines.slice(4), ''].join('\n')
    },
    'rightly',
  ),
  made(
    'a header repeated with its columns in another order',
    (feeds) => {
      const lines = feeds.sound()
      const turned = { policyNumber: 'Policy No', valuationDate: 'Val Date', deathBenefit: 'DB', cashSurrenderValue: 'CSV' }
      return [HEADER, ...lines.slice(0, 3).map((line) => lineOf(line)), ...feedText(lines.slice(3), { headers: turned }).split('\n')].join(
        '\n',
      )
    },
    [['FILE', 'error', null, /another order/]],
  ),
  made(
    'a title repeated on each page',
    (feeds) => {
      const lines = feeds.sound().map((line) => lineOf(line))
      return ['Any Life,,,', HEADER, ...lines.slice(0, 3), 'Any Life - page 2,,,', ...lines.slice(3), ''].join('\n')
    },
    [['VALUE', 'error', 6, 'CSV']],
  ),
  made(
    'a table of fewer columns above the one that is read',
    (feeds) => {
      const lines = feeds.sound()
      const few = { policyNumber: 'Policy No', cashSurrenderValue: 'CSV', deathBenefit: 'DB' }
      return feedText(lines.slice(0, 3), { headers: few }) + feedText(lines.slice(3), { headers: NARROW })
    },
    [['NOTE', 'warning', null, /lines above the header hold figures/i]],
  ),
  made('an equal row twice', (feeds) => feedText([...feeds.sound(), first(feeds)], { headers: NARROW }), [['P5', 'error', 8, 'Policy No']]),
  made(
    'a row twice with another value',
    (feeds) =>
      feedText([...feeds.sound(), { ...first(feeds), cashSurrenderValue: Number(first(feeds).cashSurrenderValue) + 100 }], {
        headers: NARROW,
      }),
    [['P5', 'error', 8, 'Policy No']],
  ),
  made(
    'a row twice with its number written in another way',
    (feeds) =>
      feedText([...feeds.sound(), { ...first(feeds), policyNumber: String(first(feeds).policyNumber).replace('-', ' ').toLowerCase() }], {
        headers: NARROW,
      }),
    [['P5', 'error', 8, 'Policy No']],
  ),
  made('every row twice', (feeds) => feedText([...feeds.sound(), ...feeds.sound()], { headers: NARROW }), [
    ['P5', 'error', 8],
    ['P5', 'error', 13],
  ]),
  made(
    'a row that comes twice, as coverage and rider',
    (feeds) => feedText([...feeds.sound(), { ...first(feeds), cashSurrenderValue: 0, deathBenefit: 25_000_000 }], { headers: NARROW }),
    [['P5', 'error', 8]],
  ),
  made('a missing row', (feeds) => feedText(feeds.sound().slice(1), { headers: NARROW }), [
    ['P4', 'error', null],
    ['P1', 'error', null],
  ]),
  made(
    'a missing row at the end, and a total that knows it',
    (feeds) => feedText(feeds.sound().slice(0, -1), { headers: NARROW, trailer: [total(feeds)] }),
    [
      ['V13', 'error', null],
      ['P4', 'error', null],
    ],
  ),
  made(
    'a row that is not in the register',
    (feeds) => feedText([...feeds.sound(), { ...first(feeds), policyNumber: 'ZZ-1' }], { headers: NARROW }),
    [['V2', 'error', 8, 'Policy No']],
  ),
  made(
    'a comment mark before a row',
    (feeds) => [HEADER, ...feeds.sound().map((line, row) => (row === 1 ? `#${lineOf(line)}` : lineOf(line))), ''].join('\n'),
    [['V2', 'error', at(1), 'Policy No']],
  ),
  made(
    'a row of totals before the rows',
    (feeds) => [HEADER, total(feeds), ...feeds.sound().map((line) => lineOf(line)), ''].join('\n'),
    'rightly',
  ),
  made(
    'a total in a policy’s row',
    (feeds) =>
      feedText(
        feeds.sound().map((line, row): Line => (row === 5 ? { ...line, cashSurrenderValue: sum(feeds, 'cashSurrenderValue') } : line)),
        { headers: NARROW },
      ),
    [['V6', 'error', at(5)]],
  ),
  made('a header only', () => `${HEADER}\n`, [['FILE', 'error', null]]),
  made('a header and a total of nothing', () => `${HEADER}\nTotal,,0.00,0.00\n`, [['FILE', 'error', null]]),
  made(
    'a negative line that takes another back',
    (feeds) =>
      feedText(
        [
          ...feeds.sound(),
          {
            ...first(feeds),
            cashSurrenderValue: -Number(first(feeds).cashSurrenderValue),
            deathBenefit: -Number(first(feeds).deathBenefit),
          },
        ],
        { headers: NARROW },
      ),
    [['P5', 'error', 8]],
  ),
]
