/** The client's menu: counts and marks for sidebars, and for staff the builder's drafts, publications and preview. */
import { listMenuHistory, menuChoices, menuCounts, newFiles, previewMenu, publishMenu } from '@corridor/contract/client-menus.ts'
import { type AccessSubject, isStaff, levelOf } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { clientDocumentTypes, clientTypesOf, documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { countedFor, countedOf, selectMenuCounts, selectNewFiles } from './counts.ts'
import { menuBinding, PUBLICATION_FIELDS, publish, selectMenuChoices, selectPublications } from './menus.ts'

export function clientMenuRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, menuCounts, async ({ session, scope, trx }) => {
    const types = { reports: await typesOf(trx, session), documents: await documentTypesOf(trx, session) }
    // Staff who work for one institution see its menu, else the whole site's.
    const institutionId = isStaff(session.userRole) ? session.institutionId : 0
    return selectMenuCounts(trx, institutionId > 0 ? countedOf(scope, institutionId, types) : countedFor(scope, types))
  })
  route(app, kernel, newFiles, async ({ session, scope, trx }) =>
    selectNewFiles(trx, scope, { reports: await typesOf(trx, session), documents: await documentTypesOf(trx, session) }),
  )

  // Fixed words of the path come before its parameter.
  route(app, kernel, listMenuHistory, async ({ input, scope, trx }) =>
    pageOf(selectPublications(trx, scope), input, { id: 't.id', sort: PUBLICATION_FIELDS, search: ['t.name', 't.note'] }),
  )
  route(app, kernel, menuChoices, async ({ trx }) => selectMenuChoices(trx))
  route(app, kernel, previewMenu, async ({ input, scope, trx }) => {
    const member = await trx
      .selectFrom('membership')
      .select('reportTypeCodes')
      .where('institutionId', '=', input.institutionId)
      .where('siteId', '=', scope.siteId)
      .where('userId', 'is', null)
      .where(
        sql<boolean>`exists (select from institution_site s where s.institution_id = membership.institution_id and s.site_id = membership.site_id)`,
      )
      .executeTakeFirst()
    if (!member) throw new AppError('not_found')
    const person: AccessSubject = {
      userRole: input.role,
      permissions: input.role === 'a' ? (input.permissions ?? []).map((code) => ({ code, access: 1 })) : [],
      reportTypeCodes: member.reportTypeCodes,
    }
    const types = { reports: clientTypesOf(person), documents: clientDocumentTypes(person) }
    return {
      counts: await selectMenuCounts(trx, countedOf(scope, input.institutionId, types)),
      codes: member.reportTypeCodes,
      holdsUploads: levelOf(person, 'USR') > 0,
    }
  })
  route(app, kernel, publishMenu, (call) => publish(kernel, call))
  resourceRoutes(app, kernel, menuBinding)
}
