/** Records that depend on an institution, on the active site, in one statement. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

interface Counts {
  users: number
  plans: number
  policies: number
  reports: number
  documents: number
  openQuestionnaires: number
  newestQuestionnaire: number | null
}

export async function selectRelated(trx: Trx, scope: Scope, institutionId: number) {
  const { rows } = await sql<Counts>`select
    (select count(*) from user_account u where u.institution_id = ${institutionId}) as users,
    (select count(*) from plan where institution_id = ${institutionId} and site_id = ${scope.siteId}) as plans,
    (select count(*) from policy where institution_id = ${institutionId} and site_id = ${scope.siteId}) as policies,
    (select count(*) from report where institution_id = ${institutionId} and site_id = ${scope.siteId} and deleted_at is null) as reports,
    (select count(*) from client_report where institution_id = ${institutionId} and site_id = ${scope.siteId} and withdrawn_at is null and deleted_at is null)
      + (select count(*) from document where institution_id = ${institutionId} and site_id = ${scope.siteId} and deleted_at is null) as documents,
    (select count(*) from questionnaire where institution_id = ${institutionId} and site_id = ${scope.siteId} and status = 1) as open_questionnaires,
    (select max(id) from questionnaire where institution_id = ${institutionId} and site_id = ${scope.siteId} and status = 1) as newest_questionnaire`.execute(
    trx,
  )
  const {
    users = 0,
    plans = 0,
    policies = 0,
    reports = 0,
    documents = 0,
    openQuestionnaires = 0,
    newestQuestionnaire = null,
  } = rows[0] ?? {}
  const of = `/institutions/${institutionId}`
  return [
    { kind: 'users' as const, label: 'Users', count: users, link: `/users?institutionId=${institutionId}` },
    { kind: 'plans' as const, label: 'Plans', count: plans, link: `${of}?tab=policies` },
    { kind: 'policies' as const, label: 'Policies', count: policies, link: `${of}?tab=policies` },
    { kind: 'reports' as const, label: 'Reports', count: reports, link: `/asset-reporting/0?institutionId=${institutionId}` },
    { kind: 'documents' as const, label: 'Documents and reports received', count: documents, link: `${of}/documents` },
    {
      kind: 'openQuestionnaires' as const,
      label: 'Open questionnaires',
      count: openQuestionnaires,
      link: newestQuestionnaire === null ? null : `/annual-questionnaire/0/results/${newestQuestionnaire}`,
    },
  ]
}

/** In the order in which they were named. */
export const selectContacts = (trx: Trx, { siteId }: Scope, institutionId: number) =>
  trx
    .selectFrom('institutionContact as c')
    .select(['c.contactKey as key', 'c.role', 'c.name', 'c.title', 'c.email', 'c.phone', 'c.receives', 'c.source', 'c.updatedAt'])
    .select(
      sql<
        number | null
      >`(select u.id from user_account u where u.institution_id = c.institution_id and lower(u.email) = lower(c.email) order by u.id limit 1)`.as(
        'userId',
      ),
    )
    .where('c.siteId', '=', siteId)
    .where('c.institutionId', '=', institutionId)
    .orderBy('c.createdAt')
    .orderBy('c.contactKey')
    .execute()
