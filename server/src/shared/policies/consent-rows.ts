/** Consents as snapshots of Form 8925 reports and annual reviews take them in, read set-wise. */
import type { Consent } from '@corridor/domain/policies/consents.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export interface ConsentRow extends Consent {
  institutionId: number
  insuredId: number
}

export const selectConsents = async (trx: Trx, scope: Scope, ids: number[]): Promise<ConsentRow[]> =>
  (
    await sql<ConsentRow>`
    select c.institution_id, c.insured_id, c.notice_date, c.consent_date, c.max_face_disclosed_cents as max_face_disclosed, c.max_face_salary_multiple,
      c.continue_after_termination, c.beneficiary_disclosed, c.kept_at
    from consent c where c.site_id = ${scope.siteId} and c.institution_id = any(${ids}::int[]) order by c.institution_id, c.insured_id, c.id`.execute(
      trx,
    )
  ).rows
