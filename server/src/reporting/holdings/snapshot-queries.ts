/** Inputs of an asset report, read set-wise: a handful of statements for a whole group of institutions, whatever their size. */

import type { StateTaxFigures } from '@corridor/domain/calculations/state-tax.ts'
import type { AccountType, CapitalBasis, Outlook, StateTreatment, YieldConvention } from '@corridor/domain/primitives/insurance-terms.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { SnapshotInstitution, SnapshotStateRow } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { costBasisAt } from '../../shared/policies/cost-basis.ts'
import { rowOf, sheetOf } from '../../shared/policies/feed-line.ts'
import { heldAt, heldOrEndedSince, statusAt } from '../../shared/policies/in-force-policies.ts'
import { siteDayOf } from '../../shared/site-day.ts'

export interface InstitutionRow {
  institutionId: number
  name: string
  legalName: string
  institutionType: string
  city: string | null
  stateCode: string | null
  fiscalYearEndMonth: number
  callReportForm: SnapshotInstitution['callReportForm']
  logo: string | null
  yieldConvention: YieldConvention
  federalRate: number | null
  stateRate: number | null
  taxStateCode: string | null
  federalDeductibleFraction: number | null
  boliStateTreatment: StateTreatment | null
  combinedRateOverride: number | null
  taxFrom: PlainDate | null
  taxSource: string | null
  usesStateRow: boolean | null
  stateRow: StateRow | null
  tier1: Cents | null
  allowance: Cents | null
  totalCapital: Cents | null
  capitalAsOf: PlainDate | null
  capitalSource: string | null
  perCarrier: number | null
  aggregate: number | null
  basis: CapitalBasis | null
}

/** The row of the state configuration that a profile takes its figures from, at the period. */
export interface StateRow extends StateTaxFigures, Omit<SnapshotStateRow, 'source' | 'footnote' | 'taxBasis'> {
  sourceCitation: string
  reportFootnote: string | null
}
const stateRow = (
  siteId: number,
) => sql`(select jsonb_build_object('id', s.id, 'stateName', s.state_name, 'taxName', s.tax_name, 'taxBasis', s.tax_basis, 'corporateRate', s.corporate_rate,
    'financialInstitutionRate', s.financial_institution_rate, 'federalDeductibleFraction', s.federal_deductible_fraction, 'boliGrowthTreatment', s.boli_growth_treatment,
    'effectiveFrom', s.effective_from, 'effectiveTo', s.effective_to, 'figuresYear', s.figures_year, 'sourceCitation', s.source_citation,
    'reviewedOn', ${siteDayOf(sql`s.reviewed_at`, siteId)}, 'reportFootnote', s.report_footnote)`

/** Institutions with the tax profile, capital and board limits effective at the period. */
export const selectInstitutions = (trx: Trx, siteId: number, institutionIds: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<InstitutionRow>`
    select i.id as institution_id, i.name, i.legal_name, i.institution_type, i.city, i.state_code, i.fiscal_year_end_month, i.call_report_form, i.logo_sha256 as logo, i.yield_convention,
      t.federal_rate, t.state_rate, t.state_code as tax_state_code, t.federal_deductible_fraction, t.boli_state_treatment, t.combined_rate_override, t.effective_from as tax_from, t.source as tax_source, t.uses_state_row,
      ${stateRow(siteId)} from state_configuration s where t.uses_state_row and s.state_code = t.state_code and s.effective_from <= ${period}
        and coalesce(s.effective_to, 'infinity') >= ${period} order by s.effective_from desc limit 1) as state_row,
      f.tier1_capital_cents as tier1, f.allowance_for_credit_losses_cents as allowance, f.total_risk_based_capital_cents as total_capital, f.as_of_date as capital_as_of, f.source as capital_source,
      l.per_carrier_limit_fraction as per_carrier, l.aggregate_limit_fraction as aggregate, l.capital_basis as basis
    from institution i
    left join lateral (select * from institution_tax_profile where institution_id = i.id and effective_from <= ${period} order by effective_from desc limit 1) t on true
    left join lateral (select * from institution_financials where institution_id = i.id and as_of_date <= ${period} order by as_of_date desc limit 1) f on true
    left join lateral (select * from institution_policy_limits where institution_id = i.id and effective_from <= ${period} order by effective_from desc limit 1) l on true
    where i.id = any(${institutionIds}::int[])`,
  )

export const selectSubsidiaries = (trx: Trx, institutionIds: number[]) =>
  trx
    .selectFrom('subsidiary')
    .select(['institutionId', 'id', 'name', 'legalName'])
    .where('institutionId', '=', sql<number>`any(${institutionIds}::int[])`)
    .execute()

