/** Sign-offs of a month's audits as an institution's report tells them: the day, and what happened to the institution's own audit since. Names no one. */
import type { ControlsReview } from '@corridor/domain/auditing/controls.ts'
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../site-day.ts'

interface Row {
  institutionId: number
  checkCode: string
  signedOn: PlainDate
  posted: number
  changed: number
}

/** The newest sign-off of each audit that was not withdrawn; nothing for whoever sees one institution alone, since a sign-off is of every institution's month. */
export async function selectReviews(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  period: PlainDate,
): Promise<(institutionId: number) => ControlsReview[] | undefined> {
  if (scope.institutionId > 0) return () => undefined
  const { rows } = await sql<Row>`
    with held as (
      select distinct on (s.check_code) s.check_code, s.signed_at from audit_sign_off s
      where s.site_id = ${scope.siteId} and s.period = ${period}
        and not exists (select from audit_sign_off_withdrawal w where w.site_id = s.site_id and w.sign_off_id = s.id)
      order by s.check_code, s.id desc)
    select i.id as institution_id, h.check_code, ${siteDayOf(sql`h.signed_at`, scope.siteId)} as signed_on,
      (select count(*)::int from policy_valuation v where v.institution_id = i.id and v.site_id = ${scope.siteId} and v.as_of_date = ${period} and v.status = 'POSTED'
        and v.posted_at > h.signed_at) as posted,
      (select count(*)::int from audit_exception x where x.institution_id = i.id and x.site_id = ${scope.siteId} and x.period = ${period}
        and x.check_code = h.check_code and greatest(x.first_seen, x.updated_at) > h.signed_at) as changed
    from unnest(${[...institutionIds]}::int[]) as i (id) cross join held h order by i.id, h.check_code`.execute(trx)
  const own = Map.groupBy(rows, ({ institutionId }) => institutionId)
  return (institutionId) =>
    (own.get(institutionId) ?? []).flatMap(({ institutionId: _, checkCode, ...review }) => {
      const check = AUDIT_CHECK_CODES.find((code) => code === checkCode)
      return check ? [{ check, ...review }] : []
    })
}
