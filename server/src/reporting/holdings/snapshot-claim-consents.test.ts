/** Claims on policies without valid notice and consent, as the asset report names them. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'
import { readClaimsWithoutConsent } from './snapshot-claim-consents.ts'
import { selectPolicies } from './snapshot-queries.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')

test('a pending claim lacks consent where none is signed or the face amount is above the one disclosed, and never on a contract issued before section 101(j)', async () => {
  const db = server.ownerDb
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 2, months: 2, period: PERIOD })
  const { siteId, scope, institutionIds } = world
  const [bank = 0] = institutionIds
  const { rows } = await sql<{
    id: number
    insuredId: number
  }>`select id, insured_id from policy where institution_id = ${bank} order by id`.execute(db)
  const [{ id, insuredId } = { id: 0, insuredId: 0 }] = rows
  await sql`delete from consent where institution_id = ${bank}`.execute(db)
  const become = (status: string, issueDate: string) =>
    sql`update policy set policy_status = ${status}, status_date = '2025-12-10', issue_date = ${issueDate}, face_amount_cents = 50000000
      where institution_id = ${bank} and id = ${id}`.execute(db)
  const found = () =>
    inScope(server.kernel.db, scope, async (trx) => {
      const policies = await selectPolicies(trx, scope, [bank], PERIOD, plainDate('2024-11-30'))
      return [...(await readClaimsWithoutConsent(trx, scope, policies))]
    })
  await become('IN_FORCE', '2016-03-10')
  expect(await found(), 'no claim').toEqual([])
  await become('DEATH_CLAIM_PENDING', '2016-03-10')
  expect(await found(), 'nothing signed').toEqual([`${bank}/${id}`])
  await sql`insert into consent (institution_id, site_id, insured_id, notice_date, consent_date, max_face_disclosed_cents, continue_after_termination, beneficiary_disclosed, kept_at)
    values (${bank}, ${siteId}, ${insuredId}, '2016-02-01', '2016-02-01', 40000000, true, true, 'Vault')`.execute(db)
  expect(await found(), 'under-disclosed').toEqual([`${bank}/${id}`])
  await sql`update consent set max_face_disclosed_cents = 900000000 where institution_id = ${bank}`.execute(db)
  expect(await found(), 'valid').toEqual([])
  await sql`delete from consent where institution_id = ${bank}`.execute(db)
  await become('DEATH_CLAIM_PENDING', '2006-08-17')
  expect(await found(), 'issued before').toEqual([])
})
