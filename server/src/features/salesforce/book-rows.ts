/** Rows of a pull that are no valuations: checked by the engine that brings a firm's book over, and written by it once a person accepts them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DryFinding } from '@corridor/contract/salesforce.ts'
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import type { OnboardingRow } from '@corridor/domain/onboarding/read-row.ts'
import { sql } from 'kysely'
import { createTokenizer } from '../../platform/formats/reading/delimited.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { importBook, type OnboardingOutcome } from '../../shared/onboarding/import-book.ts'
import { teller } from '../../shared/onboarding/imports-at-work.ts'

export interface BookRows {
  type: RecordType
  object: string
  /** Our field of each of the file's columns, by its header. */
  mapping: Record<string, string | null>
  /** The rows, on this machine. */
  path: string
}

interface Work {
  purpose: 'CHECK' | 'IMPORT'
  importId?: number
  signal?: AbortSignal
}

export function importRows(kernel: Kernel, scope: Scope, rows: BookRows, { purpose, importId, signal }: Work): Promise<OnboardingOutcome> {
  const { type, object, mapping, path } = rows
  const fields = Object.values(mapping).filter((field) => field !== null)
  return importBook({
    db: kernel.db,
    scope,
    keys: kernel.configuration.keys,
    now: kernel.now,
    name: `Salesforce ${object}`,
    book: { parts: [{ type, name: object, fields, rows: () => rowsOf(path, object, mapping) }], problems: [] },
    purpose,
    // Months are locked with the values of their bank, which no record of Salesforce brings this way.
    noteLocks: async () => undefined,
    ...(importId === undefined ? {} : { importId, told: teller(kernel, scope, importId) }),
    ...(signal ? { signal } : {}),
  })
}

/** The source of a row is its object, record and line: `Account/001…/2`. */
async function* rowsOf(path: string, object: string, mapping: BookRows['mapping']): AsyncGenerator<OnboardingRow[]> {
  const tokenizer = createTokenizer({ separator: ',', newline: '\n' })
  let fields: (string | null)[] | undefined
  const taken = (found: { line: number; cells: string[] }[]): OnboardingRow[] => {
    const rows: OnboardingRow[] = []
    for (const { line, cells } of found) {
      if (!fields) {
        fields = cells.map((header) => mapping[header] ?? null)
        continue
      }
      const values: Record<string, string> = {}
      for (const [place, field] of fields.entries()) if (field) values[field] = cells[place] ?? ''
      rows.push({ source: `${object}/${cells[0]}/${line}`, values })
    }
    return rows
  }
  for await (const text of createReadStream(path, 'utf8')) yield taken(tokenizer.push(String(text)))
  yield taken(tokenizer.end())
}

/** The check of rows of which nothing is kept. */
export async function dryImport(kernel: Kernel, scope: Scope, rows: BookRows): Promise<DryFinding[]> {
  const { importId } = await importRows(kernel, scope, rows, { purpose: 'CHECK' })
  return inScope(kernel.db, scope, async (trx) => {
    const found = await trx
      .selectFrom('onboardingProblem')
      .select(['source', 'columnName as column', 'value', 'problem as message'])
      .where('importId', '=', importId)
      .orderBy('id')
      .execute()
    await sql`delete from onboarding_import where id = ${importId}`.execute(trx)
    return found.map(({ source, ...finding }) => ({ ...finding, severity: 'error', line: Number(/\/(\d+)$/.exec(source)?.[1]) || null }))
  })
}

/** A stored pull's rows on this machine for as long as the work takes. */
export async function withStoredRows<Result>(kernel: Kernel, sha256: string, work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'corridor-salesforce-'))
  try {
    const path = join(folder, 'records.csv')
    const { stream } = await kernel.files.open(sha256)
    await pipeline(stream, createWriteStream(path))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
