import { expect, test } from 'vitest'
import { shownFileStatus } from './statuses.ts'

test.each([
  ['a file with open errors waits for a person, though it was checked', 'VALIDATED', 1, null, 'PARSED'],
  ['a checked file without errors waits to be posted', 'VALIDATED', 0, null, 'VALIDATED'],
  ['what was found in a file that somebody discarded changes nothing', 'REJECTED', 3, null, 'REJECTED'],
  ['a file that could not be read was discarded by nobody', 'REJECTED', 0, 'The file is damaged.', 'UNREADABLE'],
  ['a file that is being read again stays so, whatever went wrong before', 'RECEIVED', 0, 'The file takes a password.', 'RECEIVED'],
] as const)('%s', (_, status, openErrors, failure, shown) => {
  expect(shownFileStatus({ status, openErrors, failure })).toBe(shown)
})
