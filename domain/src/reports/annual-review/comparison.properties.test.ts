/** Properties of every comparison of two annual reviews: causes and rest make the difference, and of lives that are known the causes are those of the life. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowsBetween } from '../../calculations/yields.ts'
import { cents } from '../../primitives/money.ts'
import { keptBefore, LIVED_YEARS, type LivedReviews, livedReviews, reviewAt } from '../../test/lived-review.ts'
import type { CauseKey, ComparedMeasure, Comparison } from '../comparison.ts'
import { buildAnnualReview } from './build.ts'
import { compareAnnualReviews } from './comparison.ts'
import { findingsOfReview, ratingSentence } from './view.ts'

const measure = (comparison: Comparison, key: string): ComparedMeasure => {
  const found = comparison.measures.find((one) => one.key === key)
  if (!found) throw new Error(`no measure ${key}`)
  return found
}
const causeOf = ({ causes }: ComparedMeasure, key: CauseKey) => causes.find((cause) => cause.key === key)?.amount ?? 0
const two = fc
  .record({ lived: livedReviews, from: fc.integer({ min: 0, max: 2 }), ahead: fc.integer({ min: 1, max: 3 }), isOld: fc.boolean() })
  .map(({ lived, from, ahead, isOld }) => ({ lived, from, to: Math.min(3, from + ahead), stored: isOld ? keptBefore : asItIs }))
const asItIs: typeof keptBefore = (review) => review
const check = (body: (drawn: { lived: LivedReviews; from: number; to: number; stored: typeof keptBefore }) => void) =>
  fc.assert(fc.property(two, body), { numRuns: 120 })

test('of any two reviews causes and the rest sum to the difference, by line too, and both figures stand in the reviews', () =>
  check(({ lived, from, to, stored }) => {
    const [before, after] = [stored(reviewAt(lived, from)), stored(reviewAt(lived, to))]
    const comparison = compareAnnualReviews(before, after)
    expect(compareAnnualReviews(after, before)).toEqual(comparison)
    for (const { from: a, to: b, difference, causes, unexplained, kind, lines, key } of comparison.measures) {
      if (difference === null || a === null || b === null) continue
      const sum = causes.reduce((total, { amount }) => total + amount, unexplained)
      if (kind === 'percent') expect(sum, key).toBeCloseTo(b - a, 12)
      else expect(sum, key).toBe(b - a)
      for (const line of lines)
        expect(line.unexplained + Object.values(line.causes).reduce((total, each) => total + each, 0), key).toBe(line.difference)
      if (lines.length > 0) expect(lines.reduce((total, line) => total + line.unexplained, 0)).toBe(unexplained)
    }
    for (const [side, snapshot] of [['from', before] as const, ['to', after] as const]) {
      const { summary, controlTotals } = buildAnnualReview(snapshot)
      const score = (id: string) => summary.scorecard.find((row) => row.id === id)?.thisYear
      expect(measure(comparison, 'cashSurrenderValue')[side]).toBe(controlTotals.cashSurrenderValue)
      expect(measure(comparison, 'deathBenefit')[side]).toBe(controlTotals.deathBenefit)
      expect(measure(comparison, 'income')[side]).toBe(controlTotals.income)
      expect(measure(comparison, 'netYield')[side]).toBe(score('yield'))
      expect(measure(comparison, 'taxEquivalentYield')[side]).toBe(score('equivalent'))
      expect(measure(comparison, 'proceeds')[side]).toBe(score('proceeds'))
    }
  }))

test('what happened is what explains: flows, ends, new policies, interest and charges of the years between, and nothing is left over', () =>
  check(({ lived, from, to, stored }) => {
    const whole = { ...lived, silent: null }
    const [before, after] = [stored(reviewAt(whole, from)), stored(reviewAt(whole, to))]
    const comparison = compareAnnualReviews(before, after)
    const value = measure(comparison, 'cashSurrenderValue')
    const since = before.asset.period
    const flows = [...after.policies, ...after.ended].flatMap((policy) => {
      const issueDate = after.asset.policies.find(({ policyId }) => policyId === policy.policyId)?.issueDate
      const issued = 'issueDate' in policy ? policy.issueDate : (issueDate ?? since)
      return flowsBetween(policy.flows, since, after.asset.period).map((flow) => ({ ...flow, isNew: issued > since }))
    })
    const of = (type: string, isNew?: boolean) =>
      flows.reduce((sum, flow) => sum + (flow.type === type && (isNew === undefined || flow.isNew === isNew) ? flow.amount : 0), 0)
    expect(causeOf(value, 'newPolicies')).toBe(of('PREMIUM', true) - of('PREMIUM_REFUND', true))
    expect(causeOf(value, 'premiums')).toBe(of('PREMIUM', false) - of('PREMIUM_REFUND', false))
    expect(causeOf(value, 'withdrawals')).toBe(0 - of('WITHDRAWAL'))
    expect(causeOf(value, 'deaths')).toBe(0 - of('DEATH_CLAIM'))
    expect(causeOf(value, 'surrenders')).toBe(0 - of('SURRENDER'))
    expect(causeOf(value, 'exchanges')).toBe(0 - of('EXCHANGE_OUT'))
    const charges = after.charges.filter(({ yearEnd }) => yearEnd > since)
    expect(causeOf(value, 'interest')).toBe(charges.reduce((sum, { interest }) => sum + interest, 0))
    expect(causeOf(value, 'costOfInsurance')).toBe(0 - charges.reduce((sum, { costOfInsurance }) => sum + costOfInsurance, 0))
    expect(causeOf(value, 'expenses')).toBe(0 - charges.reduce((sum, { expense }) => sum + expense, 0))
    // A review that keeps no last values says less: of ends, and of what surrender charges freed in a year of one.
    if (stored === keptBefore) return
    const ended = whole.policies.flatMap(({ end, issuedIn }) =>
      end && end.in !== issuedIn && end.in > from && end.in <= to && (issuedIn ?? 0) <= end.in ? [end] : [],
    )
    expect(causeOf(value, 'growth')).toBe(ended.reduce((sum, { how, after: earned }) => sum + (how === 'LAPSE' ? 0 : earned), 0))
    expect(comparison.measures.map(({ key, unexplained }) => [key, Math.abs(unexplained) < 1e-9 ? 0 : unexplained])).toEqual(
      comparison.measures.map(({ key }) => [key, 0]),
    )
  }))

const BROKEN_DOWN: readonly CauseKey[] = ['interest', 'costOfInsurance', 'expenses', 'surrenderCharges']
const brokenDown = (told: ComparedMeasure) => BROKEN_DOWN.reduce((sum, cause) => sum + causeOf(told, cause), 0)

test('a carrier that tells no charges leaves its increase whole, and a value that nothing accounts for is left over where it stands', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 5_000_000 }), (lived, place, error) => {
      const [before, after] = [reviewAt({ ...lived, silent: null }, place), reviewAt({ ...lived, silent: null }, place + 1)]
      const [first] = after.asset.policies
      fc.pre(first !== undefined && before.asset.policies.some(({ policyId }) => policyId === first.policyId))
      const moved = {
        ...after,
        asset: {
          ...after.asset,
          policies: after.asset.policies.map((one) =>
            one === first ? { ...one, cashSurrenderValue: cents(one.cashSurrenderValue + error) } : one,
          ),
        },
      }
      const usual = measure(compareAnnualReviews(before, after), 'cashSurrenderValue')
      const told = measure(compareAnnualReviews(before, moved), 'cashSurrenderValue')
      expect(told.unexplained - usual.unexplained).toBe(error)
      const quiet = { ...lived, silent: first?.carrierCode === 'BRAVO' ? ('BRAVO' as const) : null }
      const untold = measure(compareAnnualReviews(reviewAt(quiet, place), reviewAt(quiet, place + 1)), 'cashSurrenderValue')
      // Interest and charges may cancel out: the increase is then nothing, told or untold.
      if (quiet.silent) {
        expect(causeOf(untold, 'growth') - causeOf(usual, 'growth')).toBe(brokenDown(usual) - brokenDown(untold))
        const silent = untold.lines.filter(({ carrier }) => carrier === 'Bravo')
        expect(silent.filter(({ causes }) => BROKEN_DOWN.some((cause) => causes[cause]))).toEqual([])
      }
      // Also of a policy that lapsed: its value leaves with it, and its increase is not told twice.
      expect(untold.unexplained).toBe(0)
    }),
    { numRuns: 80 },
  ))

test('capital and limits: the headroom differs by value, capital and limit, and a limit alone is the limit’s', () =>
  check(({ lived, from, to }) => {
    const [before, after] = [reviewAt(lived, from), reviewAt(lived, to)]
    const comparison = compareAnnualReviews(before, after)
    expect(measure(comparison, 'headroom').unexplained).toBe(0)
    expect(causeOf(measure(comparison, 'headroom'), 'cashValue')).toBe(0 - (measure(comparison, 'cashSurrenderValue').difference ?? 0))
    expect(measure(comparison, 'shareOfTier1').unexplained).toBeCloseTo(0, 12)
    expect(measure(comparison, 'taxEquivalentYield').unexplained).toBeCloseTo(0, 12)
    const limits = { perCarrier: 0.15, aggregate: 0.4, basis: 'TIER1' as const }
    const again = { ...before, asset: { ...before.asset, version: 2, limits } }
    const alone = measure(compareAnnualReviews(before, again), 'headroom')
    expect(alone.causes.map(({ key }) => key).filter((key) => key !== 'limits')).toEqual([])
  }))

test('tests and ratings that came out otherwise are named, each once, with what both reviews say; the others are not', () =>
  check(({ lived, from, to }) => {
    const [before, after] = [reviewAt(lived, from), reviewAt(lived, to)]
    const { conclusions } = compareAnnualReviews(before, after)
    const views = [buildAnnualReview(before), buildAnnualReview(after)] as const
    const [was, is] = views.map((view) => new Map(findingsOfReview(view).map((one) => [`test-${one.id}`, one])))
    const keys = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
    const differing = [...keys].filter((key) => was?.get(key)?.status !== is?.get(key)?.status)
    const rated = views[1].risks.filter((risk) => {
      const other = views[0].risks.find(({ code }) => code === risk.code)
      return !other || ratingSentence(other) !== ratingSentence(risk)
    })
    const gone = views[0].risks.filter(({ code }) => !views[1].risks.some((risk) => risk.code === code))
    expect(conclusions.map(({ key }) => key).toSorted()).toEqual(
      [...differing, ...[...rated, ...gone].map(({ code }) => `risk-${code}`)].toSorted(),
    )
    for (const { key, from: a, to: b } of conclusions.filter((one) => one.key.startsWith('test-'))) {
      expect(a?.text).toBe(was?.get(key)?.sentence)
      expect(b?.text).toBe(is?.get(key)?.sentence)
    }
  }))

test('a year that starts from another opening balance than is posted earns the difference as a restatement, beside another year or version', () =>
  check(({ lived, from, to }) => {
    const [before, after] = [reviewAt(lived, from), reviewAt(lived, to)]
    const { yearStart, policies } = after.asset
    const [place, begin] = policies.flatMap(({ balances }, index) =>
      balances.flatMap(({ date, cashSurrenderValue }) => (date === yearStart ? [[index, cashSurrenderValue] as const] : [])),
    )[0] ?? [0, null]
    fc.pre(begin !== null)
    const opened = {
      ...after,
      asset: {
        ...after.asset,
        policies: policies.map((one, index) => (index === place ? { ...one, opening: { cashSurrenderValue: cents(begin - 1_800) } } : one)),
      },
    }
    const told = (snapshot: typeof after) => measure(compareAnnualReviews(before, snapshot), 'income')
    fc.pre(told(after).difference !== null)
    expect([causeOf(told(opened), 'restated') - causeOf(told(after), 'restated'), told(opened).unexplained]).toEqual([
      1_800,
      told(after).unexplained,
    ])
    const version = { ...opened, asset: { ...opened.asset, version: after.asset.version + 1 } }
    expect(causeOf(measure(compareAnnualReviews(after, version), 'income'), 'restated')).toBe(1_800)
    expect(buildAnnualReview(opened).notes.join(' ')).toContain('Earnings year to date are $18.00 more than from the posted values.')
  }))

test('two versions of one year: a posted correction is a restatement; without one it is nobody’s; two institutions are refused', () =>
  fc.assert(
    fc.property(
      livedReviews,
      fc.integer({ min: 0, max: LIVED_YEARS.length - 1 }),
      fc.integer({ min: 1, max: 900_000 }),
      (lived, place, error) => {
        const right = reviewAt(lived, place)
        const [first] = right.asset.policies
        fc.pre(first !== undefined)
        const changed = (valuationVersion: number) => ({
          ...right,
          asset: {
            ...right.asset,
            version: 2,
            policies: right.asset.policies.map((one) =>
              one === first ? { ...one, valuationVersion, cashSurrenderValue: cents(one.cashSurrenderValue + error) } : one,
            ),
          },
        })
        const posted = measure(compareAnnualReviews(right, changed(2)), 'cashSurrenderValue')
        expect([causeOf(posted, 'restated'), posted.unexplained]).toEqual([error, 0])
        // Its carrier has other policies as well, which nobody corrected.
        const income = measure(compareAnnualReviews(right, changed(2)), 'income')
        expect([causeOf(income, 'restated'), income.unexplained]).toEqual([income.difference ?? 0, 0])
        expect(measure(compareAnnualReviews(right, changed(1)), 'cashSurrenderValue').unexplained).toBe(error)
        const foreign = { ...right, asset: { ...right.asset, institution: { ...right.asset.institution, id: 99 } } }
        expect(() => compareAnnualReviews(right, foreign)).toThrow(RangeError)
      },
    ),
    { numRuns: 60 },
  ))
