/** Staged rows into the book: new records, corrections with what was there before, and the histories that the portal keeps of each kind. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Binding } from './binding.ts'
import { storedColumns } from './bindings.ts'
import { byKey, castOf, filled } from './resolving.ts'
import { stagedName } from './staged-columns.ts'
import { sourceText } from './staging.ts'

export interface Written {
  read: number
  added: number
  changed: number
  same: number
}

export async function countStaged(trx: Trx, binding: Binding): Promise<Written> {
  const { rows } = await sql
    .raw<Written>(
      `select count(*)::int as read, count(*) filter (where is_new)::int as added, count(*) filter (where is_changed)::int as changed,
      count(*) filter (where not is_new and not is_changed)::int as same from ${stagedName(binding.type)}`,
    )
    .execute(trx)
  return rows[0] ?? { read: 0, added: 0, changed: 0, same: 0 }
}

/** Writes one record type. What was there before is kept first: the last import can be undone by it. */
export async function writeRecords(trx: Trx, scope: Scope, importId: number, binding: Binding): Promise<void> {
  const run = (text: string) => sql.raw(filled(text, scope, importId)).execute(trx)
  const staged = stagedName(binding.type)
  const { table, type, primaryKey } = binding
  const stored = storedColumns(binding)
  const changing = stored.filter((column) => !primaryKey.includes(column))
  const also = { ...binding.also, ...(binding.isOfSite ? { site_id: ':site' } : {}) }
  const inserted = [...new Set([...primaryKey, ...stored])]
  const valueOf = (column: string) => (column === 'id' ? 's.record_id' : `s.${column}${castOf(binding, column)}`)
  const insert = (where: string) =>
    run(`insert into ${table} (${[...inserted, ...Object.keys(also)].join(', ')})
      select ${[...inserted.map(valueOf), ...Object.values(also)].join(', ')} from ${staged} s where ${where} order by s.n`)
  await insert('s.is_new')
  if (type.code === 'institutions')
    await run(`insert into institution_site (institution_id, site_id) select s.record_id, :site from ${staged} s where s.is_new`)
  if (type.code === 'people')
    await run(`insert into user_site (user_id, site_id) select s.record_id, :site from ${staged} s where s.is_new`)
  await run(keepRecord(binding, stored))
  for (const statement of histories(binding, changing)) await run(statement)
  if (binding.isReplaced) {
    await run(`delete from ${table} t using ${staged} s where s.is_changed and ${byKey(binding)}`)
    await insert('s.is_changed')
  } else if (changing.length > 0)
    await run(`update ${table} t set ${changing.map((column) => `${column} = s.${column}${castOf(binding, column)}`).join(', ')}, updated_at = now()
      from ${staged} s where s.is_changed and ${byKey(binding)}`)
}

/** Secrets are kept in no history. */
const TOLD_BY_NO_HISTORY = ['ssn_encrypted', 'ssn_hash']
const object = (alias: string, columns: readonly string[], name: (column: string) => string = (column) => column): string =>
  columns.length > 0 ? `jsonb_build_object(${columns.map((column) => `'${name(column)}', ${alias}.${column}`).join(', ')})` : "'{}'::jsonb"
/** The fields of one object that differ in the other. */
const differing = (one: string, other: string): string =>
  `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(${one}) e where e.value is distinct from ${other} -> e.key)`
const camel = (column: string): string => column.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

const institutionOf = ({ type, primaryKey }: Binding, alias: string): string =>
  type.code === 'institutions'
    ? `${alias}.record_id`
    : primaryKey.includes('institution_id') || type.code === 'people'
      ? `${alias}.institution_id`
      : 'null'

/** Everything that undoing asks for: how the row is found, and what its changed columns said, the sealed ones included. */
function keepRecord(binding: Binding, stored: readonly string[]): string {
  const { type, primaryKey, table, ownNumber, isReplaced } = binding
  // By the time of the change before, an import before that one still tells that nobody else has changed the record.
  const since = isReplaced ? '' : ` || jsonb_build_object('updated_at', t.updated_at)`
  const key = `jsonb_build_object(${primaryKey.map((column) => `'${column}', ${column === 'id' ? 's.record_id' : `s.${column}`}`).join(', ')})`
  const of = stored.filter((column) => !primaryKey.includes(column))
  const casted = (alias: string) =>
    of.length > 0
      ? `jsonb_build_object(${of.map((column) => `'${column}', ${alias}.${column}${alias === 's' ? castOf(binding, column) : ''}`).join(', ')})`
      : "'{}'::jsonb"
  return `insert into onboarding_record (import_id, site_id, record_type, institution_id, record, source_key, source, before, after)
    select :import, :site, '${type.code}', ${institutionOf(binding, 's')}, ${key}, ${ownNumber ? `s.${ownNumber}` : 'null'}, ${sourceText('s', 'c')},
      case when not s.is_new then ${differing(casted('t'), casted('s'))}${since} end, case when s.is_new then '{}' else ${differing(casted('s'), casted('t'))} end
    from ${stagedName(type)} s left join onboarding_source c on c.id = s.origin left join ${table} t on not s.is_new and ${byKey(binding)} where s.is_new or s.is_changed order by s.n`
}

/** Why a record changed, as its history says it. */
const REASON = "'Imported with the firm''s book, import :import'"

