import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import {
  type ControlsException,
  type ControlsReview,
  controlsOf,
  controlsResult,
  examinedSentence,
  reviewInWords,
  reviewsInBrief,
} from './controls.ts'
import { AUDIT_CHECK_CODES, AUDIT_RULES, rulesOf } from './rules.ts'

const one = (
  ruleCode: ControlsException['ruleCode'],
  reasonCode: ControlsException['reasonCode'],
  status: ControlsException['status'] = 'RESOLVED',
  title: string = AUDIT_RULES[ruleCode].title,
): ControlsException => ({
  ruleCode,
  title,
  reasonCode,
  status,
})

test('each audit has its line, in the order of the audits, also where nothing was found', () => {
  const lines = controlsOf(
    [],
    new Set(['V1', 'V3', 'M1']),
    new Map([
      ['M4', ['no interest in the carrier’s file']],
      ['B1', []],
      ['B2', []],
    ]),
  )
  expect(lines.map(({ title, asked, skipped, found, sentences }) => [title, asked, skipped, found, sentences.length])).toEqual([
    ['Monthly validation of cash surrender values and death benefits', 2, 0, 0, 0],
    ['Month-over-month balance of cash surrender values and death benefits', 1, 1, 0, 0],
    ['Policy reconciliation', 0, 0, 0, 0],
    ['Comparison of balances at the beginning of the year', 0, 2, 0, 0],
    ['Current yield variance', 0, 0, 0, 0],
  ])
})

test('a sentence says how each was settled, and what is open', () => {
  const [validation, balance] = controlsOf(
    [
      one('V3', 'CORRECTED'),
      one('M3', 'CARRIER_CONFIRMED'),
      one('M3', 'CARRIER_CONFIRMED'),
      one('M3', null, 'OPEN'),
      one('M5', 'CONTRACT'),
    ],
    new Set(),
    new Map(),
  )
  expect(validation?.sentences).toEqual(['Cash surrender value differs from what is posted: 1 exception; the value was corrected.'])
  expect(balance?.sentences).toEqual([
    'Movement too large: 3 exceptions; 2: the carrier confirmed the value; 1 is open.',
    'Death benefit moved: 1 exception; the terms of the contract explain it.',
  ])
  expect([balance?.found, balance?.open]).toEqual([4, 1])
})

test('two findings of one rule are named apart, each by what was found', () => {
  const [, balance] = controlsOf(
    [one('M4', 'CORRECTED', 'RESOLVED', 'Cost of insurance differs from the table'), one('M4', null, 'OPEN')],
    new Set(),
    new Map(),
  )
  expect(balance?.sentences).toEqual([
    'Cost of insurance differs from the table: 1 exception; the value was corrected.',
    'Roll-forward does not add up: 1 exception; it is open.',
  ])
  expect([balance?.asked, balance?.found]).toEqual([1, 2])
})

test('an exception that is acknowledged is told apart from those that are resolved', () => {
  const [, balance] = controlsOf(
    [
      one('M3', 'CORRECTED'),
      one('M3', 'CARRIER_CORRECTS', 'ACKNOWLEDGED'),
      one('M3', 'OTHER', 'ACKNOWLEDGED'),
      one('M5', 'CARRIER_CORRECTS', 'ACKNOWLEDGED'),
      one('M6', 'ROUNDING', 'FALSE_POSITIVE'),
      one('M6', null, 'OPEN'),
    ],
    new Set(),
    new Map(),
  )
  expect(balance && controlsResult(balance)).toContain('; 6 exceptions, 1 resolved, 1 false positive, 3 acknowledged, 1 open')
  expect(balance?.sentences.slice(0, 2)).toEqual([
    'Movement too large: 3 exceptions; 1: the value was corrected; 1 acknowledged: the carrier will correct it in its next file; 1 acknowledged.',
    'Death benefit moved: 1 exception; acknowledged: the carrier will correct it in its next file.',
  ])
})

test('a statement made before that was kept still says what was settled', () => {
  const made = { asked: 2, skipped: 0, found: 2 }
  expect([0, 1].map((open) => controlsResult({ ...made, open }))).toEqual([
    '2 rules applied; 2 exceptions, all settled',
    '2 rules applied; 2 exceptions, 1 not settled yet',
  ])
})

test('rules that were not applied are named with the data that they lacked, those of one reason together', () => {
  const lines = controlsOf(
    [],
    new Set(['M1', 'Y4']),
    new Map([
      ['M2', ['no value posted for the month before']],
      ['M4', ['no interest in the carrier’s file']],
      ['M6', ['no value posted for the month before']],
      ['B1', ['no opening balance is stored']],
    ]),
  )
  const all = lines.slice(1).map(({ apart: _, rules: _all, ...line }) => controlsResult(line))
  expect(all).toEqual([
    '1 rule applied, 3 not applied: increase against expectation, opening balance against last month (no value posted for the month before), roll-forward (no interest in the carrier’s file); no exception',
    'Not applied this month',
    'Not applied this month: opening balance against the posted year end (no opening balance is stored)',
    '1 rule applied; no exception',
  ])
})

