/** Accepting a pull: its rows are checked against the book once more and written by the engine, by a job; the page tells how far it is. */
import type { acceptPull, SalesforcePull } from '@corridor/contract/salesforce.ts'
import { PULL_TYPE_WORDS, recordTypeOfPull } from '@corridor/domain/onboarding/salesforce.ts'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition } from '../../platform/kernel.ts'
import { importRows, withStoredRows } from './book-rows.ts'
import { mappingOf } from './mappings.ts'
import { type PullPayload, selectPull } from './pulls.ts'
import { columnsOf } from './read-records.ts'

export const ACCEPT_JOB = 'salesforce.accept'

export const acceptSalesforce: JobDefinition<PullPayload> = {
  name: ACCEPT_JOB,
  title: 'Import of records pulled from Salesforce',
  parse: (payload) => z.strictObject({ siteId: z.int(), id: z.int() }).parse(payload),
  concurrency: 1,
  retryLimit: 3,
  run: async (kernel, { siteId, id: pullId }, { signal }) => {
    const scope = scopeOfSystem(siteId)
    const asked = await inScope(kernel.db, scope, (trx) => beginAccepted(trx, scope, pullId))
    if (!asked) return
    const { mapping, fileSha256, importId, type } = asked
    await withStoredRows(kernel, fileSha256, (path) =>
      importRows(
        kernel,
        scope,
        { type, object: mapping.object, mapping: columnsOf(mapping), path },
        { purpose: 'IMPORT', importId, signal },
      ),
    )
    await inScope(kernel.db, scope, (trx) => kernel.events.publish(trx, { siteId, type: 'file', status: 'pull accepted' }))
  },
}

/** @returns undefined where it was done by a worker that died afterwards, or canceled */
async function beginAccepted(trx: Trx, scope: Scope, pullId: number) {
  const { type } = await selectPull(trx, scope, pullId)
  const found = await trx
    .selectFrom('salesforcePull as p')
    .innerJoin('onboardingImport as i', 'i.id', 'p.importId')
    .select(['p.fileSha256', 'p.importId', 'p.mappingVersion'])
    .where('p.siteId', '=', scope.siteId)
    .where('p.id', '=', pullId)
    .where('p.acceptedAt', 'is not', null)
    .executeTakeFirst()
  const recordType = recordTypeOfPull(type)
  if (!found?.fileSha256 || found.importId === null || !recordType) return undefined
  const { numUpdatedRows } = await trx
    .updateTable('onboardingImport')
    .set({ status: 'WRITING', failure: null })
    .where('id', '=', found.importId)
    .where('siteId', '=', scope.siteId)
    .where('status', 'in', ['WAITING', 'WRITING', 'CHECKED', 'FAILED'])
    .where('canceledBy', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return undefined
  return {
    fileSha256: found.fileSha256,
    importId: found.importId,
    type: recordType,
    mapping: await mappingOf(trx, scope, type, found.mappingVersion),
  }
}

/** @throws AppError open_errors while rows have problems, wrong_status for a pull that does not wait, or is not the newest of its type */
export async function accept({ trx, kernel, scope, session, record, input }: Call<typeof acceptPull>): Promise<SalesforcePull> {
  const pull = await selectPull(trx, scope, input.id)
  if (!pull.mayBeAccepted) {
    if (pull.import && pull.import.problems > 0)
      throw new AppError('open_errors', {
        message: 'Rows of the pull have problems. Correct them in Salesforce and pull again, or change the mapping.',
      })
    throw new AppError('wrong_status', {
      message: 'This pull does not wait to be accepted: it was accepted before, or a newer one of its type has come in.',
    })
  }
  const { id } = await trx
    .insertInto('onboardingImport')
    .values({
      siteId: scope.siteId,
      name: `Salesforce ${PULL_TYPE_WORDS[pull.type]} (${pull.object})`,
      purpose: 'IMPORT',
      startedBy: session.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await trx
    .updateTable('salesforcePull')
    .set({ importId: id, acceptedBy: session.userId, acceptedAt: kernel.now().toISOString() })
    .where('siteId', '=', scope.siteId)
    .where('id', '=', input.id)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('wrong_status')
  await kernel.jobs.send(trx, acceptSalesforce, { siteId: scope.siteId, id: input.id }, { singletonKey: String(input.id) })
  await record({
    action: 'salesforce.accepted',
    entity: 'salesforcePull',
    entityId: input.id,
    after: { type: pull.type, object: pull.object, importId: id },
  })
  return selectPull(trx, scope, input.id)
}
