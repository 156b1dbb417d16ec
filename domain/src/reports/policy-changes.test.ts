import { describe, expect, test } from 'vitest'
import type { Flow } from '../calculations/yields.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { type Between, closes, countMoved, deathBenefitMoved, type PolicySide, standingOf, valueMoved } from './policy-changes.ts'

const held = (deathBenefit: number, valuationVersion: number, isEstimated: boolean): PolicySide => ({
  issueDate: plainDate('2015-06-01'),
  flows: [],
  held: { cashSurrenderValue: usd(1_000_000), deathBenefit: usd(deathBenefit), valuationVersion, isEstimated },
  ended: null,
})
const day = plainDate('2026-09-30')
const versions: Between = { since: day, upTo: day, sameDate: true, looksBackTo: day }

test('between two versions of one date a death benefit moves for an estimate replaced, or a value restated, and for nothing else that is known', () => {
  const moved = (from: PolicySide, to: PolicySide) => deathBenefitMoved({ from, to }, versions).causes
  expect(moved(held(2_500_000, 1, true), held(2_510_000, 1, false))).toEqual({ estimates: usd(10_000) })
  expect(moved(held(2_500_000, 1, false), held(2_490_000, 2, false))).toEqual({ restated: usd(-10_000) })
  expect(moved(held(2_500_000, 1, false), held(2_490_000, 1, false))).toEqual({})
})

test('between two dates it moves because the carrier reported another', () => {
  const between: Between = { since: plainDate('2026-08-31'), upTo: day, sameDate: false, looksBackTo: plainDate('2025-12-31') }
  expect(deathBenefitMoved({ from: held(2_500_000, 1, false), to: held(2_512_000, 1, false) }, between)).toEqual({
    from: usd(2_500_000),
    to: usd(2_512_000),
    causes: { reported: usd(12_000) },
  })
})

describe('from one value to a later one', () => {
  const [since, upTo] = [plainDate('2026-08-31'), day]
  const between: Between = { since, upTo, sameDate: false, looksBackTo: since }
  const valued = (now: number, isEstimated = false) => ({
    cashSurrenderValue: usd(now),
    deathBenefit: usd(2_500_000),
    valuationVersion: 1,
    isEstimated,
  })
  const side = (now: number | null, more: Partial<PolicySide> = {}): PolicySide => ({
    issueDate: plainDate('2015-06-01'),
    flows: [],
    held: now === null ? null : valued(now),
    ended: null,
    ...more,
  })
  const flow = (type: Flow['type'], amount: number, date = '2026-09-10'): Flow => ({ type, amount: usd(amount), date: plainDate(date) })
  const moved = (from: PolicySide | undefined, to: PolicySide | undefined, over: Between = between, opening: number | null = 100) => {
    const { measured, rest } = valueMoved({ from, to }, over, () => (opening === null ? null : usd(opening)))
    return [measured.causes, rest?.increase ?? null]
  }
  const ended = (on: string) => side(null, { ended: { on: plainDate(on), cause: 'surrenders' } })

  test('what is left beside flows is the increase', () => {
    expect(moved(side(100), side(103))).toEqual([{}, usd(3)])
    expect(moved(side(100), side(153, { flows: [flow('PREMIUM', 60), flow('WITHDRAWAL', 10), flow('PREMIUM', 5, '2026-08-31')] }))).toEqual(
      [{ premiums: usd(60), withdrawals: usd(-10) }, usd(3)],
    )
    expect(valueMoved({ from: side(100), to: side(103) }, between, () => usd(100)).measured).toMatchObject({ from: usd(100), to: usd(103) })
  })

  test('the earlier value of the later report replaces an estimate, or is a restatement', () => {
    expect(moved(side(90), side(103))).toEqual([{ restated: usd(10) }, usd(3)])
    expect(moved(side(90, { held: valued(90, true) }), side(103))).toEqual([{ estimates: usd(10) }, usd(3)])
    expect(moved(side(90), side(103), between, null)).toEqual([{}, null])
  })

  test('a policy that came in is new by its issue, and taken in otherwise', () => {
    expect(moved(undefined, side(103))).toEqual([{ takenIn: usd(100) }, usd(3)])
    const issued = side(52, { issueDate: plainDate('2026-09-05'), flows: [flow('PREMIUM', 50), flow('WITHDRAWAL', 1)] })
    expect(moved(undefined, issued, between, 0)).toEqual([{ newPolicies: usd(50), withdrawals: usd(-1) }, usd(3)])
    const onTheDay = side(52, { issueDate: since, flows: [flow('PREMIUM', 50)] })
    expect(moved(undefined, onTheDay, between, 0)).toEqual([{ premiums: usd(50) }, usd(2)])
  })

  test('a policy that left is explained by its end, or not at all', () => {
    expect(moved(side(100), ended('2026-08-31'))).toEqual([{ surrenders: usd(-100) }, null])
    expect(moved(side(100), { ...ended('2026-09-05'), flows: [flow('SURRENDER', 101)] })).toEqual([{ surrenders: usd(-101) }, usd(1)])
    expect(moved(side(100), undefined)).toEqual([{}, null])
    expect(moved(side(100), undefined, { ...between, looksBackTo: plainDate('2026-09-01') })).toEqual([{ earlier: usd(-100) }, null])
  })

  test('of one date it is corrected, taken in or ended', () => {
    const same = { ...between, sameDate: true }
    expect(moved(undefined, side(100), same)).toEqual([{ takenIn: usd(100) }, null])
    expect(moved(side(100), ended('2026-09-05'), same)).toEqual([{ surrenders: usd(-100) }, null])
    expect(moved(side(100), side(null), same)).toEqual([{}, null])
  })

  test('a policy leaves by a surrender, a claim or an exchange, and by no other flow', () => {
    const types = ['PREMIUM', 'PREMIUM_REFUND', 'EXCHANGE_IN', 'WITHDRAWAL', 'SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT'] as const
    expect(types.filter((type) => closes(flow(type, 1)))).toEqual(['SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT'])
  })

  test('policies are counted by why they are held at one date and not at the other', () => {
    const exchanged = side(100, { flows: [flow('EXCHANGE_IN', 100)] })
    const issued = side(100, { issueDate: plainDate('2026-09-05') })
    const pairs = [
      { from: side(1), to: side(1) },
      { from: undefined, to: issued },
      { from: undefined, to: exchanged },
      { from: side(null), to: side(1) },
      { from: side(1), to: ended('2026-09-05') },
      { from: side(1), to: undefined },
    ]
    expect(countMoved(pairs, between)).toEqual({ newPolicies: 1, exchanges: 1, takenIn: 1, surrenders: -1 })
    expect(countMoved(pairs.slice(5), { ...between, looksBackTo: upTo })).toEqual({ earlier: -1 })
    expect(countMoved([{ from: undefined, to: issued }], { ...between, sameDate: true })).toEqual({ takenIn: 1 })
    expect(pairs.map(standingOf)).toEqual(['Held', 'New', 'New', 'New', 'Ended', 'Ended'])
  })
})
