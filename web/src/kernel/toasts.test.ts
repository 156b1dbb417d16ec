import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { clearErrorTray, dismissToast, errorTray, shownToasts, toast } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const messages = () => shownToasts.get().map((shown) => shown.message)

test('a success leaves after 5 seconds, an error after 10', () => {
  toast.saved()
  toast.error('Error: no room')
  vi.advanceTimersByTime(4_999)
  expect(messages()).toEqual(['Saved!', 'Error: no room'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual(['Error: no room'])
  vi.advanceTimersByTime(5_000)
  expect(messages()).toEqual([])
})

test('the same message within 500 ms shows once, later again', () => {
  toast.error('Error: no room')
  vi.advanceTimersByTime(499)
  toast.error('Error: no room')
  expect(messages()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  toast.error('Error: no room')
  expect(messages()).toHaveLength(2)
})

test('an error stays in the tray after its toast has gone', () => {
  toast.error('Error: no room')
  vi.advanceTimersByTime(60_000)
  expect(messages()).toEqual([])
  expect(errorTray.get().map((error) => error.message)).toEqual(['Error: no room'])
})

test('an undo is offered for 10 seconds', () => {
  shownToasts.set([])
  toast.deleted(() => undefined)
  vi.advanceTimersByTime(9_999)
  expect(shownToasts.get().map(({ action }) => action?.label)).toEqual(['Undo'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
  toast.deleted()
  expect(shownToasts.get()[0]?.action).toBeUndefined()
})

test('the reference to quote is that of a failure of the server, never of a refusal', () => {
  shownToasts.set([])
  toast.error(new ApiError(500, { message: 'x', requestId: 'r-1' }))
  toast.error(new ApiError(499, { message: 'y', requestId: 'r-2' }))
  expect(shownToasts.get().map(({ reference }) => reference)).toEqual(['r-1', undefined])
})

test('one kind of message is no repetition of another, and what is dismissed goes alone', () => {
  shownToasts.set([])
  toast.info('Same')
  toast.success('Same')
  const [first] = shownToasts.get()
  expect(messages()).toEqual(['Same', 'Same'])
  if (first) dismissToast(first.id)
  expect(shownToasts.get().map(({ kind }) => kind)).toEqual(['success'])
})

test('the tray holds the last 50 errors, the latest first, and no successes', () => {
  clearErrorTray()
  toast.saved()
  for (let count = 1; count <= 52; count++) toast.error(`Error ${count}`)
  expect([errorTray.get().length, errorTray.get()[0]?.message, errorTray.get().at(-1)?.message]).toEqual([50, 'Error 52', 'Error 3'])
})
