/** The sections and texts that a site's reviews begin with: versions that are only added to. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ReviewDefaults, saveReviewDefaults } from '@corridor/contract/review-words.ts'
import { completed } from '@corridor/domain/reports/annual-review/narrative.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { frameOfSite, selectSiteVersion, selectSiteWording } from '../../shared/review-narrative.ts'

/** @throws AppError not_found */
export async function readDefaults(trx: Trx, scope: Scope, version?: number): Promise<ReviewDefaults> {
  const wording = version === undefined ? await selectSiteWording(trx, scope) : await selectSiteVersion(trx, scope, version)
  if (!wording) throw new AppError('not_found')
  const { rows: versions } = await sql<ReviewDefaults['versions'][number]>`
    select d.version, d.note, d.created_at, (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = d.created_by) as created_by
    from review_defaults d where d.site_id = ${scope.siteId} order by d.version desc`.execute(trx)
  const about = versions.find((one) => one.version === wording.version)
  return {
    frame: frameOfSite(scope.siteId),
    version: wording.version,
    configuration: completed(wording.configuration),
    narratives: wording.narratives,
    note: about?.note ?? (wording.version === 0 ? SHIPPED : null),
    createdBy: about?.createdBy ?? null,
    createdAt: about?.createdAt ?? NEVER,
    updatedAt: versions[0]?.createdAt ?? NEVER,
    versions,
  }
}
const NEVER = new Date(0).toISOString()
const SHIPPED = 'The sections and texts that come with Corridor.'

/** @throws AppError conflict when another version was saved meanwhile */
export async function saveDefaults(
  { kernel, trx, scope, session, record }: Acting,
  { updatedAt, configuration, narratives, note }: ParsedOf<typeof saveReviewDefaults>,
): Promise<ReviewDefaults> {
  const before = await readDefaults(trx, scope)
  const version = before.version + 1
  const { rows } =
    before.updatedAt === new Date(updatedAt).toISOString()
      ? await sql<{ version: number }>`
          insert into review_defaults (site_id, version, content, note, created_by, created_at)
          values (${scope.siteId}, ${version}, ${JSON.stringify({ configuration, narratives })}::jsonb, ${note}, ${session.userId}, ${kernel.now().toISOString()})
          on conflict do nothing returning version`.execute(trx)
      : { rows: [] }
  const current = await readDefaults(trx, scope)
  if (rows.length === 0) throw new AppError('conflict', { meta: { current, changedBy: current.createdBy, changedAt: current.createdAt } })
  await record({ action: 'review.defaults.saved', entity: 'review-defaults', entityId: version, after: { version, note } })
  return current
}
