/** Typed answers: one call at a time, over cut lines and closed tabs, each counted once and none lost. */
import type { StoredAnswer } from '@corridor/contract/questionnaire-content.ts'
import type { Answer } from '@corridor/domain/questionnaires/answers.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../kernel/api-error.ts'
import { PAUSE_MS, type Unsent } from '../../kernel/autosave.ts'
import { type AnswerStore, createAnswerKeeper, keyOf } from './answer-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Line = 'good' | 'cut before' | 'cut after'

/** A server that counts: the same key has one effect, another version than its own is a conflict. */
function fakeServer(lines: () => Line = () => 'good') {
  const stored = new Map<string, StoredAnswer>()
  const replies = new Map<string, StoredAnswer>()
  const kept: { waiting: Unsent<Answer>[]; effects: number } = { waiting: [], effects: 0 }
  const store: AnswerStore = {
    save: async ({ version, ...answer }, key) => {
      const line = lines()
      if (line === 'cut before') throw new ApiError(0, { message: 'offline' })
      const known = replies.get(key)
      const current = stored.get(keyOf(answer))
      if (!known && (current?.version ?? 0) !== version)
        throw new ApiError(409, { message: 'changed', code: 'conflict', meta: { current } })
      const saved = known ?? { ...answer, version: version + 1, savedBy: 'Cleo Park', savedAt: '2026-11-21T15:00:00Z' }
      if (!known) {
        kept.effects += 1
        stored.set(keyOf(answer), saved)
        replies.set(key, saved)
      }
      if (line === 'cut after') throw new ApiError(0, { message: 'offline' })
      return saved
    },
    remember: (waiting) => {
      kept.waiting = JSON.parse(JSON.stringify(waiting))
    },
    recall: () => JSON.parse(JSON.stringify(kept.waiting)),
  }
  return { stored, kept, store }
}
const text = (value: string, question = 'remarks') => ({ question, row: '', value, note: '' })

test('typing is sent once it pauses, and what did not change is not sent', async () => {
  const { stored, kept, store } = fakeServer()
  const keeper = createAnswerKeeper(store, [])
  for (const typed of ['A', 'Al', 'Ald']) keeper.put(text(typed))
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1)
  expect(kept.effects).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([stored.get('remarks')?.value, kept.effects, keeper.state.get()]).toEqual(['Ald', 1, 'idle'])
  keeper.put(text('Ald'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([kept.effects, kept.waiting]).toEqual([1, []])
})

test('without a connection answers wait in the browser, survive the tab, and are sent once when it is back', async () => {
  const line: { now: Line } = { now: 'cut after' }
  const { stored, kept, store } = fakeServer(() => line.now)
  const first = createAnswerKeeper(store, [])
  first.put(text('before the tunnel'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect([first.state.get(), kept.effects]).toEqual(['offline', 1])
  line.now = 'cut before'
  first.put(text('in the tunnel'))
  first.put(text('60', 'capital'))
  await vi.advanceTimersByTimeAsync(10_000)
  first.stop()
  const second = createAnswerKeeper(store, [])
  expect(second.kept.get().get('remarks')).toMatchObject({ value: 'in the tunnel', state: 'waiting' })
  line.now = 'good'
  await vi.advanceTimersByTimeAsync(10_000)
  expect([stored.get('remarks'), stored.get('capital')?.value]).toMatchObject([{ value: 'in the tunnel', version: 2 }, '60'])
  expect([kept.effects, kept.waiting, second.state.get()]).toEqual([3, [], 'idle'])
})

test('a colleague’s answer is shown beside one’s own, and written over only when told to', async () => {
  const { stored, store } = fakeServer()
  stored.set('remarks', { ...text('theirs'), version: 3, savedBy: 'Ada Quill', savedAt: '2026-11-21T14:00:00Z' })
  const keeper = createAnswerKeeper(store, [])
  keeper.put(text('mine'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(keeper.kept.get().get('remarks')).toMatchObject({
    value: 'mine',
    state: 'conflict',
    theirs: { value: 'theirs', savedBy: 'Ada Quill' },
  })
  expect(await keeper.flush()).toBe(false)
  keeper.settle('remarks', 'mine')
  await vi.advanceTimersByTimeAsync(0)
  expect([stored.get('remarks'), await keeper.flush()]).toMatchObject([{ value: 'mine', version: 4 }, true])
})

test('a refusal is told at its answer, and the others go on', async () => {
  const { stored, store } = fakeServer()
  const save: AnswerStore['save'] = async (answer, key) => {
    if (answer.value === 'bad') throw new ApiError(400, { message: 'Enter a number.', code: 'input' })
    return store.save(answer, key)
  }
  const keeper = createAnswerKeeper({ ...store, save }, [])
  keeper.put(text('bad'))
  keeper.put(text('good', 'capital'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(keeper.kept.get().get('remarks')).toMatchObject({ state: 'refused', problem: 'Enter a number.' })
  expect(stored.get('capital')?.value).toBe('good')
  keeper.put(text('better'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(stored.get('remarks')?.value).toBe('better')
})

test('returned meanwhile by who signs: nothing is sent any more, and the page is told', async () => {
  const { store } = fakeServer()
  const save = async () => {
    throw new ApiError(409, { message: 'This questionnaire was returned.', code: 'wrong_status' })
  }
  const keeper = createAnswerKeeper({ ...store, save }, [])
  keeper.put(text('late'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(keeper.state.get()).toBe('closed')
})

test('whatever line is cut when, the server ends with what was typed last, and every effect was typed once', async () => {
  const act = fc.oneof(
    fc.record({ type: fc.constant('type' as const), question: fc.constantFrom('a', 'b'), value: fc.string({ maxLength: 3 }) }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({ type: fc.constant('line' as const), line: fc.constantFrom<Line>('good', 'cut before', 'cut after') }),
    fc.record({ type: fc.constant('tab' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const line: { now: Line } = { now: 'good' }
      const { stored, kept, store } = fakeServer(() => line.now)
      const last = new Map<string, string>()
      let typed = 0
      let keeper = createAnswerKeeper(store, [])
      for (const one of acts) {
        if (one.type === 'type') {
          keeper.put(text(one.value, one.question))
          last.set(one.question, one.value)
          typed += 1
        } else if (one.type === 'wait') await vi.advanceTimersByTimeAsync(one.ms)
        else if (one.type === 'line') line.now = one.line
        else {
          keeper.stop()
          keeper = createAnswerKeeper(store, [...stored.values()])
        }
      }
      line.now = 'good'
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await keeper.flush()).toBe(true)
      for (const [question, value] of last) expect(stored.get(question)?.value).toBe(value)
      expect(kept.effects).toBeLessThanOrEqual(typed)
      for (const { version } of stored.values()) expect(version).toBeLessThanOrEqual(kept.effects)
      expect(kept.waiting).toEqual([])
      keeper.stop()
    }),
    { numRuns: 100 },
  )
})
