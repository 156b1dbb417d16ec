/** A long computation in a thread of its own, so that nobody's request waits for it. */
import { Worker } from 'node:worker_threads'
import { takeTurns } from '../http/turns.ts'

export interface ThreadTask {
  /** The module that exports the function, and its name. */
  module: string
  name: string
  argument: unknown
}
export type ThreadAnswer = { value: unknown } | { failure: string }

/** Threads at the same time: more would take the processors from those who ask for a page. */
const turn = takeTurns(2)

/**
 * `offThread(new URL('../../features/asset-reports/xlsx.ts', import.meta.url), 'renderXlsx', view)`: the thread starts for this call, once there is a place, and ends with it.
 * @param signal ends the thread, or the wait for it
 * @param megabytes a thread that keeps more than these ends alone: for what strangers send
 * @throws Error with the function's own message
 */
export async function offThread(module: URL, name: string, argument: unknown, signal?: AbortSignal, megabytes?: number): Promise<unknown> {
  const leave = await turn(signal)
  const workerData: ThreadTask = { module: module.href, name, argument }
  const worker = new Worker(new URL('./off-thread-worker.ts', import.meta.url), {
    workerData,
    name,
    ...(megabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
  })
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end, { once: true })
  // A place is free when the thread is gone, not when it answered.
  worker.once('exit', leave)
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', (answer: ThreadAnswer) => ('failure' in answer ? reject(new Error(answer.failure)) : resolve(answer.value)))
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the thread of ${name} ended with code ${code}`)))
    })
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** Bytes that crossed from another thread. @throws TypeError when they are none */
export function bytesFrom(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError('a thread answered no bytes')
}
