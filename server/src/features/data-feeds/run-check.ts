/** Runs the check of a file in a worker thread and serves it from the transaction: the book on demand, rows and findings as they come. */
import { Worker } from 'node:worker_threads'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { WorkerMessage, WorkerReply, WorkerTask } from './check-worker.ts'
import type { CheckSummary } from './checking/check-file.ts'

export interface CheckServices {
  book: (carrierCode: string, period: PlainDate) => Promise<string>
  rows: (columns: string[], readSoFar: number) => Promise<void>
  findings: (columns: string[]) => Promise<void>
  /** Earlier rows are void: the file is read from its beginning once more. */
  again: () => Promise<void>
}
/** `locked`: the file opens with a password only. */
export type CheckOutcome = { summary: CheckSummary } | { refusal: string } | { locked: true }

/** A file that makes the reader need more than this is refused, not the server brought down. */
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 }

/** Files read at once in one process; more wait their turn, so that ten uploads do not take ten times the memory. */
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** @param signal ends the thread, and the wait for it */
export async function runCheck(task: WorkerTask, services: CheckServices, signal?: AbortSignal): Promise<CheckOutcome> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    signal?.throwIfAborted()
    return await inWorker(task, services, signal)
  } finally {
    // The turn passes to the next one, or is given back.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const startThread = () => new Worker(new URL('./check-worker.ts', import.meta.url), { resourceLimits: MEMORY })

/** The thread of the next check, started before its file is stored. */
let ready: Worker | undefined
const READY_FOR_MS = 10_000

/** A check will be asked for in a moment: its thread loads meanwhile what it needs. Goes away when none is. */
export function expectCheck(): void {
  if (ready) return
  const thread = startThread()
  thread.unref()
  const forget = () => {
    if (ready === thread) ready = undefined
  }
  thread.once('error', forget).once('exit', forget)
  setTimeout(() => {
    if (ready !== thread) return
    forget()
    void thread.terminate()
  }, READY_FOR_MS).unref()
  ready = thread
}

function takeThread(): Worker {
  const thread = ready ?? startThread()
  ready = undefined
  thread.ref()
  return thread
}

function inWorker(task: WorkerTask, services: CheckServices, signal: AbortSignal | undefined): Promise<CheckOutcome> {
  return new Promise((resolve, reject) => {
    const worker = takeThread()
    let settled = false
    const end = () => settle(() => reject(signal?.reason))
    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      signal?.removeEventListener('abort', end)
      act()
      void worker.terminate()
    }
    signal?.addEventListener('abort', end)
    // One after the other, in the order they came: they share one connection, and the worker counts on the order of answers.
    let queue: Promise<void> = Promise.resolve()
    const serve = (work: () => Promise<WorkerReply>) => {
      queue = queue.then(async () => {
        if (!settled) worker.postMessage(await work())
      })
      queue.catch((cause: unknown) => settle(() => reject(cause)))
    }
    worker.on('message', (message: WorkerMessage) => {
      switch (message.type) {
        case 'book':
          return serve(async () => ({ book: await services.book(message.carrierCode, message.period) }))
        case 'rows':
          return serve(async () => {
            await services.rows(message.columns, message.readSoFar)
            return {}
          })
        case 'findings':
          return serve(async () => {
            await services.findings(message.columns)
            return {}
          })
        case 'again':
          return serve(async () => {
            await services.again()
            return {}
          })
        case 'done':
          return settle(() => resolve({ summary: message.summary }))
        case 'refused':
          return settle(() => resolve(message.isLocked ? { locked: true } : { refusal: message.sentence }))
        case 'failed':
          return settle(() => reject(new Error(`the check of a file failed: ${message.message}`)))
      }
    })
    worker.on('error', (cause) => {
      const tooMuch = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(() =>
        tooMuch
          ? resolve({
              refusal: 'The file is too large to read in memory. Ask the carrier to split it, or send CSV instead of XLSX.',
            })
          : reject(cause),
      )
    })
    worker.on('exit', (code) => settle(() => reject(new Error(`the check of a file ended early with code ${code}`))))
    worker.postMessage(task)
  })
}
