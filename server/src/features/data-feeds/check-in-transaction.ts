/** Reads a stored file and checks it against the book, in one transaction: its rows and findings replace what was there, decisions are kept. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { FIELD } from '../../shared/auditing/register-month.ts'
import { readRegisterMonth } from '../../shared/auditing/register-query.ts'
import { selectTolerances } from '../../shared/auditing/settings.ts'
import { asLayout, readKeptLayouts } from '../../shared/policies/feed-layouts.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { FINDING_COLUMNS, ROW_COLUMNS } from './checking/batch.ts'
import type { CheckSummary } from './checking/check-file.ts'
import { readCorrections } from './corrections-query.ts'
import { recount, settleDerived, settleDuplicates } from './counts.ts'
import { keepDecisions, restoreDecisions } from './decisions.ts'
import { asForms, asMapping, readDirectory, readKeptMappings } from './directory-query.ts'
import { noteLockedMonths } from './locked-months.ts'
import { runCheck } from './run-check.ts'
import { reopenStatuses } from './status-proposals.ts'

export interface LockedFile {
  id: number
  siteId: number
  sha256: string
  /** The workbook without its password, where it came with one. */
  openedSha256: string | null
  carrierCode: string | null
  period: PlainDate | null
  mapping: unknown
  forms: unknown
  layout: unknown
  chosenSheets: string[] | null
  mappingSource: 'recognised' | 'kept' | 'given'
  receivedAt: string
}

/** Rows between two signs of life on the pages that are open. */
const PROGRESS_EVERY = 20_000

/**
 * @param trx holds the row lock of the file
 * @param path the bytes, when they lie on this machine already; fetched from the store otherwise
 * @param signal ends the check: the transaction then fails, and nothing of it is kept
 */
export async function checkInTransaction(
  kernel: Kernel,
  scope: Scope,
  trx: Trx,
  file: LockedFile,
  path?: string,
  signal?: AbortSignal,
): Promise<void> {
  const decisions = await keepDecisions(trx, file.id)
  await forget(trx, file.id)
  const [directory, kept] = [await readDirectory(trx, scope), await readKeptMappings(trx, scope)]
  const today = await dayOfSite(kernel, trx, file.siteId)
  const tolerances = await selectTolerances(trx, scope)
  const corrections = await readCorrections(trx, file.id)
  const layouts = await readKeptLayouts(trx, scope)
  let announced = 0
  const outcome = await withBytes(kernel, file.openedSha256 ?? file.sha256, path, (bytes) =>
    runCheck(
      {
        path: bytes,
        options: {
          carrierCode: file.carrierCode,
          period: file.period,
          today,
          directory,
          corrections,
          layouts: { given: asLayout(file.layout), kept: layouts },
          tolerances,
          kept,
          sheets: file.chosenSheets,
          given: file.mappingSource === 'given' ? { mapping: asMapping(file.mapping), forms: asForms(file.forms) } : null,
        },
      },
      {
        book: (carrierCode, period) => readRegisterMonth(trx, scope, carrierCode, period, file.receivedAt),
        rows: async (columns, readSoFar) => {
          await insertRows(trx, file, columns)
          if (readSoFar - announced < PROGRESS_EVERY) return
          announced = readSoFar
          await announce(kernel, scope, file.id, `${readSoFar} rows`)
        },
        findings: (columns) => insertFindings(trx, file, columns),
        again: () => forget(trx, file.id),
      },
      signal,
    ),
  )
  signal?.throwIfAborted()
  if ('locked' in outcome) {
    await forget(trx, file.id)
    await trx
      .updateTable('carrierFile')
      .set({ status: 'PARSED', needsPassword: true, failure: null, checkedAt: sql`now()`, updatedAt: sql`clock_timestamp()` })
      .where('id', '=', file.id)
      .execute()
  } else if ('refusal' in outcome) {
    await forget(trx, file.id)
    await trx
      .updateTable('carrierFile')
      .set({ status: 'REJECTED', failure: outcome.refusal, rowCount: 0, checkedAt: sql`now()`, updatedAt: sql`clock_timestamp()` })
      .where('id', '=', file.id)
      .execute()
  } else {
    await saveSummary(trx, file, outcome.summary, kept, layouts)
    await hashJoins(trx)
    await restoreDecisions(trx, file.id, decisions)
    await reopenStatuses(trx, scope, file.id)
    await settleDuplicates(trx, file.id)
    await settleDerived(trx, file.id)
    await noteLockedMonths(trx, scope, file.id)
  }
  await recount(trx, file.id)
  await kernel.events.publish(trx, {
    siteId: file.siteId,
    type: 'file',
    fileId: file.id,
    status: 'refusal' in outcome ? 'REJECTED' : 'VALIDATED',
  })
}

