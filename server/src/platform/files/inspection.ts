/** Files that people upload: looked at before anybody else sees them. A refusal is one sentence that says what to do. */
import { kindOfFile } from '@corridor/domain/files/accepted-kinds.ts'
import { refusalByName } from '@corridor/domain/files/name-and-size-checks.ts'
import type { Configuration } from '../configuration.ts'
import type { Db, Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import type { Business, Log } from '../kernel.ts'
import type { FileStore } from './file-store.ts'
import { handedIn } from './guarded.ts'
import { lookAt } from './inspection/inspect.ts'
import { scan } from './scanner.ts'

/** A file that lies in the file store already, under the name its sender gave it. */
export interface HandedIn {
  sha256: string
  sizeBytes: number
  fileName: string
}
export interface Verdict {
  /** Lower case, without the dot. */
  extension: string
  mediaType: string
  /** HELD: the scanner could not look at it yet. Kept, shown in lists as being checked, never served until it passes. */
  safety: 'PASSED' | 'HELD'
}

/** The parts of a kernel that the look needs; the command line has these without one. */
export interface Examining {
  files: FileStore
  log: Log
  ownerDb: Db
  now: () => Date
  configuration: Pick<Configuration, 'scanner'>
  business: Pick<Business, 'isFed'>
}

/**
 * Looks at name, size, content and, where one is set, asks the scanner.
 *
 *   const verdict = await acceptContent(kernel, file)
 *   await transact(async ({ trx }) => { await keepChecked(trx, file, verdict); ...the row that refers to file.sha256... })
 *
 * @param rules.extensions fewer kinds than the table's
 * @throws AppError('unsupported_file' | 'too_large') with the sentence as its message and under meta.file, and the rule under meta.rule
 */
export async function acceptContent(kernel: Examining, file: HandedIn, rules: { extensions?: readonly string[] } = {}): Promise<Verdict> {
  const byName = refusalByName(file.fileName, file.sizeBytes)
  if (byName) throw refusedFile(byName.rule, byName.sentence)
  const kind = kindOfFile(file.fileName)
  if (!kind || (rules.extensions && !rules.extensions.includes(kind.extension)))
    throw refusedFile('kind', 'This kind of file is not accepted here. Choose another one.')
  await refuseKnown(kernel, file.sha256)
  const { refusal, failure } = await lookAt(() => bytesOf(kernel, file), kind.extension)
  if (failure !== undefined) kernel.log.error(`the look at a ${kind.extension} file of ${file.sizeBytes} bytes failed: ${failure}`)
  if (refusal) throw refusedFile(refusal.rule, refusal.sentence)
  return { extension: kind.extension, mediaType: kind.mediaType, safety: await askScanner(kernel, file.sha256) }
}

/** Writes the row of a file that was looked at; rows that refer to it follow in the same transaction. */
export async function keepChecked(trx: Db | Trx, file: Pick<HandedIn, 'sha256' | 'sizeBytes'>, verdict: Verdict): Promise<void> {
  await trx
    .insertInto('storedFile')
    .values({
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      mediaType: verdict.mediaType,
      safety: verdict.safety,
      checkedAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

export const refusedFile = (rule: string, sentence: string): AppError =>
  new AppError(rule === 'size' ? 'too_large' : 'unsupported_file', { message: sentence, meta: { file: [sentence], rule } })

export const foundByScanner = (name: string): string =>
  `The virus scanner found ${name} in this file. Do not open or send it again; show it to the people who manage your computers.`

/** A file that the scanner once found harmful is not looked at again. */
async function refuseKnown(kernel: Examining, sha256: string): Promise<void> {
  const known = await kernel.ownerDb
    .selectFrom('storedFile')
    .select('safetyReason')
    .where('sha256', '=', sha256)
    .where('safety', '=', 'REFUSED')
    .executeTakeFirst()
  if (known) throw refusedFile('scanner', foundByScanner(known.safetyReason ?? 'something harmful'))
}

async function askScanner(kernel: Examining, sha256: string): Promise<Verdict['safety']> {
  const { scanner } = kernel.configuration
  if (!scanner) return 'PASSED'
  const result = await scan(scanner, (await handedIn(kernel.files).open(sha256)).stream)
  if (result.outcome === 'found') throw refusedFile('scanner', foundByScanner(result.name))
  if (result.outcome === 'clean') return 'PASSED'
  kernel.log.error(`a file is held: ${result.reason}`)
  await holdFed(kernel, sha256)
  return 'HELD'
}

/** A carrier's file is trusted unscanned. The same bytes uploaded as a paper wait for the scanner as others do; those the product made need not. */
const holdFed = ({ ownerDb, now, business }: Examining, sha256: string) =>
  ownerDb
    .updateTable('storedFile')
    .set({ safety: 'HELD', checkedAt: now().toISOString() })
    .where('sha256', '=', sha256)
    .where('safety', '=', 'TRUSTED')
    .where(business.isFed(sha256))
    .execute()

/** The file in memory of its own, so that a thread can take it without a copy. */
async function bytesOf(kernel: Examining, { sha256, sizeBytes }: HandedIn): Promise<ArrayBuffer> {
  const content = new ArrayBuffer(sizeBytes)
  const into = new Uint8Array(content)
  let at = 0
  for await (const chunk of (await handedIn(kernel.files).open(sha256)).stream) {
    if (!(chunk instanceof Uint8Array) || at + chunk.length > sizeBytes)
      throw new Error(`a stored file is not the ${sizeBytes} bytes it was`)
    into.set(chunk, at)
    at += chunk.length
  }
  if (at !== sizeBytes) throw new Error(`a stored file is not the ${sizeBytes} bytes it was`)
  return content
}
