/** The records that staged rows speak of: those that their references name, their own rows of the book, and which of them are new or changed. */
import type { Column, RecordType, ReferenceTarget } from '@corridor/domain/onboarding/columns.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Binding } from './binding.ts'
import { storedColumns } from './bindings.ts'
import { columnName, REFERENCE_COLUMNS, snake, sqlTypeOf, stagedName } from './staged-columns.ts'

/** Parameters by name in statements that are put together of a binding's parts: whole numbers only. */
export const filled = (text: string, scope: Scope, importId = 0): string =>
  text
    .replaceAll(':site', String(scope.siteId))
    .replaceAll(':user', scope.userId > 0 ? String(scope.userId) : 'null')
    .replaceAll(':import', String(importId))

const run = async (trx: Trx, scope: Scope, text: string): Promise<number> =>
  Number((await sql.raw(filled(text, scope)).execute(trx)).numAffectedRows ?? 0)

/** The names that a cell may hold for each target: those of the book on the portal, and those of the sheets. Owners narrow the names. */
const KNOWN: Readonly<Record<ReferenceTarget, { owners: readonly string[]; book: string; sheet: string }>> = {
  institution: {
    owners: [],
    book: `select 'fdic ' || i.fdic_cert as name, i.id from institution i join institution_site x on x.institution_id = i.id and x.site_id = :site where i.fdic_cert is not null
      union select lower(i.name), i.id from institution i join institution_site x on x.institution_id = i.id and x.site_id = :site
      union select lower(r.source_key), i.id from onboarding_record r join onboarding_import m on m.id = r.import_id and m.status <> 'UNDONE'
        join institution i on i.id = (r.record->>'id')::int where r.site_id = :site and r.record_type = 'institutions' and r.source_key is not null`,
    sheet: `select lower(institution_number), record_id from staged_institutions union select 'fdic ' || fdic_cert, record_id from staged_institutions where fdic_cert is not null
      union select lower(name), record_id from staged_institutions`,
  },
  carrier: {
    owners: [],
    book: `select lower(c.code) as name, c.code as id from carrier c union
      select c.naic_company_code, c.code from carrier c where c.naic_company_code is not null and not exists (select from carrier o where o.code = c.naic_company_code)
      union select lower(n.name), c.code from carrier c cross join lateral (values (c.short_name), (c.legal_name)) n (name)
        where not exists (select from carrier o where o.code = upper(n.name)) and not exists (select from staged_carriers o where o.code = upper(n.name))`,
    sheet: `select lower(code), code from staged_carriers union select naic_company_code, code from staged_carriers where naic_company_code is not null
      union select lower(n.name), c.code from staged_carriers c cross join lateral (values (c.short_name), (c.legal_name)) n (name)
        where not exists (select from carrier o where o.code = upper(n.name)) and not exists (select from staged_carriers o where o.code = upper(n.name))`,
  },
  person: {
    owners: [],
    book: `select lower(u.email) as name, u.id from user_account u join user_site x on x.user_id = u.id and x.site_id = :site`,
    sheet: `select lower(email), record_id from staged_people`,
  },
  subsidiary: {
    owners: ['institution_id'],
    book: `select t.institution_id, lower(t.name) as name, t.id from subsidiary t`,
    sheet: `select institution_id, lower(name), record_id from staged_subsidiaries`,
  },
  plan: {
    owners: ['institution_id'],
    book: `select t.institution_id, lower(t.plan_name) as name, t.id from plan t where t.site_id = :site`,
    sheet: `select institution_id, lower(plan_name), record_id from staged_plans`,
  },
  product: {
    owners: ['carrier_code'],
    book: `select t.carrier_code, lower(t.product_name) as name, t.id from product t`,
    sheet: `select carrier_code, lower(product_name), record_id from staged_products`,
  },
  insured: {
    owners: ['institution_id'],
    book: `select t.institution_id, lower(r.source_key) as name, t.id from onboarding_record r join onboarding_import m on m.id = r.import_id and m.status <> 'UNDONE'
      join insured t on t.institution_id = r.institution_id and t.id = (r.record->>'id')::int
      where r.site_id = :site and r.record_type = 'insureds' and r.source_key is not null`,
    sheet: `select institution_id, lower(insured_number), record_id from staged_insureds`,
  },
  agreement: {
    owners: ['institution_id'],
    book: `select t.institution_id, lower(r.source_key) as name, t.id from onboarding_record r join onboarding_import m on m.id = r.import_id and m.status <> 'UNDONE'
      join split_dollar_agreement t on t.institution_id = r.institution_id and t.id = (r.record->>'id')::int
      where r.site_id = :site and r.record_type = 'agreements' and r.source_key is not null`,
    sheet: `select institution_id, lower(agreement_number), record_id from staged_agreements`,
  },
  policy: {
    owners: ['carrier_code'],
    book: `select t.carrier_code, t.match_key as name, t.institution_id, t.id from policy t where t.site_id = :site`,
    sheet: `select carrier_code, match_key, institution_id, record_id from staged_policies`,
  },
}