export interface PolicyRow {
  institutionId: number
  policyId: number
  subsidiaryId: number | null
  policyNumber: string
  carrierCode: string
  shortName: string
  productId: number
  productName: string
  accountType: AccountType
  planName: string
  insuredId: number
  insuredName: string
  issueDate: PlainDate
  costBasis: Cents
  policyStatus: string
  statusDate: PlainDate | null
  statusReason: string | null
  isHeld: boolean
  dateOfDeath: PlainDate | null
  role: string
  employmentStatus: string
  employmentStatusDate: PlainDate | null
  cashSurrenderValue: Cents | null
  deathBenefit: Cents | null
  insuredShare: Cents | null
  grossRate: number | null
  valuationCostBasis: Cents | null
  valuationVersion: number | null
  estimated: boolean | null
  fileId: number | null
  fileName: string | null
  sheet: string | null
  lineNumber: number | null
  postedOn: PlainDate | null
}

/** Policies held at the period, and those that ended after `since`, with the status they had then and the value posted for the period where there is one. */
export const selectPolicies = (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate, since: PlainDate) =>
  rowsOf(
    trx,
    sql<PolicyRow>`
    select p.institution_id, p.id as policy_id, p.subsidiary_id, p.policy_number, p.carrier_code, c.short_name, p.product_id, d.product_name, d.account_type, n.plan_name,
      p.insured_id, concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, p.issue_date, ${costBasisAt(period)} as cost_basis,
      h.status as policy_status, h.status_date, h.reason as status_reason, ${heldAt(period)} as is_held, s.date_of_death, s.insured_role as role, s.employment_status, s.employment_status_date,
      v.cash_surrender_value_cents as cash_surrender_value, v.death_benefit_cents as death_benefit, v.insured_share_cents as insured_share, v.gross_crediting_rate as gross_rate,
      v.cost_basis_cents as valuation_cost_basis, v.version as valuation_version, v.estimated, v.file_id, f.file_name, ${sheetOf('v.lineNumber')} as sheet, ${rowOf('v.lineNumber')} as line_number, ${siteDayOf(sql`v.posted_at`, scope.siteId)} as posted_on
    from policy p
    join carrier c on c.code = p.carrier_code
    join product d on d.id = p.product_id
    join plan n on n.institution_id = p.institution_id and n.id = p.plan_id
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    cross join lateral ${statusAt(period)} h
    left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
    left join carrier_file f on f.id = v.file_id
    where p.site_id = ${scope.siteId} and p.institution_id = any(${institutionIds}::int[])
      and ${heldOrEndedSince(period, since)}
    order by p.institution_id, p.id`,
  )

export interface HistoryRow {
  institutionId: number
  policyId: number
  dates: string
  values: string
  interest: Cents | null
  costOfInsurance: Cents | null
  expense: Cents | null
  surrenderChargeRelease: Cents | null
  lastInstitutionDeathBenefit: Cents
  lastDeathBenefit: Cents
}

/**
 * Every posted month-end value of the policies from `since` up to `period`, one row a policy: dates as comma list of days, values beside them.
 * The charges are sums over the months after `prior`, null when a month of them lacks the figure.
 */
export const selectHistory = (trx: Trx, scope: Scope, institutionIds: number[], since: PlainDate, prior: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<HistoryRow>`
    select v.institution_id, v.policy_id, string_agg(v.as_of_date::text, ',' order by v.as_of_date) as dates, string_agg(v.cash_surrender_value_cents::text, ',' order by v.as_of_date) as "values",
      case when count(*) filter (where v.as_of_date > ${prior} and v.interest_credited_cents is null) = 0 then sum(v.interest_credited_cents) filter (where v.as_of_date > ${prior}) end as interest,
      case when count(*) filter (where v.as_of_date > ${prior} and v.cost_of_insurance_cents is null) = 0 then sum(v.cost_of_insurance_cents) filter (where v.as_of_date > ${prior}) end as cost_of_insurance,
      case when count(*) filter (where v.as_of_date > ${prior} and v.expense_charge_cents is null) = 0 then sum(v.expense_charge_cents) filter (where v.as_of_date > ${prior}) end as expense,
      case when count(*) filter (where v.as_of_date = ${prior} and v.surrender_charge_cents is null) = 0
        then coalesce(max(v.surrender_charge_cents) filter (where v.as_of_date = ${prior}), 0) - max(v.surrender_charge_cents) filter (where v.as_of_date = ${period}) end as surrender_charge_release,
      (array_agg(v.death_benefit_cents - v.insured_share_cents order by v.as_of_date desc))[1] as last_institution_death_benefit,
      (array_agg(v.death_benefit_cents order by v.as_of_date desc))[1] as last_death_benefit
    from policy_valuation v
    where v.site_id = ${scope.siteId} and v.institution_id = any(${institutionIds}::int[]) and v.as_of_date between ${since} and ${period} and v.status = 'POSTED'
    group by v.institution_id, v.policy_id`,
  )

