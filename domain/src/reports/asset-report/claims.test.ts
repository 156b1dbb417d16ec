/** Death claims of an asset report: gains that earnings leave out, and claims that are yet to be paid. */
import { expect, test } from 'vitest'
import { cents, formatMoney, usd } from '../../primitives/money.ts'
import { monthEndsBetween, plainDate } from '../../primitives/period.ts'
import { firstExampleBank, PRIOR, WORKED_POLICIES, YEAR_START } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { SnapshotActivity, SnapshotRemovedPolicy } from './snapshot.ts'
import type { AssetReportView } from './view.ts'

const DAY = plainDate('2025-12-18')
const paid = (policyId: number, institutionDeathBenefit: number): SnapshotRemovedPolicy => ({
  policyId,
  policyNumber: `A-100${policyId}`,
  carrierCode: 'ALPHA',
  productName: 'ALPHA general',
  accountType: 'GENERAL',
  insuredId: policyId,
  insuredName: 'Zimmer, Zoe',
  issueDate: plainDate('2016-06-15'),
  costBasis: usd(800_000),
  balances: monthEndsBetween(YEAR_START, PRIOR).map((date) => ({ date, cashSurrenderValue: usd(1_000_000) })),
  flows: [{ date: DAY, type: 'DEATH_CLAIM', amount: usd(1_001_500) }],
  removedOn: DAY,
  removal: 'DEATH_CLAIM',
  institutionDeathBenefit: usd(institutionDeathBenefit),
})
const tileOf = ({ highlights }: AssetReportView, key: string) => highlights.find((tile) => tile.key === key)?.detail
const december = buildAssetReport(firstExampleBank())

test('beside earnings year to date stands their sum with the gain on death claims, in the summary too', () => {
  for (const kind of ['AssetReport', 'AssetSummaryReport'] as const) {
    const view = buildAssetReport(firstExampleBank({ kind, removedPolicies: [paid(9, 2_400_000)] }))
    const together = formatMoney(cents(Number(view.totals.ytdIncrease) + usd(1_398_500)))
    expect(tileOf(view, 'ytdIncrease')).toBe(`With gain on claims ${together}`)
  }
  const loss = buildAssetReport(firstExampleBank({ removedPolicies: [paid(9, 1_000_000)] }))
  expect(tileOf(loss, 'ytdIncrease')).toBe('With loss on claims $514,307.55')
  expect(tileOf(december, 'ytdIncrease')).toBe('Since 12/31/2024')
})

test('the year to date bridges from earnings to what the entries credit, by carrier, and its sum is explained', () => {
  const view = buildAssetReport(firstExampleBank({ removedPolicies: [paid(9, 2_400_000)] }))
  const year = view.yearToDate
  const of = (id: string) => year?.table.rows.find((row) => row.id === id)?.cells
  expect(of('year-ALPHA')).toMatchObject({ ytdClaims: usd(1_398_500), ytdWithClaims: usd(192_574.67 + 1_500 + 1_398_500) })
  expect(of('year-BRAVO')).toMatchObject({ ytdClaims: 0, ytdWithClaims: usd(182_353.25) })
  expect(year?.note).toBe(
    'The gain on death claims is the institution’s share of the claims paid since December 31, 2024 less the cash surrender value released; it is not in earnings year to date. The entries credit it to “Other noninterest income, life insurance”, as they do increases in cash surrender value.',
  )
  const explained = explainAssetFigure(view, { table: 'year-to-date', row: 'year-ALPHA', column: 'ytdWithClaims' })
  expect(explained?.value).toBe(of('year-ALPHA')?.ytdWithClaims)
  expect(december.yearToDate?.table.columns.map(({ key }) => key)).not.toContain('ytdClaims')
})

test('with the gain earnings of some of the policies are marked as those are', () => {
  const untold = { ...paid(8, 2_400_000), balances: [] }
  const view = buildAssetReport(firstExampleBank({ removedPolicies: [untold] }))
  const total = view.yearToDate?.table.total
  expect(tileOf(view, 'ytdIncrease')).toMatch(/^Of 5 of 6 policies, since 12\/31\/2024\. With gain on claims \$/)
  expect(total?.cells).toMatchObject({ ytdClaims: usd(1_398_500), ytdWithClaims: usd(514_307.55 + 1_398_500) })
  expect(total?.partial).toEqual(expect.arrayContaining(['ytdIncrease', 'ytdWithClaims']))
})

