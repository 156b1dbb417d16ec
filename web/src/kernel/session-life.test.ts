import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  announceSignIn,
  announceSignOut,
  answerSignIn,
  currentSessionLength,
  deadline,
  expired,
  holdSession,
  isFinal,
  isHeld,
  isHolder,
  onOtherTab,
  sessionAnswered,
  sessionEnded,
  startSessionLife,
  stopSessionLife,
  warningLead,
} from './session-life.ts'

const START = Date.parse('2026-11-03T15:00:00Z')
const another = new BroadcastChannel('corridor-session')
const heard: unknown[] = []
another.onmessage = ({ data }) => heard.push(data)
beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ['Date'] }))
afterEach(() => {
  stopSessionLife()
  holdSession(0, 0)
  heard.length = 0
  vi.useRealTimers()
})

test('until the server has told a length, five minutes are counted on', async () => {
  // A module of its own, which hears of no other tab.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.resetModules()
  const fresh = await import('./session-life.ts')
  vi.unstubAllGlobals()
  expect(fresh.currentSessionLength()).toBe(300_000)
})

test('a session ends its length after the call that was asked last, whichever answer comes last', () => {
  startSessionLife(600_000)
  expect(deadline.get()).toBe(START + 600_000)
  sessionAnswered(START + 5_000)
  sessionAnswered(START + 2_000)
  expect(deadline.get()).toBe(START + 605_000)
})

test('no activity puts off the end that every session has', () => {
  holdSession(7, 900_000)
  startSessionLife(600_000)
  expect(isFinal(deadline.get())).toBe(false)
  sessionAnswered(START + 300_000)
  expect([deadline.get(), isFinal(deadline.get())]).toEqual([START + 900_000, true])
  sessionAnswered(START + 400_000)
  expect([deadline.get(), isFinal(null)]).toEqual([START + 900_000, false])
  expect([isHeld(), isHolder(7), isHolder(8)]).toEqual([true, true, false])
  holdSession(0, 0)
  expect(isHeld()).toBe(false)
})

test('a server that tells no length gives half an hour; signed out nothing runs', () => {
  startSessionLife(0)
  expect([currentSessionLength(), deadline.get()]).toEqual([1_800_000, START + 1_800_000])
  stopSessionLife()
  sessionAnswered(START + 9_000)
  expect([currentSessionLength(), deadline.get()]).toEqual([30_000, null])
})

test('the warning comes two minutes before the end, half a minute where the session is no longer than that', () =>
  expect([warningLead(120_001), warningLead(120_000), warningLead(30_000)]).toEqual([120_000, 30_000, 30_000]))

test('every call that met the end waits for the one answer, each once', async () => {
  const both = Promise.all([sessionEnded(), sessionEnded()])
  expect(expired.get()).toBe(true)
  answerSignIn(true)
  expect([await both, expired.get()]).toEqual([[true, true], false])
  const later = sessionEnded()
  answerSignIn(false)
  expect(await later).toBe(false)
})

test('other tabs count with this one and are told who came and went; an older word of theirs changes nothing', async () => {
  const told: unknown[] = []
  const leave = onOtherTab((message) => told.push(message))
  startSessionLife(600_000)
  announceSignIn(7)
  announceSignOut()
  const alive = { kind: 'alive', askedAt: START, deadline: START + 600_000 }
  await vi.waitFor(() => expect(heard.slice(-3)).toEqual([alive, { kind: 'signed-in', userId: 7 }, { kind: 'signed-out' }]))
  another.postMessage({ kind: 'alive', askedAt: START + 1_000, deadline: START + 601_000 })
  another.postMessage({ kind: 'alive', askedAt: START - 1_000, deadline: START + 599_000 })
  await vi.waitFor(() => expect(told).toHaveLength(2))
  expect(deadline.get()).toBe(START + 601_000)
  stopSessionLife()
  another.postMessage({ kind: 'alive', askedAt: START + 2_000, deadline: START + 602_000 })
  await vi.waitFor(() => expect(told).toHaveLength(3))
  expect(deadline.get()).toBeNull()
  leave()
})
