/** Names to choose from in forms and filters of staff. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'

export function choiceRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listInstitutionChoices, async ({ trx, scope }) => ({
    records: await trx
      .selectFrom('institution as i')
      .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
      .select(['i.id', 'i.name', sql<boolean>`i.status = 'ACTIVE'`.as('active')])
      .where('s.siteId', '=', scope.siteId)
      .orderBy('i.name')
      .orderBy('i.id')
      .limit(INSTITUTION_DROPDOWN_MOST)
      .execute(),
  }))
}
