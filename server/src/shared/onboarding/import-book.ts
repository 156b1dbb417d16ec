/**
 * A firm's book into the portal. Everything is read, checked and tied out before anything is written; then each sheet group is one transaction. What a group
 * wrote stays when a later one fails: the same book again finds it and goes on. Rows come from files, or from any other system that can name its fields.
 */

import { SHEET_GROUPS, type SheetGroup } from '@corridor/domain/onboarding/columns.ts'
import type { OnboardingProblem } from '@corridor/domain/onboarding/read-row.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { formatMonth } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { type Db, onOneConnection, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { dayOfSite } from '../site-day.ts'
import { BINDINGS, TOTALS_TYPE, VALUES_TYPE } from './bindings.ts'
import { fillCapital, fillInstitutions } from './call-reports.ts'
import { checkStaged } from './checks.ts'
import { checkByDomain } from './domain-checks.ts'
import { keepProblems } from './problems.ts'
import { matchRecords, resolveReferences } from './resolving.ts'
import { type BookPart, makeStagedTable, type Staging, stagePart } from './staging.ts'
import { tieOut } from './totals.ts'
import { compareMonths, postMonth, stagedMonths, type ValueMonth } from './value-months.ts'
import { makeStagedValues, readDirectory, stageValues } from './values.ts'
import { countStaged, type Written, writeRecords } from './writing.ts'

export interface OnboardingBook {
  parts: readonly BookPart[]
  /** Errors that show before any row is read: sheets that are of no record type, columns that no type has. */
  problems: readonly OnboardingProblem[]
}

export interface OnboardingOrder {
  db: Db
  scope: Scope
  keys: Keys
  now: () => Date
  book: OnboardingBook
  /** The name of the folder, workbook or zip. */
  name: string
  purpose: 'CHECK' | 'IMPORT'
  /** Why differences from the firm's totals are accepted. */
  acceptedReason?: string | undefined
  /** An import that was asked for before, as a page does; else one is entered. */
  importId?: number
  told?: (step: string, rows?: number) => void
  signal?: AbortSignal
}

export interface OnboardingOutcome {
  importId: number
  status: 'CHECKED' | 'DONE'
  counts: Record<string, Written>
  problems: number
  statedTotals: number
  differences: number
}

/** @throws AppError conflict while another import of the portal runs; period_locked when a month was locked meanwhile */
export async function importBook(order: OnboardingOrder): Promise<OnboardingOutcome> {
  const importId = order.importId ?? (await inScope(order.db, order.scope, (trx) => enterImport(trx, order.scope, order)))
  try {
    return await onOneConnection(order.db, async (pinned, client) => {
      await takeTurn(pinned, order.scope)
      try {
        return await checkAndWrite(order, importId, pinned, client)
      } finally {
        await sql`select pg_advisory_unlock_all()`.execute(pinned)
      }
    })
  } catch (cause) {
    // Its job goes on with it, or whoever canceled it has the word.
    if (order.signal?.aborted && order.importId !== undefined) throw cause
    await inScope(order.db, order.scope, (trx) =>
      sql`update onboarding_import set status = 'FAILED', failure = ${failureOf(cause)}, ended_at = now() where id = ${importId} and status <> 'DONE'`.execute(
        trx,
      ),
    )
    throw cause
  }
}

const failureOf = (cause: unknown): string =>
  cause instanceof AppError
    ? cause.message
    : 'The import ended in an error. What it wrote before stays; start it again, and it goes on where it ended.'

