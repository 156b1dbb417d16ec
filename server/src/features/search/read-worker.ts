/** The thread that reads what files say: a path in, words or a sentence out. */
import { parentPort } from 'node:worker_threads'
import { type FileWords, readText, Unreadable } from './read-text.ts'

export interface ReadTask {
  path: string
  extension: string
}
export type ReadAnswer = { words: FileWords } | { unreadable: string } | { failure: string }

const port = parentPort
if (!port) throw new Error('read-worker.ts runs as a worker thread')
port.on('message', ({ path, extension }: ReadTask) => {
  readText(path, extension).then(
    (words) => port.postMessage({ words } satisfies ReadAnswer),
    (cause: unknown) =>
      port.postMessage(
        (cause instanceof Unreadable
          ? { unreadable: cause.message }
          : { failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }) satisfies ReadAnswer,
      ),
  )
})
