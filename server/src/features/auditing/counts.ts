/** Exceptions by rule and month, as the pages of a client and of a carrier's file show them. */
import type { countExceptions } from '@corridor/contract/auditing.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_RULES, checkOf, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

type Reply = ReplyOf<typeof countExceptions>

export async function selectCounts(trx: Trx, scope: Scope, { institutionId, fileId }: ParsedOf<typeof countExceptions>): Promise<Reply> {
  const ofClient = institutionId === undefined ? sql`true` : sql`x.institution_id = ${institutionId}`
  const { rows } = await sql<{ isAudited: boolean }>`
    select exists (select from audit_coverage x where x.site_id = ${scope.siteId} and ${ofClient}) as is_audited`.execute(trx)
  const isAudited = rows[0]?.isAudited ?? false
  if (fileId === undefined) return { isAudited, records: await count(trx, scope, sql`${ofClient} and x.status = 'OPEN'`), resolved: [] }
  return {
    isAudited,
    // Only what its own lines are about: that another bank has no file yet is found beside it, and is none of its exceptions.
    records: await count(
      trx,
      scope,
      sql`${ofClient} and x.file_id = ${fileId} and exists (select from carrier_file_row r
        where r.file_id = x.file_id and r.period = x.period and r.institution_id = x.institution_id and (x.policy_id is null or r.policy_id = x.policy_id))`,
    ),
    // The posting and its audit are one transaction, whose time both carry.
    resolved: await count(
      trx,
      scope,
      sql`${ofClient} and exists (select from audit_exception_step s join carrier_file f on f.id = ${fileId} and f.posted_at = s.at
        where s.institution_id = x.institution_id and s.exception_id = x.id and s.user_id is null and s.status = 'RESOLVED')`,
    ),
  }
}

async function count(trx: Trx, scope: Scope, which: RawBuilder<unknown>): Promise<Reply['records']> {
  const { rows } = await sql<Omit<Reply['records'][number], 'check' | 'ruleTitle'>>`
    select case when count(*) = 1 then jsonb_build_object('institutionId', min(x.institution_id), 'id', min(x.id)) end as only, x.rule_code, x.severity, x.period, count(*) filter (where x.status = 'OPEN')::int as open, count(*) filter (where x.status <> 'OPEN')::int as settled
    from audit_exception x where x.site_id = ${scope.siteId} and ${which}
    group by x.rule_code, x.severity, x.period order by x.period desc, x.rule_code, x.severity`.execute(trx)
  return rows.flatMap(({ ruleCode, ...row }) =>
    isAuditRule(ruleCode) ? [{ ...row, ruleCode, check: checkOf(ruleCode), ruleTitle: AUDIT_RULES[ruleCode].title }] : [],
  )
}