test('a claim below the value released goes to another account, which is named with its amount', () => {
  const note = (...removedPolicies: SnapshotRemovedPolicy[]) => buildAssetReport(firstExampleBank({ removedPolicies })).yearToDate?.note
  expect(note(paid(9, 2_400_000), paid(8, 1_000_000))).toContain(
    'The entries credit $1,398,500.00 to “Other noninterest income, life insurance”, as they do increases in cash surrender value, and debit $1,500.00 to “Other noninterest expense, life insurance”.',
  )
  expect(note(paid(9, 1_000_000))).toContain('The entries debit the loss to “Other noninterest expense, life insurance”.')
  const even = buildAssetReport(firstExampleBank({ removedPolicies: [paid(9, 2_400_000), paid(8, 1_000_000)] }))
  expect(tileOf(even, 'ytdIncrease')).toMatch(/^With gain on claims \$/)
})

test('earnings without a claim paid at another amount than its value are all there is', () => {
  const view = buildAssetReport(firstExampleBank({ removedPolicies: [paid(9, 1_001_500)] }))
  expect([tileOf(view, 'ytdIncrease'), view.yearToDate?.note]).toEqual(['Since 12/31/2024', null])
})

const pending = WORKED_POLICIES.map((policy) =>
  policy.policyId === 1 ? { ...policy, flags: { ...policy.flags, pendingClaim: true } } : policy,
)
const who = { policyNumber: 'A-1001', carrierCode: 'ALPHA', insuredName: 'Ames, Ada' }
const claim = { ...who, dateOfDeath: PRIOR, deathBenefit: usd(6_900_000), institutionShare: usd(6_400_000), status: 'DEATH_CLAIM_PENDING' }
const settled = { ...claim, policyNumber: 'A-1002', status: 'DEATH_PAID' }
const reportOf = (claims: SnapshotActivity['claims']) => {
  const transactions = [{ ...who, date: DAY, type: 'DEATH_CLAIM', amount: usd(1_001_500), note: null }]
  return buildAssetReport(firstExampleBank({ policies: pending, activity: { transactions, rateChanges: [], statusChanges: [], claims } }))
}

test('a pending claim states its cash surrender value and the expected gain; a paid one, whose gain is booked, has none', () => {
  const table = reportOf([claim, settled]).activity?.claims
  expect(table?.columns.slice(-2).map(({ label }) => label)).toEqual(['CSV 12/31/2025', 'Expected gain'])
  const expected = { cashSurrenderValue: usd(3_059_706.52), expectedGain: usd(3_340_293.48) }
  expect(table?.rows.map(({ cells }) => cells)).toMatchObject([expected, { cashSurrenderValue: null, expectedGain: null }])
  expect(table?.total?.cells).toMatchObject(expected)
  expect(reportOf([settled]).activity?.claims.columns.map(({ key }) => key)).not.toContain('expectedGain')
})

test('above pending claims stands when their gain is recorded, and nowhere else', () => {
  const view = reportOf([claim])
  expect(view.claimsLead).toBe(
    '1 death claim is pending: its policy stays at cash surrender value. The gain is recorded when the claim is paid; an institution that accrues claims from the date of death enters the receivable itself.',
  )
  expect(view.notes.join(' ')).not.toContain('pending')
  expect(view.activity?.transactions.rows.map(({ cells }) => cells.type)).toEqual(['Death claim, value released'])
  expect(reportOf([settled]).claimsLead).toBeUndefined()
})

test('claims on policies without valid notice and consent are named with their gain, which may be taxable, and no others', () => {
  const lead = reportOf([{ ...claim, withoutConsent: true }, settled]).claimsLead
  expect(lead).toMatch(/^1 death claim is pending: /)
  expect(lead).toContain(
    ' No valid notice and consent is on file for 1 of these policies (A-1001): its gain of $3,340,293.48 may be taxable under section 101(j), which excludes only premiums and other amounts paid. Please ask your tax adviser.',
  )
  // A paid claim whose value released is not told has no amount.
  expect(reportOf([{ ...settled, withoutConsent: true }]).claimsLead).toMatch(/^No valid notice .* \(A-1002\): its gain may be taxable/)
  const released = { ...settled, ...who, policyNumber: 'A-1009', institutionShare: usd(2_400_000), withoutConsent: true as const }
  const activity = { transactions: [], rateChanges: [], statusChanges: [], claims: [released] }
  const view = buildAssetReport(firstExampleBank({ removedPolicies: [paid(9, 2_400_000)], activity }))
  expect(view.claimsLead).toContain('(A-1009): its gain of $1,398,500.00 may be taxable')
})

test('the number of policies says how many of them have a claim pending', () => {
  expect(tileOf(reportOf([claim]), 'policies')).toBe('1 with a claim pending')
  expect(tileOf(december, 'policies')).toBeNull()
})
