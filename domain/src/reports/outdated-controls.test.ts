import { expect, test } from 'vitest'
import { outdatedControlsText } from './outdated-controls.ts'

test('a report says how many exceptions were decided after it, what it still shows of them, and how to print it', () => {
  expect(outdatedControlsText({ decided: 2, changed: 0, signOffs: 0 })).toBe(
    '2 exceptions were decided after this report was generated; its controls still show them open. Regenerate it to print the decisions.',
  )
  expect(outdatedControlsText({ decided: 1, changed: 1, signOffs: 5 })).toBe(
    '1 exception was decided after this report was generated; its controls still show it open. 1 exception was reopened or decided differently since then; its controls show it as before. The sign-offs of 5 audits were given or withdrawn since then; its controls do not show them. Regenerate it to print the decisions.',
  )
})

test('sign-offs alone are told as sign-offs, and nothing is said where nothing was decided', () => {
  expect(outdatedControlsText({ decided: 0, changed: 0, signOffs: 1 })).toBe(
    'The sign-off of 1 audit was given or withdrawn after this report was generated; its controls do not show it. Regenerate it to print how its audits stand now.',
  )
  expect(outdatedControlsText({ decided: 0, changed: 0, signOffs: 0 })).toBeNull()
})
