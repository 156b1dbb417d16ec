import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { expect, test } from 'vitest'
import { buildBook } from './book.ts'
import { demoTerms } from './terms.ts'

test('the rate resets of a policy lead from rate to rate, each dated as the value that first bears it, and end at the rate of its last posted value', async () => {
  const { book } = await buildBook(demoTerms(undefined))
  const resets = Map.groupBy(
    book.policyTransaction.filter(({ type }) => type === 'RATE_RESET'),
    ({ policyId }) => policyId,
  )
  const rated = book.policyValuation.filter(
    ({ status, grossCreditingRate }) => status === 'POSTED' && typeof grossCreditingRate === 'number',
  )
  for (const [policyId, values] of Map.groupBy(rated, ({ policyId }) => policyId)) {
    const changed = values.filter(
      ({ grossCreditingRate }, index) => index > 0 && grossCreditingRate !== values[index - 1]?.grossCreditingRate,
    )
    const own = resets.get(policyId) ?? []
    expect(own.map(({ transactionDate, fileId, lineNumber }) => [transactionDate, fileId, lineNumber])).toEqual(
      changed.map(({ asOfDate, fileId, lineNumber }) => [asOfDate, fileId, lineNumber]),
    )
    const rates = [values[0], ...changed].map((value) => formatPercent(value?.grossCreditingRate ?? 0))
    expect(own.map(({ note }) => note)).toEqual(rates.slice(1).map((rate, index) => `${rates[index]} to ${rate}`))
    expect(rates.at(-1)).toBe(formatPercent(values.at(-1)?.grossCreditingRate ?? 0))
  }
  const first = resets.get(1)?.map(({ transactionDate, note }) => `${transactionDate} ${note}`) ?? []
  expect([first.length, first[0], first.at(-1)]).toEqual([10, '2024-01-31 3.65% to 3.75%', '2026-07-31 4.25% to 4.30%'])
}, 90_000)
