/** Opening a workbook with its password, off the event loop. The password goes to the thread in memory and ends with it. */
import { Worker } from 'node:worker_threads'

export interface UnlockTask {
  path: string
  password: string
}
export type UnlockAnswer = { opened: Uint8Array } | { wrong: true } | { refusal: string }

export function unlockWorkbook(task: UnlockTask): Promise<UnlockAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./unlock-worker.ts', import.meta.url))
    worker.once('message', (answer: UnlockAnswer) => {
      resolve(answer)
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`opening a workbook ended early with code ${code}`)))
    worker.postMessage(task)
  })
}
