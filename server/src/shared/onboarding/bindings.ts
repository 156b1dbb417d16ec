/** The place of each record type in the register: its table, how a row of a sheet finds the record it speaks of, and what keeps the record's history. */
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import type { Binding, Match } from './binding.ts'
import { filledColumns } from './staged-columns.ts'

const typeOf = (code: string): RecordType => {
  const type = RECORD_TYPES.find((one) => one.code === code)
  if (!type) throw new Error(`there is no record type ${code}`)
  return type
}
const equal = (...columns: string[]) => columns.map((column) => `t.${column} = s.${column}`).join(' and ')
const term = (code: string, table: string, kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS', date: string): Binding => ({
  type: typeOf(code),
  table,
  primaryKey: ['institution_id', date],
  match: [{ where: equal('institution_id', date) }],
  term: { kind, date },
  also: { entered_by: ':user' },
})
const numbered = (code: string, column: string): Match => ({
  from: `(select distinct on (r.institution_id, lower(r.source_key)) r.institution_id, lower(r.source_key) as name, (r.record->>'id')::int as id
    from onboarding_record r join onboarding_import i on i.id = r.import_id and i.status <> 'UNDONE'
    where r.site_id = :site and r.record_type = '${code}' and r.source_key is not null order by r.institution_id, lower(r.source_key), r.id desc) k`,
  where: `k.name = lower(s.${column}) and t.id = k.id`,
})

const withOwner = ({ from = '', where }: Match): Match => ({
  from,
  where: `${where} and k.institution_id = s.institution_id and t.institution_id = k.institution_id and t.site_id = :site`,
})