/** @returns its number */
export async function enterImport(
  trx: Trx,
  scope: Scope,
  { name, purpose, acceptedReason }: Pick<OnboardingOrder, 'name' | 'purpose' | 'acceptedReason'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('onboardingImport')
    .values({ siteId: scope.siteId, name, purpose, acceptedReason: acceptedReason ?? null, startedBy: scope.userId || null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const SHEET_GROUP_CODES = codesOf<SheetGroup>(SHEET_GROUPS)

/** One import of a portal at a time; the lock lives as long as its connection. */
async function takeTurn(pinned: Db, { siteId }: Scope): Promise<void> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_lock(hashtextextended(${`onboarding ${siteId}`}, 0)) as free`.execute(pinned)
  if (!rows[0]?.free) throw new AppError('conflict', { message: 'Another import of this portal is running. Wait until it has ended.' })
}

async function checkAndWrite(order: OnboardingOrder, importId: number, pinned: Db, client: PoolClient): Promise<OnboardingOutcome> {
  const { scope, purpose, acceptedReason } = order
  const checked = await inScope(pinned, scope, (trx) => check(order, importId, trx, client))
  const { problems, differences, stated, counts } = checked
  const outcome = { importId, counts, problems, statedTotals: stated, differences }
  const stops = problems > 0 || (differences > 0 && acceptedReason === undefined)
  if (purpose === 'CHECK' || stops) {
    await inScope(pinned, scope, (trx) => end(order, trx, 'CHECKED', outcome))
    return { ...outcome, status: 'CHECKED' }
  }
  for (const group of SHEET_GROUP_CODES) {
    order.signal?.throwIfAborted()
    await inScope(pinned, scope, (trx) => writeGroup(order, trx, importId, group, checked.months))
  }
  await inScope(pinned, scope, (trx) => end(order, trx, 'DONE', outcome))
  return { ...outcome, status: 'DONE' }
}

interface Checked {
  problems: number
  stated: number
  differences: number
  counts: Record<string, Written>
  months: ValueMonth[]
}

async function check(order: OnboardingOrder, importId: number, trx: Trx, client: PoolClient): Promise<Checked> {
  const { scope, keys, book } = order
  const told = order.told ?? (() => undefined)
  // An earlier attempt may have found some before its worker died.
  await sql`delete from onboarding_problem where import_id = ${importId}`.execute(trx)
  await sql`delete from onboarding_total where import_id = ${importId}`.execute(trx)
  const problems = keepProblems(trx, scope, importId)
  await problems.add(book.problems)
  for (const { type } of BINDINGS) await makeStagedTable(trx, type)
  await makeStagedTable(trx, TOTALS_TYPE)
  await makeStagedValues(trx)
  const staging = (words: string): Staging => ({
    client,
    keys,
    problems: problems.hear,
    progress: async (rows) => {
      order.signal?.throwIfAborted()
      told(`Reading ${words}`, rows)
    },
  })
  const readParts = async (
    ofType: (part: BookPart) => boolean,
    read: (part: BookPart, origin: number, first: number) => Promise<number>,
  ) => {
    let first = 0
    for (const part of book.parts.filter(ofType)) {
      first += await read(part, await sourceOf(trx, scope, importId, part.name), first)
      await problems.flush()
    }
    return first
  }
  const counts: Record<string, Written> = {}
  for (const { type } of [...BINDINGS, { type: TOTALS_TYPE }])
    await readParts(
      (part) => part.type.code === type.code,
      (part, origin, first) => stagePart(staging(type.words[1]), part, origin, first),
    )
  for (const binding of [...BINDINGS, null]) {
    const type = binding?.type ?? TOTALS_TYPE
    told(`Comparing ${type.words[1]} with the book`)
    if (type.code === 'capital') await fillCapital(trx)
    await resolveReferences(trx, scope, type)
    if (binding) await matchRecords(trx, scope, binding)
    if (type.code === 'institutions') await fillInstitutions(trx)
    if (binding) counts[type.code] = await countStaged(trx, binding)
  }
  const today = await dayOfSite(order, trx, scope.siteId)
  told('Checking what the sheets say')
  problems.kept(await checkStaged(trx, scope, importId))
  await checkByDomain(trx, today, problems.add)
  const directory = await readDirectory(trx, scope, today)
  const valuesRead = await readParts(
    (part) => part.type.code === VALUES_TYPE.code,
    (part, origin) => stageValues(staging(VALUES_TYPE.words[1]), part, origin, directory),
  )
  const found = await compareMonths(trx, scope, await stagedMonths(trx), problems, async (month) =>
    told(`Comparing the values of ${formatMonth(month)}`),
  )
  const sum = (of: (month: ValueMonth) => number) => found.reduce((total, month) => total + of(month), 0)
  counts[VALUES_TYPE.code] = {
    read: valuesRead,
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    same: sum(({ same }) => same),
  }
  told('Tying out the totals')
  const { stated, differences } = await tieOut(
    trx,
    scope,
    importId,
    found.map(({ month }) => month),
  )
  return { problems: problems.count(), stated, differences, counts, months: found }
}

/** A part has one source, also when an attempt before this one died: values that it posted name it. */
async function sourceOf(trx: Trx, { siteId }: Scope, importId: number, name: string): Promise<number> {
  const known = await trx
    .selectFrom('onboardingSource')
    .select('id')
    .where('importId', '=', importId)
    .where('siteId', '=', siteId)
    .where('name', '=', name)
    .where('fileSha256', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await trx.insertInto('onboardingSource').values({ importId, siteId, name }).returning('id').executeTakeFirstOrThrow()
  return id
}

async function writeGroup(
  order: OnboardingOrder,
  trx: Trx,
  importId: number,
  group: SheetGroup,
  months: readonly ValueMonth[],
): Promise<void> {
  const { scope } = order
  const told = order.told ?? (() => undefined)
  for (const binding of BINDINGS.filter(({ type }) => type.group === group)) {
    told(`Writing ${binding.type.words[1]}`)
    await writeRecords(trx, scope, importId, binding)
  }
  if (group !== 'values') return
  for (const month of months) {
    if (month.added + month.changed === 0) continue
    order.signal?.throwIfAborted()
    told(`Posting the values of ${formatMonth(month.month)}`)
    await postMonth(trx, scope, importId, month)
  }
}

/** The import as it ended, and its entry in the activity log. */
async function end(
  { scope, name }: OnboardingOrder,
  trx: Trx,
  status: 'CHECKED' | 'DONE',
  outcome: Omit<OnboardingOutcome, 'status'>,
): Promise<void> {
  const { importId, counts, problems, differences } = outcome
  await sql`update onboarding_import set status = ${status}, counts = ${JSON.stringify(counts)}::jsonb, problem_count = ${problems}, difference_count = ${differences}, stated_totals = ${outcome.statedTotals},
    progress = '{}', failure = null, canceled_by = null, ended_at = clock_timestamp() where id = ${importId}`.execute(trx)
  await recordSystemActivity(trx, {
    action: status === 'DONE' ? 'onboarding.imported' : 'onboarding.checked',
    entity: 'onboarding',
    entityId: importId,
    siteId: scope.siteId,
    ...(scope.userId > 0 ? { actorId: scope.userId } : {}),
    after: { name, counts, problems, differences },
  })
}
