/** Pulls as rows: asked for, run by a job, stopped, listed. */

import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import type { cancelPull, getSalesforce, listPullProblems, listPulls, SalesforcePull, startPull } from '@corridor/contract/salesforce.ts'
import { PULL_TYPE_WORDS, PULL_TYPES, type PullType } from '@corridor/domain/onboarding/salesforce.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { JobChange, JobDefinition, Kernel } from '../../platform/kernel.ts'
import { cancelQueued } from '../../shared/jobs.ts'
import { sinceOf } from './client/soql.ts'
import { connectTo } from './connection.ts'
import { currentMapping } from './mappings.ts'

/** `id` is the pull’s: by that name the queue tells the page Jobs what a job works on. */
export type PullPayload = { siteId: number; id: number }

export const PULL_JOB = 'salesforce.pull'

const pulls = (trx: Trx, { siteId }: Scope) =>
  trx
    .selectFrom('salesforcePull as p')
    .leftJoin('userAccount as u', 'u.id', 'p.startedBy')
    .leftJoin('carrierFile as f', 'f.id', 'p.fileId')
    .leftJoin('onboardingImport as i', 'i.id', 'p.importId')
    .where('p.siteId', '=', siteId)
    .select([
      'p.id',
      sql<PullType>`p.type`.as('type'),
      'p.object',
      'p.mappingVersion',
      'p.status',
      'p.since',
      'p.wholeBecause',
      'p.askedAt',
      'p.endedAt',
      'p.recordsExpected',
      'p.recordsRead',
      'p.calls',
      'p.failure',
      'p.fileId',
      'f.status as fileStatus',
      'i.id as importId',
      'i.status as importStatus',
      'i.problemCount',
      'i.counts',
      'i.failure as importFailure',
    ])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('startedBy'))
    // The newest of its type that came in, checked without a problem.
    .select(
      sql<
        boolean | null
      >`p.status = 'DONE' and p.accepted_at is null and i.status = 'CHECKED' and i.problem_count = 0 and i.purpose = 'CHECK'
        and not exists (select from salesforce_pull q where q.site_id = p.site_id and q.type = p.type and q.id > p.id and q.status = 'DONE' and q.import_id is not null)`.as(
        'mayBeAccepted',
      ),
    )

const countsForm = z.record(z.string(), z.object({ added: z.int(), changed: z.int(), same: z.int() }))
const NOTHING = { added: 0, changed: 0, same: 0 }

type PullRow = Awaited<ReturnType<ReturnType<typeof pulls>['executeTakeFirstOrThrow']>>
function pullOf({ importId, importStatus, problemCount, counts, importFailure, mayBeAccepted, ...row }: PullRow): SalesforcePull {
  const { added, changed, same } = countsForm.safeParse(counts).data?.[row.type] ?? NOTHING
  return {
    ...row,
    label: PULL_TYPE_WORDS[row.type],
    mayBeAccepted: mayBeAccepted === true,
    import:
      importId === null
        ? null
        : { id: importId, status: importStatus ?? '', problems: problemCount ?? 0, added, changed, same, failure: importFailure },
  }
}

export async function selectPulls(trx: Trx, scope: Scope, input: ParsedOf<typeof listPulls>): Promise<Page<SalesforcePull>> {
  let query = pulls(trx, scope)
  if (input.type) query = query.where('p.type', '=', input.type)
  const { page, records } = await pageOf(query, input, { id: 'p.id', search: ['p.object', 'p.failure'] })
  return { page, records: records.map(pullOf) }
}

