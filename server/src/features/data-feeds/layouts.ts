/** Layouts of files without separators: what a file is read by, and a person's choice, kept for the carrier by version as its mapping is. */
import type { getFileLayout, setFileLayout } from '@corridor/contract/feed-layouts.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { type FixedLayout, guessColumns, layoutProblems } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { asLayout, selectKeptLayout } from '../../shared/policies/feed-layouts.ts'
import { keepMapping, onlyCarrier } from './kept-mapping.ts'
import { lockOpenFile } from './lock.ts'
import { readAgain } from './read-again.ts'

/** Lines that a layout is looked at on. */
const SAMPLE_LINES = 30
const SAMPLE_BYTES = 64_000

/** @param seesPersonal whether dates of birth and the like may be shown (INSTITUTIONS 2) */
export async function selectLayout(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  id: number,
  seesPersonal: boolean,
): Promise<ReplyOf<typeof getFileLayout>> {
  const file = await trx
    .selectFrom('carrierFile')
    .select(['layout', 'layoutOf', 'layoutVersion', 'sha256', 'mediaType'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  const kept = await selectKeptLayout(trx, scope, file)
  const lines = seesPersonal && file.mediaType === 'text/csv' ? await firstLines(kernel, file.sha256) : null
  return {
    lines,
    layout: shown(asLayout(file.layout) ?? asLayout(kept?.layout)),
    kept: kept ? { carrierCode: kept.carrierCode, version: kept.version, by: kept.by, at: kept.at } : null,
    guess: guessColumns(lines ?? []),
  }
}

const shown = (layout: FixedLayout | null) => layout && { ...layout, columns: layout.columns.map((column) => ({ ...column })) }

async function firstLines(kernel: Kernel, sha256: string): Promise<string[]> {
  const { stream } = await kernel.files.open(sha256)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size >= SAMPLE_BYTES) break
  }
  stream.destroy()
  const text = decode(Buffer.concat(chunks))
  return text
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES)
    .map((line) => line.replaceAll('\t', ' '))
}

/** As the file itself is read; a character cut off at the end of the sample is in no line that is shown. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** @throws AppError input naming the columns that cannot be, wrong_status once posted or for a workbook */
export async function changeLayout(
  { kernel, scope, trx, record }: Acting,
  { id, columns, skipLines, mark, carrierCode, keep, updatedAt }: ParsedOf<typeof setFileLayout>,
): Promise<void> {
  const before = await lockOpenFile(trx, scope, id, updatedAt)
  if (before.mediaType !== 'text/csv')
    throw new AppError('wrong_status', { message: 'A workbook has columns of its own and needs no layout.' })
  const layout: FixedLayout = { columns: columns.map(({ field: _, ...column }) => column), skipLines, mark }
  const meta: Record<string, string[]> = {}
  for (const { column, problem } of layoutProblems(layout)) (meta[`columns.${column}`] ??= []).push(problem)
  for (const [place, { field }] of columns.entries()) {
    const same = field === null ? -1 : columns.findIndex((other) => other.field === field)
    if (field !== null && same < place)
      (meta[`columns.${place}`] ??= []).push(`“${columns[same]?.name}” is read as ${FEED_FIELDS[field].label.toLowerCase()} already.`)
  }
  if (Object.keys(meta).length > 0) throw inputError(meta)
  if (carrierCode && !(await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirst()))
    throw inputError({ carrierCode: ['No carrier has this code.'] })
  const chosen = {
    layout: json(layout),
    mapping: json(Object.fromEntries(columns.map(({ name, field }) => [name, field]))),
    mappingSource: 'given' as const,
    carrierCode: carrierCode ?? before.carrierCode,
  }
  const file = await trx.updateTable('carrierFile').set(chosen).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  await record({
    action: 'feed.layout.changed',
    entity: 'carrierFile',
    entityId: id,
    before: before.layout,
    after: { columns, skipLines, mark, carrierCode: file.carrierCode, kept: keep },
  })
  await readAgain(kernel, scope, trx, file)
  if (!keep) return
  await keepMapping(trx, scope, id, file.carrierCode, {
    mapping: Object.fromEntries(columns.map(({ name, field }) => [name, field])),
    forms: {},
  })
  await keepLayout(trx, scope, file.carrierCode ?? (await onlyCarrier(trx, id)), layout)
}

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

async function keepLayout(trx: Trx, scope: Scope, carrierCode: string | null, layout: FixedLayout): Promise<void> {
  if (carrierCode === null) return
  const latest = await trx
    .selectFrom('fileLayout')
    .select(['version', sql<boolean>`layout = ${JSON.stringify(layout)}::jsonb`.as('isSame')])
    .where('siteId', '=', scope.siteId)
    .where('carrierCode', '=', carrierCode)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest?.isSame) return
  await trx
    .insertInto('fileLayout')
    .values({
      siteId: scope.siteId,
      carrierCode,
      version: (latest?.version ?? 0) + 1,
      layout: json(layout),
      createdBy: scope.userId || null,
    })
    .execute()
}
