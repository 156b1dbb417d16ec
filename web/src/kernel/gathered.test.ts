import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gathered, WATCHED_MS } from './gathered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function heard() {
  const acts: string[] = []
  return { acts, ...gathered<string>((items) => acts.push(items.join(' '))) }
}

test('something single is acted on soon, and equal announcements once', () => {
  const { acts, announce } = heard()
  announce(['board'])
  announce(['board', 'exceptions'])
  expect(acts).toEqual([])
  vi.advanceTimersByTime(400)
  expect(acts).toEqual(['board exceptions'])
})

test('of a minute of announcements few are acted on, and the last of them is not lost', () => {
  const { acts, announce } = heard()
  for (let event = 1; event <= 600; event++) {
    announce([event === 600 ? 'the last' : 'board'])
    vi.advanceTimersByTime(100)
  }
  expect(acts.length).toBeLessThan(20)
  vi.advanceTimersByTime(5_000)
  expect(acts.at(-1)).toContain('the last')
})

test('where somebody watches, a minute of announcements is acted on about once a second', () => {
  const acts: string[] = []
  const { announce } = gathered<string>((items) => acts.push(items.join(' ')), WATCHED_MS)
  for (let event = 1; event <= 600; event++) {
    announce(['batch'])
    vi.advanceTimersByTime(100)
  }
  expect(acts.length).toBeGreaterThan(50)
  expect(acts.length).toBeLessThan(65)
})

test('after a quiet while it is quick again', () => {
  const { acts, announce } = heard()
  for (let event = 1; event <= 100; event++) {
    announce(['board'])
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(20_000)
  const before = acts.length
  announce(['board'])
  vi.advanceTimersByTime(400)
  expect(acts.length).toBe(before + 1)
})

test('what waits when a page is left is acted on then', () => {
  const { acts, announce, flush } = heard()
  announce(['board'])
  flush()
  vi.advanceTimersByTime(10_000)
  expect(acts).toEqual(['board'])
})
