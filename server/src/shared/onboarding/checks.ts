/** Checks of the staged rows that no cell alone can show: duplicates, names that nothing has, and rules between a row and the book. */
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import { NAMES_OF_CARRIERS, NAMES_OF_INSTITUTIONS } from '@corridor/domain/onboarding/naming-columns.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Binding } from './binding.ts'
import { BINDINGS } from './bindings.ts'
import { listChecks } from './lists.ts'
import type { SetCheck } from './problems.ts'
import { filled } from './resolving.ts'
import { columnName, REFERENCE_COLUMNS, snake, stagedName } from './staged-columns.ts'
import { sourceText } from './staging.ts'

const is = (type: string, column: string | null, where: string, problem: string, from = ''): SetCheck => ({
  type,
  column,
  where,
  problem: problem.startsWith("'") || problem.includes('||') ? problem : `'${problem.replaceAll("'", "''")}'`,
  from,
})

/** Rules between a row and the book that no form of the portal states alone. */
const RULES: readonly SetCheck[] = [
  is('institutions', 'name', 's.name is null', 'is missing; with an FDIC certificate of the loaded Call Reports it is filled'),
  is(
    'institutions',
    'name',
    `s.is_new and exists (select from institution t join institution_site x on x.institution_id = t.id and x.site_id = :site where lower(t.name) = lower(s.name))`,
    'is the name of an institution that is in the portal; give its FDIC certificate if it is the same one, or another name',
  ),
  is('capital', 'tier1CapitalCents', 's.total_risk_based_capital_cents < s.tier1_capital_cents', 'is more than total risk-based capital'),
  is('capital', 'tier1CapitalCents', 's.total_assets_cents < s.tier1_capital_cents', 'is more than total assets'),
  is(
    'limits',
    'perCarrierLimitFraction',
    's.per_carrier_limit_fraction > s.aggregate_limit_fraction',
    'is above the limit for all carriers',
  ),
  is(
    'people',
    'institution',
    "s.role in ('a', 'c') and s.institution_id is null and s.institution_name is null",
    'is missing: clients and Team Members belong to an institution',
  ),
  is(
    'people',
    'institution',
    "s.role not in ('a', 'c') and s.institution_name is not null",
    'must be empty: staff, managers and representatives belong to no single institution',
  ),
  is(
    'people',
    'role',
    't.role is distinct from s.role',
    'differs from the account in the portal; roles are changed on the Users page',
    'user_account t on t.id = s.record_id and not s.is_new',
  ),
  is(
    'people',
    'institution',
    't.institution_id is distinct from s.institution_id',
    'differs from the account in the portal; it is changed on the Users page',
    'user_account t on t.id = s.record_id and not s.is_new',
  ),
  is(
    'people',
    'email',
    'not s.is_new and not exists (select from user_site x where x.user_id = s.record_id and x.site_id = :site)',
    'has an account on another portal; add this portal to it on the Users page',
  ),
  is('permissions', 'person', 's.user_id = :user', 'is your own account; nobody changes their own permissions'),
  is(
    'permissions',
    'access',
    `s.access::int > coalesce((select m.access from user_permission m where m.user_id = :user and m.code = s.code), 0)`,
    'is more than you hold yourself',
  ),
  is(
    'permissions',
    'person',
    `s.access::int > 0 and exists (select from staged_people p where p.record_id = s.user_id and p.role in ('c', 'e') union all select from user_account u where u.id = s.user_id and u.role in ('c', 'e'))`,
    'is a client or representative, who sees by membership and holds no permissions',
  ),
  is(
    'memberships',
    'reportTypeCodes',
    'not s.report_type_codes <@ (select array_agg(r.code) from report_type r)',
    `'has codes that no report type has: ' || array_to_string(array(select unnest(s.report_type_codes) except select r.code from report_type r), ', ')`,
  ),
  is(
    'memberships',
    'person',
    `s.user_id is not null and not exists (select from staged_people p where p.record_id = s.user_id and p.institution_id = s.institution_id union all
      select from user_account u where u.id = s.user_id and u.institution_id = s.institution_id)`,
    'is not of this institution',
  ),
  is(
    'representatives',
    'person',
    `not exists (select from staged_people p where p.record_id = s.user_id and p.role = 'e' union all select from user_account u where u.id = s.user_id and u.role = 'e') and s.user_id is not null`,
    'is no representative; others see by their portal or their own institution',
  ),
  is(
    'serviceTeams',
    'person',
    `exists (select from staged_people p where p.record_id = s.user_id and p.role in ('a', 'c') union all select from user_account u where u.id = s.user_id and u.role in ('a', 'c'))`,
    'is of an institution; a service team is of the firm’s own people',
  ),
  is('serviceTeams', 'position', 's.position < 1', 'is not 1 or more'),
  is(
    'serviceTeams',
    'position',
    `exists (select from staged_service_teams o where o.institution_id = s.institution_id and o.position = s.position and o.n <> s.n)
      or exists (select from service_team_member m where m.institution_id = s.institution_id and m.site_id = :site and m.position = s.position and m.user_id <> s.user_id
        and not exists (select from staged_service_teams o where o.institution_id = m.institution_id and o.user_id = m.user_id))`,
    'is the place of another member of the team too',
  ),
  is(
    'policies',
    'statusDate',
    "s.status_date is null and s.policy_status not in ('PENDING', 'IN_FORCE', 'PAID_UP', 'GRACE')",
    'is missing: a policy that ended, or has a claim, did so on a day',
  ),
  is('policies', 'statusDate', 's.status_date < s.issue_date', 'is before the issue date'),
  is(
    'insureds',
    'ssn',
    'o.n <> s.n and o.institution_id = s.institution_id and o.ssn_hash = s.ssn_hash',
    `'is that of ' || o.insured_number || ' too'`,
    'staged_insureds o on o.institution_id = s.institution_id and o.ssn_hash = s.ssn_hash and o.n <> s.n',
  ),
]

