/** Other portals' contracts of a policyholder, as its Form 8925 snapshot holds them: figures by contract, grouped by portal, without anybody's name. */
import type { Form8925Elsewhere, Form8925Insured, Form8925Site } from '@corridor/domain/reports/form-8925/snapshot.ts'
import type { MissingElsewhere } from '../../reporting/holdings/missing-values.ts'
import type { EntityContractRow } from '../../shared/institutions/entity-figures.ts'

const isMissing = ({ isHeld, deathBenefit }: EntityContractRow): boolean => isHeld && deathBenefit === null

/** Contracts that lack a death benefit at the year's end, counted by portal: their numbers stay there. */
export function withoutValueIn(rows: readonly EntityContractRow[], portals: ReadonlyMap<number, Form8925Site>): MissingElsewhere[] {
  return [...Map.groupBy(rows.filter(isMissing), ({ siteId }) => siteId)].flatMap(([siteId, those]) => {
    const site = portals.get(siteId)
    return site
      ? [{ site, policies: those.length, unknown: those.filter(({ earlierDeathBenefit }) => earlierDeathBenefit === null).length }]
      : []
  })
}

/** @param insureds of the report's own portal: who is insured in both is one person */
export function elsewhereOf(
  rows: readonly EntityContractRow[],
  insureds: readonly Form8925Insured[],
  portals: ReadonlyMap<number, Form8925Site>,
): Form8925Elsewhere[] {
  const own = new Map(insureds.map(({ insuredId, personId }) => [insuredId, personId]))
  const personOf = ({ here, person }: EntityContractRow) => here.map((id) => own.get(id)).find((id) => id !== undefined) ?? -person
  return [...Map.groupBy(rows, ({ siteId }) => siteId)].flatMap(([siteId, those]) => {
    const site = portals.get(siteId)
    return site ? [{ site, contracts: those.map((row) => contractOf(row, personOf(row))) }] : []
  })
}

const contractOf = (row: EntityContractRow, personId: number): Form8925Elsewhere['contracts'][number] => ({
  policy: {
    issueDate: row.issueDate,
    statusAtYearEnd: row.status,
    statusDate: row.statusDate,
    faceAmount: row.faceAmount,
    deathBenefit: row.isHeld ? (row.deathBenefit ?? row.earlierDeathBenefit) : null,
    isSection1035Replacement: row.isSection1035Replacement,
    replacedIssueDate: row.replacedIssueDate,
    materialChange: row.materialChange,
  },
  insured: {
    personId,
    role: row.role,
    employmentStatus: row.employmentStatus,
    statusDate: row.employmentStatusDate,
    hireDate: row.hireDate,
    dateOfDeath: row.dateOfDeath,
    isIdentified: row.isIdentified,
    consents: row.consents.map(
      ({ isOnFile, noticeDate, consentDate, maxFaceDisclosed, continueAfterTermination, beneficiaryDisclosed }) => ({
        noticeDate,
        consentDate,
        maxFaceDisclosed,
        maxFaceSalaryMultiple: null,
        continueAfterTermination,
        beneficiaryDisclosed,
        // Where it lies is the other portal's to know.
        keptAt: isOnFile ? 'On file' : null,
      }),
    ),
  },
  isEstimated: isMissing(row),
})
