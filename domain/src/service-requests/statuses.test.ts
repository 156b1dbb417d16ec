import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { isOverdue, movesOf, REQUEST_STATUSES, statusAfterReply } from './statuses.ts'

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

test('a reply of the bank reopens what was done and ends the waiting; the team’s first begins the work', () => {
  expect(REQUEST_STATUSES.map((status) => statusAfterReply('bank', status))).toEqual(['NEW', 'IN_WORK', 'IN_WORK', 'IN_WORK'])
  expect(REQUEST_STATUSES.map((status) => statusAfterReply('team', status))).toEqual(['IN_WORK', 'IN_WORK', 'WAITING', 'DONE'])
})

test.each([
  ['IN_WORK', '2026-11-02', true],
  ['IN_WORK', '2026-11-03', false],
  ['DONE', '2026-11-02', false],
  ['NEW', null, false],
] as const)('%s and due on %s is late on November 3: %s', (status, dueOn, late) =>
  expect(isOverdue({ status, dueOn: dueOn === null ? null : plainDate(dueOn) }, plainDate('2026-11-03'))).toBe(late),
)
