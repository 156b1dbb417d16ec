/** The thread that opens one protected workbook: a hundred thousand rounds of a hash, and as many bytes as it has. */
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { decryptWorkbook } from './decrypt.ts'
import { FeedRefusal } from './refusal.ts'
import type { UnlockAnswer, UnlockTask } from './unlock.ts'

const port = parentPort
if (!port) throw new Error('unlock-worker.ts runs as a worker thread')
const { path, password } = await new Promise<UnlockTask>((resolve) => port.once('message', resolve))
const answer = async (): Promise<UnlockAnswer> => {
  try {
    const opened = decryptWorkbook(await readFile(path), password)
    return opened ? { opened: Uint8Array.from(opened) } : { wrong: true }
  } catch (cause) {
    if (cause instanceof FeedRefusal) return { refusal: cause.message }
    throw cause
  }
}
port.postMessage(await answer())
port.close()
