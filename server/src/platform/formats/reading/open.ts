/** Opens whatever was uploaded as a feed, or says in a sentence why it is none. */
import { open } from 'node:fs/promises'
import { decodedText, openDelimited } from './delimited.ts'
import { type FixedShape, openFixed } from './fixed.ts'
import type { OpenFeed } from './refusal.ts'
import { type Encoding, encodingOf, kindOf } from './sniff.ts'

/** Carrier files of up to 200 MB are read. */
export const MAX_FEED_BYTES = 200 * 1000 * 1000

/** @param shapeOf the columns of a text by its beginning, where they stand at fixed positions; null for separated text @throws FeedRefusal */
export async function openFeed(path: string, shapeOf: (sample: string) => FixedShape | null = () => null): Promise<OpenFeed> {
  if (kindOf(await headOf(path)) === 'text') {
    const encoding = await encodingOf(path)
    const notes = encoding === 'windows-1252' ? [NOT_UTF_8] : []
    const shape = shapeOf(await sampleOf(path, encoding))
    return shape ? openFixed(path, encoding, notes, shape) : openDelimited(path, encoding, notes)
  }
  // Loaded by the thread that reads one: a text is read without what unpacks workbooks.
  const { openWorkbook } = await import('./xlsx-reader.ts')
  return openWorkbook(path)
}

/** @throws FeedRefusal when the first bytes already tell that this is no feed */
export async function refuseByHead(path: string): Promise<void> {
  kindOf(await headOf(path))
}

const NOT_UTF_8 =
  'The file is not UTF-8; it was read as Windows-1252. Check that names with accents look right, or save it as “CSV UTF-8” and upload that file.'

/** Its first 64 KB. */
async function sampleOf(path: string, encoding: Encoding): Promise<string> {
  for await (const text of decodedText(path, encoding)) return text
  return ''
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
