/**
 * A firm's book into the portal. Everything is read, checked and tied out before anything is written; then each sheet group is one transaction. What a group
 * wrote stays when a later one fails: the same book again finds it and goes on. Rows come from files, or from any other system that can name its fields.
 */

import { SHEET_GROUPS, type SheetGroup } from '@corridor/domain/onboarding/columns.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { type Db, onOneConnection, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import { BINDINGS } from './bindings.ts'
import { type Checked, checkBook } from './check-book.ts'
import { lockedAfter } from './locks.ts'
import { followed, type OnboardingOrder } from './order.ts'
import { postValues } from './value-months.ts'
import { writePapers } from './write-papers.ts'
import { type Written, writeRecords } from './writing.ts'

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
  const checked = await inScope(pinned, scope, (trx) => checkBook(order, importId, trx, client))
  const { problems, differences, stated, counts } = checked
  const outcome = { importId, counts, problems, statedTotals: stated, differences }
  const stops = problems > 0 || (differences > 0 && acceptedReason === undefined)
  if (purpose === 'CHECK' || stops) {
    await inScope(pinned, scope, (trx) => end(order, trx, 'CHECKED', outcome))
    return { ...outcome, status: 'CHECKED' }
  }
  for (const group of SHEET_GROUP_CODES) {
    order.signal?.throwIfAborted()
    await inScope(pinned, scope, (trx) => writeGroup(order, trx, importId, group, checked))
  }
  await inScope(pinned, scope, (trx) => end(order, trx, 'DONE', outcome))
  return { ...outcome, status: 'DONE' }
}

async function writeGroup(
  order: OnboardingOrder,
  trx: Trx,
  importId: number,
  group: SheetGroup,
  { months, locks }: Pick<Checked, 'months' | 'locks'>,
): Promise<void> {
  const { scope } = order
  const told = order.told ?? (() => undefined)
  for (const binding of BINDINGS.filter(({ type }) => type.group === group)) {
    told(`Writing ${binding.type.words[1]}`)
    await writeRecords(trx, scope, importId, binding)
  }
  if (group === 'files') return writePapers(trx, scope, importId, order.now(), followed(order, 'Writing reports and documents'))
  if (group !== 'values') return
  await lockedAfter(trx, scope, { importId, plan: locks, noteLocks: order.noteLocks }, () =>
    postValues(trx, scope, importId, months, followed(order, 'Posting month-end values')),
  )
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
