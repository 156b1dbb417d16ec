/** The printing worker of a test: views named "crash" or "hang" do just that, all others print. */
import { parentPort } from 'node:worker_threads'
import type { PdfTask } from './pdf.ts'

parentPort?.on('message', ({ request: [, view] }: PdfTask) => {
  if (view.header.institutionName === 'crash') process.exit(7)
  while (view.header.institutionName === 'hang') Math.random()
})
await import('./pdf-worker.ts')
