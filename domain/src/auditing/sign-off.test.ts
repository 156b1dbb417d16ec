import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { noteAsked, reviewOf, reviewSentence, type SignOff, signOffRefused } from './sign-off.ts'

const by = (signedBy: string, stateSha256: string, isWithdrawn = false): SignOff => ({
  signedBy,
  signedOn: plainDate('2026-10-15'),
  stateSha256,
  isWithdrawn,
})

test('a sign-off holds for the state that it was given for; of another it says so and asks for a new one', () => {
  expect(reviewSentence([by('Dana Cole', 'a')], 'a')).toBe('Reviewed by Dana Cole on October 15, 2026.')
  expect(reviewSentence([by('Dana Cole', 'a')], 'b')).toBe(
    'Reviewed by Dana Cole on October 15, 2026, in an earlier state: what was examined, applied, found or settled has changed since. It has to be signed off again.',
  )
  expect(reviewOf([by('Theo Park', 'b'), by('Dana Cole', 'a')], 'a').signOff?.signedBy).toBe('Dana Cole')
})

test('without a sign-off, or with one that was withdrawn, the audit is not reviewed', () => {
  expect(reviewSentence([], 'a')).toBe('Not reviewed: nobody has signed off this audit.')
  expect(reviewSentence([by('Dana Cole', 'a', true)], 'a')).toBe(
    'Not reviewed: the sign-off of Dana Cole of October 15, 2026 was withdrawn.',
  )
  expect(reviewOf([by('Dana Cole', 'a', true), by('Theo Park', 'a')], 'a')).toMatchObject({
    standing: 'current',
    signOff: { signedBy: 'Theo Park' },
  })
})

test.each([
  [{ isAudited: true, isRunning: false, hasPosted: false }, null],
  [
    { isAudited: true, isRunning: false, hasPosted: true, others: ['Dana Cole', 'Theo Park', 'Ada Quill', 'Helen Marsh', 'Ed Low'] },
    'You posted or entered values of this month. Someone else has to sign off its audits: Dana Cole, Theo Park, Ada Quill and 2 more may.',
  ],
  [
    { isAudited: true, isRunning: false, hasPosted: true },
    'You posted or entered values of this month. Someone else has to sign off its audits, and nobody can yet: a manager has to give another person of the staff, who posted none of the month’s values, the permission Asset Report at level 2.',
  ],
  [{ isAudited: true, isRunning: true, hasPosted: false }, 'The audit of this month is running. Sign it off once it has finished.'],
  [{ isAudited: false, isRunning: false, hasPosted: false }, 'This month has not been audited yet: there is nothing to sign off.'],
])('%o is refused with %s', (reviewing, why) => expect(signOffRefused({ others: [], ...reviewing })).toBe(why))

test('open errors ask for a note', () =>
  expect([noteAsked(0), noteAsked(2)]).toEqual([null, 'Say why the audit is signed off with 2 errors open.']))
