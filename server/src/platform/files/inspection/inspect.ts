/** Looks at files in threads of their own, under limits of time and memory: what brings its reader down is refused, and nobody else notices. */
import { Worker } from 'node:worker_threads'
import { type Refusal, refuse } from './refusal.ts'

export interface LookTask {
  content: ArrayBuffer
  extension: string
}
export interface LookAnswer {
  refusal: Refusal | undefined
  /** The reader's cause of death, for the log. */
  failure?: string
}

/** Files looked at at once in one process; more wait, and their bytes with them in the store. */
const AT_ONCE = 2
/** Two seconds on a quiet machine (docs/security.md); this is for a busy one. */
const TIME_LIMIT = 10_000
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** A thread that has nothing to do for this long ends. */
const IDLE = 20_000

interface Reader {
  worker: Worker
  idle: NodeJS.Timeout | undefined
}
const free: Reader[] = []
let running = 0
const waiting: (() => void)[] = []

/** @param read the bytes, asked for when a thread is free; they are handed over and gone afterwards */
export async function lookAt(read: () => Promise<ArrayBuffer>, extension: string): Promise<LookAnswer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await inThread({ content: await read(), extension })
  } finally {
    // The turn passes to the next one, or is given back.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function inThread(task: LookTask): Promise<LookAnswer> {
  const reader = free.pop() ?? {
    worker: new Worker(new URL('./inspect-worker.ts', import.meta.url), { resourceLimits: MEMORY }),
    idle: undefined,
  }
  clearTimeout(reader.idle)
  const { worker } = reader
  return new Promise((resolve) => {
    const settle = (answer: LookAnswer, alive: boolean) => {
      clearTimeout(limit)
      // Only these: the thread's port listens by listeners of its own.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      if (alive) rest(reader)
      else {
        // A thread that is being ended may still say so.
        worker.on('error', () => undefined)
        void worker.terminate()
      }
      resolve(answer)
    }
    const limit = setTimeout(() => settle({ refusal: refuse('too-slow') }, false), TIME_LIMIT)
    worker.once('message', (answer: LookAnswer) => settle(answer, answer.failure === undefined))
    worker.once('error', (cause: unknown) => {
      const memory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle({ refusal: refuse(memory ? 'expands' : 'damaged'), failure: String(cause) }, false)
    })
    worker.once('exit', (code) => settle({ refusal: refuse('damaged'), failure: `the thread ended with code ${code}` }, false))
    worker.postMessage(task, [task.content])
  })
}

function rest(reader: Reader): void {
  free.push(reader)
  reader.worker.unref()
  reader.idle = setTimeout(() => {
    const place = free.indexOf(reader)
    if (place < 0) return
    free.splice(place, 1)
    void reader.worker.terminate()
  }, IDLE)
  reader.idle.unref()
}
