/** The printing worker of a test: a view named "crash" ends it, all others are printed. */
import { parentPort } from 'node:worker_threads'
import type { PdfTask } from '../reporting/pdf/pool.ts'

parentPort?.on('message', (task: PdfTask) => {
  if ('given' in task && /"institutionName":"crash"/.test(JSON.stringify(task.given))) process.exit(7)
})
await import('../reporting/pdf/worker.ts')
