import type { Upload } from '@corridor/contract/uploads.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { isPartOf, pause, persistently } from './upload-parts.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const { signal } = new AbortController()

test.each([
  [0, true],
  [503, true],
  [500, false],
  [409, false],
])('a call refused with %i is made again: %s', async (status, isRepeated) => {
  const waited: number[] = []
  let calls = 0
  const outcome = persistently(
    signal,
    async (milliseconds) => void waited.push(milliseconds),
    async () => {
      calls += 1
      if (calls < 3) throw new ApiError(status, { message: 'no' })
      return 'done'
    },
  ).catch((cause: unknown) => cause)
  expect([await outcome, waited]).toEqual(isRepeated ? ['done', [500, 1_000]] : [expect.any(ApiError), []])
})

test('after six pauses, each longer, it has failed; what is no refusal and what came half fail at once', async () => {
  const waited: number[] = []
  const wait = async (milliseconds: number) => void waited.push(milliseconds)
  const offline = new ApiError(0, { message: 'offline' })
  await expect(persistently(signal, wait, () => Promise.reject(offline))).rejects.toBe(offline)
  expect(waited).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000])
  for (const cause of [new Error('bug'), new ApiError(503, { message: 'half', code: 'incomplete_call' })])
    await expect(persistently(signal, wait, () => Promise.reject(cause))).rejects.toBe(cause)
  expect(waited).toHaveLength(6)
})

test('a pause ends in its time, when the browser is online again, and at once when the upload is stopped', async () => {
  vi.useFakeTimers()
  const ended: string[] = []
  const stop = new AbortController()
  void pause(1_000, signal).then(() => ended.push('time'))
  void pause(5_000, stop.signal).catch((cause: unknown) => ended.push(cause instanceof DOMException ? cause.name : 'other'))
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  void pause(60_000, signal).then(() => ended.push('online'))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect([ended, vi.getTimerCount()]).toEqual([['time', 'AbortError', 'online'], 0])
})

test('what arrived belongs to a file when every part has its bytes', async () => {
  const file = new File(['abcdef'], 'a.txt')
  const hash = async (text: string) =>
    [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  const parts = [
    { startByte: 0, sizeBytes: 3, sha256: await hash('abc') },
    { startByte: 3, sizeBytes: 2, sha256: await hash('de') },
  ]
  const upload = (some: typeof parts) => ({ parts: some }) as unknown as Upload
  expect(await isPartOf(file, upload(parts))).toBe(true)
  expect(await isPartOf(file, upload([]))).toBe(true)
  expect(await isPartOf(new File(['abcdXf'], 'a.txt'), upload(parts))).toBe(false)
  expect(await isPartOf(new File(['Xbcdef'], 'a.txt'), upload(parts))).toBe(false)
  // Without https there is no way to know, and the file begins anew.
  vi.stubGlobal('crypto', {})
  expect([await isPartOf(file, upload(parts)), await isPartOf(file, upload([]))]).toEqual([false, true])
})
