/** Rates in another unit, with another sign, or of another column. */
import { at, type DirtyFeed, everyLine, type Found, NARROW, spoiled } from './dirty-feed.ts'

const kind = 'rates'
const RATED = { ...NARROW, rate: 'Credited Rate' }
const one = (
  name: string,
  among: string,
  cell: string,
  meant: string,
  finds: Found[] | 'rightly',
  form: 'csv' | 'xlsx' = 'csv',
): DirtyFeed =>
  everyLine({
    kind,
    name,
    form,
    headers: RATED,
    change: (_line, row) => ({ rate: row === 1 ? cell : among }),
    meant: (_line, row) => ({ rate: row === 1 ? meant : '4.05%' }),
    ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  })
const all = (
  name: string,
  cell: string,
  finds: Found[] | 'rightly',
  more: { headers?: Record<string, string>; meant?: string } = {},
): DirtyFeed =>
  everyLine({
    kind,
    name,
    headers: more.headers ?? RATED,
    change: () => ({ rate: cell }),
    meant: () => ({ rate: more.meant ?? '4.05%' }),
    ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  })
const ODD: Found[] = [['RATE', 'error', at(1), 'Credited Rate']]

export const RATES: DirtyFeed[] = [
  one('0.15 among percentages', '4.05', '0.15', '0.15%', ODD),
  one('0.0405 among percentages', '4.05', '0.0405', '4.05%', ODD),
  one('4.05 among fractions', '0.0405', '4.05', '4.05%', [['VALUE', 'error', at(1), 'Credited Rate']]),
  one('0.405 among fractions', '0.0405', '0.405', '4.05%', [['VALUE', 'error', at(1), 'Credited Rate']]),
  one('−4 % among others', '4.05%', '-4.05%', '4.05%', ODD),
  one('20 %', '4.05%', '20%', '4.05%', ODD),
  one('40.5 %, a point lost', '4.05%', '40.5%', '4.05%', [['VALUE', 'error', at(1), 'Credited Rate']]),
  one('0.405 %, a point moved', '4.05%', '0.405%', '4.05%', ODD),
  one('7.05 %, three points above last month', '4.05%', '7.05%', '4.05%', ODD),
  one('405 basis points among percentages', '4.05', '405 bps', '4.05%', 'rightly'),
  one('405 without a unit among percentages', '4.05', '405', '4.05%', [['VALUE', 'error', at(1), 'Credited Rate']]),
  one('a text with the rate', '4.05%', '4.05% guaranteed', '4.05%', [['VALUE', 'error', at(1), 'Credited Rate']]),
  one('0.0405 % as a workbook shows a percentage twice', '4.05%', '0.0405%', '4.05%', ODD, 'xlsx'),
  all('every rate in basis points without a unit', '405', [['VALUE', 'error', at(0), 'Credited Rate']]),
  all('every rate a tenth: 0.405 in percent', '0.405', [['RATE', 'error', at(0), 'Credited Rate']]),
  all('every rate 0.15, percent or fraction', '0.15', [['RATE', 'error', at(0), 'Credited Rate']], { meant: '0.15%' }),
  all('every rate a monthly one', '0.3375%', [['RATE', 'error', at(0), 'Credited Rate']]),
  all('every rate below zero', '-4.05%', [['RATE', 'error', at(0), 'Credited Rate']]),
  all('fractions', '0.0405', 'rightly'),
  all('percentages without a sign', '4.05', 'rightly'),
  all('rates of the year before, two points lower', '1.90%', [['RATE', 'error', at(0), 'Credited Rate']]),
  everyLine({
    kind,
    name: 'rates under “Interest” (percent)',
    headers: { ...NARROW, interest: 'Interest' },
    change: () => ({ interest: '4.05' }),
    meant: () => ({ interest: '' }),
    finds: [['RATE', 'error', at(0), 'Interest']],
  }),
  everyLine({
    kind,
    name: 'rates under “Interest” (fractions)',
    headers: { ...NARROW, interest: 'Interest' },
    change: () => ({ interest: '0.0405' }),
    meant: () => ({ interest: '' }),
    finds: [['RATE', 'error', at(0), 'Interest']],
  }),
  everyLine({
    kind,
    name: 'rates under “Interest” with a sign',
    headers: { ...NARROW, interest: 'Interest' },
    change: () => ({ interest: '4.05%' }),
    meant: () => ({ interest: '' }),
    finds: [['VALUE', 'error', at(0), 'Interest']],
  }),
  everyLine({
    kind,
    name: 'dollars under “Interest Rate”',
    headers: { ...NARROW, rate: 'Interest Rate' },
    change: (line) => ({ rate: (line.interest / 100).toFixed(2) }),
    meant: () => ({ rate: '' }),
    finds: [['VALUE', 'error', at(0), 'Interest Rate']],
  }),
  everyLine({
    kind,
    name: 'interest beside an account that earns ten times as much',
    headers: { ...NARROW, interest: 'Interest' },
    change: () => ({ interest: 4_000_000 }),
    meant: (line) => ({ interest: line.interest }),
    finds: [['RATE', 'error', at(0), 'Interest']],
  }),
  spoiled({
    kind,
    name: 'a guaranteed rate above what any policy guarantees',
    headers: { ...NARROW, guaranteedRate: 'Guaranteed Rate' },
    change: { guaranteedRate: '15.00%' },
    meant: () => ({ guaranteedRate: '1.50%' }),
    finds: [['RATE', 'error', at(1), 'Guaranteed Rate']],
  }),
  spoiled({
    kind,
    name: 'a guaranteed rate above the credited one',
    headers: { ...RATED, guaranteedRate: 'Guaranteed Rate' },
    change: { guaranteedRate: '4.50%' },
    meant: () => ({ guaranteedRate: '2.50%' }),
    finds: [['RATE', 'error', at(1), 'Guaranteed Rate']],
  }),
  spoiled({
    kind,
    name: 'a net rate above the gross one',
    headers: { ...RATED, netRate: 'Net Rate' },
    change: { netRate: '4.50%' },
    meant: () => ({ netRate: '3.50%' }),
    finds: [['RATE', 'error', at(1), 'Net Rate']],
  }),
  spoiled({
    kind,
    name: 'a net rate below zero',
    headers: { ...NARROW, netRate: 'Net Rate' },
    change: { netRate: '-3.50%' },
    meant: () => ({ netRate: '3.50%' }),
    finds: [['RATE', 'error', at(1), 'Net Rate']],
  }),
]
