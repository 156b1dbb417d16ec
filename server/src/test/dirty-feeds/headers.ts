/** Two columns that could be one field, and single columns whose header is another field's: nobody wins silently. */
import { at, type DirtyFeed, everyLine, type Form, type Found, inForm, type Line, NARROW, only } from './dirty-feed.ts'

const kind = 'two headers for one field'

interface Pair {
  what: string
  /** The column of the truth that both headers could be, and the header of the right one. */
  column: string
  right: string
  /** The other header, and what stands under it. */
  wrong: string
  other: (line: Line) => number | string
  value?: (line: Line) => number | string
}
const of = (line: Line, column: string) => Number(line[column])
const PAIRS: Pair[] = [
  {
    what: 'surrender value net of loan',
    column: 'cashSurrenderValue',
    right: 'CSV',
    wrong: 'Surrender Value',
    other: (line) => of(line, 'cashSurrenderValue') - 20_000_000,
  },
  {
    what: 'surrender value net of loan under its long name',
    column: 'cashSurrenderValue',
    right: 'Cash Surr Val',
    wrong: 'Cash Surrender',
    other: (line) => of(line, 'cashSurrenderValue') - 20_000_000,
  },
  {
    what: 'net and gross death benefit',
    column: 'deathBenefit',
    right: 'Death Benefit',
    wrong: 'Net Death Benefit',
    other: (line) => of(line, 'deathBenefit') - 20_000_000,
  },
  {
    what: 'total death benefit with a term rider',
    column: 'deathBenefit',
    right: 'Death Benefit',
    wrong: 'Total Death Benefit',
    other: (line) => of(line, 'deathBenefit') + 100_000_000,
  },
  { what: 'the loan’s rate and the credited one', column: 'rate', right: 'Credited Rate', wrong: 'Interest Rate', other: () => '8.00%' },
  { what: 'declared and current rate', column: 'rate', right: 'Current Rate', wrong: 'Declared Rate', other: () => '3.90%' },
  {
    what: 'beginning and ending balance',
    column: 'accountValue',
    right: 'Ending Value',
    wrong: 'Cash Value',
    other: (line) => of(line, 'begin'),
    value: (line) => of(line, 'accountValue'),
  },
  {
    what: 'account value and accumulated value',
    column: 'accountValue',
    right: 'Account Value',
    wrong: 'Accumulated Value',
    other: (line) => of(line, 'accountValue') + 5_000_000,
  },
  {
    what: 'opening value of the year and of the month',
    column: 'begin',
    right: 'Beginning Value',
    wrong: 'Opening Value',
    other: (line) => of(line, 'begin') - 3_000_000,
  },
  {
    what: 'statement date and valuation date',
    column: 'valuationDate',
    right: 'Val Date',
    wrong: 'Statement Date',
    other: () => '2026-09-30',
  },
  { what: 'report date and period end', column: 'valuationDate', right: 'Period End', wrong: 'Report Date', other: () => '2026-09-30' },
  { what: 'as-of date and end date', column: 'valuationDate', right: 'As Of', wrong: 'End Date', other: () => '2026-12-31' },
  {
    what: 'policy number and contract number',
    column: 'policyNumber',
    right: 'Policy No',
    wrong: 'Contract Number',
    other: (line) => `G${String(line.policyNumber)}`,
  },
  { what: 'policy number and certificate', column: 'policyNumber', right: 'Policy Number', wrong: 'Certificate', other: () => '1' },
  { what: 'premium received and premium due', column: 'premium', right: 'Premium Paid', wrong: 'Premiums', other: () => 1_200_000 },
  { what: 'withdrawal and partial surrender', column: 'withdrawals', right: 'Withdrawals', wrong: 'Partial Surrender', other: () => 5_000 },
  {
    what: 'interest and earnings',
    column: 'interest',
    right: 'Interest Credited',
    wrong: 'Earnings',
    other: (line) => of(line, 'interest') - 50_000,
  },
  { what: 'cost of insurance of base and rider', column: 'costOfInsurance', right: 'COI', wrong: 'Mortality Charge', other: () => 1_500 },
  { what: 'administrative fee and load', column: 'expense', right: 'Admin Fee', wrong: 'Load', other: () => 2_500 },
  { what: 'surrender charge in force and in full', column: 'surrenderCharge', right: 'Surr Chg', wrong: 'SC', other: () => 99_900 },
  { what: 'status and contract status', column: 'status', right: 'Policy Status', wrong: 'Contract Status', other: () => 'Lapsed' },
]

const contest = ({ what, column, right, wrong, other, value }: Pair, isFirst: boolean, form: Form): DirtyFeed => ({
  kind,
  name: `${what}: “${wrong}” ${isFirst ? 'before' : 'after'} “${right}”, as ${form}`,
  finds: [['HEADERS', 'error', null, isFirst ? `${wrong}, ${right}` : `${right}, ${wrong}`]],
  make: async (feeds) => {
    const { [column]: _, ...rest } = NARROW
    const two = isFirst ? { contested: wrong, [column]: right } : { [column]: right, contested: wrong }
    const headers = { ...rest, ...two }
    const MONEY = typeof other(feeds.sound()[0] ?? {}) === 'number'
    const lines = feeds.sound().map((line): Line => {
      const amount = other(line)
      return { ...line, ...(value ? { [column]: value(line) } : {}), contested: MONEY ? (Number(amount) / 100).toFixed(2) : amount }
    })
    // None of the two is read: nothing is meant by the column until somebody chose.
    return { content: await inForm(form, lines, { headers }), truth: only(lines, headers) }
  },
})