export async function selectPull(trx: Trx, scope: Scope, id: number): Promise<SalesforcePull> {
  const found = await pulls(trx, scope).where('p.id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return pullOf(found)
}

export async function selectTypes(trx: Trx, scope: Scope): Promise<ReplyOf<typeof getSalesforce>['types']> {
  const types: ReplyOf<typeof getSalesforce>['types'] = []
  for (const type of PULL_TYPES) {
    const mapping = await currentMapping(trx, scope, type)
    const last = await pulls(trx, scope).where('p.type', '=', type).orderBy('p.id', 'desc').limit(1).executeTakeFirst()
    const { open } = await trx
      .selectFrom('salesforceDeletion')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('siteId', '=', scope.siteId)
      .where('type', '=', type)
      .where('settledAt', 'is', null)
      .executeTakeFirstOrThrow()
    types.push({
      type,
      label: PULL_TYPE_WORDS[type],
      object: mapping?.object ?? null,
      mappingVersion: mapping?.version ?? null,
      lastPull: last ? pullOf(last) : null,
      openDeletions: open,
    })
  }
  return types
}

/** @throws AppError wrong_status where nothing is connected or mapped, already_running for a type that is being pulled */
export async function askForPulls(
  { kernel, trx, scope, record, input }: Call<typeof startPull>,
  job: JobDefinition<PullPayload>,
): Promise<ReplyOf<typeof startPull>> {
  connectTo(kernel)
  const records: SalesforcePull[] = []
  for (const type of input.type ? [input.type] : PULL_TYPES) {
    const mapping = await currentMapping(trx, scope, type)
    if (!mapping) {
      if (input.type)
        throw new AppError('wrong_status', {
          message: `Map the fields of ${PULL_TYPE_WORDS[type].toLowerCase()} first: nothing is mapped yet.`,
        })
      continue
    }
    if (await isBeingPulled(trx, scope, type)) {
      if (input.type) throw new AppError('already_running', { message: `${PULL_TYPE_WORDS[type]} are being pulled already.` })
      continue
    }
    const { id, since } = await enterPull({ kernel, trx, scope }, { type, mapping, everything: input.everything }, job)
    await record({
      action: 'salesforce.pulled',
      entity: 'salesforcePull',
      entityId: id,
      after: { type, object: mapping.object, since, mappingVersion: mapping.version },
    })
    records.push(await selectPull(trx, scope, id))
  }
  if (records.length === 0 && !input.type) await refuseNothing(trx, scope)
  return { records }
}

async function refuseNothing(trx: Trx, scope: Scope): Promise<void> {
  const mapped = await trx.selectFrom('salesforceMapping').select('type').where('siteId', '=', scope.siteId).executeTakeFirst()
  if (!mapped) throw new AppError('wrong_status', { message: 'Map the fields of a type of record first: nothing is mapped yet.' })
  throw new AppError('already_running', { message: 'Every type that is mapped is being pulled already.' })
}

/** One at a time of a type: whoever asks at the same moment waits here. */
async function isBeingPulled(trx: Trx, { siteId }: Scope, type: PullType): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`salesforce pull ${siteId} ${type}`}, 0))`.execute(trx)
  const found = await trx
    .selectFrom('salesforcePull')
    .select('id')
    .where('siteId', '=', siteId)
    .where('type', '=', type)
    .where('status', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  return found !== undefined
}

async function enterPull(
  { kernel, trx, scope }: Pick<JobChange, 'kernel' | 'trx' | 'scope'>,
  { type, mapping, everything }: { type: PullType; mapping: { version: number; object: string }; everything: boolean },
  job: JobDefinition<PullPayload>,
): Promise<{ id: number; since: string | null }> {
  const { siteId, userId } = scope
  const told = everything ? { since: null, wholeBecause: null } : await changesSince(trx, scope, type, mapping.version)
  const { id } = await trx
    .insertInto('salesforcePull')
    .values({ siteId, type, mappingVersion: mapping.version, object: mapping.object, ...told, startedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kernel.jobs.send(trx, job, { siteId, id }, { singletonKey: String(id) })
  return { id, since: told.since }
}

/** A new pull of the type, of every record where every record had been asked for. @throws AppError already_running */
export async function pullAgain({ kernel, trx, scope, id }: JobChange, job: JobDefinition<PullPayload>): Promise<void> {
  const { type, since, wholeBecause } = await selectPull(trx, scope, id)
  const mapping = await currentMapping(trx, scope, type)
  if (!mapping) throw new AppError('wrong_status')
  if (await isBeingPulled(trx, scope, type))
    throw new AppError('already_running', { message: `${PULL_TYPE_WORDS[type]} are being pulled already.` })
  await enterPull({ kernel, trx, scope }, { type, mapping, everything: since === null && wholeBecause === null }, job)
}

/** The newest change that has come in, by Salesforce's clock. A file that was set aside brought nothing; one that waits has. */
const broughtIn = (trx: Trx, { siteId }: Scope, type: PullType) =>
  trx
    .selectFrom('salesforcePull as p')
    .leftJoin('carrierFile as f', 'f.id', 'p.fileId')
    .leftJoin('onboardingImport as i', 'i.id', 'p.importId')
    .where('p.siteId', '=', siteId)
    .where('p.type', '=', type)
    .where('p.status', '=', 'DONE')
    // Rows of the book have come in once they are written: until then the next pull brings them again.
    .where(sql<boolean>`f.status is distinct from 'REJECTED' and (i.id is null or (i.purpose = 'IMPORT' and i.status = 'DONE'))`)

async function changesSince(
  trx: Trx,
  scope: Scope,
  type: PullType,
  mappingVersion: number,
): Promise<{ since: string | null; wholeBecause: string | null }> {
  const last = await broughtIn(trx, scope, type)
    .select(['p.newest', 'p.mappingVersion'])
    .where('p.newest', 'is not', null)
    .orderBy('p.newest', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.newest) return { since: null, wholeBecause: 'nothing has come in before' }
  if (last.mappingVersion !== mappingVersion) return { since: null, wholeBecause: 'the mapping has changed since the last pull' }
  return { since: sinceOf(last.newest), wholeBecause: null }
}

export async function selectProblems(
  trx: Trx,
  scope: Scope,
  input: ParsedOf<typeof listPullProblems>,
): Promise<ReplyOf<typeof listPullProblems>> {
  const pull = await selectPull(trx, scope, input.id)
  return pageOf(
    trx
      .selectFrom('onboardingProblem as x')
      .where('x.siteId', '=', scope.siteId)
      .where('x.importId', '=', pull.import?.id ?? 0)
      .select(['x.id', 'x.source', 'x.columnName as column', 'x.value', 'x.problem']),
    input,
    { id: 'x.id', sort: { source: 'x.id', column: 'x.columnName' }, search: ['x.source', 'x.columnName', 'x.value', 'x.problem'] },
  )
}

/** The newest change that had come in before a pull, up to which deletions are looked for; null before the first. */
export async function newestBefore(trx: Trx, scope: Scope, type: PullType, pullId: number): Promise<string | null> {
  const found = await broughtIn(trx, scope, type)
    .select(({ fn }) => fn.max('p.newest').as('newest'))
    .where('p.id', '<', pullId)
    .executeTakeFirst()
  return found?.newest ?? null
}

/** A pull that waits ends at once; one that runs hears of it within a second, and can enter nothing any more. */
export async function stopPull({ trx, kernel, scope, record, input }: Call<typeof cancelPull>): Promise<SalesforcePull> {
  const found = await selectPull(trx, scope, input.id)
  await cancelOpenPull({ kernel, trx, scope, id: input.id })
  await record({ action: 'salesforce.pull.canceled', entity: 'salesforcePull', entityId: input.id, after: { type: found.type } })
  return selectPull(trx, scope, input.id)
}

/** @throws AppError wrong_status when it has ended */
export async function cancelOpenPull({ kernel, trx, scope, id }: JobChange): Promise<void> {
  if (!(await endPull(trx, kernel, scope.siteId, id, { status: 'CANCELED', failure: null, canceledBy: scope.userId })))
    throw new AppError('wrong_status', { message: 'The pull has ended already.' })
  await cancelQueued(trx, scope, PULL_JOB, id)
}

/** @returns false where it had ended before */
export async function endPull(
  trx: Trx,
  kernel: Pick<Kernel, 'events' | 'now'>,
  siteId: number,
  id: number,
  ended: {
    status: 'DONE' | 'FAILED' | 'CANCELED'
    failure: string | null
    canceledBy?: number
    fileId?: number | null
    fileSha256?: string
    importId?: number
    newest?: string | null
    calls?: number
    recordsRead?: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('salesforcePull')
    .set({ ...ended, endedAt: kernel.now().toISOString() })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .where('status', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  await kernel.events.publish(trx, { siteId, type: 'file', status: `pull ${ended.status}` })
  return numUpdatedRows > 0n
}
