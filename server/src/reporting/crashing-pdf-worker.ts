/** The printing worker of a test: a view named "crash" ends it, all others are printed. */
import { parentPort } from 'node:worker_threads'
import type { PdfTask } from './pdf.ts'

parentPort?.on('message', ({ request: [, view] }: PdfTask) => {
  if ('header' in view && view.header.institutionName === 'crash') process.exit(7)
})
await import('./pdf-worker.ts')
