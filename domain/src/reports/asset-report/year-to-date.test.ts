import { expect, test } from 'vitest'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'

const december = firstExampleBank()
const withoutYearStart = (count: number) => ({
  ...december,
  policies: december.policies.map((policy, index) =>
    index < count ? { ...policy, balances: policy.balances.filter(({ date }) => date !== december.yearStart) } : policy,
  ),
})

test('a report whose policies all have an opening value says how the year foots, and nothing else', () => {
  const { yearToDate } = buildAssetReport(december)
  expect(yearToDate?.lead).toMatch(/^Opening value plus premiums and exchanges in plus earnings, .* is the closing value\.$/)
  expect(yearToDate?.note).toBeNull()
})

test('the closing value of a policy without an opening value stands apart, and the report says so', () => {
  const { yearToDate } = buildAssetReport(withoutYearStart(1))
  expect(yearToDate?.note).toMatch(
    /^1 policy has no opening value at December 31, 2024: its \$[\d,.]+ of the closing value is stated apart, and earnings do not cover it\.$/,
  )
  expect(Number(yearToDate?.table.total?.cells.ytdUnopened)).toBe(december.policies[0]?.cashSurrenderValue)
})

test('without any opening value there is no bridge, and the report says so', () => {
  const { yearToDate } = buildAssetReport(withoutYearStart(december.policies.length))
  expect(yearToDate?.lead).toBe(
    'No policy has an opening value at December 31, 2024: there is no bridge from the opening to the closing value, and no earnings year to date are stated.',
  )
  expect(yearToDate?.table.total?.cells).toMatchObject({ yearStartValue: null, ytdIncrease: null })
})

test('the one-page summary has no bridge', () =>
  expect(buildAssetReport(firstExampleBank({ kind: 'AssetSummaryReport' })).yearToDate).toBeNull())