/** The records of a target that nothing narrows, by their names in small letters. */
export async function knownNames(trx: Trx, scope: Scope, target: 'institution' | 'carrier'): Promise<Map<string, string>> {
  const { book, sheet } = KNOWN[target]
  const { rows } = await sql
    .raw<{ name: string; id: string }>(
      filled(
        `select name, min(id)::text as id from (${book} union ${sheet}) n (name, id) where name is not null group by name having count(distinct id) = 1`,
        scope,
      ),
    )
    .execute(trx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Fills the references of a type, those first that others are narrowed by. What is not found, or names several, stays empty and is told by the checks. */
export async function resolveReferences(trx: Trx, scope: Scope, type: RecordType): Promise<void> {
  await sql.raw(`analyze ${stagedName(type)}`).execute(trx)
  for (const column of type.columns) if (column.target) await resolve(trx, scope, stagedName(type), column, column.target)
}

async function resolve(trx: Trx, scope: Scope, staged: string, column: Column, target: ReferenceTarget): Promise<void> {
  const { owners, book, sheet } = KNOWN[target]
  const { name: filledColumn } = REFERENCE_COLUMNS[target]
  const isPolicy = target === 'policy'
  const given = isPolicy ? 's.match_key' : `lower(regexp_replace(btrim(s.${columnName(column)}), '\\s+', ' ', 'g'))`
  const ownerNames = owners.map((owner) => `${owner}, `).join('')
  const narrowed = owners.map((owner) => ` and k.${owner} = s.${owner}`).join('')
  // A policy number is one carrier's; where several institutions have it, the row says whose it means.
  if (isPolicy) {
    await run(
      trx,
      scope,
      `create temporary table known_policy as select * from (${book} union ${sheet}) n (carrier_code, name, institution_id, id)`,
    )
    await sql`create index on known_policy (carrier_code, name); analyze known_policy`.execute(trx)
    const found = (condition: string) =>
      run(
        trx,
        scope,
        `update ${staged} s set policy_id = k.id, institution_id = k.institution_id
         from (select carrier_code, name, min(institution_id) as institution_id, min(id) as id from known_policy group by carrier_code, name${condition.includes('k.institution_id') ? ', institution_id' : ' having count(distinct institution_id) = 1'}) k
         where k.name = ${given} and k.carrier_code = s.carrier_code and ${condition}`,
      )
    await found('s.institution_id = k.institution_id')
    await found('s.institution_name is null')
    await sql`drop table known_policy`.execute(trx)
    return
  }
  await run(
    trx,
    scope,
    `update ${staged} s set ${filledColumn} = k.id
     from (select ${ownerNames}name, min(id) as id from (${book} union ${sheet}) n (${ownerNames}name, id) where name is not null group by ${ownerNames}name having count(distinct id) = 1) k
     where k.name = ${given}${narrowed}`,
  )
}

/** Finds the row of the book for each staged row, gives new ones their numbers, and completes what a sheet leaves out by what the book has. */
export async function matchRecords(trx: Trx, scope: Scope, binding: Binding): Promise<void> {
  const staged = stagedName(binding.type)
  const { table, primaryKey } = binding
  if (binding.type.code === 'transactions')
    await run(
      trx,
      scope,
      `update ${staged} s set place = o.place from (select n, row_number() over (partition by institution_id, policy_id, transaction_date, type order by n) as place from ${staged}) o where o.n = s.n`,
    )
  const hasId = primaryKey.includes('id')
  for (const { from, where } of binding.match)
    await run(
      trx,
      scope,
      `update ${staged} s set is_new = false${hasId ? ', record_id = t.id' : ''} from ${table} t${from ? `, ${from}` : ''} where s.is_new and ${where}`,
    )
  if (hasId) await run(trx, scope, `update ${staged} set record_id = nextval('${table}_id_seq') where is_new`)
  const stored = storedColumns(binding).filter((column) => !primaryKey.includes(column))
  const compared = stored.filter((column) => column !== 'ssn_encrypted')
  if (compared.length > 0)
    await run(
      trx,
      scope,
      `update ${staged} s set is_changed = true from ${table} t where not s.is_new and ${byKey(binding)}
       and (${compared.map((column) => `(s.${column} is not null and s.${column}${castOf(binding, column)} is distinct from t.${column}) or (t.${column} is not null and '${column}' = any (s.cleared))`).join(' or ')})`,
    )
  if (stored.length > 0)
    await run(
      trx,
      scope,
      `update ${staged} s set ${stored.map((column) => `${column} = case when '${column}' = any (s.cleared) then null else coalesce(s.${column}, t.${column}${castOf(binding, column) && '::text'}) end`).join(', ')} from ${table} t where not s.is_new and ${byKey(binding)}`,
    )
  const defaults = binding.type.columns.filter(({ otherwise }) => otherwise !== undefined)
  if (defaults.length > 0)
    await run(
      trx,
      scope,
      `update ${staged} set ${defaults.map((column) => `${snake(column.field)} = coalesce(${snake(column.field)}, ${defaultOf(column)})`).join(', ')} where is_new`,
    )
  if (binding.list)
    await run(trx, scope, `update ${staged} set ${binding.list.column} = coalesce(${binding.list.column}, '[]') where is_new`)
  // The statements that follow join by numbers that were null when the rows were read.
  await sql.raw(`analyze ${staged}`).execute(trx)
}

const defaultOf = (column: Column): string => `'${(column.otherwise ?? '').replaceAll("'", "''")}'::${sqlTypeOf(column)}`
export const castOf = ({ casts }: Binding, column: string): string => (casts?.[column] ? `::${casts[column]}` : '')
/** Joins the row of the book `t` with the staged row `s` of it. */
export const byKey = ({ primaryKey }: Binding): string =>
  primaryKey.map((column) => (column === 'id' ? 't.id = s.record_id' : `t.${column} = s.${column}`)).join(' and ')