/** In the order of writing. Read apart are month-end values for their number, control totals because nothing of them is stored, and files because each is looked at. */
export const BINDINGS: readonly Binding[] = [
  {
    type: typeOf('institutions'),
    table: 'institution',
    primaryKey: ['id'],
    match: [
      numbered('institutions', 'institution_number'),
      { from: 'institution_site x', where: 'x.institution_id = t.id and x.site_id = :site and t.fdic_cert = s.fdic_cert' },
    ],
    ownNumber: 'institution_number',
    notStored: ['locked_through'],
  },
  {
    type: typeOf('subsidiaries'),
    table: 'subsidiary',
    primaryKey: ['institution_id', 'id'],
    match: [{ where: 't.institution_id = s.institution_id and lower(t.name) = lower(s.name)' }],
  },
  term('taxProfiles', 'institution_tax_profile', 'TAX_PROFILE', 'effective_from'),
  term('capital', 'institution_financials', 'CAPITAL', 'as_of_date'),
  term('limits', 'institution_policy_limits', 'POLICY_LIMITS', 'effective_from'),
  { type: typeOf('carriers'), table: 'carrier', primaryKey: ['code'], match: [{ where: 't.code = s.code' }] },
  {
    type: typeOf('ratings'),
    table: 'carrier_rating',
    primaryKey: ['carrier_code', 'agency', 'effective_date'],
    match: [{ where: equal('carrier_code', 'agency', 'effective_date') }],
    also: { entered_by: ':user' },
  },
  {
    type: typeOf('products'),
    table: 'product',
    primaryKey: ['id'],
    match: [{ where: 't.carrier_code = s.carrier_code and lower(t.product_name) = lower(s.product_name)' }],
  },
  {
    type: typeOf('declaredRates'),
    table: 'product_rate',
    notStored: ['carrier_code'],
    primaryKey: ['product_id', 'effective_from'],
    match: [{ where: equal('product_id', 'effective_from') }],
    also: { entered_by: ':user' },
  },
  {
    type: typeOf('plans'),
    table: 'plan',
    primaryKey: ['institution_id', 'id'],
    match: [{ where: 't.institution_id = s.institution_id and t.site_id = :site and lower(t.plan_name) = lower(s.plan_name)' }],
    isOfSite: true,
    register: { entity: 'plan', reachesFrom: 'null::date', policyId: 'null', insuredId: 'null' },
  },
  { type: typeOf('people'), table: 'user_account', primaryKey: ['id'], match: [{ where: 'lower(t.email) = lower(s.email)' }] },
  {
    type: typeOf('permissions'),
    table: 'user_permission',
    primaryKey: ['user_id', 'code'],
    match: [{ where: equal('user_id', 'code') }],
    isReplaced: true,
    casts: { access: 'int' },
  },
  {
    type: typeOf('memberships'),
    table: 'membership',
    primaryKey: ['institution_id', 'id'],
    match: [{ where: 't.institution_id = s.institution_id and t.site_id = :site and coalesce(t.user_id, 0) = coalesce(s.user_id, 0)' }],
    isOfSite: true,
  },
  {
    type: typeOf('serviceTeams'),
    table: 'service_team_member',
    primaryKey: ['institution_id', 'user_id'],
    match: [{ where: `${equal('institution_id', 'user_id')} and t.site_id = :site` }],
    isOfSite: true,
    isReplaced: true,
  },
  {
    type: typeOf('representatives'),
    table: 'user_institution',
    primaryKey: ['user_id', 'institution_id'],
    match: [{ where: equal('user_id', 'institution_id') }],
    isReplaced: true,
  },
  {
    type: typeOf('insureds'),
    table: 'insured',
    primaryKey: ['institution_id', 'id'],
    match: [
      withOwner(numbered('insureds', 'insured_number')),
      { where: 't.institution_id = s.institution_id and t.site_id = :site and t.ssn_hash = s.ssn_hash' },
    ],
    ownNumber: 'insured_number',
    isOfSite: true,
    register: {
      entity: 'insured',
      reachesFrom: 'least(s.employment_status_date, s.date_of_death)',
      policyId: 'null',
      insuredId: 's.record_id',
    },
  },
  {
    type: typeOf('agreements'),
    table: 'split_dollar_agreement',
    primaryKey: ['institution_id', 'id'],
    match: [withOwner(numbered('agreements', 'agreement_number'))],
    ownNumber: 'agreement_number',
    isOfSite: true,
    register: { entity: 'agreement', reachesFrom: 's.effective_date', policyId: 'null', insuredId: 's.insured_id' },
  },
  {
    type: typeOf('policies'),
    table: 'policy',
    primaryKey: ['institution_id', 'id'],
    match: [{ where: equal('institution_id', 'carrier_code', 'match_key') }],
    isOfSite: true,
    also: { match_key: 's.match_key' },
    register: {
      entity: 'policy',
      reachesFrom: 'least(t.issue_date, coalesce(s.acquisition_date, s.issue_date))',
      policyId: 's.record_id',
      insuredId: 's.insured_id',
    },
  },
  {
    type: typeOf('consents'),
    table: 'consent',
    primaryKey: ['institution_id', 'id'],
    match: [
      {
        where: `${equal('institution_id', 'insured_id')} and t.site_id = :site
      and (t.notice_date, t.consent_date) is not distinct from (s.notice_date, s.consent_date)`,
      },
    ],
    isOfSite: true,
    register: { entity: 'consent', reachesFrom: 'null::date', policyId: 'null', insuredId: 's.insured_id' },
  },
  {
    type: typeOf('transactions'),
    table: 'policy_transaction',
    notStored: ['carrier_code'],
    primaryKey: ['institution_id', 'id'],
    // Two of one type on one day are told apart by their order, in the sheet and in the book.
    match: [
      {
        where: `${equal('institution_id', 'policy_id', 'transaction_date', 'type')} and s.place = (select count(*) from policy_transaction e
      where (e.institution_id, e.policy_id, e.transaction_date, e.type) = (t.institution_id, t.policy_id, t.transaction_date, t.type) and e.id <= t.id)`,
      },
    ],
    isOfSite: true,
    also: { created_by: ':user' },
    register: { entity: 'transaction', reachesFrom: 's.transaction_date', policyId: 's.policy_id', insuredId: 'null' },
  },
  {
    type: typeOf('sevenPay'),
    table: 'policy_seven_pay',
    notStored: ['carrier_code'],
    primaryKey: ['institution_id', 'id'],
    match: [{ where: `${equal('institution_id', 'policy_id', 'starts_on')} and t.site_id = :site` }],
    isOfSite: true,
    register: { entity: 'sevenPay', reachesFrom: 's.starts_on', policyId: 's.policy_id', insuredId: 'null' },
  },
  {
    type: typeOf('illustrations'),
    table: 'policy_illustration',
    notStored: ['carrier_code'],
    primaryKey: ['institution_id', 'id'],
    match: [{ where: `${equal('institution_id', 'policy_id', 'illustrated_on')} and t.site_id = :site` }],
    list: {
      type: typeOf('illustratedValues'),
      column: 'yearly_values',
      on: ['institution_id', 'policy_id', 'illustrated_on'],
      item: { year: 'policy_year', value: 'value_cents' },
      isSorted: true,
      most: 121,
    },
    isOfSite: true,
    register: { entity: 'illustration', reachesFrom: 's.illustrated_on', policyId: 's.policy_id', insuredId: 'null' },
  },
  {
    type: typeOf('funds'),
    table: 'separate_account_fund',
    notStored: ['carrier_code'],
    primaryKey: ['institution_id', 'id'],
    match: [
      {
        where: `${equal('institution_id', 'product_id', 'as_of_date')} and t.policy_id is not distinct from s.policy_id and t.site_id = :site`,
      },
    ],
    list: {
      type: typeOf('fundHoldings'),
      column: 'classes',
      on: ['institution_id', 'product_id', 'as_of_date'],
      onEmpty: ['policy_id'],
      item: { name: 'name', share: 'share', weight: 'weight', most: 'most' },
      most: 40,
    },
    isOfSite: true,
    register: { entity: 'fund', reachesFrom: 's.as_of_date', policyId: 's.policy_id', insuredId: 'null' },
  },
  {
    type: typeOf('liabilities'),
    table: 'plan_liability',
    primaryKey: ['institution_id', 'id'],
    match: [{ where: `${equal('institution_id', 'plan_id', 'as_of_date')} and t.site_id = :site` }],
    list: {
      type: typeOf('hedges'),
      column: 'hedges',
      on: ['institution_id', 'plan_id', 'as_of_date'],
      item: { fund: 'fund', notional: 'notional_cents' },
      most: 100,
    },
    isOfSite: true,
    register: { entity: 'liability', reachesFrom: 's.as_of_date', policyId: 'null', insuredId: 'null' },
  },
]

export const VALUES_TYPE = typeOf('values')
export const TOTALS_TYPE = typeOf('controlTotals')
export const FILES_TYPE = typeOf('files')

/** The columns of the table that a sheet fills, each under the same name in the staged rows. */
export const storedColumns = ({ type, ownNumber, notStored = [], list }: Binding): string[] => [
  ...type.columns.flatMap(filledColumns).filter((name) => name !== ownNumber && !notStored.includes(name)),
  ...(list ? [list.column] : []),
]
