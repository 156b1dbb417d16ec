/** Opens whatever was uploaded as a feed, or says in a sentence why it is none. */
import { open, readFile } from 'node:fs/promises'
import { decodedText, openDelimited } from './delimited.ts'
import { type FixedShape, openFixed } from './fixed.ts'
import { FeedRefusal, type OpenFeed } from './refusal.ts'
import { type Encoding, encodingOf, kindOf, SAVE_AS } from './sniff.ts'

/** Carrier files of up to 200 MB are read. */
export const MAX_FEED_BYTES = 200 * 1000 * 1000

/** @param shapeOf the columns of a text by its beginning, where they stand at fixed positions; null for separated text @throws FeedRefusal */
export async function openFeed(path: string, shapeOf: (sample: string) => FixedShape | null = () => null): Promise<OpenFeed> {
  const kind = kindOf(await headOf(path))
  if (kind === 'compound') throw await compoundRefusal(path)
  if (kind === 'text') {
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
  if (kindOf(await headOf(path)) !== 'compound') return
  const refusal = await compoundRefusal(path)
  // It is kept, and its password is asked for.
  if (refusal.kind !== 'locked') throw refusal
}

/** Office puts workbooks that are protected with a password into the box that old XLS files are. */
async function compoundRefusal(path: string): Promise<FeedRefusal> {
  return (await readFile(path)).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? new FeedRefusal(
        'The workbook is protected with a password. Remove the password in Excel (File, Info, Protect Workbook) and upload it again.',
        'locked',
      )
    : new FeedRefusal(`This is a workbook in the old XLS format. ${SAVE_AS}`, 'unsupported')
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
