/** The facts of each policy and insured that annual reviews know beyond an asset report: year-end values, flows since issue, endings, census, charges. Set-wise. */

import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import type { ReviewIllustration } from '@corridor/domain/policies/illustrations.ts'
import type { ReviewSevenPay, SevenPayPeriod } from '@corridor/domain/policies/seven-pay-test.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { ReviewAgreement, ReviewCharges, ReviewInsured, ReviewValue } from '@corridor/domain/reports/annual-review/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { costBasisAt } from '../../shared/policies/cost-basis.ts'
import { ENDED_STATUSES, heldAt, heldOrEndedSince, statusAt } from '../../shared/policies/in-force-policies.ts'
import { rowsOf } from './snapshot-queries.ts'

export interface PolicyRow {
  institutionId: number
  policyId: number
  productId: number
  planId: number
  carrierCode: string
  policyNumber: string
  insuredId: number
  insuredName: string
  subsidiaryName: string | null
  issueDate: PlainDate
  issueState: string | null
  faceAmount: Cents
  initialPremium: Cents
  costBasis: Cents
  mec: boolean
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
  isAcquired: boolean
  acquisitionDate: PlainDate | null
  splitDollarAgreementId: number | null
  isHeld: boolean
  status: string
  statusDate: PlainDate | null
  surrenderCharge: Cents | null
  loanBalance: Cents | null
  marketValue: Cents | null
}

/** Held at the period, or ended after `since`. */
export const selectPolicies = (trx: Trx, scope: Scope, ids: number[], period: PlainDate, since: PlainDate) =>
  rowsOf(
    trx,
    sql<PolicyRow>`
    select p.institution_id, p.id as policy_id, p.product_id, p.plan_id, p.carrier_code, p.policy_number, p.insured_id,
      concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, o.name as subsidiary_name,
      p.issue_date, p.issue_state, p.face_amount_cents as face_amount, p.initial_premium_cents as initial_premium, ${costBasisAt(period)} as cost_basis,
      p.mec, p.is_section1035_replacement, p.replaced_issue_date, p.material_change, p.is_acquired, p.acquisition_date, p.split_dollar_agreement_id,
      ${heldAt(period)} as is_held, h.status, h.status_date,
      v.surrender_charge_cents as surrender_charge, v.loan_balance_cents as loan_balance, v.market_value_cents as market_value
    from policy p
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    left join subsidiary o on o.institution_id = p.institution_id and o.id = p.subsidiary_id
    cross join lateral ${statusAt(period)} h
    left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
    where p.site_id = ${scope.siteId} and p.institution_id = any(${ids}::int[])
      and ${heldOrEndedSince(period, since)}
    order by p.institution_id, p.id`,
  )

/** The newest illustration of each policy up to the period. */
export const selectIllustrations = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<ReviewIllustration & { institutionId: number; policyId: number }>`
    select distinct on (institution_id, policy_id) institution_id, policy_id, illustrated_on, illustrated_yield as yield, yearly_values as values, source
    from policy_illustration where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and illustrated_on <= ${period}
    order by institution_id, policy_id, illustrated_on desc`,
  )

export type SevenPayRow = SevenPayPeriod & { institutionId: number; policyId: number; basisOn: PlainDate | null; basis: Cents | null }
/** For each policy the carrier's statements of every 7-pay period begun up to the period, and the cost basis that it last reported. */
export const selectSevenPay = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<SevenPayRow>`
    select y.institution_id, y.policy_id, y.starts_on, y.annual_premium_cents as annual_premium, y.paid_cents as paid, y.stated_on, y.source, b.basis_on, b.basis
    from policy_seven_pay y
    left join lateral (select v.as_of_date as basis_on, v.cost_basis_cents as basis from policy_valuation v
      where v.site_id = y.site_id and v.institution_id = y.institution_id and v.policy_id = y.policy_id and v.as_of_date <= ${period} and v.status = 'POSTED'
        and v.cost_basis_cents is not null order by v.as_of_date desc limit 1) b on true
    where y.site_id = ${scope.siteId} and y.institution_id = any(${ids}::int[]) and y.starts_on <= ${period}
    order by y.institution_id, y.policy_id, y.starts_on`,
  )

