import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorTray, shownToasts, toast } from './toasts.ts'

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
