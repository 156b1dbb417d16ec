/** How each type is read: versions that are only added to. */

import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getMapping, saveMapping } from '@corridor/contract/salesforce.ts'
import { mappingProblems, PULL_TYPE, PULL_TYPE_WORDS, type PullType, pullFields } from '@corridor/domain/onboarding/salesforce.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'

export interface Mapping {
  type: PullType
  version: number
  object: string
  fields: Record<string, string>
}

const storedFields = z.record(z.string(), z.string())

const versions = (trx: Trx, { siteId }: Scope, type: PullType) =>
  trx
    .selectFrom('salesforceMapping as m')
    .leftJoin('userAccount as u', 'u.id', 'm.createdBy')
    .select(['m.version', 'm.object', 'm.fields', 'm.createdAt'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('createdBy'))
    .where('m.siteId', '=', siteId)
    .where('m.type', '=', type)
    .orderBy('m.version', 'desc')

/** The version in use; undefined before the first. */
export async function currentMapping(trx: Trx, scope: Scope, type: PullType): Promise<Mapping | undefined> {
  const found = await versions(trx, scope, type).limit(1).executeTakeFirst()
  return found && { type, version: found.version, object: found.object, fields: storedFields.parse(found.fields) }
}

export async function mappingOf(trx: Trx, scope: Scope, type: PullType, version: number): Promise<Mapping> {
  const found = await versions(trx, scope, type).where('m.version', '=', version).executeTakeFirstOrThrow()
  return { type, version, object: found.object, fields: storedFields.parse(found.fields) }
}

const MOST_VERSIONS = 100
export async function selectMapping(trx: Trx, scope: Scope, type: PullType): Promise<ReplyOf<typeof getMapping>> {
  const { object } = PULL_TYPE[type]
  const rows = await versions(trx, scope, type).limit(MOST_VERSIONS).execute()
  return {
    label: PULL_TYPE_WORDS[type],
    usualObject: object,
    targets: pullFields(type).map(({ name, label, required }) => ({ name, label, required })),
    versions: rows.map((row) => ({ ...row, fields: storedFields.parse(row.fields) })),
  }
}

/** @throws AppError input for a mapping that no row could be read by, conflict when somebody saved another version meanwhile */
export async function keepMapping({ trx, scope, session, record, input }: Call<typeof saveMapping>): Promise<ReplyOf<typeof saveMapping>> {
  refuseUnreadable(input)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`salesforce mapping ${scope.siteId} ${input.type}`}, 0))`.execute(trx)
  const before = await currentMapping(trx, scope, input.type)
  if ((before?.version ?? 0) !== input.version) throw new AppError('conflict')
  const version = input.version + 1
  await trx
    .insertInto('salesforceMapping')
    .values({
      siteId: scope.siteId,
      type: input.type,
      version,
      object: input.object,
      fields: sql`${JSON.stringify(input.fields)}::jsonb`,
      createdBy: session.userId,
    })
    .execute()
  await record({
    action: 'salesforce.mapping.changed',
    entity: 'salesforceMapping',
    entityId: version,
    ...(before ? { before: { object: before.object, fields: before.fields } } : {}),
    after: { type: input.type, version, object: input.object, fields: input.fields },
  })
  const kept = await versions(trx, scope, input.type).limit(1).executeTakeFirstOrThrow()
  return { ...kept, fields: storedFields.parse(kept.fields) }
}

export function refuseUnreadable({ type, fields }: Pick<ParsedOf<typeof saveMapping>, 'type' | 'fields'>): void {
  const problems = Object.entries(mappingProblems(type, fields))
  if (problems.length > 0) throw inputError(Object.fromEntries(problems.map(([name, problem]) => [name, [problem]])))
}