export const sevenPayOf = (rows: readonly SevenPayRow[], isInitialAssumed: boolean): ReviewSevenPay | null => {
  const [first] = rows
  if (!first) return null
  return {
    periods: rows.map(({ startsOn, annualPremium, paid, statedOn, source }) => ({ startsOn, annualPremium, paid, statedOn, source })),
    reportedBasis: first.basisOn === null || first.basis === null ? null : { on: first.basisOn, amount: first.basis },
    isInitialAssumed,
  }
}

/** At the year ends before the period. */
export const selectYearEndValues = (trx: Trx, scope: Scope, ids: number[], yearEnds: readonly PlainDate[]) =>
  rowsOf(
    trx,
    sql<ReviewValue & { institutionId: number; policyId: number }>`
    select institution_id, policy_id, as_of_date as date, cash_surrender_value_cents as cash_surrender_value, death_benefit_cents as death_benefit,
      death_benefit_cents - insured_share_cents as institution_share
    from policy_valuation
    where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and as_of_date = any(${[...yearEnds]}::date[]) and status = 'POSTED'
    order by institution_id, policy_id, as_of_date`,
  )

/** The institution's share when a policy was last valued before its end, and the last value that its carrier told at all. */
export const selectLastValues = (trx: Trx, scope: Scope, policies: readonly PolicyRow[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<{ institutionId: number; policyId: number; share: Cents | null; date: PlainDate; cashSurrenderValue: Cents }>`
    select ended.institution_id, ended.policy_id, s.share, v.date, v.cash_surrender_value
    from unnest(${policies.map(({ institutionId }) => institutionId)}::int[], ${policies.map(({ policyId }) => policyId)}::int[], ${policies.map(({ statusDate }) => statusDate)}::date[]) as ended (institution_id, policy_id, ended_on)
    join lateral (select l.as_of_date as date, l.cash_surrender_value_cents as cash_surrender_value from policy_valuation l
      where l.site_id = ${scope.siteId} and l.institution_id = ended.institution_id and l.policy_id = ended.policy_id and l.as_of_date <= ${period} and l.status = 'POSTED'
      order by l.as_of_date desc limit 1) v on true
    left join lateral (select l.death_benefit_cents - l.insured_share_cents as share from policy_valuation l
      where l.site_id = ${scope.siteId} and l.institution_id = ended.institution_id and l.policy_id = ended.policy_id and l.as_of_date <= ended.ended_on and l.status = 'POSTED'
      order by l.as_of_date desc limit 1) s on true`,
  )

export type FlowRow = Flow & { institutionId: number; policyId: number }
export const selectFlows = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<FlowRow>`
    select institution_id, policy_id, transaction_date as date, type, abs(amount_cents) as amount
    from policy_transaction
    where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and transaction_date <= ${period} and amount_cents <> 0
      and type = any(${[...ADDING_FLOWS, ...REMOVING_FLOWS]}::text[])
    order by transaction_date, id`,
  )

export type InsuredRow = Omit<ReviewInsured, 'consents'> & { institutionId: number }

/**
 * The people of policies held or ended in the history. A date of birth is not kept in snapshots, the age is; one person who stands in the register twice
 * has one `personId`, known by the keyed hash of the social security number, which itself is not read.
 */
export const selectInsureds = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<InsuredRow>`
    select s.institution_id, s.id as insured_id, min(s.id) over (partition by s.institution_id, coalesce(encode(s.ssn_hash, 'hex'), 'insured ' || s.id)) as person_id,
      concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), concat_ws(' ', s.first_name, s.middle_name)) as name, s.insured_role as role,
      s.employment_status, s.employment_status_date as status_date, s.date_of_death,
      extract(year from age(${period}::date, s.date_of_birth))::int as age, s.gender, s.annual_compensation_cents as annual_compensation, s.state_of_residence
    from insured s where s.site_id = ${scope.siteId} and s.institution_id = any(${ids}::int[]) order by s.institution_id, s.id`,
  )

