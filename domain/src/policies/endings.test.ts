/** A status: the fields it asks for, and the journal entry it makes, and that the report of its month suggests that very entry and foots. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flow } from '../calculations/yields.ts'
import { type Cents, cents, usd } from '../primitives/money.ts'
import { addDays, addMonthEnds, monthEndsBetween, plainDate } from '../primitives/period.ts'
import { buildAssetReport } from '../reports/asset-report/build.ts'
import type { SnapshotRemovedPolicy } from '../reports/asset-report/snapshot.ts'
import { firstExampleBank } from '../test/first-example-bank.ts'
import { groundAt, SETTLEMENTS, type Settlement, STATUS_SETTLEMENTS, type StatusTerms, settlementOf, statusEffect } from './endings.ts'
import { POLICY_STATUSES, type PolicyStatus } from './statuses.ts'

const PERIOD = plainDate('2025-12-31')
const PRIOR = plainDate('2025-11-30')
const YEAR_START = plainDate('2024-12-31')
const VALUE = usd(269_877.8)
const value = { asOfDate: PRIOR, cashSurrenderValue: VALUE, institutionDeathBenefit: usd(716_000) }
const ground = { value, flows: [] }
const terms = (status: PolicyStatus, more: Partial<StatusTerms> = {}): StatusTerms => ({
  status,
  effectiveDate: plainDate('2025-12-12'),
  settlement: null,
  releasedCents: null,
  differenceConfirmed: false,
  ...more,
})
const booked = (status: PolicyStatus, more: Partial<StatusTerms> = {}, of = ground) => {
  const { refused, entries } = statusEffect(terms(status, { differenceConfirmed: true, ...more }), of)
  expect(refused).toEqual({})
  return entries.map(({ kind, lines }) => [
    kind,
    ...lines.map(
      ({ accountName, debit, credit }) => `${debit === null ? 'Cr' : 'Dr'} ${accountName} ${((debit ?? credit ?? 0) / 100).toFixed(2)}`,
    ),
  ])
}
const CSV = 'Cash surrender value of life insurance'

test('a lapse books no cash: what is left goes to expense', () =>
  expect(booked('LAPSED', { settlement: 'EXPENSE' })).toEqual([
    ['decrease', 'Dr Other noninterest expense, life insurance 269877.80', `Cr ${CSV} 269877.80`],
  ]))
test('a transfer or an exchange goes through the section 1035 clearing account', () => {
  const entry = [['exchangeOut', 'Dr Section 1035 exchange clearing 269877.80', `Cr ${CSV} 269877.80`]]
  expect(booked('TRANSFERRED', { settlement: 'EXCHANGE_CLEARING', releasedCents: VALUE })).toEqual(entry)
  expect(booked('EXCHANGED_OUT', { releasedCents: VALUE })).toEqual(entry)
})
test('a surrender books the cash that came in, and its difference from the value to income or expense', () => {
  expect(booked('SURRENDERED', { releasedCents: usd(270_000) })).toEqual([
    ['growth', `Dr ${CSV} 122.20`, 'Cr Other noninterest income, life insurance 122.20'],
    ['surrender', 'Dr Cash 270000.00', `Cr ${CSV} 270000.00`],
  ])
  expect(booked('SURRENDERED', { releasedCents: usd(260_000) })).toEqual([
    ['decrease', 'Dr Other noninterest expense, life insurance 9877.80', `Cr ${CSV} 9877.80`],
    ['surrender', 'Dr Cash 260000.00', `Cr ${CSV} 260000.00`],
  ])
})
test('a claim that is paid books the institution’s share as receivable, the value, the gain, and the receipt', () =>
  expect(booked('DEATH_PAID')).toEqual([
    [
      'death',
      'Dr Life insurance claim receivable 716000.00',
      `Cr ${CSV} 269877.80`,
      'Cr Other noninterest income, life insurance 446122.20',
    ],
    ['claimReceipt', 'Dr Cash 716000.00', 'Cr Life insurance claim receivable 716000.00'],
  ]))
test.each(['PENDING', 'IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING'] as const)('%s books nothing', (status) => {
  expect(booked(status)).toEqual([])
  expect(Object.keys(statusEffect(terms(status, { settlement: 'CASH', releasedCents: usd(1) }), ground).refused)).toEqual([
    'settlement',
    'releasedCents',
  ])
})

test('nothing is chosen in silence: amount, way and a difference of more than 1% are asked for', () => {
  const asked = (status: PolicyStatus, more: Partial<StatusTerms> = {}, of: Parameters<typeof statusEffect>[1] = ground) =>
    statusEffect(terms(status, more), of).refused
  expect(asked('SURRENDERED')).toEqual({ releasedCents: ['Enter the amount received in cash.'] })
  expect(asked('EXCHANGED_OUT')).toEqual({ releasedCents: ['Enter the amount that was transferred to the new contract.'] })
  expect(asked('LAPSED')).toEqual({ settlement: ['Choose where the value goes: expense, when nothing comes in, cash received.'] })
  expect(asked('LAPSED', { settlement: 'EXPENSE' })).toEqual({
    differenceConfirmed: [
      '$269,877.80 was posted for 11/30/2025, so this books $269,877.80 to expense. A policy seldom lapses with a value: check whether it was surrendered, exchanged or paid up. Confirm that it is right.',
    ],
  })
  expect(asked('LAPSED', { settlement: 'EXCHANGE_CLEARING', releasedCents: VALUE })).toEqual({
    settlement: ['Lapsed is settled by expense, when nothing comes in, or cash received.'],
  })
  expect(asked('TRANSFERRED', { settlement: 'EXPENSE', releasedCents: usd(5), differenceConfirmed: true })).toEqual({
    releasedCents: ['Nothing comes in where the value is written off to expense: leave it empty.'],
  })
  expect(asked('SURRENDERED', { releasedCents: cents(VALUE * 10) })).toHaveProperty('differenceConfirmed')
  expect(asked('SURRENDERED', { releasedCents: cents(Math.ceil(VALUE * 1.009)) })).toEqual({})
  expect(asked('DEATH_PAID', {}, { value: null, flows: [] })).toEqual({
    releasedCents: ['Enter the cash surrender value released: none is posted before that day.'],
  })
  // A policy without a value has nothing to settle.
  expect(asked('LAPSED', {}, { value: { ...value, cashSurrenderValue: usd(0) }, flows: [] })).toEqual({})
})

test('the value is the last posted before the day, with what went in and out since; an older one leaves the month’s gain untold', () => {
  const values = ['2025-10-31', '2025-11-30', '2025-12-31'].map((asOfDate, index) => ({
    ...value,
    asOfDate: plainDate(asOfDate),
    cashSurrenderValue: usd(100 + index),
  }))
  const flows: Flow[] = [
    { date: plainDate('2025-11-15'), type: 'PREMIUM', amount: usd(5) },
    { date: plainDate('2025-12-05'), type: 'PREMIUM', amount: usd(10) },
    { date: plainDate('2025-12-20'), type: 'WITHDRAWAL', amount: usd(3) },
  ]
  const at = groundAt({ values, flows }, plainDate('2025-12-12'))
  expect(at).toEqual({ value: values[1], flows: [flows[1]] })
  expect(statusEffect(terms('SURRENDERED', { releasedCents: usd(111) }), at).difference).toBe(0)
  const gap = statusEffect(terms('SURRENDERED', { releasedCents: usd(100) }), {
    value: { ...value, cashSurrenderValue: usd(100), asOfDate: plainDate('2025-10-31') },
    flows: [],
  })
  expect(gap.note).toBe('No value is posted for 11/30/2025: the report of the month will not show what the policy gained or lost.')
})

test('how a status was settled is read back from its transaction', () => {
  for (const [status, settlements] of Object.entries(STATUS_SETTLEMENTS))
    for (const settlement of settlements) expect(settlementOf(status as PolicyStatus, SETTLEMENTS[settlement].transaction)).toBe(settlement)
  expect([settlementOf('GRACE', 'STATUS_CHANGE'), settlementOf('SURRENDERED', null)]).toEqual([null, null])
})

const REMOVALS = {
  SURRENDERED: 'SURRENDER',
  DEATH_PAID: 'DEATH_CLAIM',
  EXCHANGED_OUT: 'EXCHANGE_OUT',
  LAPSED: 'LAPSE',
  TRANSFERRED: 'TRANSFER',
} as const
const ENDED = Object.keys(REMOVALS) as (keyof typeof REMOVALS)[]
const CASES = ENDED.flatMap((status) =>
  STATUS_SETTLEMENTS[status].map((settlement): [keyof typeof REMOVALS, Settlement] => [status, settlement]),
)

test('every status that ends a policy is one of those that settle it', () =>
  expect(ENDED.toSorted()).toEqual(
    Object.entries(POLICY_STATUSES)
      .filter(([, { ended }]) => ended)
      .map(([status]) => status)
      .toSorted(),
  ))

const amount = fc.integer({ min: 0, max: 90_000_000_00 }).map(cents)
const MONTHS = monthEndsBetween(YEAR_START, PRIOR)
test.each(CASES)(
  '%s, %s: the month’s report suggests the entry that was shown, and begin, flows and end foot to the cent, of the month, the quarter and the year',
  (status, settlement) => {
    fc.assert(
      fc.property(
        fc.record({
          ends: fc.array(amount, { minLength: 12, maxLength: 12 }),
          released: amount,
          benefit: amount,
          premium: fc.option(amount),
          day: fc.integer({ min: 2, max: 31 }),
          isQuarterly: fc.boolean(),
        }),
        ({ ends, released, benefit, premium, day, isQuarterly }) => {
          const effectiveDate = addDays(PRIOR, day)
          const balances = MONTHS.map((date, index) => ({ date, cashSurrenderValue: ends[index] ?? usd(0) }))
          const before: Flow[] = premium === null ? [] : [{ date: addDays(PRIOR, 1), type: 'PREMIUM', amount: premium }]
          const values = balances.map(({ date, cashSurrenderValue }) => ({
            asOfDate: date,
            cashSurrenderValue,
            institutionDeathBenefit: benefit,
          }))
          const effect = statusEffect(
            { status, effectiveDate, settlement, releasedCents: settlement === 'EXPENSE' ? null : released, differenceConfirmed: true },
            groundAt({ values, flows: before }, effectiveDate),
          )
          expect([effect.refused, effect.note]).toEqual([{}, null])
          const { type, amountCents } = effect.transaction
          const flow = type === 'SURRENDER' || type === 'EXCHANGE_OUT' || type === 'DEATH_CLAIM' ? type : null
          const flows: Flow[] = [...before, ...(flow && amountCents ? [{ date: effectiveDate, type: flow, amount: amountCents }] : [])]
          const policy: SnapshotRemovedPolicy = {
            policyId: 1,
            policyNumber: 'P-1',
            carrierCode: 'ALPHA',
            productName: 'Product',
            accountType: 'GENERAL',
            insuredId: 1,
            insuredName: 'Doe, John',
            issueDate: plainDate('2015-06-15'),
            costBasis: usd(1),
            balances,
            flows,
            removedOn: effectiveDate,
            removal: REMOVALS[status],
            institutionDeathBenefit: status === 'DEATH_PAID' ? benefit : null,
          }
          const from = isQuarterly ? addMonthEnds(PERIOD, -3) : PRIOR
          const view = buildAssetReport(
            firstExampleBank({
              isQuarterly,
              priorPeriod: from,
              policies: [],
              removedPolicies: [policy],
              trend: [],
              edition: 2,
              ledgerAccounts: {},
            }),
          )
          const [row] = view.carriers.rows
          const told = (key: string): Cents => cents(Number(row?.cells[key] ?? 0))
          const moved = (since: string) =>
            flows.filter(({ date }) => date > since).reduce((sum, one) => sum + (one.type === 'PREMIUM' ? one.amount : -one.amount), 0)
          expect(told('priorValue') + told('additions') - told('removals') + told('increase')).toBe(0)
          expect([
            told('priorValue') + told('increase') + moved(from),
            told('yearStartValue') + told('ytdIncrease') + moved(YEAR_START),
          ]).toEqual([0, 0])
          expect(view.ledger.totalDebits).toBe(view.ledger.totalCredits)
          if (isQuarterly) return
          // A premium of the month is an entry of its own.
          const entries = view.ledger.entries.filter(({ kind }) => kind !== 'premium')
          expect(entries.map(({ kind, lines }) => [kind, lines])).toEqual(effect.entries.map(({ kind, lines }) => [kind, lines]))
          expect(told('increase')).toBe(effect.difference)
          const schedule = view.ledger.schedule?.rows.find(({ id }) => id === 'schedule-1')
          const net = Number(schedule?.cells.netChange ?? 0)
          expect(net + told('priorValue')).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  },
)
