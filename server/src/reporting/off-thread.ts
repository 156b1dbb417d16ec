/** A long computation in a thread of its own, so that nobody's request waits for it. */
import { Worker } from 'node:worker_threads'

export interface ThreadTask {
  /** The module that exports the function, and its name. */
  module: string
  name: string
  argument: unknown
}
export type ThreadAnswer = { value: unknown } | { failure: string }

/**
 * `offThread(new URL('./xlsx.ts', import.meta.url), 'renderXlsx', view)`: the thread starts for this call and ends with it.
 * @throws Error with the function's own message
 */
export function offThread(module: URL, name: string, argument: unknown): Promise<unknown> {
  const workerData: ThreadTask = { module: module.href, name, argument }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./off-thread-worker.ts', import.meta.url), { workerData, name })
    worker.once('message', (answer: ThreadAnswer) => ('failure' in answer ? reject(new Error(answer.failure)) : resolve(answer.value)))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread of ${name} ended with code ${code}`)))
  })
}

/** Bytes that crossed from another thread. @throws TypeError when they are none */
export function bytesFrom(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError('a thread answered no bytes')
}
