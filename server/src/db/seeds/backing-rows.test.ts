/** The backing of the demo's policies fits the amounts paid for them. */

import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { sevenPayStanding } from '@corridor/domain/policies/seven-pay-test.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { buildBook } from './book.ts'
import { demoTerms } from './terms.ts'

test('no corporate policy was ever paid more than its carrier’s 7-pay limit, each institution pays one almost all of it, and some began anew', async () => {
  const { book } = await buildBook({ ...demoTerms(undefined), keepContent: false })
  const on = plainDate('2025-12-31')
  const isFlow = (type: string): type is Flow['type'] => [...ADDING_FLOWS, ...REMOVING_FLOWS].some((flow) => flow === type)
  const told = [...Map.groupBy(book.policySevenPay, ({ policyId }) => policyId)].map(([id, rows]) => {
    const policy = book.policy.find((one) => one.id === id)
    if (!policy) throw new Error(`no policy ${id}`)
    const { issueDate, mec = false } = policy
    const flows = book.policyTransaction.flatMap(({ policyId, type, transactionDate, amountCents }) =>
      policyId === id && isFlow(type) && amountCents ? [{ date: transactionDate, type, amount: amountCents }] : [],
    )
    const periods = rows.map(({ startsOn, annualPremiumCents: annualPremium, statedOn, source }) => ({
      startsOn,
      annualPremium,
      paid: null,
      statedOn,
      source,
    }))
    return sevenPayStanding({ issueDate, isModifiedEndowment: mec, isExchanged: false, reportedBasis: null, flows }, periods, on)
  })
  const running = told.filter(({ contractYear }) => contractYear !== null)
  expect(running.length).toBeGreaterThan(10)
  expect(new Set(told.map(({ result }) => result))).toEqual(new Set(['WITHIN', 'OVER']))
  // $25 of room for each contract year.
  const tight = running.filter(({ headroom, limit }) => Number(headroom) / Number(limit) < 0.01)
  expect(tight.length).toBeGreaterThan(0)
  for (const { headroom, premiumsDue } of tight) expect(headroom).toBe(25_00 * Number(premiumsDue))
  expect(running.some(({ period, contractYear }) => period?.startsOn === '2024-06-22' && contractYear === 2)).toBe(true)
})
