import type { ReleasePreview } from '@corridor/contract/reports.ts'
import { expect, test } from 'vitest'
import { mailWords } from './mail-words.ts'

const preview = (announced: boolean, readers: number, recipients: string[], uninvited: string[]): ReleasePreview => ({
  label: 'Cash surrender value',
  records: [
    {
      reportId: 1,
      institutionName: 'Bank 1',
      subsidiaryName: null,
      amountCents: 1,
      earlier: null,
      replacedCents: null,
      withdrawn: null,
      openItems: null,
      unaudited: [],
      outdatedControls: null,
      restates: null,
      readers,
      unreadWhy: readers === 0 ? 'nobody' : null,
      recipients,
      uninvited,
    },
  ],
  announced,
  leftOut: [],
})

test.each([
  [1, preview(true, 1, ['Ann'], []), '1 email is on the way.'],
  [3, undefined, '3 emails are on the way.'],
  [0, undefined, 'No email is sent.'],
  [0, preview(false, 1, ['Ann'], []), 'No email is sent: this batch sends none.'],
  [0, preview(true, 0, [], []), 'No email is sent: the institution has no active person.'],
  [0, preview(true, 2, [], ['Ann', 'Ben']), 'No email is sent: no one at the institution is invited.'],
  [0, preview(true, 2, [], ['Ann']), 'No email is sent: no one at the institution wants emails about new files.'],
  [0, preview(true, 1, ['Ann'], []), 'No email is sent: those who get one were told before.'],
] as const)('a release with %i emails, case %#, says so and why there is none', (queued, of, words) =>
  expect(mailWords(queued, of)).toBe(words),
)
