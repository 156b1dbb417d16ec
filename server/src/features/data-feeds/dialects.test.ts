/** Files as carriers write them, each in a way of its own, read as the plain one is: what is posted is the same to the cent. */
import { postFile } from '@corridor/contract/data-feeds.ts'
import { expect, test } from 'vitest'
import { type Dress, dollars, type FeedLine, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()

async function postedFrom(content: string | Buffer) {
  const file = await feeds.handedIn(content)
  expect(await feeds.rulesOf(file.id)).toEqual([])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  return feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select([
      'policyId',
      'cashSurrenderValueCents',
      'deathBenefitCents',
      'interestCreditedCents',
      'costOfInsuranceCents',
      'expenseChargeCents',
      'grossCreditingRate',
    ])
    .where('fileId', '=', file.id)
    .orderBy('policyId')
    .execute()
}
const meant = (lines: readonly FeedLine[]) =>
  lines.map((line, index) => ({
    policyId: feeds.policies[index]?.policyId,
    cashSurrenderValueCents: line.cashSurrenderValue,
    deathBenefitCents: line.deathBenefit,
    interestCreditedCents: line.interest,
    costOfInsuranceCents: line.costOfInsurance,
    expenseChargeCents: line.expense,
    grossCreditingRate: 0.0405,
  }))
const grouped = (cents: number) => Number(dollars(cents)).toLocaleString('en-US', { minimumFractionDigits: 2 })
const [year, month, day] = [0, 1, 2]
const parts = (date: string) => date.split('-')
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const DRESSES: Record<string, Dress> = {
  'dollars with thousands and a sign': { money: (cents) => `$${grouped(cents)}` },
  'dollars with a sign apart': { money: (cents) => `$ ${grouped(cents)} ` },
  semicolons: { separator: ';' },
  tabs: { separator: '\t' },
  bars: { separator: '|' },
  'days as the United States write them': { date: (date) => `${parts(date)[month]}/${parts(date)[day]}/${parts(date)[year]}` },
  'days without signs between': { date: (date) => date.replaceAll('-', '') },
  'days with the month in letters': {
    date: (date) => `${parts(date)[day]}-${MONTHS[Number(parts(date)[month]) - 1]}-${parts(date)[year]}`,
  },
  'two digits of the year': { date: (date) => `${Number(parts(date)[month])}/${parts(date)[day]}/${parts(date)[year]?.slice(2)}` },
  'a title above the columns': {
    preamble: ['Harbor Life Insurance Company', 'In-force extract', ''],
  },
  'element names of ACORD': {
    headers: {
      ...HEADERS,
      policyNumber: 'PolNumber',
      valuationDate: 'EndDate',
      begin: 'PolicyValueAtStartDate',
      premium: 'TotalGrossPremAmt',
      withdrawals: 'TotalAmtWthdrwn',
      interest: 'TotalIntUnloanedFundAmt',
      costOfInsurance: 'TotalDeductedCOIChgs',
      expense: 'TotalAdjustmentAmt',
      accountValue: 'PolicyValueAtEndDate',
      surrenderCharge: 'SurrenderChargeAmt',
      cashSurrenderValue: 'CashSurrValue',
      deathBenefit: 'DeathBenefitAmt',
      rate: 'WeightedAvgIntRate',
    },
  },
  'headers of a mainframe': {
    headers: Object.fromEntries(Object.entries(HEADERS).map(([column, header]) => [column, header.toUpperCase().replaceAll(' ', '_')])),
  },
}
test.each(Object.keys(DRESSES))('%s', async (name) => {
  expect(await postedFrom(feedText(feeds.sound(), DRESSES[name]))).toEqual(meant(feeds.sound()))
})

test.each(['0.040500', '4.05', '4.05 %', '405 bps'])('a rate as %s', async (rate) => {
  expect(await postedFrom(feedText(feeds.sound().map((line) => ({ ...line, rate }))))).toEqual(meant(feeds.sound()))
})

test('policy numbers with blanks and dashes of their own, in small letters', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, policyNumber: line.policyNumber.toLowerCase().replace('-', ' - ') }))
  expect(await postedFrom(feedText(lines))).toEqual(meant(feeds.sound()))
})

test('charges in several columns are one expense charge, and the roll-forward adds up', async () => {
  const itemized = feeds.sound().map((line) => ({ ...line, expense: line.expense - 750, tax: '2.50', rider: '5.00' }))
  const headers = { ...HEADERS, tax: 'Premium Tax', rider: 'Rider Charge' }
  expect(await postedFrom(feedText(itemized, { headers }))).toEqual(meant(feeds.sound()))
})
