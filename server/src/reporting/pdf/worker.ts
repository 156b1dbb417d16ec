/** A worker thread that prints one report after another: Typst compiles synchronously and must never hold up the server's event loop. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ControlTotals } from '../family.ts'
import { compilePdf, createCompiler, drawMarks } from './compile.ts'
import { isStored, type Paper, type Printable, totalsOf } from './paper.ts'
import type { PdfAnswer, PdfTask } from './pool.ts'

if (!parentPort) throw new Error('worker.ts runs as a worker thread only')
const port = parentPort

// On Linux a priority belongs to the thread: printing gives way to people's requests when the processors are short.
if (process.platform === 'linux') os.setPriority(0, 5)

const press = createCompiler()
const ready: PdfAnswer = { ready: true }
port.postMessage(ready)

port.on('message', (task: PdfTask) => void print(task))

async function print(task: PdfTask): Promise<void> {
  try {
    if ('marks' in task) return answer(task.id, { bytes: Uint8Array.from(drawMarks(press, task.marks)), pages: 1 }, {})
    const { paper }: { paper: Paper<Printable> } = await import(task.module)
    const view = viewOf(task, paper)
    if (!view) return
    const printed = compilePdf(press, paper, view, task.logos)
    // Native results are freed only when the event loop turns.
    await new Promise(setImmediate)
    answer(task.id, printed, totalsOf(view))
  } catch (error) {
    say({ id: task.id, failure: messageOf(error), inconsistent: false })
  }
}

/** @returns undefined when the snapshot makes no report, which is told as the book's fault, not the press's */
function viewOf({ id, given }: Extract<PdfTask, { given: unknown }>, paper: Paper<Printable>): Printable | undefined {
  try {
    return isStored(given) ? paper.viewOf(given) : given
  } catch (error) {
    say({ id, failure: messageOf(error), inconsistent: error instanceof RangeError })
    return undefined
  }
}

const answer = (id: number, { bytes, pages }: { bytes: Uint8Array<ArrayBuffer>; pages: number }, controlTotals: ControlTotals): void =>
  port.postMessage({ id, bytes, pages, controlTotals } satisfies PdfAnswer, [bytes.buffer])
const say = (message: PdfAnswer) => port.postMessage(message)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