/** The day from which a row holds, where a locked month is closed to it; only the entering of a policy is dated by its issue. */
const DATED: Readonly<Record<string, { field: string; where: string }>> = {
  taxProfiles: { field: 'effectiveFrom', where: 's.is_new or s.is_changed' },
  capital: { field: 'asOfDate', where: 's.is_new or s.is_changed' },
  limits: { field: 'effectiveFrom', where: 's.is_new or s.is_changed' },
  policies: { field: 'issueDate', where: 's.is_new' },
  transactions: { field: 'transactionDate', where: 's.is_new or s.is_changed' },
  funds: { field: 'asOfDate', where: 's.is_new or s.is_changed' },
}

/** The rule of period-locks.ts, asked of all rows at once: a locked month counts from the institution's first posted value on. */
function locks({ type }: Binding): SetCheck[] {
  const dated = DATED[type.code]
  if (!dated) return []
  return [
    {
      type: type.code,
      column: dated.field,
      from: `(select x.institution_id, max(l.period_end) as until from (select distinct institution_id from ${stagedName(type)}) x join period_lock l on l.site_id = :site
        and exists (select from policy_valuation v where v.institution_id = x.institution_id and v.site_id = :site and v.as_of_date <= l.period_end and v.status = 'POSTED') group by 1) k
        on k.institution_id = s.institution_id`,
      where: `(${dated.where}) and s.${snake(dated.field)} <= k.until`,
      problem: `'reaches into locked months, the last of them ' || to_char(k.until, 'FMMonth YYYY') || '; a manager can unlock them'`,
    },
  ]
}

/** @returns how many problems were added to those of the import */
export async function checkStaged(trx: Trx, scope: Scope, importId: number): Promise<number> {
  let found = 0
  for (const binding of BINDINGS) {
    const checks = [
      ...doubles(binding.type),
      ...references(binding.type),
      ...locks(binding),
      ...RULES.filter(({ type }) => type === binding.type.code),
    ]
    for (const check of checks) found += await note(trx, scope, importId, binding.type, check)
    const { list } = binding
    if (!list) continue
    for (const check of [...doubles(list.type), ...references(list.type), ...listChecks(binding.type, list)])
      found += await note(trx, scope, importId, list.type, check)
  }
  return found
}