/**
 * Sums of each fiscal year by carrier; `incomplete` when a month lacks a figure, or a policy held then lacks the month. A policy that was not valued at the year's beginning had no surrender charge
 * then.
 */
export const selectCharges = (trx: Trx, scope: Scope, ids: number[], yearEnds: readonly PlainDate[]) =>
  rowsOf(
    trx,
    sql<ReviewCharges & { institutionId: number }>`
    select y.institution_id, y.year_end, y.carrier_code, sum(y.interest)::bigint as interest, sum(y.cost_of_insurance)::bigint as cost_of_insurance,
      sum(y.expense)::bigint as expense, bool_or(y.incomplete) as incomplete,
      sum(case when b.policy_id is null then 0 else b.surrender_charge_cents end - y.surrender_charge)::bigint as surrender_charge_release
    from (
      select v.institution_id, v.policy_id, y.after, y.year_end, p.carrier_code, coalesce(sum(v.interest_credited_cents), 0) as interest,
        coalesce(sum(v.cost_of_insurance_cents), 0) as cost_of_insurance, coalesce(sum(v.expense_charge_cents), 0) as expense,
        bool_or(v.interest_credited_cents is null or v.cost_of_insurance_cents is null or v.expense_charge_cents is null)
          or count(*) < (select count(*) from generate_series(y.after + 1, y.year_end, interval '1 month') m
            cross join lateral (select (m + interval '1 month' - interval '1 day')::date as month_end) e
            where e.month_end >= p.issue_date and (p.policy_status <> all(${[...ENDED_STATUSES]}::text[]) or p.status_date > e.month_end)) as incomplete,
        (array_agg(v.surrender_charge_cents order by v.as_of_date desc))[1] as surrender_charge
      from unnest(${yearEnds.slice(0, -1)}::date[], ${yearEnds.slice(1)}::date[]) as y (after, year_end)
      join policy_valuation v on v.site_id = ${scope.siteId} and v.institution_id = any(${ids}::int[]) and v.as_of_date > y.after and v.as_of_date <= y.year_end and v.status = 'POSTED'
      join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
      group by v.institution_id, v.policy_id, y.after, y.year_end, p.carrier_code, p.issue_date, p.policy_status, p.status_date) y
    left join policy_valuation b on b.site_id = ${scope.siteId} and b.institution_id = y.institution_id and b.policy_id = y.policy_id and b.as_of_date = y.after and b.status = 'POSTED'
    group by y.institution_id, y.year_end, y.carrier_code
    order by y.institution_id, y.year_end, y.carrier_code`,
  )

export const selectAgreements = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<ReviewAgreement & { institutionId: number }>`
    select institution_id, id as agreement_id, type, benefit_formula, rate_basis, survives_termination, effective_date
    from split_dollar_agreement
    where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and effective_date <= ${period} and coalesce(termination_date, 'infinity') >= ${period}
    order by institution_id, id`,
  )

// In one order of keys, whatever the database made of them: the same book makes the same bytes.
export const illustrationOf = ({ illustratedOn, yield: illustrated, values, source }: ReviewIllustration): ReviewIllustration => ({
  illustratedOn,
  yield: illustrated,
  values: values.map(({ year, value }) => ({ year, value })),
  source,
})
export const flowsOf = (rows: readonly FlowRow[]): Flow[] => rows.map(({ date, type, amount }) => ({ date, type, amount }))
export const valuesOf = (rows: readonly ReviewValue[]): ReviewValue[] =>
  rows.map(({ date, cashSurrenderValue, deathBenefit, institutionShare }) => ({ date, cashSurrenderValue, deathBenefit, institutionShare }))
