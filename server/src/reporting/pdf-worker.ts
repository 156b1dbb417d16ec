/** A worker thread that prints one report after another: Typst compiles synchronously and must never hold up the server's event loop. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PdfAnswer, PdfTask } from './pdf.ts'
import { compilePdf, createCompiler } from './pdf-compile.ts'
import { type PrintedView, type PrintRequest, printedView } from './printed-documents.ts'

if (!parentPort) throw new Error('pdf-worker.ts runs as a worker thread only')
const port = parentPort

// On Linux a priority belongs to the thread: printing gives way to people's requests when the processors are short.
if (process.platform === 'linux') os.setPriority(0, 5)

const press = createCompiler()
const ready: PdfAnswer = { ready: true }
port.postMessage(ready)

port.on('message', (task: PdfTask) => void print(task))

async function print({ id, request }: PdfTask): Promise<void> {
  const view = viewOf(id, request)
  if (!view) return
  try {
    const { bytes, pages } = compilePdf(press, view, 'snapshot' in request[1] ? request[1].logo : undefined)
    // Native results are freed only when the event loop turns.
    await new Promise(setImmediate)
    const answer: PdfAnswer = { id, bytes, pages, controlTotals: { ...view[1].controlTotals } }
    port.postMessage(answer, [bytes.buffer])
  } catch (error) {
    say({ id, failure: messageOf(error), inconsistent: false })
  }
}

/** @returns undefined when the snapshot makes no report, which is told as the book's fault, not the press's */
function viewOf(id: number, request: PrintRequest): PrintedView | undefined {
  try {
    return printedView(request)
  } catch (error) {
    say({ id, failure: messageOf(error), inconsistent: error instanceof RangeError })
    return undefined
  }
}

const say = (answer: PdfAnswer) => port.postMessage(answer)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
