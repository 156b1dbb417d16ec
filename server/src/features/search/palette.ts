/** The command palette's answers: of each kind the first few whose names begin as typed, under the rights of the pages they lead to. */
import { listExceptions } from '@corridor/contract/auditing.ts'
import { institutions, readInstitutions } from '@corridor/contract/institutions.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { type PALETTE_ALONE, type PaletteItem, SEARCH_KINDS, type SearchKind } from '@corridor/contract/search.ts'
import type { Session } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import { type Access, CLIENT_ROLES, holds, isStaff, levelOf, ROLE_NAMES, type Role } from '@corridor/domain/access/access.ts'
import { AUDIT_RULES, auditRuleCodes, checkOf, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { type Allowed, findNames, selectNames } from './queries.ts'

const MOST = 5
const MOST_ALONE = 12

export async function selectPalette(trx: Trx, scope: Scope, session: Session, typed: string, allowed: Allowed): Promise<PaletteItem[]> {
  const may = (access: Access) => isStaff(session.userRole) && holds(session, access)
  const files = await filesOf(trx, session, typed, allowed)
  return [
    ...(may(institutions.endpoints.list.access) ? await institutionsOf(trx, scope, typed) : []),
    ...files,
    ...(may(users.endpoints.list.access) ? await peopleOf(trx, scope, typed) : []),
    ...(isStaff(session.userRole) ? await batchesOf(trx, scope, session, typed) : []),
    ...(may(readInstitutions) ? await insurancePoliciesOf(trx, scope, typed) : []),
    ...(may(listExceptions.access) ? await exceptionsOf(trx, scope, typed) : []),
  ]
}

/** One kind alone, for somebody who began with what they want to do. */
export async function selectAlone(
  trx: Trx,
  scope: Scope,
  session: Session,
  typed: string,
  kind: (typeof PALETTE_ALONE)[number],
): Promise<PaletteItem[]> {
  const { access, select } = ALONE[kind]
  return isStaff(session.userRole) && holds(session, access) ? select(trx, scope, typed) : []
}

const plain = { institutionId: null, reportType: null, exception: null }

/** Anywhere in the name; names that begin so first. */
const holdsText = (name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(lower(${name}), ${typed.toLowerCase()}) > 0`
const beginsFirst = (name: RawBuilder<unknown>, typed: string) => sql`strpos(lower(${name}), ${typed.toLowerCase()}), lower(${name})`

async function institutionsOf(trx: Trx, scope: Scope, typed: string): Promise<PaletteItem[]> {
  const name = sql`i.name`
  const { rows } = await sql<{ id: number; name: string; place: string; status: string }>`
    select i.id, i.name, concat_ws(', ', i.city, i.state_code) as place, i.status from institution i join institution_site s on s.institution_id = i.id
    where s.site_id = ${scope.siteId} and ${holdsText(name, typed)} order by ${beginsFirst(name, typed)}, i.id limit ${MOST}`.execute(trx)
  return rows.map(({ id, name: called, place, status }) => ({
    ...plain,
    kind: 'INSTITUTION',
    id,
    name: called,
    detail: status === 'ACTIVE' ? place : [place, 'inactive'].filter(Boolean).join(', '),
  }))
}

async function filesOf(trx: Trx, session: Session, typed: string, allowed: Allowed): Promise<PaletteItem[]> {
  const found = []
  for (const kind of SEARCH_KINDS) found.push(...(await findNames(trx, typed, allowed, kind)))
  return (await selectNames(trx, session, found)).map(({ kind, id, name, typeName, year, institutionName, carrierName, cameAt }) => ({
    ...plain,
    kind,
    id,
    name,
    // A client's own institution, and words that the name has already, tell no entry from another.
    detail: [
      isStaff(session.userRole) || institutionName === null ? (institutionName ?? carrierName) : null,
      typeName,
      year,
      cameWords(kind, cameAt, session),
    ]
      .filter((word) => word !== null && !repeats(String(word), name))
      .join(', '),
  }))
}
/** "Summary Monthly BOLI Asset Report" says no more than the beginning of "Summary Asset Report, September 2026". */
const repeats = (detail: string, name: string): boolean =>
  name.includes(detail) || (name.split(', ')[0] ?? name).split(' ').every((word) => detail.includes(word))
const cameWords = (kind: SearchKind, cameAt: string, { timeZone }: Session): string =>
  `${kind === 'BANK_UPLOAD' ? 'sent' : 'filed'} ${formatDate(plainDate(new Date(cameAt).toLocaleDateString('en-CA', { timeZone })))}`

async function peopleOf(trx: Trx, scope: Scope, typed: string): Promise<PaletteItem[]> {
  const name = sql`u.first_name || ' ' || u.last_name || ' ' || u.email`
  const { rows } = await sql<{ id: number; name: string; role: Role; institutionName: string | null }>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.role, i.name as institution_name from user_account u left join institution i on i.id = u.institution_id
    where exists (select from user_site x where x.user_id = u.id and x.site_id = ${scope.siteId}) and ${holdsText(name, typed)}
    order by ${beginsFirst(name, typed)}, u.id limit ${MOST}`.execute(trx)
  return rows.map(({ id, name: called, role, institutionName }) => ({
    ...plain,
    kind: 'PERSON',
    id,
    name: called,
    detail: [ROLE_NAMES[role], institutionName].filter(Boolean).join(', '),
  }))
}

/** Active people of the client side whom startView would let through, with each institution that they act for; by their own names or the institution's. */
async function viewableOf(trx: Trx, scope: Scope, typed: string): Promise<PaletteItem[]> {
  const name = sql`concat_ws(' ', u.first_name, u.last_name)`
  const either = sql`concat_ws(' ', u.first_name, u.last_name, i.name)`
  const { rows } = await sql<{ id: number; name: string; role: Role; institutionId: number; institutionName: string }>`
    select u.id, ${name} as name, u.role, i.id as institution_id, i.name as institution_name
    from user_account u join institution i on i.status = 'ACTIVE'
      and exists (select from institution_site x where x.institution_id = i.id and x.site_id = ${scope.siteId})
      and case u.role when 'e' then exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id)
                      else u.institution_id = i.id end
    where u.status = 1 and u.role = any(${[...CLIENT_ROLES]}::text[]) and exists (select from user_site x where x.user_id = u.id and x.site_id = ${scope.siteId})
      and ${holdsText(either, typed)}
    order by ${beginsFirst(either, typed)}, i.id, u.id limit ${MOST_ALONE}`.execute(trx)
  return rows.map(({ id, name: called, role, institutionId, institutionName }) => ({
    ...plain,
    kind: 'VIEW_AS',
    id,
    name: called,
    detail: `${ROLE_NAMES[role]}, ${institutionName}`,
    institutionId,
  }))
}

/** Words that say what is wanted of a batch, and not which: "release october". */
const ABOUT_BATCHES: ReadonlySet<string> = new Set(['release', 'batch', 'batches', 'reports', 'go', 'to', 'open', 'of', 'for', 'the'])

/** By all the words typed, of the batch's name, its family or its month. */
async function batchesOf(trx: Trx, scope: Scope, session: Session, typed: string): Promise<PaletteItem[]> {
  const words = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !ABOUT_BATCHES.has(word))
  if (words.length === 0 && !/release|batch/i.test(typed)) return []
  const families = REPORT_TYPE_NAMES.filter((type) => levelOf(session, REPORT_FAMILIES[type].permission) > 0)
  const { rows } = await sql<{ id: number; name: string; reportType: ReportTypeName; reports: number; released: number }>`
    select b.id, b.batch_name as name, b.report_type, r.reports, r.released
    from report_batch b
    join unnest(${[...families]}::text[], ${families.map((type) => REPORT_FAMILIES[type].plural)}::text[]) as f (report_type, plural) using (report_type)
    cross join lateral (select count(*)::int as reports, count(released_at)::int as released from report where batch_id = b.id and deleted_at is null) r
    where b.site_id = ${scope.siteId}
      and not exists (select from unnest(${words}::text[]) as w (word) where strpos(lower(concat_ws(' ', b.batch_name, f.plural, to_char(b.period, 'FMMonth YYYY'))), w.word) = 0)
    order by b.created_at desc, b.id desc limit ${MOST}`.execute(trx)
  return rows.map(({ id, name, reportType, reports, released }) => ({
    kind: 'BATCH',
    id,
    name,
    // Batches are named after their family, unless somebody named them.
    detail: `${name.includes(REPORT_FAMILIES[reportType].plural) ? '' : `${inSentence(REPORT_FAMILIES[reportType].plural)}, `}${formatCount(released)} of ${formatCount(reports)} released`,
    institutionId: null,
    reportType,
    exception: null,
  }))
}

