/** The book of one institution on a site, as its questionnaire offers it and compares answers with it. */
import { OUTSIDE_SECTION_101J } from '@corridor/domain/policies/consents.ts'
import { POLICY_STATUSES } from '@corridor/domain/policies/statuses.ts'
import { type Cents, cents, sumCents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { BookInsured, QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { entityOf, readEntities } from '../../reporting/holdings/snapshot-entity.ts'
import { selectInstitutions } from '../../reporting/holdings/snapshot-queries.ts'
import { termsOf } from '../../reporting/holdings/terms.ts'

const HELD = Object.entries(POLICY_STATUSES).flatMap(([status, { held }]) => (held ? [status] : []))

/**
 * In a transaction with the rights of staff.
 * @param on terms that hold from a date on are those of this day
 */
export async function readBook(trx: Trx, siteId: number, institutionId: number, on: PlainDate): Promise<QuestionnaireBook> {
  const institution = await trx
    .selectFrom('institution')
    .select([
      'name',
      'legalName',
      'city',
      'stateCode',
      'ein',
      'fdicCert',
      'primaryRegulator',
      'charterType',
      'taxEntityType',
      'fiscalYearEndMonth',
      'totalEquityCents',
    ])
    .where('id', '=', institutionId)
    .executeTakeFirst()
  if (!institution) throw new AppError('not_found')
  const { name, ...facts } = institution
  const subsidiaries = await trx
    .selectFrom('subsidiary')
    .select(['id', 'name', sql<boolean>`ein is not null`.as('ownReturn')])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .execute()
  return {
    institution: facts,
    ...(await termsOn(trx, siteId, institutionId, on)),
    entities: [{ id: 0, name, ownReturn: true }, ...subsidiaries],
    employees: await employeesOf(trx, institutionId),
    contacts: await contactsOf(trx, siteId, institutionId),
    insureds: await insuredsOf(trx, siteId, institutionId),
    deaths: await deathsOf(trx, siteId, institutionId, on),
    ...(await consentsOf(trx, siteId, institutionId)),
    cashSurrenderValueCents: await valueOf(trx, siteId, institutionId),
  }
}

/** As the reports take them: a profile that follows its state's row is that row. */
async function termsOn(
  trx: Trx,
  siteId: number,
  institutionId: number,
  on: PlainDate,
): Promise<Pick<QuestionnaireBook, 'capital' | 'tax' | 'limits'>> {
  const [row] = await selectInstitutions(trx, siteId, [institutionId], on)
  if (!row) throw new AppError('not_found')
  const { tax, capital, limits } = termsOf(row)
  const { rows } = await sql<{ totalAssetsCents: Cents | null; boardApprovalDate: PlainDate | null }>`
    select (select f.total_assets_cents from institution_financials f where f.institution_id = i.id and f.as_of_date <= ${on} order by f.as_of_date desc limit 1) as total_assets_cents,
      (select l.board_approval_date from institution_policy_limits l where l.institution_id = i.id and l.effective_from <= ${on} order by l.effective_from desc limit 1) as board_approval_date
    from institution i where i.id = ${institutionId}`.execute(trx)
  const [also] = rows
  return {
    capital: capital && {
      asOf: capital.asOf,
      tier1Cents: capital.tier1,
      allowanceCents: capital.allowance,
      totalRiskBasedCents: capital.total,
      totalAssetsCents: also?.totalAssetsCents ?? null,
    },
    tax: tax && {
      federalRate: tax.federalRate,
      stateRate: tax.stateRate,
      federalDeductibleFraction: tax.federalDeductibleFraction,
      boliStateTreatment: tax.boliStateTreatment,
      combinedRateOverride: tax.combinedRateOverride,
    },
    limits: limits && { ...limits, boardApprovalDate: also?.boardApprovalDate ?? null },
  }
}

/** Tax years stated so far, newest first. */
async function employeesOf(trx: Trx, institutionId: number): Promise<NonNullable<QuestionnaireBook['employees']>> {
  const rows = await trx
    .selectFrom('employeeCount')
    .select(['subsidiaryId', 'taxYearEnd', 'employees'])
    .where('institutionId', '=', institutionId)
    .orderBy('taxYearEnd', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ subsidiaryId, ...row }) => ({ entityId: subsidiaryId ?? 0, ...row }))
}

async function contactsOf(trx: Trx, siteId: number, institutionId: number): Promise<NonNullable<QuestionnaireBook['contacts']>> {
  const rows = await trx
    .selectFrom('institutionContact')
    .select(['contactKey', 'role', 'name', 'title', 'email', 'phone', 'receives'])
    .where('siteId', '=', siteId)
    .where('institutionId', '=', institutionId)
    .orderBy('createdAt')
    .orderBy('contactKey')
    .execute()
  return rows.map(({ contactKey, ...cells }) => ({ key: contactKey, cells }))
}

