/** Properties of every comparison: causes and the unexplained rest make the difference, and of books whose life is known the causes are those of that life. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents } from '../primitives/money.ts'
import { type LivedPolicy, livedBook, reportAt } from '../test/lived-book.ts'
import { compareAssetReports } from './asset-report/comparison.ts'
import type { AssetReportSnapshot } from './asset-report/snapshot.ts'
import type { CauseKey, ComparedMeasure, Comparison } from './comparison.ts'

const measure = (comparison: Comparison, key: string): ComparedMeasure => {
  const found = comparison.measures.find((one) => one.key === key)
  if (!found) throw new Error(`no measure ${key}`)
  return found
}
const causeOf = ({ causes }: ComparedMeasure, key: CauseKey) => causes.find((cause) => cause.key === key)?.amount ?? 0
const two = fc
  .record({ lived: livedBook, from: fc.integer({ min: 0, max: 12 }), ahead: fc.integer({ min: 1, max: 13 }) })
  .map(({ lived, from, ahead }) => ({
    lived,
    from,
    to: Math.min(13, from + ahead),
  }))
/** The second year starts at the twelfth month: reports of it look back to its start only. */
const inReach = ({ from, to }: { from: number; to: number }) => to <= 11 || from >= 11
const check = (body: (drawn: { lived: LivedPolicy[]; from: number; to: number }) => void) =>
  fc.assert(fc.property(two, body), { numRuns: 200 })

test('of every two reports, causes and the rest sum to the difference: in total, by cause and by line, to the cent', () =>
  check(({ lived, from, to }) => {
    const [before, after] = [reportAt(lived, from), reportAt(lived, to)]
    const comparison = compareAssetReports(before, after)
    for (const { from: a, to: b, difference, causes, unexplained, kind, lines, key } of comparison.measures) {
      if (difference === null || a === null || b === null) continue
      const sum = causes.reduce((total, { amount }) => total + amount, unexplained)
      if (kind === 'percent') expect(sum, key).toBeCloseTo(b - a, 12)
      else expect(sum, key).toBe(b - a)
      if (lines.length === 0) continue
      expect(lines.reduce((total, line) => total + line.difference, 0)).toBe(difference)
      expect(lines.reduce((total, line) => total + line.unexplained, 0)).toBe(unexplained)
      for (const cause of causes) expect(lines.reduce((total, line) => total + (line.causes[cause.key] ?? 0), 0)).toBe(cause.amount)
      for (const line of lines)
        expect(line.unexplained + Object.values(line.causes).reduce((total, each) => total + each, 0)).toBe(line.difference)
    }
  }))

test('what happened is what explains: nothing is left over, and premiums, withdrawals, ends, interest and charges are those that were lived', () =>
  check((drawn) => {
    fc.pre(inReach(drawn) && drawn.to === drawn.from + 1)
    const { lived, from, to } = drawn
    const [before, after] = [reportAt(lived, from), reportAt(lived, to)]
    const value = measure(compareAssetReports(before, after), 'cashSurrenderValue')
    expect(value.unexplained).toBe(0)
    const held = after.policies.filter(({ interest }) => interest !== null)
    const sum = (amounts: (Cents | null)[]) => amounts.reduce<number>((total, each) => total + (each ?? 0), 0)
    expect(causeOf(value, 'interest')).toBe(sum(held.map(({ interest }) => interest)))
    expect(causeOf(value, 'costOfInsurance')).toBe(0 - sum(held.map(({ costOfInsurance }) => costOfInsurance)))
    expect(causeOf(value, 'expenses')).toBe(0 - sum(held.map(({ expense }) => expense)))
    expect(causeOf(value, 'surrenderCharges')).toBe(sum(held.map(({ surrenderChargeRelease }) => surrenderChargeRelease ?? null)))
    const flows = [...after.policies, ...after.removedPolicies].flatMap((policy) =>
      policy.flows.filter(({ date }) => date > before.period).map((flow) => ({ ...flow, isNew: policy.issueDate > before.period })),
    )
    const of = (type: string, isNew?: boolean) =>
      sum(flows.filter((flow) => flow.type === type && (isNew === undefined || flow.isNew === isNew)).map(({ amount }) => amount))
    expect(causeOf(value, 'newPolicies')).toBe(of('PREMIUM', true) - of('PREMIUM_REFUND', true))
    expect(causeOf(value, 'premiums')).toBe(of('PREMIUM', false) - of('PREMIUM_REFUND', false))
    expect(causeOf(value, 'withdrawals')).toBe(0 - of('WITHDRAWAL'))
    expect(causeOf(value, 'surrenders')).toBe(0 - of('SURRENDER'))
    expect(causeOf(value, 'deaths')).toBe(0 - of('DEATH_CLAIM'))
    expect(causeOf(value, 'exchanges')).toBe(0 - of('EXCHANGE_OUT'))
  }))

