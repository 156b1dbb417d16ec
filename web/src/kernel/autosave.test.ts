import { expect, test, vi } from 'vitest'
import { createAutosave, PAUSE_MS, type Stored } from './autosave.ts'

test('what is typed just before the page goes is sent in one last call, and not a second time if the page lives on', async () => {
  vi.useFakeTimers()
  const calls: { text: string; leaving: boolean }[] = []
  const keeper = createAutosave<null, { text: string }>({
    keyOf: () => null,
    same: (one, other) => one.text === other.text,
    stored: [{ text: '', version: 0, savedBy: null, savedAt: null }],
    save: ({ text }, _version, { leaving }) => {
      calls.push({ text, leaving })
      // The answer does not come before the page is gone.
      return new Promise<Stored<{ text: string }>>(() => undefined)
    },
  })
  keeper.put({ text: 'Signed by the board' })
  keeper.leave()
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 2)
  expect(calls).toEqual([{ text: 'Signed by the board', leaving: true }])
  keeper.stop()
  vi.useRealTimers()
})
