import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { type Between, deathBenefitMoved, type PolicySide } from './policy-changes.ts'

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
