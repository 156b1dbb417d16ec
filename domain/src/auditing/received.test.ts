/** Corrections by hand and excluded rows stand between what the carriers sent and what is posted, and add up to the cent in both amounts. */
import { expect, test } from 'vitest'
import { randomOf } from '../test/random-books.ts'
import {
  type Changes,
  changesInWords,
  isToTell,
  MEASURES,
  NOTHING_CHANGED,
  perMeasure,
  type Sides,
  sideLines,
  sidesOf,
  sumReceived,
  UNCHANGED,
} from './received.ts'

const same = (amount: number) => perMeasure(() => amount)
const sides = (over: Partial<Sides> = {}): Sides => ({
  fed: same(150_000),
  posted: same(150_000),
  unfed: same(0),
  unfedPolicies: 0,
  received: NOTHING_CHANGED,
  unplacedRows: 0,
  ...over,
})
const READ = 'Carriers’ files, as read'

test('whatever was corrected and excluded, the lines add up to the figure as read and with the difference to what is posted, in both amounts, to the cent', () => {
  const random = randomOf(20_261_127)
  const whole = (most: number) => Math.floor(random() * most)
  for (let book = 0; book < 500; book++) {
    const excludedRows = whole(3)
    const received = perMeasure((): Changes => {
      const correctedPolicies = whole(3)
      return {
        correctedPolicies,
        correctedCents: correctedPolicies === 0 ? 0 : whole(2_000_000) - 1_000_000,
        excludedRows,
        excludedCents: excludedRows === 0 ? 0 : whole(900_000_000),
        unreadRows: 0,
      }
    })
    const told = sides({ fed: perMeasure(() => whole(9_000_000_000)), posted: perMeasure(() => whole(9_000_000_000)), received })
    const lines = sideLines(told)
    const read = lines.findIndex(({ label }) => label === READ)
    const areCorrected = MEASURES.some((measure) => received[measure].correctedPolicies > 0)
    expect(read).toBe(areCorrected || excludedRows > 0 ? 1 + Number(areCorrected) + Math.sign(excludedRows) : 0)
    for (const measure of MEASURES) {
      const above = lines.slice(0, read).reduce((sum, line) => sum + line[measure], 0)
      if (read > 0) expect(above).toBe(told.fed[measure])
      expect((lines[read]?.[measure] ?? 0) + (lines[read + 2]?.[measure] ?? 0)).toBe(lines[read + 1]?.[measure])
    }
  }
})

test('a month without a correction, an excluded row and a difference has nothing to tell', () => {
  expect(isToTell(sides())).toBe(false)
  expect(sideLines(sides()).map(({ label }) => label)).toEqual([READ, 'Posted', 'Posted less the carriers’ files, as read'])
  expect(changesInWords(UNCHANGED)).toEqual([])
})

const corrected = { ...UNCHANGED, correctedPolicies: 1, correctedCents: 26_385_500 }
test.each([
  ['a corrected death benefit', { received: { ...NOTHING_CHANGED, deathBenefit: corrected } }],
  ['a corrected cash surrender value', { received: { ...NOTHING_CHANGED, cashSurrenderValue: corrected } }],
  ['an excluded row', { received: perMeasure(() => ({ ...UNCHANGED, excludedRows: 1 })) }],
  ['a difference of the death benefit', { posted: { cashSurrenderValue: 150_000, deathBenefit: 150_001 } }],
  ['a difference of the cash surrender value', { posted: { cashSurrenderValue: 149_999, deathBenefit: 150_000 } }],
  ['a policy without a line in the file', { unfedPolicies: 1 }],
])('%s alone is told', (_, over) => expect(isToTell(sides(over))).toBe(true))

test('a death benefit corrected alone leads from received to as read, beside a cash surrender value that was not', () => {
  const lines = sideLines(
    sides({ fed: same(30_000_000), posted: same(30_000_000), received: { ...NOTHING_CHANGED, deathBenefit: corrected } }),
  )
  expect(lines.slice(0, 3)).toEqual([
    { label: 'Received from the carriers', note: null, cashSurrenderValue: 30_000_000, deathBenefit: 3_614_500 },
    { label: 'Corrected by hand', note: '1 death benefit', cashSurrenderValue: 0, deathBenefit: 26_385_500 },
    { label: READ, note: null, cashSurrenderValue: 30_000_000, deathBenefit: 30_000_000 },
  ])
})

