/** The note on gross crediting rate and net yield, which lies on either side of it. */
import { expect, test } from 'vitest'
import { cents } from '../../primitives/money.ts'
import { firstExampleBank, WORKED_POLICIES } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import { policyRows } from './view.ts'

/** The first policy's note: its gross rate this far from its net yield, and the decline of its surrender charge as a part of its increase. */
const noteOf = (distance: number, part: number | null) => {
  const [first] = policyRows(buildAssetReport(firstExampleBank()))
  const [net, increase] = [Number(first?.cells.netYield), Number(first?.cells.increase)]
  const policies = WORKED_POLICIES.map((policy) =>
    policy.policyId === first?.policyId
      ? { ...policy, grossRate: net + distance, ...(part === null ? {} : { surrenderChargeRelease: cents(Math.round(increase * part)) }) }
      : policy,
  )
  return buildAssetReport(firstExampleBank({ policies })).notes.find((note) => note.startsWith('The gross crediting rate')) ?? ''
}
const EITHER_WAY =
  'The net yield is below or above it by charges, changes in surrender charges and the difference between effective and simple annualization.'

test('the note on the gross rate holds whether the net yield is below or above it', () =>
  expect(noteOf(0.005, null).endsWith(EITHER_WAY)).toBe(true))

test('a net yield that only the decline of the surrender charge lifts above the gross rate is explained by it, with the amount', () => {
  expect(noteOf(-0.001, 0.5)).toMatch(
    /For 1 policy the net yield is above the gross rate because its surrender charge declined by \$[\d,.]+ in the month, so that its cash surrender value rose faster than the account value\.$/,
  )
})

test('no decline is named where the yield is below the gross rate, would be above it without the decline, or none is on file', () => {
  for (const note of [noteOf(0.001, 0.5), noteOf(-0.01, 0.01), noteOf(-0.001, null), noteOf(-0.001, -0.5)])
    expect(note.endsWith(EITHER_WAY)).toBe(true)
})
