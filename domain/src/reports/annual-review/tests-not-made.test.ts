import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { ANSWERS, BOARD, reviewExample } from '../../test/review-example.ts'
import { findingOf } from '../../test/review-parts.ts'
import { stampAs } from '../heading.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf } from './executive-summary.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import { findingsOfReview } from './view.ts'

const of = (overrides: Partial<AnnualReviewSnapshot> = {}) => {
  const view = buildAnnualReview(reviewExample(overrides))
  const told = view.summary.conclusions.find(({ id }) => id === 'conclusion-not-made')
  return { view, told, certified: executiveSummaryOf(view).certification.at(-1) ?? '', stamp: view.header.stamp }
}
const UNANSWERED = ['Holding as intended', 'The board’s review', 'Regulation O, sections 23A and 23B', 'IRC 409A']

test('a review whose questionnaire was not returned counts the tests that were not made, names them, and certifies none of them', () => {
  const { view, told, certified, stamp } = of()
  const tests = findingsOfReview(view).filter(({ id }) => !id.startsWith('conclusion-'))
  const open = tests.filter(({ status }) => status === 'unknown')
  const count = `${open.length} of ${tests.length} tests`
  expect(told).toMatchObject({ label: 'Tests not made', status: 'unknown' })
  expect(told?.sentence).toContain(
    `${count} were not made. The institution’s questionnaire for the year has not been returned, which leaves these open: ${UNANSWERED.join('; ')}. Too little is on file for: Net yield; `,
  )
  expect(certified).toMatch(new RegExp(`^This certification does not cover the ${count} that were not made: `))
  for (const { label } of open) for (const said of [told?.sentence, certified]) expect(said).toContain(label)
  expect(stamp).toEqual({ kind: 'preliminary', text: 'FINAL · QUESTIONNAIRE INCOMPLETE', unanswered: true })
  expect(stampAs(stampAs(stamp, 'draft'), 'released')).toEqual(stamp)
  expect(stampAs({ text: stamp.text }, 'withdrawn').text).toBe('WITHDRAWN')
  expect(view.controlTotals.unanswered).toBe(UNANSWERED.length)
})

test('with every answer the stamp is FINAL alone; what too little is on file for is told all the same', () => {
  const yes = { yes: true, note: '' }
  const said = { ...ANSWERS.said, 'regulation-o': yes, 'section-409a': yes, 'liquidity-needs': { yes: false, note: '' } }
  const answers = { ...ANSWERS, boardReviewedOn: plainDate('2025-11-18'), said }
  const { view, told, certified, stamp } = of({ answers })
  expect(stamp).toEqual({ kind: 'final', text: 'FINAL' })
  expect(view.controlTotals).not.toHaveProperty('unanswered')
  expect(told?.sentence).toMatch(/^\d+ of \d+ tests were not made\. Too little is on file for: .*Vendor due diligence/)
  expect(certified).toContain('Vendor due diligence')
  const { 'section-409a': _, ...others } = said
  const partly = of({ answers: { ...answers, said: others } })
  expect(partly.told?.sentence).toContain('The institution’s questionnaire leaves these unanswered: IRC 409A.')
  expect(partly.stamp.text).toBe('FINAL · QUESTIONNAIRE INCOMPLETE')
})

test('a review made before says nothing of tests that were not made', () => {
  const example = reviewExample()
  const { told, certified, stamp } = of({ asset: { ...example.asset, edition: 5 } })
  expect([told, stamp.text, certified.includes('does not cover')]).toEqual([undefined, 'FINAL', false])
})

test('a board policy whose next review came due before the review was prepared is on watch, and both days are said', () => {
  const example = reviewExample()
  const due = (nextReviewOn: string, edition: 5 | 6 = 6) => {
    const asset = { ...example.asset, edition, preparedOn: plainDate('2026-04-02') }
    const view = buildAnnualReview({
      ...example,
      asset,
      board: { ...BOARD, approvedOn: plainDate('2025-03-18'), nextReviewOn: plainDate(nextReviewOn) },
    })
    const { status, sentence } = findingOf(view, 'board-policy') ?? {}
    return [status, sentence]
  }
  expect(due('2026-03-31')).toEqual([
    'watch',
    'The board approved its policy on 03/18/2025; its next review was due on 03/31/2026: met at 12/31/2025, and past due when this review was prepared on 04/02/2026.',
  ])
  expect(due('2026-04-02')).toEqual(['good', 'The board approved its policy on 03/18/2025; its next review is due on 04/02/2026.'])
  expect(due('2025-12-31')).toEqual(['watch', 'The board approved its policy on 03/18/2025; its next review was due on 12/31/2025.'])
  expect(due('2026-03-31', 5)[0]).toBe('good')
})

test('what is over a limit is told as such and not as less than no headroom', () => {
  const example = reviewExample()
  const [limits, capital] = [example.asset.limits, example.asset.capital]
  if (!capital) throw new Error('an example without capital')
  const text = (tier1: number) =>
    JSON.stringify(
      buildAnnualReview({ ...example, asset: { ...example.asset, limits, capital: { ...capital, tier1: usd(tier1) } } }).placeholders
        .headroom,
    )
  expect(text(60_000_000)).toBe('"$317,455.19"')
  expect(text(50_000_000)).toBe('"none, over the limit by $2,182,544.81"')
})

test('the note on tax rates says how old the figures of the state are', () => {
  const example = reviewExample()
  const { tax } = example.asset
  if (!tax) throw new Error('an example without tax rates')
  const row = {
    id: 1,
    stateName: 'Missouri',
    taxName: 'Bank tax',
    taxBasis: 'NET_INCOME',
    effectiveTo: null,
    figuresYear: 2020,
    source: 'Tax Policy Center',
    footnote: null,
    effectiveFrom: plainDate('2020-01-01'),
  } as const
  const note = (reviewedOn: typeof row.effectiveFrom | null) =>
    buildAnnualReview({ ...example, asset: { ...example.asset, tax: { ...tax, stateRow: { ...row, reviewedOn } } } }).notes.find((text) =>
      text.startsWith('Tax rates'),
    )
  expect(note(null)).toMatch(/; the figures of Missouri are those of 2020, not reviewed since\.$/)
  expect(note(plainDate('2026-01-05'))).toMatch(/those of 2020, reviewed 01\/05\/2026\.$/)
})
