/** The source of Form 8925 reports, read set-wise: seven statements for a whole group of institutions, whatever their size. */
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { CONSENTS_QUESTION } from '@corridor/domain/questionnaires/register-facts.ts'
import { recordedSource } from '@corridor/domain/reports/form-8925/line-1.ts'
import type { StatedEmployees } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { heldAt, heldOrEndedSince, statusAt } from '../../shared/policies/in-force-policies.ts'
import { siteDayOf } from '../../shared/site-day.ts'

const rowsOf = async <Row>(trx: Trx, statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(trx)).rows

export interface HolderRow {
  institutionId: number
  name: string
  legalName: string
  ein: string | null
  city: string | null
  stateCode: string | null
  businessType: string | null
  fiscalYearEndMonth: number
  logo: string | null
}
export const selectHolders = (trx: Trx, ids: number[]) =>
  rowsOf(
    trx,
    sql<HolderRow>`
    select i.id as institution_id, i.name, i.legal_name, i.ein, i.city, i.state_code, i.naics_business_type as business_type, i.fiscal_year_end_month, i.logo_sha256 as logo
    from institution i where i.id = any(${ids}::int[])`,
  )

export interface SubsidiaryRow {
  institutionId: number
  id: number
  name: string
  legalName: string
  ein: string | null
}
export const selectSubsidiaries = (trx: Trx, ids: number[]) =>
  rowsOf(
    trx,
    sql<SubsidiaryRow>`select institution_id, id, name, legal_name, ein from subsidiary where institution_id = any(${ids}::int[])`,
  )

export interface PolicyRow {
  institutionId: number
  policyId: number
  subsidiaryId: number | null
  policyNumber: string
  carrierName: string
  insuredId: number
  issueDate: PlainDate
  status: string
  statusDate: PlainDate | null
  isHeld: boolean
  faceAmount: Cents
  deathBenefit: Cents | null
  valuationVersion: number | null
  fileId: number | null
  postedOn: PlainDate | null
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
  personId: number
  insuredName: string
  role: string
  employmentStatus: string
  employmentStatusDate: PlainDate | null
  hireDate: PlainDate | null
  dateOfDeath: PlainDate | null
  annualCompensation: Cents | null
  /** Known by a social security number. */
  isIdentified: boolean
}

/**
 * Contracts held at the year's end, and those that ended in the tax year, with the status they had then and the death benefit posted for it. One person
 * who stands in the register twice has one `personId`, known by the keyed hash of the social security number, which itself is not read.
 */
export const selectPolicies = (trx: Trx, scope: Scope, ids: number[], period: PlainDate, since: PlainDate) =>
  rowsOf(
    trx,
    sql<PolicyRow>`
    select p.institution_id, p.id as policy_id, p.subsidiary_id, p.policy_number, c.short_name as carrier_name, p.insured_id, p.issue_date, h.status, h.status_date,
      ${heldAt(period)} as is_held, p.face_amount_cents as face_amount, v.death_benefit_cents as death_benefit, v.version as valuation_version,
      v.file_id, ${siteDayOf(sql`v.posted_at`, scope.siteId)} as posted_on,
      p.is_section1035_replacement, p.replaced_issue_date, p.material_change,
      min(p.insured_id) over (partition by p.institution_id, coalesce(encode(s.ssn_hash, 'hex'), 'insured ' || p.insured_id)) as person_id,
      concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), concat_ws(' ', s.first_name, s.middle_name)) as insured_name,
      s.insured_role as role, s.employment_status, s.employment_status_date, s.hire_date, s.date_of_death, s.annual_compensation_cents as annual_compensation,
      s.ssn_hash is not null as is_identified
    from policy p
    join carrier c on c.code = p.carrier_code
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    cross join lateral ${statusAt(period)} h
    left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
    where p.site_id = ${scope.siteId} and p.institution_id = any(${ids}::int[])
      and ${heldOrEndedSince(period, since)}
    order by p.institution_id, p.id`,
  )

export interface EmployeeCountRow {
  institutionId: number
  subsidiaryId: number | null
  employees: number
  source: string
  statedOn: PlainDate
  statedBy: string | null
  /** The return of the year's questionnaire; null where none is kept here or it is out. */
  returnedOn: PlainDate | null
  /** The year's questionnaire is kept on the portal, and was never returned. */
  isQuestionnaireOut: boolean
}
export const selectEmployeeCounts = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<EmployeeCountRow>`
    select e.institution_id, e.subsidiary_id, e.employees, e.source, ${siteDayOf(sql`e.updated_at`, scope.siteId)} as stated_on,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as stated_by,
      (select ${siteDayOf(sql`max(q.returned_at)`, scope.siteId)} from questionnaire q where q.site_id = ${scope.siteId} and q.institution_id = e.institution_id
        and q.period = e.tax_year_end) as returned_on,
      exists (select from questionnaire q where q.site_id = ${scope.siteId} and q.institution_id = e.institution_id and q.period = e.tax_year_end
        and q.returned_at is null and q.reopened_at is null) as is_questionnaire_out
    from employee_count e left join user_account u on u.id = e.entered_by
    where e.institution_id = any(${ids}::int[]) and e.tax_year_end = ${period}`,
  )

/** The source that staff wrote is taken at its word, but for what the portal knows of a questionnaire that it names. */
export function statedBy({
  employees: count,
  source: written,
  statedOn,
  statedBy: by,
  ...questionnaire
}: EmployeeCountRow): StatedEmployees {
  const { isQuestionnaireOut, returnedOn } = questionnaire
  const isNamed = /questionnaire/i.test(written)
  return {
    count,
    ...recordedSource(written),
    statedOn,
    ...(by === null ? {} : { statedBy: by }),
    ...(isNamed && returnedOn !== null ? { returnedOn } : {}),
    ...(isNamed && isQuestionnaireOut ? { isUnreturned: true } : {}),
  }
}

/** Institutions whose returned questionnaire of the year says that the signed consent of everybody is held. */
export const selectWhoSayEveryConsent = async (trx: Trx, scope: Scope, ids: number[], period: PlainDate): Promise<number[]> =>
  (
    await rowsOf(
      trx,
      sql<{ institutionId: number }>`
    select q.institution_id from questionnaire q
    join questionnaire_answer a on a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.question_code = ${CONSENTS_QUESTION} and a.value = 'true'::jsonb
    where q.site_id = ${scope.siteId} and q.institution_id = any(${ids}::int[]) and q.period = ${period} and q.status = 2 and q.returned_at is not null`,
    )
  ).map(({ institutionId }) => institutionId)
