/** Prints reports as tagged PDF/UA-1 in a pool of worker threads. Same view, same bytes: no clock and no chance plays any part. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../platform/http/errors.ts'
import type { ControlTotals } from '../family.ts'
import type { Logos } from './logos.ts'
import type { Paper, Printable, Stored } from './paper.ts'
import type { DrawnMarks } from './release-marks.ts'

export interface PrintedPdf {
  bytes: Buffer
  pages: number
  /** Facts of the report as printed, for the batch's manifest. */
  controlTotals: ControlTotals
}
/** A paper's module with what it prints, or the marks of a report alone (stamp.typ). */
export type PdfTask = { id: number } & ({ module: string; given: Printable | Stored; logos: Logos } | { marks: DrawnMarks })
/** A worker says once that it is ready, and then answers each task. */
export type PdfAnswer =
  | { ready: true }
  | { id: number; bytes: Uint8Array<ArrayBuffer>; pages: number; controlTotals: PrintedPdf['controlTotals'] }
  | { id: number; failure: string; inconsistent: boolean }

/** A report that could not be printed; the others go on. `reason` is for a log, not for a person. */
export class PdfFailure extends Error {
  readonly reason: 'template' | 'crash' | 'timeout' | 'closed' | 'busy'
  constructor(reason: PdfFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface PdfPool {
  render: <View extends Printable>(paper: Paper<View>, given: View | Stored, logos?: Logos) => Promise<PrintedPdf>
  drawMarks: (marks: DrawnMarks) => Promise<PrintedPdf>
  close: () => Promise<void>
}
export interface PdfPoolOptions {
  workers?: number
  /** A report that takes longer is given up. */
  timeoutMilliseconds?: number
  /** Native memory grows a little with every report: a worker is replaced after so many. */
  reportsAWorker?: number
  /** Reports that may wait; more are refused with reason `busy`, so that a caller slows down instead of filling the memory. */
  queue?: number
  workerFile?: URL
}

/** Prints one report on the server's pool, which starts with the first call. @throws PdfFailure; RangeError for a snapshot that contradicts itself */
export function renderPdf<View extends Printable>(paper: Paper<View>, given: View | Stored, logos: Logos = {}): Promise<PrintedPdf> {
  shared ??= createPdfPool()
  return shared.render(paper, given, logos)
}

/** The release note of a report, drawn alone on the same pool. */
export function renderMarks(marks: DrawnMarks): Promise<PrintedPdf> {
  shared ??= createPdfPool()
  return shared.drawMarks(marks)
}

/** For a person who waits for it: a press that is full says so, and when to come again. @throws AppError unavailable */
export const printedNow = (printing: Promise<PrintedPdf>): Promise<PrintedPdf> =>
  printing.catch((cause: unknown) => {
    if (!(cause instanceof PdfFailure && cause.reason === 'busy')) throw cause
    throw new AppError('unavailable', { message: 'Many reports are being printed. Try again in a moment.', cause })
  })

/** Ends the server's pool. What is being printed is given up. */
export async function closePdfWorkers(): Promise<void> {
  const closing = shared
  shared = undefined
  await closing?.close()
}

let shared: PdfPool | undefined
const START_TIMEOUT = 60_000

interface Job {
  task: PdfTask
  resolve: (pdf: PrintedPdf) => void
  reject: (failure: PdfFailure | RangeError) => void
}
interface Press {
  worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  isReady: boolean
  printed: number
}

export function createPdfPool(options: PdfPoolOptions = {}): PdfPool {
  const size = options.workers ?? Math.min(8, availableParallelism())
  const timeout = options.timeoutMilliseconds ?? 120_000
  const lifetime = options.reportsAWorker ?? 300
  const capacity = options.queue ?? 512
  const workerFile = options.workerFile ?? new URL('./worker.ts', import.meta.url)
  const waiting: Job[] = []
  const presses = new Set<Press>()
  let nextId = 1
  let closed = false

  const queue = (task: PdfTask): Promise<PrintedPdf> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new PdfFailure('closed', 'the printing workers are closed'))
      if (waiting.length >= capacity) return reject(new PdfFailure('busy', `${capacity} reports are waiting to be printed already`))
      waiting.push({ task, resolve, reject })
      next()
    })

  function start(): Press {
    const press: Press = { worker: new Worker(workerFile, { name: 'pdf' }), job: undefined, timer: undefined, isReady: false, printed: 0 }
    press.worker.unref()
    press.worker.on('message', (answer: PdfAnswer) => settle(press, answer))
    press.worker.on('error', (error: Error) => lose(press, 'crash', `the worker failed: ${error.message}`))
    press.worker.on('exit', (code) => lose(press, 'crash', `the worker ended with code ${code}`))
    presses.add(press)
    return press
  }

  function next() {
    while (waiting.length > 0) {
      const press = [...presses].find((one) => !one.job) ?? (presses.size < size ? start() : undefined)
      const job = press && waiting.shift()
      if (!press || !job) return
      press.job = job
      press.worker.ref()
      limit(press)
      try {
        press.worker.postMessage(job.task)
      } catch (error) {
        release(press)
        job.reject(new PdfFailure('template', `the view cannot be handed to a worker: ${String(error)}`))
      }
    }
  }

  // The time that a worker takes to start is not the report's.
  function limit(press: Press) {
    clearTimeout(press.timer)
    const milliseconds = press.isReady ? timeout : START_TIMEOUT
    press.timer = setTimeout(() => lose(press, 'timeout', `the report took longer than ${milliseconds} ms`), milliseconds)
  }

  function settle(press: Press, answer: PdfAnswer) {
    if ('ready' in answer) {
      press.isReady = true
      if (press.job) limit(press)
      return
    }
    const job = press.job
    if (!job || job.task.id !== answer.id) return
    release(press)
    press.printed++
    if (press.printed >= lifetime) void retire(press)
    if ('failure' in answer) job.reject(answer.inconsistent ? new RangeError(answer.failure) : new PdfFailure('template', answer.failure))
    else {
      const { bytes, pages, controlTotals } = answer
      job.resolve({ bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages, controlTotals })
    }
    next()
  }

  function release(press: Press) {
    clearTimeout(press.timer)
    press.timer = undefined
    press.job = undefined
    press.worker.unref()
  }

  function retire(press: Press): Promise<number> {
    presses.delete(press)
    press.worker.removeAllListeners()
    // A worker that is being ended may still fail on its way out; nobody waits for it any more.
    press.worker.on('error', () => undefined)
    return press.worker.terminate()
  }

  // Only the report in that worker is lost; the next one starts a fresh worker.
  function lose(press: Press, reason: PdfFailure['reason'], message: string) {
    if (!presses.has(press)) return
    const job = press.job
    release(press)
    void retire(press)
    job?.reject(new PdfFailure(reason, message))
    next()
  }

  return {
    render: ({ module }, given, logos = {}) => queue({ id: nextId++, module, given, logos }),
    drawMarks: (marks) => queue({ id: nextId++, marks }),
    close: async () => {
      closed = true
      const given = [...waiting.splice(0), ...[...presses].flatMap((press) => press.job ?? [])]
      const ending = [...presses].map((press) => {
        release(press)
        return retire(press)
      })
      for (const job of given) job.reject(new PdfFailure('closed', 'the printing workers are closed'))
      await Promise.all(ending)
    },
  }
}