/** The result of an earlier reading. */
async function forget(trx: Trx, fileId: number): Promise<void> {
  await trx.deleteFrom('carrierFileFinding').where('fileId', '=', fileId).execute()
  await trx.deleteFrom('carrierFileRow').where('fileId', '=', fileId).execute()
}

async function saveSummary(
  trx: Trx,
  file: LockedFile,
  summary: CheckSummary,
  kept: { carrierCode: string; version: number }[],
  layouts: { carrierCode: string; version: number }[],
): Promise<void> {
  const only = <Value>(values: Value[]) => (values.length === 1 ? values[0] : undefined)
  const carrierCode = file.carrierCode ?? only(summary.carriers) ?? null
  const {
    headers,
    headerLine,
    mapping,
    mappingSource,
    controlTotals,
    mediaType,
    totals,
    complete,
    periods,
    carriers,
    skippedChecks,
    samples,
    missingFields,
    contested,
    forms,
    sheetNames,
    sheets,
    fixed,
  } = summary
  await trx
    .updateTable('carrierFile')
    .set({
      headers,
      headerLine,
      sheets: sheetNames,
      mediaType,
      mappingSource,
      mapping: json(mapping),
      mappingVersion: mappingSource === 'kept' ? (kept.find((entry) => entry.carrierCode === carrierCode)?.version ?? null) : null,
      layoutVersion: layouts.find(({ carrierCode: of }) => of === fixed?.layoutOf)?.version ?? null,
      controlTotals: controlTotals ? json(controlTotals) : null,
      summary: json({
        totals,
        periods,
        carriers,
        skippedChecks,
        samples,
        missingFields,
        contested,
        forms,
        sheets,
        fixed,
      }),
      rowCount: totals.rows,
      // Read but not checkable until somebody says which column holds what.
      status: complete ? 'VALIDATED' : 'PARSED',
      failure: null,
      checkedAt: sql`now()`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where('id', '=', file.id)
    .execute()
}

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

async function insertRows(trx: Trx, file: LockedFile, columns: string[]): Promise<void> {
  const names = sql.raw(ROW_COLUMNS.map(({ name }) => name).join(', '))
  const picked = sql.raw(ROW_COLUMNS.map(({ name }) => (name === 'raw' ? `string_to_array(raw, '${FIELD}')` : name)).join(', '))
  await sql`insert into carrier_file_row (file_id, site_id, ${names}) select ${file.id}, ${file.siteId}, ${picked} from unnest(${arrays(columns, ROW_COLUMNS)}) as t(${names})`.execute(
    trx,
  )
}

async function insertFindings(trx: Trx, file: LockedFile, columns: string[]): Promise<void> {
  const names = sql.raw(FINDING_COLUMNS.map(({ name }) => name).join(', '))
  await sql`insert into carrier_file_finding (file_id, site_id, ${names}) select ${file.id}, ${file.siteId}, ${names} from unnest(${arrays(columns, FINDING_COLUMNS)}) as t(${names})`.execute(
    trx,
  )
}

const arrays = (columns: string[], types: readonly { type: string }[]) =>
  sql.join(columns.map((column, index) => sql`${column}::${sql.raw(types[index]?.type ?? 'text')}[]`))

/** Progress is told from a transaction of its own: that of the import is heard only at its end. */
export async function announce(kernel: Kernel, scope: Scope, fileId: number, status: string): Promise<void> {
  await inScope(kernel.db, scope, (trx) => kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId, status }))
}

/** The bytes as a file of this machine for as long as the work takes: a workbook is read from its end. */
async function withBytes<Result>(
  kernel: Kernel,
  sha256: string,
  path: string | undefined,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (path) return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'corridor-feed-'))
  try {
    const local = join(folder, 'feed')
    const { stream } = await kernel.files.open(sha256)
    await pipeline(stream, createWriteStream(local))
    return await work(local)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
