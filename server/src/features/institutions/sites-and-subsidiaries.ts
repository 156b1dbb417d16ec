/** The sites an institution is on and its subsidiaries: changed while nothing that depends on them is in the way. */

import {
  createSubsidiary,
  listInstitutionSites,
  listSubsidiaries,
  removeSubsidiary,
  saveSubsidiary,
  setInstitutionSites,
} from '@corridor/contract/institutions.ts'
import type { Session } from '@corridor/contract/session.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { onSite, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { putOnSite, reach, reachAndLock } from './binding.ts'

export function placeRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listInstitutionSites, async ({ input, ...call }) => {
    await reach(call, input.id)
    return { records: await selectSites(call.trx, call.scope, call.session, input.id) }
  })
  route(app, kernel, setInstitutionSites, async ({ input, ...call }) => {
    await reachAndLock(call, input.id)
    const { trx, scope, session, record } = call
    if (input.siteIds.some((id) => !session.sites.some((site) => site.id === id))) throw new AppError('not_found')
    const before = await selectSites(trx, scope, session, input.id)
    for (const site of before) {
      const wanted = input.siteIds.includes(site.siteId)
      if (wanted === site.on) continue
      if (!wanted && site.holds.length > 0)
        throw new AppError('in_use', {
          message: `On ${site.name} the institution has ${site.holds.join(', ')}, so it cannot be removed from that site.`,
          meta: { siteIds: [`${site.name}: ${site.holds.join(', ')}`] },
        })
      await onSite(trx, scope, session.sites, site.siteId, () =>
        wanted ? putOnSite(trx, input.id, site.siteId) : takeOffSite(trx, input.id, site.siteId),
      )
    }
    const idsOf = (sites: typeof before) => sites.filter(({ on }) => on).map(({ siteId }) => siteId)
    const after = await selectSites(trx, scope, session, input.id)
    await record({
      action: 'institutions.sites',
      entity: 'institutions',
      entityId: input.id,
      institutionId: input.id,
      before: { siteIds: idsOf(before) },
      after: { siteIds: idsOf(after) },
    })
    return { records: after }
  })

  route(app, kernel, listSubsidiaries, async ({ input, ...call }) => {
    await reach(call, input.id)
    return { records: await selectSubsidiaries(call.trx, input.id) }
  })
  route(app, kernel, createSubsidiary, async ({ input: { id: institutionId, ...fields }, ...call }) => {
    await reachAndLock(call, institutionId)
    const now = kernel.now().toISOString()
    const { id } = await call.trx
      .insertInto('subsidiary')
      .values({ institutionId, ...fields, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await call.record({ action: 'subsidiaries.created', entity: 'subsidiaries', entityId: id, institutionId, after: masked(fields) })
    return subsidiary(call.trx, institutionId, id)
  })
  route(app, kernel, saveSubsidiary, async ({ input: { id: institutionId, subsidiaryId, updatedAt, ...fields }, ...call }) => {
    await reachAndLock(call, institutionId)
    const before = await subsidiary(call.trx, institutionId, subsidiaryId)
    if (before.updatedAt !== new Date(updatedAt).toISOString()) throw new AppError('conflict', { meta: { current: before, yours: fields } })
    await call.trx
      .updateTable('subsidiary')
      .set({ ...fields, updatedAt: sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')` })
      .where('institutionId', '=', institutionId)
      .where('id', '=', subsidiaryId)
      .execute()
    const { name, legalName, ein } = before
    await call.record({
      action: 'subsidiaries.saved',
      entity: 'subsidiaries',
      entityId: subsidiaryId,
      institutionId,
      before: masked({ name, legalName, ein }),
      after: masked(fields),
    })
    return subsidiary(call.trx, institutionId, subsidiaryId)
  })
  route(app, kernel, removeSubsidiary, async ({ input: { id: institutionId, subsidiaryId }, ...call }) => {
    await reachAndLock(call, institutionId)
    const { name, legalName, ein, policies, reports } = await subsidiary(call.trx, institutionId, subsidiaryId)
    const used = [some(policies, 'policy'), some(reports, 'report')].flatMap((text) => text ?? [])
    if (used.length > 0) throw inUse(name, used)
    try {
      await call.trx.deleteFrom('subsidiary').where('institutionId', '=', institutionId).where('id', '=', subsidiaryId).execute()
    } catch (cause) {
      // Records on a site that is not active are not seen, but PostgreSQL knows of them.
      if (cause instanceof Error && 'code' in cause && cause.code === '23503') throw inUse(name, ['records of another site'])
      throw cause
    }
    await call.record({
      action: 'subsidiaries.deleted',
      entity: 'subsidiaries',
      entityId: subsidiaryId,
      institutionId,
      before: masked({ name, legalName, ein }),
    })
    return undefined
  })
}

async function selectSites(trx: Trx, scope: Scope, session: Session, institutionId: number) {
  const sites = []
  for (const { id: siteId, name } of session.sites)
    sites.push(
      await onSite(trx, scope, session.sites, siteId, async () => ({ siteId, name, ...(await selectPlace(trx, institutionId, siteId)) })),
    )
  return sites
}

async function selectPlace(trx: Trx, institutionId: number, siteId: number): Promise<{ on: boolean; holds: string[] }> {
  const { rows } = await sql<{
    on: boolean
    plans: number
    policies: number
    reports: number
    documents: number
    questionnaires: number
    requests: number
  }>`select
    exists (select from institution_site where institution_id = ${institutionId} and site_id = ${siteId}) as on,
    (select count(*) from plan where institution_id = ${institutionId} and site_id = ${siteId}) as plans,
    (select count(*) from policy where institution_id = ${institutionId} and site_id = ${siteId}) as policies,
    (select count(*) from report where institution_id = ${institutionId} and site_id = ${siteId}) as reports,
    (select count(*) from client_report where institution_id = ${institutionId} and site_id = ${siteId}) as documents,
    (select count(*) from questionnaire where institution_id = ${institutionId} and site_id = ${siteId}) as questionnaires,
    (select count(*) from service_request where institution_id = ${institutionId} and site_id = ${siteId}) as requests`.execute(trx)
  const { on = false, plans = 0, policies = 0, reports = 0, documents = 0, questionnaires = 0, requests = 0 } = rows[0] ?? {}
  const holds = [
    some(plans, 'plan'),
    some(policies, 'policy'),
    some(reports, 'report'),
    some(documents, 'document'),
    some(questionnaires, 'questionnaire'),
    some(requests, 'service request'),
  ]
  return { on, holds: holds.flatMap((text) => text ?? []) }
}

async function takeOffSite(trx: Trx, institutionId: number, siteId: number): Promise<void> {
  for (const table of ['serviceTeamMember', 'membership', 'institutionSite'] as const)
    await trx.deleteFrom(table).where('institutionId', '=', institutionId).where('siteId', '=', siteId).execute()
}

const selectSubsidiaries = (trx: Trx, institutionId: number) =>
  trx
    .selectFrom('subsidiary as s')
    .select([
      's.id',
      's.name',
      's.legalName',
      's.ein',
      's.createdAt',
      's.updatedAt',
      sql<number>`(select count(*) from policy p where p.institution_id = s.institution_id and p.subsidiary_id = s.id)`.as('policies'),
      sql<number>`(select count(*) from report r where r.institution_id = s.institution_id and r.subsidiary_id = s.id)`.as('reports'),
    ])
    .where('s.institutionId', '=', institutionId)
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(500)
    .execute()

async function subsidiary(trx: Trx, institutionId: number, id: number) {
  const found = (await selectSubsidiaries(trx, institutionId)).find((one) => one.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

const some = (count: number, noun: string): string | undefined => (count === 0 ? undefined : counted(count, noun))
const inUse = (name: string, used: string[]) =>
  new AppError('in_use', { message: `${name} has ${used.join(' and ')}. Move them first.`, meta: { [name]: used } })
const masked = <Fields extends { ein?: string | null | undefined }>(fields: Fields) => ({
  ...fields,
  ...(fields.ein ? { ein: '(masked)' } : {}),
})