test('a difference of which a part has no line in the file has the rest beside it, and the two add up to it in both amounts', () => {
  const posted = { cashSurrenderValue: 150_000 + 1_900, deathBenefit: 150_060 }
  const unfed = { cashSurrenderValue: 3_700, deathBenefit: 60 }
  const [difference, ...parts] = sideLines(sides({ posted, unfed, unfedPolicies: 1 })).slice(-3)
  expect(parts.map(({ label, note, cashSurrenderValue, deathBenefit }) => [label, note, cashSurrenderValue, deathBenefit])).toEqual([
    ['Posted without a line in the carrier’s file', '1 policy', 3_700, 60],
    ['Posted other than the carrier’s file states', 'net', -1_800, 0],
  ])
  expect(difference).toMatchObject({ cashSurrenderValue: 1_900, deathBenefit: 60 })
})

test('a received value that could not be read is told, and adds nothing; so is an excluded row of no known institution', () => {
  const cash: Changes = { correctedPolicies: 1, correctedCents: 50_000, excludedRows: 2, excludedCents: 1_000, unreadRows: 1 }
  const benefit: Changes = { correctedPolicies: 2, correctedCents: -7, excludedRows: 2, excludedCents: 0, unreadRows: 0 }
  const received = { cashSurrenderValue: cash, deathBenefit: benefit }
  const unfed = { cashSurrenderValue: 40, deathBenefit: 60 }
  const told = sides({ posted: { cashSurrenderValue: 150_040, deathBenefit: 150_060 }, unfed, unfedPolicies: 3, received, unplacedRows: 1 })
  expect(
    sideLines(told).map(({ label, note, cashSurrenderValue, deathBenefit }) => [label, note, cashSurrenderValue, deathBenefit]),
  ).toEqual([
    ['Received from the carriers', '1 cash surrender value blank or not readable as received: it adds nothing', 101_000, 150_007],
    ['Corrected by hand', '1 cash surrender value, 2 death benefits', 50_000, -7],
    ['Excluded rows', '2 rows, 1 of no institution in the register', -1_000, 0],
    [READ, null, 150_000, 150_000],
    ['Posted', null, 150_040, 150_060],
    ['Posted less the carriers’ files, as read', null, 40, 60],
    ['Posted without a line in the carrier’s file', '3 policies', 40, 60],
  ])
  const unread = { cashSurrenderValue: cash, deathBenefit: { ...benefit, unreadRows: 1 } }
  expect(sideLines(sides({ received: unread }))[0]?.note).toBe(
    '1 cash surrender value, 1 death benefit blank or not readable as received: they add nothing',
  )
  expect(changesInWords(cash)).toEqual(['corrected 500.00', 'excluded -10.00', '1 not readable'])
})

test('rows that are in no row of the list are added to the sums of those that are', () => {
  const row = { ...UNCHANGED, excludedRows: 1, excludedCents: 700, unreadRows: 1 }
  const unplaced = { cashSurrenderValue: row, deathBenefit: { ...row, excludedCents: 900, unreadRows: 0 } }
  const totals = {
    ...{ correctedPolicies: 1, correctedCashSurrenderValueCents: 5, excludedRows: 2, excludedCashSurrenderValueCents: 11, unreadRows: 3 },
    ...{ correctedDeathBenefits: 4, correctedDeathBenefitCents: 6, excludedDeathBenefitCents: 12, unreadDeathBenefits: 7 },
    ...{ fedCashSurrenderValueCents: 21, postedCashSurrenderValueCents: 22, unfedCashSurrenderValueCents: 23 },
    ...{ fedDeathBenefitCents: 31, postedDeathBenefitCents: 32, unfedDeathBenefitCents: 33, unfedPolicies: 1 },
  }
  expect(sidesOf(totals, unplaced)).toEqual({
    fed: { cashSurrenderValue: 21, deathBenefit: 31 },
    posted: { cashSurrenderValue: 22, deathBenefit: 32 },
    unfed: { cashSurrenderValue: 23, deathBenefit: 33 },
    unfedPolicies: 1,
    received: {
      cashSurrenderValue: { correctedPolicies: 1, correctedCents: 5, excludedRows: 3, excludedCents: 711, unreadRows: 4 },
      deathBenefit: { correctedPolicies: 4, correctedCents: 6, excludedRows: 3, excludedCents: 912, unreadRows: 7 },
    },
    unplacedRows: 1,
  })
  expect(sumReceived([])).toEqual(NOTHING_CHANGED)
})
