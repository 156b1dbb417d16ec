/** A worker thread that prints one report after another: Typst compiles synchronously and must never hold up the server's event loop. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PdfAnswer, PdfTask } from './pdf.ts'
import { compilePdf, createCompiler } from './pdf-compile.ts'

if (!parentPort) throw new Error('pdf-worker.ts runs as a worker thread only')
const port = parentPort

// On Linux a priority belongs to the thread: printing gives way to people's requests when the processors are short.
if (process.platform === 'linux') os.setPriority(0, 5)

const press = createCompiler()
const ready: PdfAnswer = { ready: true }
port.postMessage(ready)

port.on('message', (task: PdfTask) => void print(task))

async function print({ id, request }: PdfTask): Promise<void> {
  try {
    const { bytes, pages } = compilePdf(press, request)
    // Native results are freed only when the event loop turns.
    await new Promise(setImmediate)
    const answer: PdfAnswer = { id, bytes, pages }
    port.postMessage(answer, [bytes.buffer])
  } catch (error) {
    const answer: PdfAnswer = { id, failure: error instanceof Error ? error.message : String(error) }
    port.postMessage(answer)
  }
}