/** The first row of a key stands; the others are named with the row that has it. */
function doubles(type: RecordType): SetCheck[] {
  if (type.code === 'transactions') return []
  const columns = type.key.map((field) => {
    const column = type.columns.find((one) => one.field === field)
    const name = column?.target ? REFERENCE_COLUMNS[column.target].name : column?.kind === 'policyNumber' ? 'match_key' : snake(field)
    return column?.kind === 'text' || column?.kind === 'email' ? `lower(${name})` : name
  })
  const last = type.columns.find(({ field }) => field === type.key.at(-1))
  return [
    {
      type: type.code,
      column: last?.field ?? null,
      from: `(select n, first_value(coalesce(source_text, 'row ' || line)) over w as first_row, row_number() over w as place, count(*) over w as many from ${stagedName(type)}
        window w as (partition by ${columns.join(', ')} order by n)) d on d.n = s.n`,
      where: `d.place > 1 and ${type.key.length === 1 ? `s.${snake(type.key[0] ?? '')} is not null` : 'true'}`,
      problem: `'is there twice: ' || d.first_row || ' has the same ${type.key.map((field) => headerOf(type, field).toLowerCase()).join(', ')}'`,
    },
  ]
}

const headerOf = (type: RecordType, field: string): string => type.columns.find((one) => one.field === field)?.header ?? field

/** Names that nothing has, on the sheets or in the portal. */
function references(type: RecordType): SetCheck[] {
  return type.columns.flatMap((column) => {
    if (!column.target) return []
    const { name } = REFERENCE_COLUMNS[column.target]
    // Nothing further is asked of an institution or carrier that is not known.
    const owner = type.columns.find(
      ({ target }) =>
        (target === 'institution' || (target === 'carrier' && ['product', 'policy'].includes(column.target ?? ''))) &&
        target !== column.target,
    )
    const known =
      owner?.target && type.code !== 'people' && owner.required ? ` and s.${REFERENCE_COLUMNS[owner.target].name} is not null` : ''
    return [
      {
        type: type.code,
        column: column.field,
        where: `s.${columnName(column)} is not null and s.${name} is null${known}`,
        problem: `'names no ${TARGET_WORDS[column.target]}'`,
      },
    ]
  })
}
const TARGET_WORDS = {
  institution: `institution of the Institutions sheet or the portal; ${NAMES_OF_INSTITUTIONS}`,
  carrier: `carrier of the Carriers sheet or the portal; ${NAMES_OF_CARRIERS}`,
  person: 'person of the People sheet or the portal',
  subsidiary: 'subsidiary of this institution',
  plan: 'plan of this institution',
  product: 'product of this carrier',
  insured: 'insured of this institution',
  agreement: 'split-dollar agreement of this institution',
  policy: 'policy of this carrier on the Policies sheet or in the portal, or one that two institutions have',
} as const

async function note(
  trx: Trx,
  scope: Scope,
  importId: number,
  type: RecordType,
  { column, where, problem, from }: SetCheck,
): Promise<number> {
  const of = type.columns.find(({ field }) => field === column)
  const value =
    of === undefined || of.kind === 'ssn'
      ? "'•••'"
      : of.kind === 'codes'
        ? `array_to_string(s.${columnName(of)}, '; ')`
        : `s.${columnName(of)}::text`
  const shown = of?.kind === 'money' ? `to_char(s.${columnName(of)} / 100.0, 'FM999999999999990.00')` : value
  const { rows } = await sql
    .raw<{ count: number }>(
      filled(
        `with found as (insert into onboarding_problem (import_id, site_id, record_type, source, column_name, value, problem)
        select ${importId}, :site, '${type.code}', ${sourceText('s', 'o_source')}, ${of ? `'${of.header.replaceAll("'", "''")}'` : 'null'}, ${of?.words && of.kind === 'code' ? `coalesce(${wordOf(of.words, shown)}, ${shown})` : shown}, ${problem}
        from ${stagedName(type)} s join onboarding_source o_source on o_source.id = s.origin ${from ? `join ${from}` : ''} where ${where} order by s.n returning 1)
       select count(*)::int as count from found`,
        scope,
      ),
    )
    .execute(trx)
  return rows[0]?.count ?? 0
}

const wordOf = (words: Readonly<Record<string, string>>, value: string): string =>
  `(case ${value} ${Object.entries(words)
    .map(([code, word]) => `when '${code}' then '${word.replaceAll("'", "''")}'`)
    .join(' ')} end)`