test('over several months too nothing is left over while the later report looks back so far', () =>
  check((drawn) => {
    fc.pre(inReach(drawn))
    expect(
      measure(compareAssetReports(reportAt(drawn.lived, drawn.from), reportAt(drawn.lived, drawn.to)), 'cashSurrenderValue').unexplained,
    ).toBe(0)
    expect(measure(compareAssetReports(reportAt(drawn.lived, drawn.from), reportAt(drawn.lived, drawn.to)), 'policies').unexplained).toBe(0)
  }))

test('a value that neither flow, interest nor charge accounts for is left over, on its policy and nowhere else', () =>
  fc.assert(
    fc.property(livedBook, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 5_000_000 }), (lived, place, error) => {
      const [before, after] = [reportAt(lived, place), reportAt(lived, place + 1)]
      const wrong = after.policies.find(
        ({ interest, policyId }) => interest !== null && before.policies.some((one) => one.policyId === policyId),
      )
      fc.pre(wrong !== undefined)
      const moved = {
        ...after,
        policies: after.policies.map((one) =>
          one === wrong ? { ...one, cashSurrenderValue: cents(one.cashSurrenderValue + error) } : one,
        ),
      }
      for (const key of ['cashSurrenderValue', 'increase'] as const) {
        const { unexplained, lines } = measure(compareAssetReports(before, moved), key)
        const usual = measure(compareAssetReports(before, after), key).unexplained
        expect(unexplained - usual).toBe(error)
        if (key === 'cashSurrenderValue')
          expect(lines.filter((line) => line.unexplained !== 0).map(({ policyId }) => policyId)).toEqual([wrong?.policyId])
      }
    }),
    { numRuns: 150 },
  ))

test('a value corrected since is a restatement: between periods of the opening, between versions of the value itself', () =>
  fc.assert(
    fc.property(livedBook, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 900_000 }), (lived, place, error) => {
      const right = reportAt(lived, place)
      const [first] = right.policies
      fc.pre(first !== undefined)
      const wrong: AssetReportSnapshot = {
        ...right,
        policies: right.policies.map((one) =>
          one === first ? { ...one, cashSurrenderValue: cents(one.cashSurrenderValue + error) } : one,
        ),
      }
      const corrected: AssetReportSnapshot = {
        ...right,
        version: 2,
        policies: right.policies.map((one) => (one === first ? { ...one, valuationVersion: 2 } : one)),
      }
      const versions = measure(compareAssetReports(wrong, corrected), 'cashSurrenderValue')
      expect(causeOf(versions, 'restated')).toBe(-error)
      expect(versions.unexplained).toBe(0)
      // Without a posted version the correction is nobody's.
      expect(measure(compareAssetReports(wrong, { ...right, version: 2 }), 'cashSurrenderValue').unexplained).toBe(-error)
      const later = reportAt(lived, place + 1)
      const periods = measure(compareAssetReports(wrong, later), 'cashSurrenderValue')
      const held = [...later.policies, ...later.removedPolicies].some(({ policyId }) => policyId === first?.policyId)
      if (held) expect(causeOf(periods, 'restated')).toBe(-error)
      expect(periods.unexplained).toBe(0)
    }),
    { numRuns: 150 },
  ))

test('the order of the two does not matter, and a summary tells the same by carrier without a name', () =>
  check(({ lived, from, to }) => {
    const [before, after] = [reportAt(lived, from), reportAt(lived, to)]
    const comparison = compareAssetReports(before, after)
    expect(compareAssetReports(after, before)).toEqual(comparison)
    const summary = compareAssetReports({ ...before, kind: 'AssetSummaryReport' }, { ...after, kind: 'AssetSummaryReport' })
    expect(
      summary.measures.map(({ lines: _, causes, ...rest }) => ({ ...rest, causes: causes.map(({ key, amount }) => ({ key, amount })) })),
    ).toEqual(
      comparison.measures.map(({ lines: _, causes, ...rest }) => ({ ...rest, causes: causes.map(({ key, amount }) => ({ key, amount })) })),
    )
    expect(JSON.stringify(summary)).not.toMatch(/Name\d|P-\d/)
  }))