test('every rule of an audit is accounted for: applied, not applied for want of data, or not applying to the institution', () => {
  const asked = ['V1', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9', 'V10', 'V11', 'V12', 'B1', 'B2', 'B3', 'B4', 'B5', 'P1'] as const
  const statement = (exceptions: ControlsException[] = []) =>
    controlsOf(exceptions, new Set(asked), new Map([['B6', ['no general ledger balance was entered']]]))
  const [validation, , , balances] = statement().map(controlsResult)
  expect(validation).toBe(
    '11 of 13 rules applied; 2 belong to the check of each carrier’s file before it is posted: policies known to the register, control totals of the file; no exception',
  )
  expect(balances).toBe(
    '5 of 6 rules applied, 1 not applied: opening balance against the general ledger (no general ledger balance was entered); no exception',
  )
  expect(statement([one('V2', 'RECORDED')])[0], 'a rule that found something was asked').toMatchObject({
    asked: 12,
    apart: ['control totals of the file'],
  })
  for (const { asked: applied, skipped, apart, rules } of statement()) expect(applied + skipped + (apart?.length ?? 0)).toBe(rules)
})

test('whatever two records of a month say of a rule, it is counted once: applied, not applied, and not applying add up to all rules', () => {
  const rules = AUDIT_CHECK_CODES.flatMap((check) => rulesOf(check))
  fc.assert(
    fc.property(fc.subarray(rules), fc.subarray(rules), fc.subarray(rules), (asked, skipped, found) => {
      const lines = controlsOf(
        found.map((code) => one(code, null, 'OPEN')),
        new Set(asked),
        new Map(skipped.map((code) => [code, ['no data']])),
      )
      for (const line of lines) expect(line.asked + line.skipped + (line.apart?.length ?? 0)).toBe(line.rules)
    }),
  )
})

test('a statement made before the reasons were kept still says that data is missing', () => {
  expect(controlsResult({ asked: 2, skipped: 1, found: 0, open: 0 })).toBe(
    '2 rules applied, 1 not applied because data is missing; no exception',
  )
})

test('each audit says when it was signed off and what happened since, or that it was not; the brief counts both', () => {
  const asOf = plainDate('2026-09-30')
  const examined = { policies: 1, valued: 1, carriers: 1, files: 1, auditedAt: '2026-10-02T08:00:00Z' }
  const lines = controlsOf([], new Set(['V1']), new Map())
  const signed = (check: ControlsReview['check'], over: Partial<ControlsReview> = {}): ControlsReview => ({
    check,
    signedOn: plainDate('2026-10-15'),
    posted: 0,
    changed: 0,
    ...over,
  })
  const [first, second] = ['client-exceptions', 'cash-surrender-exceptions'] as const
  expect(reviewInWords(first, [])).toBe('Not signed off when this report was made')
  expect(reviewInWords(first, [signed(second), signed(first)])).toBe('Signed off on October 15, 2026')
  const again = signed(first, { posted: 2, changed: 1 })
  expect(reviewInWords(first, [again])).toBe('Signed off on October 15, 2026; since then 2 values posted, 1 exception found or handled')
  const brief = (...reviews: ControlsReview[]) => reviewsInBrief({ asOf, examined, lines, reviews })
  expect(brief()).toBe('None of the 5 audits was signed off by a reviewer when this report was made.')
  expect(brief(signed(first), again)).toBe(
    '1 of 5 audits was signed off by a reviewer when this report was made; 1 changed after its sign-off.',
  )
  expect(brief(signed(first, { changed: 2 }), signed(second, { posted: 1 }))).toBe(
    '2 of 5 audits were signed off by a reviewer when this report was made; 2 changed after their sign-off.',
  )
  expect(brief(...AUDIT_CHECK_CODES.map((check) => signed(check)))).toBe(
    'All 5 audits were signed off by a reviewer when this report was made.',
  )
  expect(reviewsInBrief({ asOf, examined, lines })).toBeNull()
  expect(reviewsInBrief({ asOf, examined: null, lines: [], reviews: [] })).toBeNull()
})

test('values that no file brought are counted apart from those that the carriers reported', () => {
  const examined = { policies: 40, valued: 40, carriers: 2, files: 2, auditedAt: '2026-10-02T08:00:00Z' }
  expect(examinedSentence({ ...examined, entered: 1 })).toBe(
    '40 of 40 policies valued (39 reported, 1 entered), with 2 carriers, from 2 files.',
  )
  for (const all of [examined, { ...examined, entered: 0 }])
    expect(examinedSentence(all)).toBe('40 of 40 policies valued, with 2 carriers, from 2 files.')
  expect(examinedSentence({ ...examined, files: 0, entered: 40 })).toBe('40 of 40 policies valued, with 2 carriers, from 0 files.')
})
