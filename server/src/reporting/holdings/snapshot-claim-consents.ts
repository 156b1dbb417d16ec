/** Claims on policies whose notice and consent are not valid, by the rule of Form 8925: their gain may not be free of tax (IRC 101(j)). */
import { type ConsentPolicy, consentOfPolicy } from '@corridor/domain/policies/consents.ts'
import { leftEmployment } from '@corridor/domain/policies/register.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectConsents } from '../../shared/policies/consent-rows.ts'
import type { PolicyRow } from './snapshot-queries.ts'

const CLAIMS: ReadonlySet<string> = new Set(['DEATH_CLAIM_PENDING', 'DEATH_PAID'])

interface Insured extends ConsentPolicy {
  institutionId: number
  policyId: number
  insuredId: number
  /** The policyholder and the person, known by the keyed hash of the social security number where one is on file. */
  held: string
  annualCompensation: Cents | null
  employmentStatus: string
  employmentStatusDate: PlainDate | null
}

/** Policies of pending and paid claims without valid notice and consent, as "institution/policy". Judged with all that was held on the person in this portal. */
export async function readClaimsWithoutConsent(trx: Trx, scope: Scope, rows: readonly PolicyRow[]): Promise<ReadonlySet<string>> {
  const claims = rows.filter(({ policyStatus }) => CLAIMS.has(policyStatus))
  if (claims.length === 0) return new Set()
  const ids = [...new Set(claims.map(({ institutionId }) => institutionId))]
  const held = rows.filter((row) => row.isHeld || CLAIMS.has(row.policyStatus)).map(({ policyId }) => policyId)
  const { rows: contracts } = await sql<Insured>`
    select p.institution_id, p.id as policy_id, p.insured_id, p.issue_date, p.face_amount_cents as face_amount,
      p.is_section1035_replacement, p.replaced_issue_date, p.material_change,
      concat_ws('/', p.institution_id, b.id, coalesce(encode(s.ssn_hash, 'hex'), 'insured ' || p.insured_id)) as held,
      s.annual_compensation_cents as annual_compensation, s.employment_status, s.employment_status_date
    from policy p
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    left join subsidiary b on b.institution_id = p.institution_id and b.id = p.subsidiary_id and b.ein is not null
    where p.site_id = ${scope.siteId} and p.institution_id = any(${ids}::int[]) and p.id = any(${held}::int[])`.execute(trx)
  const byHolding = Map.groupBy(contracts, (row) => row.held)
  const signed = Map.groupBy(await selectConsents(trx, scope, ids), (row) => `${row.institutionId}/${row.insuredId}`)
  const claimed = new Set(claims.map(keyOf))
  return new Set(
    contracts.filter((row) => claimed.has(keyOf(row)) && isWithoutConsent(row, byHolding.get(row.held) ?? [row], signed)).map(keyOf),
  )
}

function isWithoutConsent(
  row: Insured,
  theirs: readonly Insured[],
  signed: ReadonlyMap<string, Awaited<ReturnType<typeof selectConsents>>>,
): boolean {
  const entries = new Set(theirs.map(({ institutionId, insuredId }) => `${institutionId}/${insuredId}`))
  const consents = [...entries].flatMap((entry) => signed.get(entry) ?? [])
  const leftOn = leftEmployment(row.employmentStatus) ? row.employmentStatusDate : null
  const { status } = consentOfPolicy(row, theirs, consents, { annualCompensation: row.annualCompensation, leftOn })
  return status === 'MISSING' || status === 'DEFECTIVE'
}

const keyOf = ({ institutionId, policyId }: { institutionId: number; policyId: number }) => `${institutionId}/${policyId}`