/** "Asset Reports" as the beginning of a sentence: "Asset reports". */
const inSentence = (title: string): string => title.slice(0, 1) + title.slice(1).toLowerCase()

/** By the beginning of its number, without spaces and dashes, from the third character on. */
async function insurancePoliciesOf(trx: Trx, scope: Scope, typed: string, most = MOST): Promise<PaletteItem[]> {
  const key = keyOf(typed)
  if (key === null) return []
  // Comparisons, not LIKE: row-level security lets only those use the index.
  const { rows } = await sql<{ id: number; institutionId: number; name: string; institutionName: string; carrierName: string }>`
    select p.id, p.institution_id, p.policy_number as name, i.name as institution_name, c.short_name as carrier_name
    from policy p join institution i on i.id = p.institution_id join carrier c on c.code = p.carrier_code
    where ${visible(scope, 'p')} and p.match_key >= ${key} and p.match_key < ${`${key}~`}
    order by p.match_key, p.id limit ${most}`.execute(trx)
  return rows.map(({ id, institutionId, name, institutionName, carrierName }) => ({
    kind: 'INSURANCE_POLICY',
    id,
    name,
    detail: `${institutionName}, ${carrierName}`,
    institutionId,
    reportType: null,
    exception: null,
  }))
}

/** Open and acknowledged ones, errors first: by the code or words of the rule, or by the policy's number. */
async function exceptionsOf(trx: Trx, scope: Scope, typed: string): Promise<PaletteItem[]> {
  const wanted = typed.toLowerCase()
  const rules = auditRuleCodes.filter((code) => code.toLowerCase() === wanted || AUDIT_RULES[code].title.toLowerCase().includes(wanted))
  const key = keyOf(typed)
  if (rules.length === 0 && key === null) return []
  const { rows } = await sql<{ id: number; institutionId: number; ruleCode: string; period: PlainDate; about: string }>`
    select x.id, x.institution_id, x.rule_code, x.period, concat_ws(', ', p.policy_number, i.name) as about
    from audit_exception x join institution i on i.id = x.institution_id left join policy p on p.institution_id = x.institution_id and p.id = x.policy_id
    where ${visible(scope, 'x')} and x.status in ('OPEN', 'ACKNOWLEDGED')
      and (x.rule_code = any(${rules}::text[]) or p.match_key >= ${key} and p.match_key < ${key === null ? null : `${key}~`})
    order by x.period desc, case x.severity when 'error' then 1 when 'warning' then 2 else 3 end, x.id limit ${MOST}`.execute(trx)
  return rows.flatMap(({ id, institutionId, ruleCode, period, about }) =>
    isAuditRule(ruleCode)
      ? [
          {
            ...plain,
            kind: 'EXCEPTION' as const,
            id,
            name: `${ruleCode}, ${AUDIT_RULES[ruleCode].title}`,
            detail: `${about}, ${formatMonth(period)}`,
            institutionId,
            exception: { check: checkOf(ruleCode), period },
          },
        ]
      : [],
  )
}

/** A policy's number as it is matched, from the third character on; null for what is none. */
function keyOf(typed: string): string | null {
  const key = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return key.length < 3 || !/\d/.test(key) ? null : key
}

const ALONE: Record<(typeof PALETTE_ALONE)[number], { access: Access; select: typeof viewableOf }> = {
  INSURANCE_POLICY: { access: readInstitutions, select: (trx, scope, typed) => insurancePoliciesOf(trx, scope, typed, MOST_ALONE) },
  VIEW_AS: { access: startViewAs.access, select: viewableOf },
}
