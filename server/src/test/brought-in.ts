/** A pull from Salesforce and an import of a firm's book on a site, for the calls that ask for one. */
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { there } from './asked-ids.ts'

export async function bringIn(ownerDb: Db, siteId: number): Promise<void> {
  const mapping = { siteId, type: 'valuations', object: 'Policy_Value__c' }
  await ownerDb
    .insertInto('salesforceMapping')
    .values({ ...mapping, version: 1, fields: '{}' })
    .execute()
  const pull = await ownerDb
    .insertInto('salesforcePull')
    .values({ ...mapping, mappingVersion: 1, status: 'FAILED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  there.pullOn.set(siteId, pull.id)
  const { id } = await ownerDb
    .insertInto('onboardingImport')
    .values({ siteId, name: 'Book.xlsx', purpose: 'CHECK', status: 'CHECKED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  there.onboardingOn.set(siteId, id)
  await sql`insert into onboarding_problem (import_id, site_id, record_type, source, problem) values (${id}, ${siteId}, 'plans', 'Plans.csv/2', 'is missing')`.execute(
    ownerDb,
  )
  await sql`insert into onboarding_total (import_id, site_id, institution_name, month_end, policies, cash_surrender_value_cents, death_benefit_cents, differs)
    values (${id}, ${siteId}, 'A bank', '2026-09-30', 1, 1, 1, false)`.execute(ownerDb)
  await sql`insert into onboarding_file (import_id, site_id, path, outcome, reason) values (${id}, ${siteId}, 'Reports/Scan.pdf', 'REFUSED', 'is listed twice')`.execute(
    ownerDb,
  )
}
