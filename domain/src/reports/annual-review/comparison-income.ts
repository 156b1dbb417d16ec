/** Why the income of two fiscal years differs, carrier by carrier: another rate, more or less average invested value, policies that came and went, charges. */

import { flowsBetween, weightedBegin } from '../../calculations/yields.ts'
import { type Cents, cents, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { openingGap } from '../asset-report/openings.ts'
import { because, type Causes, type ComparedPart } from '../comparison.ts'
import {
  afterLastValue,
  chargesOf,
  codesByName,
  openingOf,
  periodOf,
  type ReviewLine,
  type ReviewPair,
  type Side,
} from './comparison-lines.ts'
import type { ReviewFigures } from './figures.ts'

const NOTHING = cents(0)

/** The income of the two years beside each other, by carrier: interest by what was credited on how much; charges; what no year's charges make up. */
export function incomeByCarrier(lines: readonly ReviewLine[], pair: ReviewPair): ComparedPart[] {
  const codes = [...new Set([...codesByName(pair).values()])]
  const names = new Map([...codesByName(pair)].map(([name, code]) => [code, name]))
  return codes.flatMap((code, index): ComparedPart[] => {
    const [begin, end] = [incomeOf(pair.from, code), incomeOf(pair.to, code)]
    const own = lines.filter(({ from, to }) => (to ?? from)?.carrierCode === code)
    if (begin === null && end === null && own.length === 0) return []
    const causes: Causes = {}
    const [from, to] = [begin ?? NOTHING, end ?? NOTHING]
    const opened = openedOf(pair.to, code) - openedOf(pair.from, code)
    if (pair.sameDate) because(causes, 'restated', own.every(sameInputs) ? opened : to - from)
    else {
      because(causes, 'restated', opened)
      incomeCauses(causes, own, pair, { code, difference: to - from - opened })
    }
    return [
      {
        id: index + 1,
        policyId: null,
        policyNumber: null,
        insured: null,
        carrier: names.get(code) ?? code,
        standing: '',
        from,
        to,
        causes,
      },
    ]
  })
}

/** Part of the year's income that comes of opening balances other than what is posted at the year end. */
const openedOf = ({ snapshot: { asset } }: ReviewFigures, carrierCode: string): Cents => openingGap(asset, carrierCode)

function incomeOf({ asset }: ReviewFigures, carrierCode: string): Cents | null {
  const value = asset.carriers.rows.find((row) => row.carrierCode === carrierCode)?.cells.ytdIncrease
  return typeof value === 'number' ? cents(value) : null
}

function incomeCauses(
  causes: Causes,
  own: readonly ReviewLine[],
  pair: ReviewPair,
  { code, difference }: { code: string; difference: number },
) {
  const [given, earlier] = [pair.to, pair.from].map((side) => chargesOf(side.snapshot, code, periodOf(side)))
  if (!given || !earlier) {
    because(causes, 'growth', difference)
    return
  }
  splitInterest(causes, own, pair, [earlier.interest, given.interest])
  because(causes, 'costOfInsurance', earlier.costOfInsurance - given.costOfInsurance)
  because(causes, 'expenses', earlier.expense - given.expense)
  // A review made before it was kept leaves what surrender charges made of the income unexplained.
  if (given.release !== null && earlier.release !== null) because(causes, 'surrenderCharges', given.release - earlier.release)
  for (const [side, { year }, sign] of own.flatMap(({ from, to }) => [[from, pair.from, -1] as const, [to, pair.to, 1] as const])) {
    const after = afterLastValue(side, year.from, year.to)
    if (after) because(causes, after.cause, sign * after.amount)
  }
}

/** Interest is what was credited on the average invested value: another rate on the earlier value, then the later rate on what came, went and grew. */
function splitInterest(causes: Causes, own: readonly ReviewLine[], pair: ReviewPair, [before, after]: readonly [Cents, Cents]): void {
  const work = own.map((line) => ({ line, from: workOf(line.from, pair.from), to: workOf(line.to, pair.to) }))
  const [oldWork, newWork] = [work.reduce((sum, { from }) => sum + from, 0), work.reduce((sum, { to }) => sum + to, 0)]
  if (!(oldWork > 0 && newWork > 0)) {
    because(causes, 'interest', after - before)
    return
  }
  const rate = after / newWork
  const moved = (of: (line: ReviewLine) => boolean) =>
    roundHalfAwayFromZero(rate * work.reduce((sum, { line, from, to }) => sum + (of(line) ? to - from : 0), 0))
  const rates = roundHalfAwayFromZero((rate - before / oldWork) * oldWork)
  const isNew = (line: ReviewLine) => line.to !== undefined && line.to.issueDate > periodOf(pair.from)
  const isEnded = (line: ReviewLine) => !isNew(line) && !line.to?.held
  const [came, went] = [moved(isNew), moved(isEnded)]
  because(causes, 'rates', rates)
  because(causes, 'newPolicies', came)
  because(causes, 'ended', went)
  because(causes, 'value', after - before - rates - came - went)
}

/** Average invested value of a policy over the year under review: its value at the year's beginning, flows for the days that remained. */
function workOf(side: Side | undefined, { year }: ReviewFigures): number {
  if (!side) return 0
  const begin = side.ended && side.ended.on <= year.from ? NOTHING : openingOf(side, year.from)
  return begin === null ? 0 : weightedBegin(begin, flowsBetween(side.flows, year.from, year.to), year.from, year.to)
}

const sameInputs = ({ from, to }: ReviewLine): boolean =>
  JSON.stringify([from?.values, from?.flows, from?.held]) === JSON.stringify([to?.values, to?.flows, to?.held])