/** One column alone, recognized as what it is not. */
const alone = (
  name: string,
  headers: Record<string, string>,
  change: (line: Line) => Line,
  finds: Found[],
  meant: Record<string, string> | 'as written' = NARROW,
): DirtyFeed => ({
  kind,
  name,
  finds,
  make: async (feeds) => {
    const written = feeds.sound().map((line): Line => ({ ...line, ...change(line) }))
    return {
      content: await inForm('csv', written, { headers }),
      truth: meant === 'as written' ? only(written, headers) : only(feeds.sound(), meant),
    }
  },
})

export const HEADER_PAIRS: DirtyFeed[] = [
  ...PAIRS.map((pair, index) => contest(pair, index % 2 === 0, index % 3 === 0 ? 'xlsx' : 'csv')),
  ...PAIRS.slice(0, 5).map((pair, index) => contest(pair, index % 2 === 1, 'csv')),
  alone(
    'only a surrender value net of loan, with the loan beside it',
    { policyNumber: 'Policy No', valuationDate: 'Val Date', netValue: 'Net Surrender Value', loan: 'Loan Balance', deathBenefit: 'DB' },
    (line) => ({ netValue: of(line, 'cashSurrenderValue') - 20_000_000, loan: 20_000_000 }),
    [['COLUMN', 'error', null, 'Cash surrender value']],
    'as written',
  ),
  alone(
    '“Net Death Benefit” is read, and “Gross Death Benefit” beside it is a header nobody knows',
    { ...NARROW, deathBenefit: 'Net Death Benefit', gross: 'Gross Death Benefit' },
    (line) => ({ deathBenefit: of(line, 'deathBenefit') - 2_000_000, gross: (of(line, 'deathBenefit') / 100).toFixed(2) }),
    [['UNUSED', 'error', null, 'Gross Death Benefit']],
  ),
  alone(
    '“Surrender Value” is net, and “Gross Surrender Value” beside it is a header nobody knows',
    { ...NARROW, cashSurrenderValue: 'Surrender Value', gross: 'Gross Surrender Value' },
    (line) => ({ cashSurrenderValue: of(line, 'cashSurrenderValue') - 2_000, gross: (of(line, 'cashSurrenderValue') / 100).toFixed(2) }),
    [['UNUSED', 'error', null, 'Gross Surrender Value']],
  ),
  alone(
    '“Interest Rate” is the loan’s, and the credited one is headed “Declared Crediting Rate”',
    { ...NARROW, rate: 'Interest Rate', other: 'Declared Crediting Rate' },
    () => ({ rate: '5.00%', other: '4.05%' }),
    [['UNUSED', 'error', null, 'Declared Crediting Rate']],
    { ...NARROW, rate: 'Rate' },
  ),
  alone(
    '“Interest Rate” beside a loan balance, and no other rate',
    { ...NARROW, loan: 'Loan Balance', rate: 'Interest Rate' },
    () => ({ loan: 10_000_000, rate: '5.00%' }),
    [['RATE', 'error', null, 'Interest Rate']],
    'as written',
  ),
  alone(
    '“Interest” is charged on the loan, which stands beside it',
    { ...NARROW, loan: 'Loan Balance', interest: 'Interest' },
    () => ({ loan: 10_000_000, interest: 41_600 }),
    [['RATE', 'error', at(0), 'Interest']],
    'as written',
  ),
  alone(
    '“Cash Value” is the surrender value, and no column has that name',
    { policyNumber: 'Policy No', valuationDate: 'Val Date', accountValue: 'Cash Value', deathBenefit: 'DB' },
    () => ({}),
    [['COLUMN', 'error', null, 'Cash surrender value']],
    'as written',
  ),
  alone(
    '“Policy Date” and “Effective Date” for the day of issue',
    { ...NARROW, a: 'Policy Date', b: 'Effective Date' },
    () => ({ a: '2016-06-15', b: '2021-01-01' }),
    [['HEADERS', 'error', null, 'Policy Date, Effective Date']],
  ),
  alone('“Owner” and “Bank” for the institution', { ...NARROW, a: 'Owner', b: 'Bank' }, () => ({ a: 'Trustee', b: 'Somebody' }), [
    ['HEADERS', 'error', null, 'Owner, Bank'],
  ]),
  everyLine({
    kind,
    name: 'one header three times',
    headers: { ...NARROW, a: 'CSV', b: 'CSV' },
    change: (line) => ({ a: (line.cashSurrenderValue / 100 - 1).toFixed(2), b: '0.00' }),
    finds: [['HEADERS', 'error', null, 'CSV, CSV (2), CSV (3)']],
  }),
  everyLine({
    kind,
    name: 'one header in two ways of writing',
    headers: { ...NARROW, a: 'Cash_Surrender-Value (USD)' },
    change: (line) => ({ a: (line.cashSurrenderValue / 100 - 1).toFixed(2) }),
    finds: [['HEADERS', 'error', null, /CSV, Cash_Surrender-Value \(USD\)/]],
  }),
  everyLine({
    kind,
    name: 'headers exchanged: “CSV” over death benefits',
    headers: { ...NARROW, cashSurrenderValue: 'DB', deathBenefit: 'CSV' },
    change: () => ({}),
    finds: [
      ['V6', 'error', at(0)],
      ['M3', 'error', at(0)],
    ],
  }),
]