/** Everybody with a policy in force, retired people included; the death benefit is that of the newest values. */
async function insuredsOf(trx: Trx, siteId: number, institutionId: number): Promise<BookInsured[]> {
  const { rows } = await sql<BookInsured>`
    select i.id, concat_ws(' ', i.first_name, i.last_name, i.suffix) as name, i.title, i.employment_status, i.employment_status_date as status_date,
      i.annual_compensation_cents, i.state_of_residence, count(*)::int as policies, coalesce(sum(v.death_benefit_cents), 0)::bigint as death_benefit_cents
    from insured i
    join policy p on p.institution_id = i.institution_id and p.insured_id = i.id and p.site_id = i.site_id and p.policy_status = any(${HELD})
    left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.status = 'POSTED' and v.as_of_date = ${NEWEST(siteId, institutionId)}
    where i.institution_id = ${institutionId} and i.site_id = ${siteId}
    group by i.institution_id, i.id order by i.last_name, i.first_name, i.id`.execute(trx)
  return rows
}

/** Deaths of the two years to the day, which hold every fiscal year that a questionnaire asks about. */
async function deathsOf(trx: Trx, siteId: number, institutionId: number, on: PlainDate): Promise<NonNullable<QuestionnaireBook['deaths']>> {
  const { rows } = await sql<NonNullable<QuestionnaireBook['deaths']>[number]>`
    select i.id, concat_ws(' ', i.first_name, i.last_name, i.suffix) as name, i.date_of_death as date,
      (select count(*) from policy p where p.institution_id = i.institution_id and p.insured_id = i.id and p.site_id = i.site_id
        and p.policy_status in ('DEATH_CLAIM_PENDING', 'DEATH_PAID'))::int as claims
    from insured i
    where i.institution_id = ${institutionId} and i.site_id = ${siteId} and i.date_of_death > ${addMonthEnds(on, -24)} and i.date_of_death <= ${on}
    order by i.date_of_death, i.id`.execute(trx)
  return rows
}

/** As Form 8925 asks for consents: a policy issued since section 101(j), unless it replaced an older one unchanged; missing where nothing is signed. */
async function consentsOf(
  trx: Trx,
  siteId: number,
  institutionId: number,
): Promise<Required<Pick<QuestionnaireBook, 'withoutConsent' | 'needConsent'>>> {
  const { rows } = await sql<{ id: number; name: string; isSigned: boolean }>`
    select i.id, concat_ws(' ', i.first_name, i.last_name, i.suffix) as name,
      exists (select from consent c where c.institution_id = i.institution_id and c.insured_id = i.id and c.site_id = i.site_id and c.consent_date is not null) as is_signed
    from insured i
    where i.institution_id = ${institutionId} and i.site_id = ${siteId}
      and exists (select from policy p where p.institution_id = i.institution_id and p.insured_id = i.id and p.site_id = i.site_id and p.policy_status = any(${HELD})
        and p.issue_date > ${OUTSIDE_SECTION_101J}
        and not (p.is_section1035_replacement and not p.material_change and coalesce(p.replaced_issue_date <= ${OUTSIDE_SECTION_101J}, false)))
    order by i.last_name, i.first_name, i.id`.execute(trx)
  return { withoutConsent: rows.flatMap(({ id, name, isSigned }) => (isSigned ? [] : [{ id, name }])), needConsent: rows.length }
}

async function valueOf(trx: Trx, siteId: number, institutionId: number): Promise<Cents> {
  const { rows } = await sql<{ total: Cents }>`
    select coalesce(sum(v.cash_surrender_value_cents), 0)::bigint as total
    from policy p
    join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.status = 'POSTED' and v.as_of_date = ${NEWEST(siteId, institutionId)}
    where p.institution_id = ${institutionId} and p.site_id = ${siteId} and p.policy_status = any(${HELD})`.execute(trx)
  return rows[0]?.total ?? cents(0)
}

/** The holdings that limits are measured on: all that the legal entity holds in every portal and with other vendors. Staff's sessions may ask. */
export async function heldInAll(
  trx: Trx,
  siteId: number,
  institutionId: number,
): Promise<Pick<QuestionnaireBook, 'cashSurrenderValueCents' | 'isValuePart'>> {
  const { rows } = await sql<{ newest: PlainDate | null }>`select ${NEWEST(siteId, institutionId)} as newest`.execute(trx)
  const newest = rows[0]?.newest
  if (!newest) return { cashSurrenderValueCents: cents(0) }
  const { elsewhere, stated } = entityOf(await readEntities(trx, [institutionId], newest), institutionId, newest, () => false)
  const parts = [...elsewhere, ...(stated?.holdings ?? [])]
  return {
    cashSurrenderValueCents: sumCents(parts.map(({ cashSurrenderValue }) => cashSurrenderValue ?? cents(0))),
    isValuePart: parts.some((part) => ('missing' in part ? part.missing > 0 : part.cashSurrenderValue === null)),
  }
}

/** The newest month end with values of the institution. */
const NEWEST = (siteId: number, institutionId: number) => sql`(
  select max(n.as_of_date) from policy_valuation n where n.institution_id = ${institutionId} and n.site_id = ${siteId} and n.status = 'POSTED')`