export interface EarlierValueRow {
  institutionId: number
  policyId: number
  cashSurrenderValue: Cents
  deathBenefit: Cents
  insuredShare: Cents
  grossRate: number | null
  costBasis: Cents | null
  version: number
  fileId: number | null
  fileName: string | null
  sheet: string | null
  lineNumber: number | null
}

/** Last month's value of policies that lack this month's, for preliminary reports. */
export const selectEarlierValues = (trx: Trx, scope: Scope, policies: { institutionId: number; policyId: number }[], month: PlainDate) =>
  rowsOf(
    trx,
    sql<EarlierValueRow>`
    select v.institution_id, v.policy_id, v.cash_surrender_value_cents as cash_surrender_value, v.death_benefit_cents as death_benefit, v.insured_share_cents as insured_share,
      v.gross_crediting_rate as gross_rate, v.cost_basis_cents as cost_basis, v.version, v.file_id, f.file_name, ${sheetOf('v.lineNumber')} as sheet, ${rowOf('v.lineNumber')} as line_number
    from policy_valuation v
    join unnest(${policies.map(({ institutionId }) => institutionId)}::int[], ${policies.map(({ policyId }) => policyId)}::int[]) as missing (institution_id, policy_id)
      on missing.institution_id = v.institution_id and missing.policy_id = v.policy_id
    left join carrier_file f on f.id = v.file_id
    where v.site_id = ${scope.siteId} and v.as_of_date = ${month} and v.status = 'POSTED'`,
  )

export interface TransactionRow {
  institutionId: number
  policyId: number
  date: PlainDate
  /** A carrier's file tells the month alone; its end stands for the date. */
  isMonthOnly: boolean
  type: string
  amount: Cents | null
  note: string | null
}

export const selectTransactions = (trx: Trx, scope: Scope, institutionIds: number[], since: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<TransactionRow>`
    select institution_id, policy_id, transaction_date as date, type, amount_cents as amount, note,
      file_id is not null and transaction_date = (date_trunc('month', transaction_date) + interval '1 month - 1 day')::date as is_month_only
    from policy_transaction
    where site_id = ${scope.siteId} and institution_id = any(${institutionIds}::int[]) and transaction_date > ${since} and transaction_date <= ${period}
    order by transaction_date, id`,
  )

export interface StatusChangeRow {
  institutionId: number
  policyId: number
  date: PlainDate
  oldStatus: string | null
  newStatus: string
  reason: string | null
}

/** Outcome of policies after `prior` and up to the period, each from the status before it. */
export const selectStatusChanges = (trx: Trx, scope: Scope, institutionIds: number[], prior: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<StatusChangeRow>`
    select * from (
      select institution_id, policy_id, effective_date as date, lag(status) over (partition by institution_id, policy_id order by effective_date) as old_status, status as new_status, reason
      from policy_status_history
      where site_id = ${scope.siteId} and institution_id = any(${institutionIds}::int[]) and effective_date <= ${period} and voided_at is null) h
    where date > ${prior}
    order by date, institution_id, policy_id`,
  )

export interface RatingRow {
  carrierCode: string
  agency: 'AM_BEST' | 'SP' | 'MOODYS' | 'FITCH' | 'COMDEX'
  rating: string
  outlook: Outlook | null
  watch: boolean
  effectiveDate: PlainDate
}

/** Each carrier's rating by agency in force at the period; withdrawn ratings are none. */
export const selectRatings = (trx: Trx, carrierCodes: string[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<RatingRow>`
    select * from (
      select distinct on (carrier_code, agency) carrier_code, agency, rating, outlook, watch, effective_date, action
      from carrier_rating where carrier_code = any(${carrierCodes}::text[]) and effective_date <= ${period}
      order by carrier_code, agency, effective_date desc) r
    where action is distinct from 'WITHDRAWN'`,
  )

export interface RateChangeRow {
  productId: number
  effectiveDate: PlainDate
  newRate: number
  oldRate: number | null
}

export const selectRateChanges = (trx: Trx, productIds: number[], after: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<RateChangeRow>`
    select r.product_id, r.effective_from as effective_date, r.gross_rate as new_rate,
      (select b.gross_rate from product_rate b where b.product_id = r.product_id and b.effective_from < r.effective_from order by b.effective_from desc limit 1) as old_rate
    from product_rate r
    where r.product_id = any(${productIds}::int[]) and r.effective_from > ${after} and r.effective_from <= ${period}
    order by r.effective_from, r.product_id`,
  )

async function rowsOf<Row>(trx: Trx, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(trx)).rows
}
