import { expect, test } from 'vitest'
import { outstandingOf } from './outstanding.ts'

const posted = { status: 'posted' }
const released = { status: 'released', openExceptions: 0 }

test.each([
  ['nothing of a month whose values are posted, reports released and exceptions settled', [posted], [released], 0],
  ['a carrier that lacks a value', [posted, { status: 'incomplete' }], [released], 1],
  ['a bank whose report is made and not released', [posted], [released, { status: 'ready', openExceptions: 0 }], 1],
  ['a released bank with an exception that is open', [posted], [{ ...released, openExceptions: 1 }], 1],
])('outstanding is %s', (_, carriers, banks, count) => {
  const left = outstandingOf({ carriers, banks })
  expect(left.carriers.length + left.banks.length).toBe(count)
})
