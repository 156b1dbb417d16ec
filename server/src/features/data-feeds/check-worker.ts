/** The worker thread that reads and checks one file: bytes in, rows and findings out. It has no database and cannot stall anybody. */
import { parentPort } from 'node:worker_threads'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { openFeed } from '../../platform/formats/reading/open.ts'
import { FeedRefusal } from '../../platform/formats/reading/refusal.ts'
import { decodeRegisterMonth } from '../../shared/auditing/register-month.ts'
import { arraysOf, findingColumns, rowColumns } from './checking/batch.ts'
import { type CheckOptions, type CheckSummary, checkFile, freshMemory } from './checking/check-file.ts'
import { shapeOf } from './checking/fixed-shape.ts'

export interface WorkerTask {
  path: string
  options: CheckOptions
}
/** The worker's messages; everything but `done`, `refused` and `failed` waits for an answer before the next. */
export type WorkerMessage =
  | { type: 'book'; carrierCode: string; period: PlainDate }
  | { type: 'rows'; columns: string[]; count: number; readSoFar: number }
  | { type: 'findings'; columns: string[]; count: number }
  | { type: 'again' }
  | { type: 'done'; summary: CheckSummary }
  | { type: 'refused'; sentence: string; isLocked: boolean }
  | { type: 'failed'; message: string }
/** The book as text for `book`, anything for the others. */
export type WorkerReply = { book?: string }

/** Rows handed over at a time: a statement of some milliseconds, a message of about a megabyte. */
const BATCH = 4_000
/** Batches on their way to the database while the next is being read. */
const IN_FLIGHT = 2

const MOST_READINGS = 3

const port = parentPort
if (!port) throw new Error('check-worker.ts runs as a worker thread')
const { path, options } = await new Promise<WorkerTask>((resolve) => port.once('message', resolve))
const waiting: ((reply: WorkerReply) => void)[] = []
port.on('message', (reply: WorkerReply) => waiting.shift()?.(reply))
const ask = (message: WorkerMessage) =>
  new Promise<WorkerReply>((resolve) => {
    waiting.push(resolve)
    port.postMessage(message)
  })

try {
  const memory = freshMemory()
  let readSoFar = 0
  let sent: Promise<unknown>[] = []
  const send = async (message: WorkerMessage) => {
    sent.push(ask(message))
    if (sent.length >= IN_FLIGHT) await sent.shift()
  }
  let gathered: ReturnType<typeof rowColumns>[] = []
  let count = 0
  const flush = async () => {
    if (count === 0) return
    readSoFar += count
    const message: WorkerMessage = { type: 'rows', columns: arraysOf(gathered), count, readSoFar }
    gathered = []
    count = 0
    await send(message)
  }
  const check = async () => {
    const feed = await openFeed(path, shapeOf(options.carrierCode, options.layouts))
    const summary = await checkFile(
      feed,
      options,
      {
        book: async (carrierCode, period) => decodeRegisterMonth((await ask({ type: 'book', carrierCode, period })).book ?? '', period),
        rows: async (rows) => {
          // Written at once: rows that wait as objects are moved about in memory until they are.
          gathered.push(rowColumns(rows))
          count += rows.length
          if (count >= BATCH) await flush()
        },
        findings: (findings) => send({ type: 'findings', columns: arraysOf([findingColumns(findings)]), count: findings.length }),
      },
      memory,
    )
    await flush()
    await Promise.all(sent)
    sent = []
    await feed.close()
    return summary
  }
  let summary = await check()
  // Once for the forms of its columns, once for the order of its months.
  for (let readings = 1; !memory.isDone && readings < MOST_READINGS; readings++) {
    await ask({ type: 'again' })
    readSoFar = 0
    summary = await check()
  }
  port.postMessage({ type: 'done', summary } satisfies WorkerMessage)
} catch (cause) {
  const message: WorkerMessage =
    cause instanceof FeedRefusal
      ? { type: 'refused', sentence: cause.message, isLocked: cause.kind === 'locked' }
      : { type: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  port.postMessage(message)
}
// The port keeps the thread alive otherwise.
port.close()
