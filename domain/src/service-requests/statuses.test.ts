import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { changesAsRead, isOverdue, moved, movesOf, moveVerb, REQUEST_STATUSES, statusAfterReply } from './statuses.ts'

test('the bank closes and reopens; the team moves between every status but back to new', () => {
  expect(REQUEST_STATUSES.map((status) => movesOf('bank', status, false))).toEqual([['DONE'], ['DONE'], ['DONE'], ['IN_WORK']])
  expect(REQUEST_STATUSES.map((status) => movesOf('team', status, false))).toEqual([
    ['IN_WORK', 'WAITING', 'DONE'],
    ['WAITING', 'DONE'],
    ['IN_WORK', 'DONE'],
    ['IN_WORK'],
  ])
})

test('a merged request is reopened by the team alone', () => {
  expect(movesOf('bank', 'DONE', true)).toEqual([])
  expect(movesOf('team', 'DONE', true)).toEqual(['IN_WORK'])
})

test.each([
  ['team', 'NEW', 'IN_WORK', 'Start work'],
  ['team', 'WAITING', 'IN_WORK', 'Resume work'],
  ['team', 'IN_WORK', 'WAITING', 'Mark as waiting'],
  ['team', 'IN_WORK', 'DONE', 'Mark as done'],
  ['bank', 'WAITING', 'DONE', 'Close request'],
  ['bank', 'DONE', 'IN_WORK', 'Reopen'],
] as const)('the %s moves a request from %s to %s by “%s”', (side, from, to, verb) => expect(moveVerb(side, from, to, false)).toBe(verb))

test('a request that was merged is reopened as one of its own', () =>
  expect(moveVerb('team', 'DONE', 'IN_WORK', true)).toBe('Reopen as a separate request'))

test('a reply of the bank reopens what was done and ends the waiting; the team’s first begins the work', () => {
  expect(REQUEST_STATUSES.map((status) => statusAfterReply('bank', status))).toEqual(['NEW', 'IN_WORK', 'IN_WORK', 'IN_WORK'])
  expect(REQUEST_STATUSES.map((status) => statusAfterReply('team', status))).toEqual(['IN_WORK', 'IN_WORK', 'WAITING', 'DONE'])
})

test('a request that waits for the bank says so to each side from where it stands, and a name or subject with these words stays', () => {
  const text = `Owner: Waiting for the institution · ${moved('NEW', 'WAITING')}`
  expect(changesAsRead('team', text)).toBe(text)
  expect(changesAsRead('bank', text)).toBe('Owner: Waiting for the institution · Status: New → Waiting for you')
  expect(changesAsRead('bank', moved('WAITING', 'DONE'))).toBe('Status: Waiting for you → Done')
})

test.each([
  ['IN_WORK', '2026-11-02', true],
  ['IN_WORK', '2026-11-03', false],
  ['DONE', '2026-11-02', false],
  ['WAITING', '2026-11-02', false],
  ['NEW', null, false],
] as const)('%s and due on %s is late on November 3: %s', (status, dueOn, late) =>
  expect(isOverdue({ status, dueOn: dueOn === null ? null : plainDate(dueOn) }, plainDate('2026-11-03'))).toBe(late),
)
