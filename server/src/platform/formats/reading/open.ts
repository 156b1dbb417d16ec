/** Opens whatever was uploaded as a feed, or says in a sentence why it is none. */
import { open } from 'node:fs/promises'
import { openDelimited } from './delimited.ts'
import type { OpenFeed } from './refusal.ts'
import { kindOf } from './sniff.ts'

/** Carrier files of up to 200 MB are read. */
export const MAX_FEED_BYTES = 200 * 1000 * 1000

/** @throws FeedRefusal */
export async function openFeed(path: string): Promise<OpenFeed> {
  if (kindOf(await headOf(path)) === 'text') return openDelimited(path)
  // Loaded by the thread that reads one: a text is read without what unpacks workbooks.
  const { openWorkbook } = await import('./xlsx-reader.ts')
  return openWorkbook(path)
}

/** @throws FeedRefusal when the first bytes already tell that this is no feed */
export async function refuseByHead(path: string): Promise<void> {
  kindOf(await headOf(path))
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
