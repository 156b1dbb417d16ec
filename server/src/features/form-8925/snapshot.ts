/** Reads the book into the snapshots of a group of Form 8925 reports, one for each policyholder, or says what stands in the way. */
import { createHash } from 'node:crypto'
import type { Consent } from '@corridor/domain/policies/consents.ts'
import { type Cents, times } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import { CONSENTS_QUESTION } from '@corridor/domain/questionnaires/register-facts.ts'
import type { Form8925Insured, Form8925Policy, Form8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { valueSourceOf } from '@corridor/domain/reports/heading.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { failure } from '../../reporting/failures.ts'
import type { Prepared, ReportOrder } from '../../reporting/family.ts'
import { standInOf } from '../../reporting/holdings/missing-values.ts'
import { selectEarlierValues } from '../../reporting/holdings/snapshot-queries.ts'
import { type EntityContractRow, selectEntityContracts } from '../../shared/institutions/entity-figures.ts'
import { portalsById, selectSite } from '../../shared/institutions/portals.ts'
import { type ConsentRow, selectConsents } from '../../shared/policies/consent-rows.ts'
import { elsewhereOf, withoutValueIn } from './elsewhere.ts'
import {
  type EmployeeCountRow,
  type HolderRow,
  type PolicyRow,
  type SubsidiaryRow,
  selectEmployeeCounts,
  selectHolders,
  selectPolicies,
  selectSubsidiaries,
  selectWhoSayEveryConsent,
  statedBy,
} from './snapshot-queries.ts'

const MONTHS_OF_A_TAX_YEAR = 12

/** Orders of one batch share their year end; others are read one group after the other. */
export async function prepareForm8925(
  trx: Trx,
  scope: Scope,
  orders: readonly ReportOrder[],
): Promise<Map<number, Prepared<Form8925Snapshot>>> {
  const prepared = new Map<number, Prepared<Form8925Snapshot>>()
  for (const [period, group] of Map.groupBy(orders, (order) => order.period)) {
    const book = await readBook(trx, scope, period, [...new Set(group.map(({ institutionId }) => institutionId))])
    for (const order of group) prepared.set(order.reportId, assemble(book, order))
  }
  return prepared
}

interface Book {
  site: Form8925Snapshot['site']
  holders: Map<number, HolderRow>
  subsidiaries: Map<string, SubsidiaryRow>
  /** By policyholder: those of a subsidiary without an EIN are its institution's. */
  policies: Map<string, PolicyRow[]>
  consents: Map<string, ConsentRow[]>
  employees: Map<string, EmployeeCountRow>
  /** Institutions whose questionnaire of the year states that every consent is held. */
  sayEveryConsent: Set<number>
  /** Last month's death benefit of those that lack this month's. */
  earlier: Map<string, Cents>
  /** Contracts that other portals keep of the policyholders, by them; and the portals. */
  elsewhere: Map<string, EntityContractRow[]>
  portals: Map<number, Form8925Snapshot['site']>
}

async function readBook(trx: Trx, scope: Scope, period: PlainDate, ids: number[]): Promise<Book> {
  const site = await selectSite(trx, scope)
  const holders = await selectHolders(trx, ids)
  const subsidiaries = new Map((await selectSubsidiaries(trx, ids)).map((row) => [keyOf(row.institutionId, row.id), row]))
  const policies = await selectPolicies(trx, scope, ids, period, addMonthEnds(period, -MONTHS_OF_A_TAX_YEAR))
  const consents = await selectConsents(trx, scope, ids)
  const employees = await selectEmployeeCounts(trx, scope, ids, period)
  const missing = policies.filter(isMissing)
  const earlier = missing.length > 0 ? await selectEarlierValues(trx, scope, missing, addMonthEnds(period, -1)) : []
  const elsewhere = await selectEntityContracts(trx, ids, period, addMonthEnds(period, -MONTHS_OF_A_TAX_YEAR))
  const holderOf = ({ institutionId, subsidiaryId }: { institutionId: number; subsidiaryId: number | null }) =>
    keyOf(institutionId, subsidiaryId !== null && subsidiaries.get(keyOf(institutionId, subsidiaryId))?.ein ? subsidiaryId : null)
  return {
    site,
    holders: new Map(holders.map((row) => [row.institutionId, row])),
    subsidiaries,
    policies: Map.groupBy(policies, holderOf),
    consents: Map.groupBy(consents, (row) => keyOf(row.institutionId, row.insuredId)),
    sayEveryConsent: new Set(await selectWhoSayEveryConsent(trx, scope, ids, period)),
    employees: new Map(employees.map((row) => [keyOf(row.institutionId, row.subsidiaryId), row])),
    earlier: new Map(earlier.map((row) => [keyOf(row.institutionId, row.policyId), row.deathBenefit])),
    elsewhere: Map.groupBy(elsewhere, holderOf),
    portals: await portalsById(trx, [...new Set(elsewhere.map(({ siteId }) => siteId))]),
  }
}

function assemble(book: Book, order: ReportOrder): Prepared<Form8925Snapshot> {
  const { institutionId, subsidiaryId, period } = order
  const institution = book.holders.get(institutionId)
  const subsidiary = subsidiaryId === null ? null : (book.subsidiaries.get(keyOf(institutionId, subsidiaryId)) ?? null)
  if (subsidiaryId !== null && !subsidiary?.ein) return { failure: failure('no_own_return') }
  const rows = book.policies.get(keyOf(institutionId, subsidiaryId)) ?? []
  if (!institution || rows.length === 0) return { failure: failure('no_policies') }
  const others = book.elsewhere.get(keyOf(institutionId, subsidiaryId)) ?? []
  const missing = rows.filter(isMissing)
  const standIn = standInOf(
    order,
    missing,
    (row) => book.earlier.has(keyOf(row.institutionId, row.policyId)),
    withoutValueIn(others, book.portals),
  )
  if ('failure' in standIn) return standIn

  const policies = rows.map((row) => policyOf(book, row))
  const insureds = [...new Map(rows.map((row) => [row.insuredId, row])).values()].map((row) => insuredOf(book, row))
  const valued = rows.filter(({ valuationVersion }) => valuationVersion !== null)
  const elsewhere = elsewhereOf(others, insureds, book.portals)
  const employees = book.employees.get(keyOf(institutionId, subsidiaryId))
  const stated = employees ? statedBy(employees) : null
  const saysEveryConsent = book.sayEveryConsent.has(institutionId)
  const { name, legalName, ein, city, stateCode, businessType, logo } = institution
  const snapshot: Form8925Snapshot = {
    schema: 1,
    kind: 'C8925Report',
    period,
    yearStart: priorFiscalYearEnd(period, institution.fiscalYearEndMonth),
    institution: { id: institutionId, name, legalName, ein, city, stateCode, businessType, ...(logo === null ? {} : { logo }) },
    subsidiary: subsidiary ? { id: subsidiary.id, name: subsidiary.name, legalName: subsidiary.legalName, ein: subsidiary.ein } : null,
    site: book.site,
    batchId: order.batchId,
    reportId: order.reportId,
    version: order.version,
    restated: order.isRestated,
    preparedOn: order.preparedOn,
    preliminary: standIn.preliminary,
    employees: stated,
    ...(saysEveryConsent ? { saysEveryConsent: true } : {}),
    source: valueSourceOf(
      valued.map(({ fileId }) => fileId),
      valued
        .flatMap(({ postedOn }) => postedOn ?? [])
        .toSorted()
        .at(-1) ?? null,
    ),
    valuationHash: createHash('sha256')
      .update(
        JSON.stringify([
          rows.map(({ policyId, valuationVersion }) => [policyId, valuationVersion]),
          policies,
          insureds,
          stated,
          ...(elsewhere.length > 0 ? [elsewhere] : []),
          ...(saysEveryConsent ? [CONSENTS_QUESTION] : []),
        ]),
      )
      .digest('hex')
      .slice(0, 8),
    policies,
    insureds,
    elsewhere,
  }
  return { snapshot, isPreliminary: snapshot.preliminary !== null }
}

function policyOf(book: Book, row: PolicyRow): Form8925Policy {
  const through = row.subsidiaryId === null ? undefined : book.subsidiaries.get(keyOf(row.institutionId, row.subsidiaryId))
  return {
    policyId: row.policyId,
    policyNumber: row.policyNumber,
    carrierName: row.carrierName,
    insuredId: row.insuredId,
    issueDate: row.issueDate,
    statusAtYearEnd: row.status,
    statusDate: row.statusDate,
    faceAmount: row.faceAmount,
    deathBenefit: row.isHeld ? (row.deathBenefit ?? book.earlier.get(keyOf(row.institutionId, row.policyId)) ?? null) : null,
    isSection1035Replacement: row.isSection1035Replacement,
    replacedIssueDate: row.replacedIssueDate,
    materialChange: row.materialChange,
    ownedThrough: through && !through.ein ? through.legalName : null,
  }
}

function insuredOf(book: Book, row: PolicyRow): Form8925Insured {
  return {
    insuredId: row.insuredId,
    personId: row.personId,
    name: row.insuredName,
    role: row.role,
    employmentStatus: row.employmentStatus,
    statusDate: row.employmentStatusDate,
    hireDate: row.hireDate,
    dateOfDeath: row.dateOfDeath,
    annualCompensation: row.annualCompensation,
    isIdentified: row.isIdentified,
    consents: (book.consents.get(keyOf(row.institutionId, row.insuredId)) ?? []).map(
      ({ institutionId: _institution, insuredId: _insured, ...consent }) => inDollars(consent, row.annualCompensation),
    ),
  }
}

/** A multiple of salary is of the salary in the entry that the consent belongs to, whichever portal's contract it is held against. */
const inDollars = <Signed extends Consent>(consent: Signed, salary: Cents | null): Signed =>
  consent.maxFaceDisclosed === null && consent.maxFaceSalaryMultiple !== null && salary !== null
    ? { ...consent, maxFaceDisclosed: times(salary, consent.maxFaceSalaryMultiple) }
    : consent

const isMissing = ({ isHeld, deathBenefit }: PolicyRow): boolean => isHeld && deathBenefit === null
const keyOf = (institutionId: number, id: number | null) => `${institutionId}/${id ?? 0}`
