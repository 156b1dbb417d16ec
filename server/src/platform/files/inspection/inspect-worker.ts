/** The thread that looks at files: bytes in, a refusal or nothing out. A file that breaks the reader is refused, not let through. */
import { parentPort } from 'node:worker_threads'
import { checkBytes } from './check.ts'
import type { LookAnswer, LookTask } from './inspect.ts'
import { refuse } from './refusal.ts'

const port = parentPort
if (!port) throw new Error('look-worker.ts runs as a worker thread')
port.on('message', ({ content, extension }: LookTask) => {
  checkBytes(Buffer.from(content), extension).then(
    (refusal) => port.postMessage({ refusal } satisfies LookAnswer),
    (cause: unknown) =>
      port.postMessage({
        refusal: refuse('damaged'),
        failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      } satisfies LookAnswer),
  )
})
