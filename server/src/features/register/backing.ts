/** Entries of the backing of policies and plans: the rules of domain, what they need to know of the book, and which reports a change reaches. */

import { funds, illustrations, liabilities, sevenPay } from '@corridor/contract/register-backing.ts'
import { illustrationRefused } from '@corridor/domain/policies/illustrations.ts'
import { liabilityRefused } from '@corridor/domain/policies/plan-liability.ts'
import { fundRefused } from '@corridor/domain/policies/separate-account-funds.ts'
import { sevenPayRefused } from '@corridor/domain/policies/seven-pay-test.ts'
import type { AccountType } from '@corridor/domain/primitives/insurance-terms.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { day, money } from '../../shared/policies/register-rows.ts'
import type { RecordKind } from './records.ts'
import { earlier, todayOf } from './register-scope.ts'

/** Lists within a row, as the database takes them. */
const asJson = (list: readonly unknown[]) => sql`${JSON.stringify(list)}::jsonb`

const statedOn = z.looseObject({ asOfDate: day })
const fundRow = funds.fields.extend({ asOfDate: day, wrapEndsOn: day.nullable(), documentDate: day.nullable() })
const fundKind: RecordKind = {
  calls: funds,
  entity: 'fund',
  table: 'separateAccountFund',
  columns: Object.keys(funds.fields.shape),
  check: async (call, after, before) => {
    const fund = fundRow.parse(after)
    const { trx, scope, institutionId } = call
    const { rows } = await sql<{
      accountType: AccountType
      isHeld: boolean
      policyProduct: number | null
      isTaken: boolean
    }>`
      select d.account_type, o.product_id as policy_product,
        exists (select from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.product_id = d.id) as is_held,
        exists (select from separate_account_fund f where f.institution_id = ${institutionId} and f.site_id = ${scope.siteId} and f.product_id = d.id
          and f.policy_id is not distinct from ${fund.policyId}::int and f.as_of_date = ${fund.asOfDate} and f.id <> ${before?.id ?? 0}) as is_taken
      from product d
      left join policy o on o.institution_id = ${institutionId} and o.site_id = ${scope.siteId} and o.id = ${fund.policyId}::int
      where d.id = ${fund.productId}`.execute(trx)
    const known = rows[0]
    if (!known || (fund.policyId !== null && known.policyProduct === null)) throw new AppError('not_found')
    return {
      refused: fundRefused(fund, {
        ...known,
        policyOfAnother: known.policyProduct !== null && known.policyProduct !== fund.productId,
        today: await todayOf(call),
      }),
      also: { classes: asJson(fund.classes) },
      // The risk weights of a quarter's report stand on it.
      holdsFrom: earlier(fund.asOfDate, before ? statedOn.parse(before).asOfDate : null),
      policyId: fund.policyId,
    }
  },
  dependants: () => [],
}

const liabilityRow = liabilities.fields.extend({ asOfDate: day, hedges: z.array(z.object({ fund: z.string(), notional: money })) })
const liabilityKind: RecordKind = {
  calls: liabilities,
  entity: 'liability',
  table: 'planLiability',
  columns: Object.keys(liabilities.fields.shape),
  check: async (call, after, before) => {
    const liability = liabilityRow.parse(after)
    const { trx, scope, institutionId } = call
    const { rows } = await sql<{ planType: string; effectiveDate: PlainDate; isTaken: boolean }>`
      select n.plan_type, n.effective_date, exists (select from plan_liability l where l.institution_id = n.institution_id and l.plan_id = n.id
        and l.as_of_date = ${liability.asOfDate} and l.id <> ${before?.id ?? 0}) as is_taken
      from plan n where n.institution_id = ${institutionId} and n.site_id = ${scope.siteId} and n.id = ${liability.planId}`.execute(trx)
    const [known] = rows
    if (!known) throw new AppError('not_found')
    return {
      refused: liabilityRefused(liability, { ...known, today: await todayOf(call) }),
      also: { hedges: asJson(liability.hedges) },
      reachesFrom: earlier(liability.asOfDate, before ? statedOn.parse(before).asOfDate : null),
    }
  },
  dependants: () => [],
}

const illustrationRow = illustrations.fields.extend({
  illustratedOn: day,
  yearlyValues: z.array(z.object({ year: z.number(), value: money })),
})
const illustrationKind: RecordKind = {
  isAudited: true,
  calls: illustrations,
  entity: 'illustration',
  table: 'policyIllustration',
  columns: Object.keys(illustrations.fields.shape),
  check: async (call, after, before) => {
    const illustration = illustrationRow.parse(after)
    const { trx, scope, institutionId } = call
    const { rows } = await sql<{ isTaken: boolean }>`
      select exists (select from policy_illustration i where i.institution_id = p.institution_id and i.policy_id = p.id
        and i.illustrated_on = ${illustration.illustratedOn} and i.id <> ${before?.id ?? 0}) as is_taken
      from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${illustration.policyId}`.execute(
      trx,
    )
    const [known] = rows
    if (!known) throw new AppError('not_found')
    const was = before ? illustrationRow.parse(before).illustratedOn : null
    return {
      refused: illustrationRefused(illustration, { ...known, today: await todayOf(call) }),
      also: { yearlyValues: asJson(illustration.yearlyValues) },
      reachesFrom: earlier(illustration.illustratedOn, was),
      auditsFrom: earlier(illustration.illustratedOn, was),
      policyId: illustration.policyId,
    }
  },
  dependants: () => [],
}

const sevenPayRow = sevenPay.fields.extend({ startsOn: day, statedOn: day })
const sevenPayKind: RecordKind = {
  calls: sevenPay,
  entity: 'sevenPay',
  table: 'policySevenPay',
  columns: Object.keys(sevenPay.fields.shape),
  check: async (call, after, before) => {
    const stated = sevenPayRow.parse(after)
    const { trx, scope, institutionId } = call
    const { rows } = await sql<{ issueDate: PlainDate; isTaken: boolean }>`
      select p.issue_date, exists (select from policy_seven_pay y where y.institution_id = p.institution_id and y.policy_id = p.id
        and y.starts_on = ${stated.startsOn} and y.id <> ${before?.id ?? 0}) as is_taken
      from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${stated.policyId}`.execute(trx)
    const [known] = rows
    if (!known) throw new AppError('not_found')
    return {
      refused: sevenPayRefused(stated, { ...known, today: await todayOf(call) }),
      reachesFrom: earlier(stated.startsOn, before ? sevenPayRow.parse(before).startsOn : null),
      policyId: stated.policyId,
    }
  },
  dependants: () => [],
}

export const BACKING_KINDS: readonly RecordKind[] = [fundKind, liabilityKind, illustrationKind, sevenPayKind]
