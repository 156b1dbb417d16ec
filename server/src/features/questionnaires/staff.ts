/** Actions of staff on questionnaires before they are sent: keep the questions, make, delete. */
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { definitionProblems, type Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { sql } from 'kysely'
import type { JsonValue } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { keepRow, putBack, takeKept } from '../../platform/records/resource-removal.ts'
import { lockQuestionnaires, questionnaireName, selectBatches, selectContent } from './queries.ts'
import { refusalOf } from './sending.ts'

/** The newest questions of a site, or an older version; those that ship while nobody has saved any. @throws AppError not_found */
export async function readDefaults(trx: Trx, scope: Scope, version?: number) {
  const { rows: versions } = await sql<{
    version: number
    note: string | null
    createdBy: string | null
    createdAt: string
    questionnaires: number
  }>`
    select d.version, d.note, (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = d.created_by) as created_by,
      d.created_at, (select count(*)::int from questionnaire q where q.site_id = d.site_id and q.defaults_version = d.version) as questionnaires
    from questionnaire_defaults d where d.site_id = ${scope.siteId} order by d.version desc`.execute(trx)
  const found = version === undefined ? versions[0] : versions.find((one) => one.version === version)
  if (!found) {
    if (version !== undefined && version !== 0) throw new AppError('not_found')
    const createdAt = new Date(0).toISOString()
    return { version: 0, content: DEFAULT_QUESTIONNAIRE, note: SHIPPED, createdBy: null, createdAt, updatedAt: createdAt, versions }
  }
  const { questionnaires: _, ...about } = found
  return { ...about, updatedAt: about.createdAt, content: await selectContent(trx, scope.siteId, found.version), versions }
}

const SHIPPED = 'The questions that come with Corridor.'

/** @throws AppError input with the field of each problem, conflict when another version was saved meanwhile */
export async function saveDefaults(
  { kernel, trx, scope, session, record }: Acting,
  updatedAt: string,
  content: Questionnaire,
  note: string | null,
) {
  const problems = definitionProblems(content)
  if (problems.length > 0) {
    const byField = [...Map.groupBy(problems, ({ field }) => field)]
    throw inputError(Object.fromEntries(byField.map(([field, found]) => [field, found.map(({ message }) => message)])))
  }
  const edited = await readDefaults(trx, scope)
  if (edited.updatedAt !== new Date(updatedAt).toISOString()) throw await conflictOf(trx, scope)
  const newest = await insertDefaults(kernel, trx, scope, edited.version, content, note, session.userId)
  if (!newest) throw await conflictOf(trx, scope)
  await record({
    action: 'questionnaire.questions.saved',
    entity: 'questionnaire-defaults',
    entityId: newest,
    after: { version: newest, note },
  })
  return readDefaults(trx, scope)
}

async function conflictOf(trx: Trx, scope: Scope): Promise<AppError> {
  const current = await readDefaults(trx, scope)
  return new AppError('conflict', { meta: { current, changedBy: current.createdBy, changedAt: current.createdAt } })
}

/** @returns the version; undefined when `after` is not the newest any more */
async function insertDefaults(
  kernel: Kernel,
  trx: Trx,
  { siteId }: Scope,
  after: number,
  content: Questionnaire,
  note: string | null,
  createdBy: number | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into questionnaire_defaults (site_id, version, content, note, created_by, created_at)
    select ${siteId}, ${after + 1}, ${JSON.stringify(content)}::jsonb, ${note}, ${createdBy}, ${kernel.now().toISOString()}
    where ${after} = (select coalesce(max(version), 0) from questionnaire_defaults where site_id = ${siteId})
    on conflict do nothing returning version`.execute(trx)
  return rows[0]?.version
}

/** The newest version; the questions that ship become the first. */
async function newestVersion(kernel: Kernel, trx: Trx, scope: Scope): Promise<number> {
  await insertDefaults(kernel, trx, scope, 0, DEFAULT_QUESTIONNAIRE, SHIPPED, null)
  const { version } = await readDefaults(trx, scope)
  return version
}

/**
 * One questionnaire for each institution and fiscal year, whoever asks how often.
 * @throws AppError not_found for an institution out of reach, input where the fiscal year ends in another month
 */
export async function generate(call: Acting, period: PlainDate, institutionIds: readonly number[], anew: boolean) {
  const { kernel, trx, scope, session, record } = call
  const wanted = [...new Set(institutionIds)]
  const found = await trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .select(['i.id', 'i.name', 'i.fiscalYearEndMonth'])
    .where('s.siteId', '=', scope.siteId)
    .where('i.id', 'in', wanted)
    .execute()
  if (found.length !== wanted.length) throw new AppError('not_found')
  const others = found.filter(({ fiscalYearEndMonth }) => fiscalYearEndMonth !== monthOf(period)).map(({ name }) => name)
  if (others.length > 0)
    throw inputError({
      period: [`The fiscal year does not end in ${formatMonth(period)} for ${firstNamed(others, 5)}.`],
    })
  const version = await newestVersion(kernel, trx, scope)
  const now = kernel.now().toISOString()
  const year = yearOf(period)
  const { id: batchId } = await trx
    .insertInto('questionnaireBatch')
    .values({ siteId: scope.siteId, batchName: questionnaireName(year), period, createdBy: session.userId, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows: made } = await sql<{ id: number }>`
    insert into questionnaire (institution_id, site_id, batch_id, period, year, defaults_version, created_by, created_at, updated_at)
    select unnest(${wanted}::int[]), ${scope.siteId}, ${batchId}, ${period}, ${year}, ${version}, ${session.userId}, ${now}, ${now}
    on conflict (institution_id, site_id, year) do update set batch_id = excluded.batch_id, defaults_version = excluded.defaults_version,
      period = excluded.period, updated_at = excluded.updated_at
      where ${anew} and questionnaire.status = 0
    returning id`.execute(trx)
  if (made.length === 0) await trx.deleteFrom('questionnaireBatch').where('id', '=', batchId).execute()
  const kept = wanted.length - made.length
  await record({
    action: 'questionnaire.generated',
    entity: 'questionnaire-batch',
    entityId: batchId,
    after: { period, made: made.length, kept },
  })
  return {
    ...(await selectBatch(trx, scope, made.length > 0 ? batchId : await batchOfFirst(trx, scope, wanted, year))),
    made: made.length,
    kept,
  }
}

async function batchOfFirst(trx: Trx, scope: Scope, institutionIds: readonly number[], year: number): Promise<number> {
  const { batchId } = await trx
    .selectFrom('questionnaire')
    .select('batchId')
    .where('siteId', '=', scope.siteId)
    .where('institutionId', 'in', institutionIds)
    .where('year', '=', year)
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return batchId
}

/** @throws AppError not_found */
export async function selectBatch(trx: Trx, scope: Scope, id: number) {
  const batch = await selectBatches(trx, scope).where('b.id', '=', id).executeTakeFirst()
  if (!batch) throw new AppError('not_found')
  return batch
}

/** Kept for 30 days, as rows of resources are. @throws AppError not_found, wrong_status once it was sent */
export async function remove({ kernel, trx, scope, session, record }: Acting, id: number): Promise<void> {
  const [row] = await lockQuestionnaires(trx, scope, [id])
  if (!row) throw new AppError('not_found')
  if (refusalOf(row, 'delete'))
    throw new AppError('wrong_status', { message: 'It was sent. A questionnaire that was sent is never deleted.' })
  const { rows } = await sql<{
    row: JsonValue
  }>`delete from questionnaire q where q.site_id = ${scope.siteId} and q.id = ${id} returning to_jsonb(q) as row`.execute(trx)
  await keepRow({ trx, session, scope }, kernel, MODEL, id, { row: rows[0]?.row ?? null, parts: [] })
  await record({
    action: 'questionnaire.deleted',
    entity: 'questionnaire',
    entityId: id,
    institutionId: row.institutionId,
    after: { year: row.year },
  })
}
const MODEL = 'questionnaires'

/** @throws AppError not_found for one that was not deleted, or too long ago, conflict when its year was asked anew meanwhile */
export async function restore({ kernel, trx, scope, record }: Acting, id: number): Promise<void> {
  const content = await takeKept(trx, scope, kernel, MODEL, id)
  await putBack(trx, 'questionnaire', content).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === '23505')
      throw new AppError('conflict', {
        message: 'A questionnaire for that year was generated in the meantime. Delete that one first; nothing was restored.',
        cause,
      })
    // The institution, or the version of the questions, is no longer there or not of this site.
    if (code === '23503' || code === '42501') throw new AppError('not_found', { cause })
    throw cause
  })
  const [row] = await lockQuestionnaires(trx, scope, [id])
  if (!row) throw new AppError('not_found')
  await record({
    action: 'questionnaire.restored',
    entity: 'questionnaire',
    entityId: id,
    institutionId: row.institutionId,
    after: { year: row.year },
  })
}
