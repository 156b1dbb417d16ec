/** A policy that a file brought, as it would stand in the register: made of the row, of choices and corrections, or the sentences for what it lacks. */
import type { acceptPolicies } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { readName } from '@corridor/domain/data-feeds/cell-values.ts'
import { consentRefused, insuredRefused, policyRefused } from '@corridor/domain/policies/rules.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type MasterColumns, masterColumns } from './master-columns.ts'

/** The row's own statement, before anybody chose or corrected. */
export interface NewRow {
  lineNumber: number
  institutionId: number | null
  carrierCode: string
  matchKey: string
  policyNumber: string | null
  insuredName: string | null
  master: unknown
  faceAmountCents: number | null
  costBasisCents: number | null
  cumulativePremiumCents: number | null
  premiumPaidCents: number | null
  accountValueBeginCents: number | null
  withdrawalsCents: number | null
  period: PlainDate | null
}

/** Chosen or corrected by a person; of a group of rows the institution, the plan and the product. */
export type Given = Omit<ParsedOf<typeof acceptPolicies>['policies'][number], 'line'>

export interface Institution {
  id: number
  plans: { id: number; planName: string }[]
}
export interface Product {
  id: number
  carrierCode: string
  productName: string
}

/** The facts of a row and of the person who corrected it, whichever institution, plan and product it comes to. */
export type RowFacts = Exclude<ReturnType<typeof factsOfRow>, string[]>

/** @returns the facts, or a sentence for each that is missing, unreadable or refused by the register's own rules */
export function factsOfRow(row: NewRow, said: MasterColumns, today: PlainDate, given: Partial<Given> = {}) {
  const name = row.insuredName === null ? null : readName(row.insuredName)
  const missing: string[] = []
  const firstName = given.insuredFirstName ?? said.insuredFirstName ?? name?.firstName
  const lastName = given.insuredLastName ?? said.insuredLastName ?? name?.lastName
  if (!firstName || !lastName) missing.push('The insured’s first and last name are missing.')
  const issueDate = dateOf(given.issueDate ?? said.issueDate)
  if (issueDate === null) missing.push('The issue date is missing.')
  if (issueDate === 'invalid') missing.push('The issue date is not a date.')
  const dateOfBirth = dateOf(given.insuredDateOfBirth ?? said.insuredDateOfBirth)
  if (dateOfBirth === 'invalid') missing.push('The date of birth is not a date.')
  const faceAmountCents = given.faceAmountCents ?? row.faceAmountCents
  if (faceAmountCents === null) missing.push('The face amount is missing.')
  const firstPremium = proposedBasisOf(row, said, issueDate)
  const costBasisCents = given.costBasisCents ?? row.costBasisCents ?? row.cumulativePremiumCents ?? firstPremium
  if (costBasisCents === null) missing.push('The cost basis (or the premiums paid) is missing.')
  if (missing.length > 0 || !firstName || !lastName) return missing
  if (issueDate === null || issueDate === 'invalid' || dateOfBirth === 'invalid' || faceAmountCents === null || costBasisCents === null)
    return missing
  const employment = {
    insuredRole: said.insuredRole ?? 'EMPLOYEE',
    employmentStatus: said.employmentStatus ?? 'ACTIVE',
    employmentStatusDate: said.employmentStatusDate,
    hireDate: said.hireDate,
    annualCompensationCents: said.annualCompensation,
    // A file tells the salary as of its own month unless it says otherwise.
    compensationAsOf: said.annualCompensation === null ? null : (said.compensationAsOf ?? row.period),
  }
  const exchange = {
    isSection1035Replacement: said.isSection1035Replacement ?? (said.replacedCarrier !== null || said.replacedIssueDate !== null),
    replacedCarrier: said.replacedCarrier,
    replacedIssueDate: said.replacedIssueDate,
  }
  const consent = consentOf(said)
  const refused = [
    insuredRefused(
      { ...employment, dateOfBirth, dateOfDeath: null, deathSource: null },
      { firstIssue: issueDate, lastIssue: issueDate, today },
    ),
    policyRefused(
      {
        ...exchange,
        carrierCode: row.carrierCode,
        issueDate,
        issueAge: null,
        faceAmountCents,
        materialChange: false,
        isAcquired: false,
        acquisitionDate: null,
      },
      { productCarrier: row.carrierCode, dateOfBirth, dateOfDeath: null, agreementOfAnother: false, today },
    ),
    consent ? consentRefused({ ...consent, maxFaceDisclosed: consent.maxFaceDisclosedCents, maxFaceSalaryMultiple: null }, today) : {},
  ].flatMap((refusals) => Object.values(refusals).flat())
  if (refused.length > 0) return refused
  return {
    insured: {
      ...employment,
      firstName,
      middleName: name?.middleName ?? null,
      lastName,
      dateOfBirth,
      gender: given.insuredGender ?? said.insuredGender,
      ssnLast4: said.insuredSsnLast4,
      title: said.insuredTitle,
      stateOfResidence: said.stateOfResidence,
    },
    consent,
    issueDate,
    faceAmountCents: cents(faceAmountCents),
    costBasisCents: cents(costBasisCents),
    initialPremiumCents: cents(row.cumulativePremiumCents ?? firstPremium ?? costBasisCents),
    mec: given.mecIndicator ?? said.mecIndicator ?? true,
    ...exchange,
  }
}

