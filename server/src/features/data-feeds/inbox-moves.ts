/** Moving a settled file out of the inbox, with the sentence that tells what became of it. Nothing that lies there already is written over. */
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { type InboxEntry, REFUSED, TAKEN } from './inbox-folders.ts'

export interface Outcome {
  outcome: 'TAKEN' | 'REFUSED'
  /** The file in Data Feeds, where it became one. */
  fileId: number | null
  sentence: string
}

export async function moveAway({ folder, name }: InboxEntry, { outcome, fileId, sentence }: Outcome): Promise<void> {
  const away = join(folder, outcome === 'TAKEN' ? TAKEN : REFUSED)
  await mkdir(away, { recursive: true })
  if (!(await lstat(away)).isDirectory()) throw new Error(`${away} is not a folder`)
  const target = await freePlace(away, fileId === null ? name : `${fileId} ${name}`)
  await writeFile(`${target}.txt`, `${sentence}\n`)
  // Before the file: a marker left behind would call the next one of this name complete.
  await rm(join(folder, `${name}.done`)).catch(unlessMissing)
  // Gone already: somebody took it away, and what became of it is told all the same.
  await rename(join(folder, name), target).catch(unlessMissing)
}

/** Bytes of a name that the usual file systems keep; `.txt` has to fit behind it. */
const LONGEST_NAME = 255 - '.txt'.length

async function freePlace(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ext : ` (${number})${ext}`
    const place = join(folder, `${shortened(stem, LONGEST_NAME - Buffer.byteLength(ending))}${ending}`)
    if (!(await isThere(place))) return place
  }
}

/** The longest beginning of so many bytes: a stream's decoder keeps a letter back that is cut. */
const shortened = (stem: string, bytes: number): string => new TextDecoder().decode(Buffer.from(stem).subarray(0, bytes), { stream: true })

const isThere = (place: string): Promise<boolean> =>
  lstat(place)
    .then(() => true)
    .catch((cause: unknown) => unlessMissing(cause) ?? false)

/** Nothing lies under a name that is longer than a disk allows. */
function unlessMissing(cause: unknown): undefined {
  if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENAMETOOLONG')) return
  throw cause
}
