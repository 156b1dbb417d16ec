/** A bank reads of each rule that tested some of its policies how many, and never that it tested all. */
import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { controlsInBrief, controlsOf, controlsResult, earlierSentences } from './controls.ts'
import { type CarrierCoverage, reachesOf } from './partly.ts'
import { AUDIT_RULES } from './rules.ts'

const coverage = (policies: number, over: Partial<CarrierCoverage> = {}): CarrierCoverage => ({
  expected: policies,
  posted: policies,
  prior: policies,
  fed: policies,
  isMissed: false,
  skipped: [],
  ...over,
  asked: { V1: policies, ...over.asked },
})
const skip = (ruleCode: string, policies: number, reason: string) => ({ ruleCode, reason, policies })
const one = coverage(16, { asked: { V11: 16, M2: 16, M5: 16 } })
const other = coverage(75, {
  asked: { M2: 71, M5: 71 },
  skipped: [skip('V11', 75, 'no shares of the death benefit'), ...['M2', 'M5'].map((code) => skip(code, 4, 'a death claim is pending'))],
})
const linesOf = (rows: readonly CarrierCoverage[]) =>
  controlsOf([], new Set(['V1', 'V11', 'M1', 'M2', 'M5', 'P1']), new Map(), reachesOf(rows))
const shares = 'shares of the death benefit (16 of 91; for the others, no shares of the death benefit)'

test('a rule that tested the policies of one carrier alone is told with their number, and rules that lacked the same stand together', () => {
  const [validation, balance, counts] = linesOf([one, other]).map((line) => controlsResult({ ...line, apart: [] }))
  expect(validation).toBe(`2 of 13 rules applied, 1 of them not to every policy: ${shares}; no exception`)
  expect(balance).toBe(
    '3 of 8 rules applied, 2 of them not to every policy: increase against expectation, movement of the death benefit (each 87 of 91; for the others, a death claim is pending); no exception',
  )
  expect(counts).toBe('1 of 7 rules applied; no exception')
})

test('all audits in brief name each such rule with the policies that it tested, the fewest first; an earlier month of a quarter counts them', () => {
  const statement = {
    asOf: plainDate('2026-04-30'),
    examined: { policies: 91, valued: 91, carriers: 2, files: 2, auditedAt: '2026-05-12T08:00:00Z' },
    lines: linesOf([one, other]),
  }
  expect(controlsInBrief(statement)).toContain(
    '; 6 of 41 rules applied, 3 of them to some policies only: shares of the death benefit (16 of 91 policies), increase against expectation, movement of the death benefit (each 87 of 91 policies); ',
  )
  const june = { ...statement, asOf: plainDate('2026-06-30') }
  expect(
    earlierSentences({
      ...june,
      earlier: [
        { ...statement, reviews: [] },
        { ...statement, examined: null, lines: [] },
      ],
    }),
  ).toEqual([
    'April 2026, all audits: 3 of 5 audits run; 6 of 41 rules applied, 3 of them not to every policy; no exception. None of the 5 audits was signed off by a reviewer when this report was made.',
  ])
  const found = controlsOf(
    [{ ruleCode: 'M3', title: AUDIT_RULES.M3.title, status: 'RESOLVED', reasonCode: 'CORRECTED' }],
    new Set(['V1']),
    new Map(),
  )
  expect(earlierSentences({ ...june, earlier: [{ ...statement, lines: found }] })).toEqual([
    'April 2026, all audits: 2 of 5 audits run; 2 of 41 rules applied; 1 exception, 1 resolved, none open.',
  ])
  expect(earlierSentences(june)).toEqual([])
})

test('a statement made before that was kept says no more than it did', () => {
  const [line] = linesOf([one, other])
  expect(line && controlsResult({ ...line, partly: undefined, apart: [] })).toBe('2 of 13 rules applied; no exception')
})

test('a carrier without a file was tested by no rule of its values and its file, and its policies are among the others', () => {
  const awaited = coverage(9, { posted: 0, fed: null, skipped: [skip('V11', 9, 'no value is posted')] })
  const reaches = reachesOf([one, awaited])
  const late = { tested: 16, of: 25, why: 'the carrier’s file is not due yet' }
  for (const code of ['V1', 'V11', 'P1'] as const) expect(reaches.get(code)).toEqual(late)
})

test('a roll-forward that was added up and not recomputed is not told as tested in full', () => {
  const half = (policies: number) => skip('M4', policies, 'interest and charges not recomputed: the value follows the market')
  expect(reachesOf([coverage(10, { asked: { M4: 10 }, skipped: [half(7)] })]).get('M4')).toEqual({
    tested: 3,
    of: 10,
    why: 'interest and charges were added up and not recomputed',
  })
  const lacks = skip('M4', 4, 'no expense charge in the carrier’s file')
  expect(
    reachesOf([coverage(10, { asked: { M4: 8 }, skipped: [half(3), lacks] })]).get('M4'),
    'two of the four were recomputed',
  ).toMatchObject({
    tested: 3,
    of: 10,
  })
})

test('no count is made of a rule that the audit kept nothing of, and more than two reasons are not told', () => {
  const older = coverage(5)
  const known = coverage(5, { asked: { V2: 4 }, skipped: [skip('V2', 1, 'no line of the carrier for the month')] })
  expect(reachesOf([known]).get('V2')).toMatchObject({ tested: 4, of: 5 })
  expect(reachesOf([known, older]).has('V2')).toBe(false)
  const many = coverage(5, { asked: { Y5: 2 }, skipped: ['a', 'b', 'c'].map((reason) => skip('Y5', 1, reason)) })
  expect(reachesOf([many]).get('Y5')).toEqual({ tested: 2, of: 5, why: '' })
})
