/** A year's questionnaires by institution: who has none, who has not answered, who returned it. */
import type { Session } from '@corridor/contract/session.ts'
import { MEMBERSHIP_TYPES } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectQuestionnaires, withActions } from './queries.ts'

/** @param month those whose fiscal year ends in it; all of the site when not given */
export async function institutionsOfYear(trx: Trx, scope: Scope, session: Session, year: number, month?: number) {
  const institutions = await trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.institutionId', '=', 'i.id').on('m.siteId', '=', scope.siteId).on('m.userId', 'is', null),
    )
    .select([
      'i.id as institutionId',
      'i.name as institutionName',
      sql<boolean>`i.status = 'ACTIVE'`.as('active'),
      sql<boolean>`coalesce(m.report_type_codes && ${[...(MEMBERSHIP_TYPES.ANNUAL_QUESTIONNAIRE ?? [])]}::text[], false)`.as('member'),
      'i.fiscalYearEndMonth',
    ])
    .where('s.siteId', '=', scope.siteId)
    .where(month === undefined ? sql<boolean>`true` : sql<boolean>`i.fiscal_year_end_month = ${month}`)
    .orderBy('i.name')
    .orderBy('i.id')
    .execute()
  const rows = await selectQuestionnaires(trx, scope).where('q.year', '=', year).execute()
  const byInstitution = new Map(withActions(session, rows).map((row) => [row.institutionId, row]))
  return institutions
    .map((institution) => ({ ...institution, questionnaire: byInstitution.get(institution.institutionId) ?? null }))
    .filter(({ active, questionnaire }) => active || questionnaire !== null)
}

/** Newest first. */
export async function yearsOfSite(trx: Trx, { siteId }: Scope): Promise<number[]> {
  const rows = await trx
    .selectFrom('questionnaire')
    .select('year')
    .distinct()
    .where('siteId', '=', siteId)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}
