/** How a large file goes on: what arrived of it before, and calls that are made again while nobody answers. */
import type { Upload } from '@corridor/contract/uploads.ts'
import { ApiError } from './api-error.ts'

/** Milliseconds before a call that found no server is made again; after the last it has failed, until the browser is online again. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Whether what arrived before belongs to this very file. */
export async function isPartOf(file: File, { parts }: Upload): Promise<boolean> {
  // Without https a browser computes no hashes: then every file begins anew.
  if (parts.length > 0 && !('subtle' in crypto)) return false
  for (const { startByte, sizeBytes, sha256 } of parts) {
    const bytes = await file.slice(startByte, startByte + sizeBytes).arrayBuffer()
    const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0'))
    if (hash.join('') !== sha256) return false
  }
  return true
}

/** Again after each pause while nobody answers, or the server says that it is starting. */
export async function persistently<Value>(signal: AbortSignal, wait: Pause, work: () => Promise<Value>): Promise<Value> {
  for (const milliseconds of PAUSES) {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof ApiError) || (cause.status !== 0 && cause.status !== 503) || cause.code === 'incomplete_call') throw cause
      await wait(milliseconds, signal)
    }
  }
  return work()
}

/** Ends early when the connection comes back. @throws what aborted it */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', aborted)
      resolve()
    }
    const aborted = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      reject(new DOMException('The upload was stopped.', 'AbortError'))
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done, { once: true })
    signal.addEventListener('abort', aborted, { once: true })
  })
}
