/** The activity report: list, one entry, choices. Nothing here writes but the record of an export. */
import { activityChoices, getActivity, listActivity } from '@corridor/contract/activity.ts'
import { levelOf, ROLES } from '@corridor/domain/access/access.ts'
import { kindOfAction, outcomeOfAction, sentenceOf } from '@corridor/domain/audit-log/sentences.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { beside, pageOf } from '../../platform/http/lists.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { ACTOR_NAME, INSTITUTION_NAME, selectActivity, selectChoices, selectDetail, selectSeal } from './queries.ts'

/** A file of the log leaves the portal: it takes more than the right to look. */
const EXPORT_LEVEL = 2

export function activityRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listActivity, async ({ input, session, scope, trx }) => {
    if (input.format && levelOf(session, 'ACTIVITY_REPORT') < EXPORT_LEVEL)
      throw new AppError('forbidden', {
        message: 'Exporting the activity log takes level 2 of the activity report. Ask a manager of your team for it.',
      })
    const { records, page } = await pageOf(selectActivity(trx, scope, input), input, {
      id: 't.id',
      sort: { at: 't.at', action: 't.action', actorName: ACTOR_NAME, institutionName: INSTITUTION_NAME },
      search: ['t.action', 't.entityId', 't.requestId', 't.address', ACTOR_NAME, INSTITUTION_NAME],
    })
    return { records: records.map(toRecord), page, ...(await beside(() => selectSeal(trx))) }
  })

  route(app, kernel, getActivity, async ({ input, scope, trx }) => {
    const found = await selectDetail(trx, scope, input.id)
    if (!found) throw new AppError('not_found')
    return {
      ...toRecord(found),
      userAgent: found.userAgent,
      session: found.session,
      seal: found.seal,
      place: found.place,
      before: found.before,
      after: found.after,
    }
  })

  route(app, kernel, activityChoices, async ({ session, scope, trx }) => ({
    ...(await selectChoices(trx, scope)),
    mayExport: levelOf(session, 'ACTIVITY_REPORT') >= EXPORT_LEVEL,
  }))
}

type Found = NonNullable<Awaited<ReturnType<typeof selectDetail>>>
type Listed = Omit<Found, 'userAgent' | 'session' | 'seal' | 'place' | 'before'>

const toRecord = (row: Listed) => ({
  id: row.id,
  at: row.at,
  sentence: sentenceOf(row),
  kind: kindOfAction(row.action),
  outcome: outcomeOfAction(row.action),
  actorName: row.actorName,
  actorRole: ROLES.find((role) => role === row.actorRole) ?? null,
  institutionName: row.institutionName,
  entityName: row.entityName,
  actingAsName: row.actingAsName,
  action: row.action,
  actorId: row.actorId,
  siteId: row.siteId,
  institutionId: row.institutionId,
  entity: row.entity,
  entityId: row.entityId,
  address: row.address,
  requestId: row.requestId,
  sealedSequence: row.sealedSequence,
})
