/** The other side of `offThread`: imports the module, calls the function, answers and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer, ThreadTask } from './off-thread.ts'

const task: ThreadTask = workerData
const answer = (message: ThreadAnswer) => parentPort?.postMessage(message)
try {
  const exported: Record<string, unknown> = await import(task.module)
  const compute = exported[task.name]
  if (typeof compute !== 'function') throw new Error(`${task.module} exports no function ${task.name}`)
  answer({ value: await compute(task.argument) })
} catch (cause) {
  answer({ failure: cause instanceof Error ? cause.message : String(cause) })
}