function histories(binding: Binding, changing: readonly string[]): string[] {
  const { type, table, register, term } = binding
  const staged = stagedName(type)
  const told = changing.filter((column) => !TOLD_BY_NO_HISTORY.includes(column))
  if (register) {
    const [before, after] = [object('t', told, camel), object('s', told, camel)]
    const columns = `institution_id, site_id, entity, entity_id, policy_id, insured_id, action, reason, before, after, reaches_from, user_id`
    return [
      `insert into register_change (${columns}) select s.institution_id, :site, '${register.entity}', s.record_id, ${register.policyId}, ${register.insuredId}, 'CORRECTED', ${REASON},
         ${differing(before, after)}, ${differing(after, before)}, ${register.reachesFrom}, :user
       from ${staged} s join ${table} t on ${byKey(binding)} where s.is_changed`,
      // Only where the institution was in the portal before and its reports may be made already; the record of a new one begins with the import itself.
      `insert into register_change (${columns}) select s.institution_id, :site, '${register.entity}', s.record_id, ${register.policyId}, ${register.insuredId}, 'ADDED', ${REASON},
         null, jsonb_strip_nulls(${after}), ${register.reachesFrom.replaceAll('t.issue_date', 's.issue_date')}, :user
       from ${staged} s where s.is_new and not exists (select from onboarding_record r where r.import_id = :import and r.record_type = 'institutions' and r.before is null and r.institution_id = s.institution_id)`,
    ]
  }
  if (term)
    return [
      `insert into institution_term_version (institution_id, kind, effective_on, content, entered_by, entered_at, replaced_by, replaced_at, reason, removed)
       select t.institution_id, '${term.kind}', t.${term.date}, ${TERM_CONTENT[term.kind]}, t.entered_by, t.updated_at, :user, now(), ${REASON}, false
       from ${staged} s join ${table} t on ${byKey(binding)} where s.is_changed`,
    ]
  if (type.code === 'ratings')
    return [
      `insert into carrier_change (carrier_code, kind, row_id, action, before, entered_by, entered_at, reason, user_id, reaches_from)
       select t.carrier_code, 'RATING', t.id, 'CORRECTED', ${object('t', ['agency', 'effective_date', 'rating', 'outlook', 'watch', 'action', 'source'], camel)}, t.entered_by, t.updated_at, ${REASON}, :user, t.effective_date
       from ${staged} s join ${table} t on ${byKey(binding)} where s.is_changed`,
    ]
  if (type.code === 'declaredRates') return rateHistories(staged, byKey(binding))
  const [before, after] = [object('t', told), object('s', told)]
  const masked = type.code === 'people'
  const names = (which: string) => (masked ? `(select jsonb_object_agg(k, '(masked)') from jsonb_object_keys(${which}) k)` : which)
  return [
    `insert into activity (actor_id, actor_role, site_id, institution_id, action, entity, entity_id, before, after)
     select :user, (select u.role from user_account u where u.id = :user), :site, ${institutionOf(binding, 's')}, 'onboarding.corrected', '${ENTITIES[type.code] ?? type.code}',
       ${binding.primaryKey.includes('id') ? 's.record_id::text' : `s.${binding.primaryKey[0]}::text`}, ${names(differing(before, after))}, ${names(differing(after, before))}
     from ${staged} s join ${table} t on ${byKey(binding)} where s.is_changed`,
  ]
}

/** As the page of a carrier's rates keeps them; reports print a change up to four months after the next one (`dated-terms.ts`). */
function rateHistories(staged: string, ofRow: string): string[] {
  const columns = 'carrier_code, kind, row_id, action, before, entered_by, entered_at, reason, user_id, reaches_from, reaches_until'
  const until = `((select min(o.effective_from) from product_rate o where o.product_id = t.product_id and o.effective_from > t.effective_from) + interval '4 months')::date`
  const before = `jsonb_build_object('productId', t.product_id, 'effectiveOn', t.effective_from, 'grossRate', t.gross_rate, 'source', t.source)`
  const noted = (where: string, action: string, was: string) =>
    `insert into carrier_change (${columns}) select s.carrier_code, 'PRODUCT_RATE', t.id, '${action}', ${was}, ${REASON}, :user, t.effective_from, ${until}
       from ${staged} s join product_rate t on ${ofRow} where ${where}`
  return [noted('s.is_new', 'ADDED', 'null, null, null'), noted('s.is_changed', 'CORRECTED', `${before}, t.entered_by, t.updated_at`)]
}
const ENTITIES: Readonly<Record<string, string>> = {
  people: 'users',
  permissions: 'users',
  serviceTeams: 'institutions',
  representatives: 'users',
}

const terms = (columns: string): string => object('t', columns.split(' '), camel)
/** A version of a dated term holds all of its fields. */
const TERM_CONTENT = {
  TAX_PROFILE: terms(
    'federal_rate state_rate state_code uses_state_row federal_deductible_fraction boli_state_treatment combined_rate_override source',
  ),
  CAPITAL: terms(
    'tier1_capital_cents allowance_for_credit_losses_cents tier2_capital_cents total_risk_based_capital_cents total_assets_cents source',
  ),
  POLICY_LIMITS: terms(
    'per_carrier_limit_fraction aggregate_limit_fraction capital_basis min_am_best min_sp min_moodys min_fitch min_comdex max_death_benefit_multiple_of_salary board_approval_date next_review_date',
  ),
} as const