/**
 * A policy issued in the month of its line, with nothing before and nothing taken out, has that month's premium for its basis. One that came by an exchange
 * carries the basis of the contract before over, which no premium tells.
 * @returns null where the row states the basis itself, or the premiums paid, and where it cannot be told
 */
export function proposedBasisOf(
  row: Pick<
    NewRow,
    'costBasisCents' | 'cumulativePremiumCents' | 'premiumPaidCents' | 'accountValueBeginCents' | 'withdrawalsCents' | 'period'
  >,
  said: Pick<MasterColumns, 'isSection1035Replacement' | 'replacedCarrier' | 'replacedIssueDate'>,
  issueDate: string | null,
): number | null {
  const { premiumPaidCents: premium, period } = row
  const isStated = row.costBasisCents !== null || row.cumulativePremiumCents !== null
  const isNew = period !== null && issueDate?.slice(0, 7) === period.slice(0, 7) && !row.accountValueBeginCents && !row.withdrawalsCents
  const isExchanged = said.isSection1035Replacement === true || said.replacedCarrier !== null || said.replacedIssueDate !== null
  return !isStated && isNew && !isExchanged && premium !== null && premium > 0 ? premium : null
}

/** Null where the row says nothing of a notice or consent. */
function consentOf(said: MasterColumns) {
  const { noticeDate, consentDate, maxFaceDisclosed, statusAtIssue, consentKeptAt: keptAt } = said
  const isSaid = [noticeDate, consentDate, maxFaceDisclosed, statusAtIssue, keptAt].some((value) => value !== null)
  if (!isSaid) return null
  return {
    noticeDate,
    consentDate,
    maxFaceDisclosedCents: maxFaceDisclosed,
    continueAfterTermination: said.continueAfterTermination ?? false,
    beneficiaryDisclosed: said.beneficiaryDisclosed ?? false,
    statusAtIssue,
    keptAt,
  }
}

const dateOf = (given: string | null): PlainDate | null | 'invalid' =>
  given === null || given === '' ? null : isPlainDate(given) ? given : 'invalid'

export const saidOf = (row: NewRow): MasterColumns => masterColumns.parse(row.master ?? {})

/** The plan chosen, else the one the row names, else the only one. */
export function planOf(
  institution: Institution,
  said: Pick<MasterColumns, 'planName'>,
  chosen?: number,
): Institution['plans'][number] | undefined {
  if (chosen !== undefined) return institution.plans.find(({ id }) => id === chosen)
  const named =
    said.planName === null ? undefined : institution.plans.find(({ planName }) => planName.toLowerCase() === said.planName?.toLowerCase())
  return named ?? (institution.plans.length === 1 ? institution.plans[0] : undefined)
}

/** The product chosen, else the one of the carrier that the row names. */
export const productOf = (
  products: readonly Product[],
  carrierCode: string,
  said: Pick<MasterColumns, 'productName'>,
  chosen?: number,
): Product | undefined =>
  products.find(
    (one) =>
      one.carrierCode === carrierCode &&
      (chosen === undefined ? one.productName.toLowerCase() === said.productName?.toLowerCase() : one.id === chosen),
  )

/** Institutions of the site with their plans, by id. */
export async function readInstitutions(trx: Trx, scope: Scope): Promise<Map<number, Institution>> {
  const rows = await trx.selectFrom('institutionSite').select('institutionId as id').where('siteId', '=', scope.siteId).execute()
  const plans = await trx
    .selectFrom('plan')
    .select(['id', 'institutionId', 'planName'])
    .where('siteId', '=', scope.siteId)
    .orderBy('id')
    .execute()
  const byInstitution = Map.groupBy(plans, ({ institutionId }) => institutionId)
  return new Map(rows.map(({ id }) => [id, { id, plans: byInstitution.get(id) ?? [] }]))
}

export const readProducts = (trx: Trx, carrierCodes: Iterable<string>): Promise<Product[]> =>
  trx
    .selectFrom('product')
    .select(['id', 'carrierCode', 'productName'])
    .where('carrierCode', 'in', ['', ...new Set(carrierCodes)])
    .execute()

/** Rows of the file that are new policies: those of the lines, or all. */
export async function readNewRows(trx: Trx, fileId: number, lines?: readonly number[]) {
  let query = trx
    .selectFrom('carrierFileRow')
    .select([
      'lineNumber',
      'institutionId',
      'carrierCode',
      'matchKey',
      'policyNumber',
      'insuredName',
      'master',
      'faceAmountCents',
      'costBasisCents',
      'cumulativePremiumCents',
      'premiumPaidCents',
      'accountValueBeginCents',
      'withdrawalsCents',
      'cashSurrenderValueCents',
      'deathBenefitCents',
      'period',
    ])
    .where('fileId', '=', fileId)
    .where('matchStatus', '=', 'NEW')
    .orderBy('lineNumber')
  if (lines) query = query.where('lineNumber', 'in', lines)
  const rows = await query.execute()
  return rows.flatMap(({ carrierCode, matchKey, ...row }) =>
    carrierCode === null || matchKey === null ? [] : [{ ...row, carrierCode, matchKey }],
  )
}

/** Rows that one choice of institution, plan and product answers for: alike in what the file says of the three. */
export const groupKeyOf = (row: NewRow, said: MasterColumns): string =>
  JSON.stringify([
    row.carrierCode,
    row.institutionId,
    row.institutionId === null ? (said.institutionName ?? said.fdicCertificate) : null,
    said.planName?.toLowerCase() ?? null,
    said.productName?.toLowerCase() ?? null,
  ])
