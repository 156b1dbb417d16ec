/** Typed work is never lost: random typing under random interruptions, each run from a seed that a failure prints. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAUSE_MS } from '../../kernel/autosave.ts'
import { createDraftKeeper, type DraftContent, type DraftKeeper, LONGEST_MS } from './draft-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The server's side of drafts: answers after a while, or not at all; what is older than what it has it drops, as the real one does. */
function createServer() {
  const server = { draft: null as DraftContent | null, version: 0, reachable: true, slow: 20, waitsForSignIn: null as Promise<void> | null }
  const answer = async (work: () => void, keepalive = false) => {
    // A call that outlives its page is under way at once; another is held by the sign-in dialog until the person is back.
    if (!keepalive && server.waitsForSignIn) await server.waitsForSignIn
    if (!server.reachable) throw new Error('no connection')
    if (keepalive) return work()
    await new Promise((resolve) => setTimeout(resolve, server.slow))
    if (!server.reachable) throw new Error('cut off')
    work()
  }
  const openForm = (): DraftKeeper => {
    let mine = 0
    return createDraftKeeper({
      save: async (content, version, keepalive) => {
        await answer(() => {
          if (version < mine) return
          mine = version
          server.draft = content
        }, keepalive)
        return '2026-11-03T15:00:00.000Z'
      },
      discard: () =>
        answer(() => {
          server.draft = null
        }),
    })
  }
  return { server, openForm }
}

type Interruption = 'none' | 'closed' | 'crashed' | 'expired' | 'offline' | 'slow'
const step = fc.record({
  text: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  /** Milliseconds between characters, and after the last one. */
  pace: fc.integer({ min: 5, max: 400 }),
  rest: fc.integer({ min: 0, max: 4_000 }),
  interruption: fc.constantFrom<Interruption>('none', 'closed', 'crashed', 'expired', 'offline', 'slow'),
})

test('over random typing and 300 random interruptions no character is lost', async () => {
  let interruptions = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const { server, openForm } = createServer()
      let form = openForm()
      let typed = ''
      for (const { text, pace, rest, interruption } of steps) {
        for (const { segment: letter } of new Intl.Segmenter().segment(text)) {
          typed += letter
          form.note({ values: { bio: typed } })
          await vi.advanceTimersByTimeAsync(pace)
        }
        if (interruption !== 'none') interruptions += 1
        if (interruption === 'crashed') {
          // Text that the page reported as kept is kept; a crash comes no sooner than the pause after the last character.
          await vi.advanceTimersByTimeAsync(PAUSE_MS + LONGEST_MS + server.slow)
          form.stop()
          form = openForm()
        } else if (interruption === 'closed') {
          form.leave()
          await vi.advanceTimersByTimeAsync(0)
          form.stop()
          form = openForm()
        } else if (interruption === 'expired') {
          let signIn = () => {}
          server.waitsForSignIn = new Promise((resolve) => {
            signIn = resolve
          })
          await vi.advanceTimersByTimeAsync(rest)
          server.waitsForSignIn = null
          signIn()
        } else if (interruption === 'offline') {
          server.reachable = false
          await vi.advanceTimersByTimeAsync(rest)
          expect(form.pending() || server.draft !== null).toBe(true)
          server.reachable = true
        } else if (interruption === 'slow') server.slow = 1_900
        if (interruption === 'closed' || interruption === 'crashed') {
          // The person comes back and takes the draft up: it is what they see, and what they go on from.
          expect(server.draft).toEqual({ values: { bio: typed } })
        }
        await vi.advanceTimersByTimeAsync(rest)
      }
      await vi.advanceTimersByTimeAsync(20_000)
      expect([form.pending(), server.draft]).toEqual([false, { values: { bio: typed } }])
    }),
    {
      numRuns: 90,
      // Left while a slow call was under way, and opened again: the old form's last word came after the new one's.
      examples: [
        [
          [
            { text: ' ', pace: 5, rest: 0, interruption: 'slow' },
            { text: ' '.repeat(8), pace: 214, rest: 0, interruption: 'closed' },
            { text: ' ', pace: 5, rest: 0, interruption: 'none' },
          ],
        ],
      ],
    },
  )
  expect(interruptions).toBeGreaterThan(200)
})

test('typing without a pause is kept while it goes on, and one request runs at a time', async () => {
  const { server, openForm } = createServer()
  const form = openForm()
  for (let count = 1; count <= 40; count++) {
    form.note({ text: 'x'.repeat(count) })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(String(server.draft?.text).length).toBeGreaterThan(20)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.draft).toEqual({ text: 'x'.repeat(40) })
  expect(form.state.get()).toEqual({ kind: 'kept', at: '2026-11-03T15:00:00.000Z' })
})

test('what is saved as the record is no draft any more', async () => {
  const { server, openForm } = createServer()
  const form = openForm()
  form.note({ text: 'done' })
  await vi.advanceTimersByTimeAsync(1_000)
  form.note(null)
  const kept = form.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect([await kept, server.draft, form.state.get()]).toEqual([true, null, { kind: 'nothing' }])
})

test('leaving asks only when the server cannot keep the last characters', async () => {
  const { server, openForm } = createServer()
  const form = openForm()
  form.note({ text: 'a' })
  expect(form.pending()).toBe(true)
  server.reachable = false
  const lost = form.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect(await lost).toBe(false)
  server.reachable = true
  const kept = form.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect([await kept, form.pending()]).toEqual([true, false])
})
