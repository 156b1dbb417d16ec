/** A legal entity in two portals: an institution, a subsidiary with an EIN of its own, and policies of either in either, some on the same person. */
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { buildCarrier, buildInstitution, buildSite, next } from './builders.ts'

export interface EntityPolicy {
  portal: 'boli' | 'coli'
  ofSubsidiary?: boolean
  /** The carriers of the entity, by place. */
  carrier?: number
  /** The same text is the same person; null has no social security number on file. */
  person: string | null
  issueDate?: PlainDate
  face?: Cents
  /** Null has none at the period. */
  value: Cents | null
  deathBenefit: Cents
  consent?: { maxFace: Cents } | { multiple: number; salary: Cents } | null
  employmentStatus?: 'ACTIVE' | 'RETIRED'
}

export interface TwoPortals {
  boli: number
  coli: number
  institutionId: number
  subsidiaryId: number
  carriers: string[]
  period: PlainDate
  policyIds: number[]
  /** Names and numbers that must not cross, by portal. */
  secrets: Record<'boli' | 'coli', string[]>
}

export const ENTITY_PERIOD = plainDate('2025-12-31')

export async function buildTwoPortals(
  db: Db,
  policies: readonly EntityPolicy[],
  {
    months = 2,
    period = ENTITY_PERIOD,
    tier1 = cents(1_000_000_000),
    ...institution
  }: { months?: number; period?: PlainDate; tier1?: Cents; ein?: string; institutionType?: 'BANK' | 'CORPORATION' } = {},
): Promise<TwoPortals> {
  // The first site of a portal's product is BOLI's; every other is a COLI Portal.
  const boli = await boliSite(db)
  const coli = await buildSite(db)
  const institutionId = await buildInstitution(db, {
    sites: [boli, coli],
    reportTypes: ['MBR', 'MCR', 'SMB', 'EOL'],
    ein: '00-1234567',
    ...institution,
  })
  const { id: subsidiaryId } = await db
    .insertInto('subsidiary')
    .values({ institutionId, name: `Wealth ${next()}`, legalName: `Wealth Advisors ${next()}, LLC`, ein: '00-7654321' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into institution_financials (institution_id, as_of_date, tier1_capital_cents, allowance_for_credit_losses_cents, source)
    values (${institutionId}, '2025-09-30', ${tier1}, ${cents(Math.round(tier1 / 10))}, 'CALL_REPORT')`.execute(db)
  const carriers = [await buildCarrier(db), await buildCarrier(db), await buildCarrier(db)]
  const products = new Map<string, number>()
  for (const code of carriers) {
    const { id } = await db
      .insertInto('product')
      .values({ carrierCode: code, productName: `Product ${next()}`, accountType: 'GENERAL', policyForm: 'UL', rateMethod: 'PORTFOLIO' })
      .returning('id')
      .executeTakeFirstOrThrow()
    products.set(code, id)
  }
  const plans = new Map<number, number>()
  for (const siteId of [boli, coli]) {
    const { id } = await db
      .insertInto('plan')
      .values({
        institutionId,
        siteId,
        planName: 'Plan',
        planType: 'SERP',
        effectiveDate: plainDate('2015-01-01'),
        businessPurpose: 'Benefits',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    plans.set(siteId, id)
  }
  const made: TwoPortals = { boli, coli, institutionId, subsidiaryId, carriers, period, policyIds: [], secrets: { boli: [], coli: [] } }
  for (const policy of policies) await addPolicy(db, made, policy, { plans, products, months })
  return made
}

async function addPolicy(
  db: Db,
  made: TwoPortals,
  policy: EntityPolicy,
  { plans, products, months }: { plans: ReadonlyMap<number, number>; products: ReadonlyMap<string, number>; months: number },
): Promise<void> {
  const { institutionId, period } = made
  const siteId = made[policy.portal]
  const carrierCode = made.carriers[policy.carrier ?? 0] ?? ''
  const issueDate = policy.issueDate ?? plainDate('2016-06-15')
  const lastName = `Secret${policy.portal}${next()}`
  const salary = policy.consent && 'salary' in policy.consent ? policy.consent.salary : null
  const { id: insuredId } = await db
    .insertInto('insured')
    .values({
      institutionId,
      siteId,
      firstName: 'Given',
      lastName,
      employmentStatus: policy.employmentStatus ?? 'ACTIVE',
      employmentStatusDate: policy.employmentStatus === 'RETIRED' ? plainDate('2020-03-01') : null,
      annualCompensationCents: salary,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (policy.person !== null)
    await sql`update insured set ssn_hash = sha256(${`${institutionId} ${policy.person}`}::bytea) where id = ${insuredId}`.execute(db)
  if (policy.consent !== null)
    await db
      .insertInto('consent')
      .values({
        institutionId,
        siteId,
        insuredId,
        noticeDate: issueDate,
        consentDate: issueDate,
        maxFaceDisclosedCents:
          policy.consent && 'maxFace' in policy.consent ? policy.consent.maxFace : policy.consent ? null : cents(900_000_000_000),
        maxFaceSalaryMultiple: policy.consent && 'multiple' in policy.consent ? policy.consent.multiple : null,
        continueAfterTermination: true,
        beneficiaryDisclosed: true,
        keptAt: `Vault of ${lastName}`,
      })
      .execute()
  const policyNumber = `NO-${policy.portal}-${next()}`
  const { id: policyId } = await db
    .insertInto('policy')
    .values({
      institutionId,
      siteId,
      planId: plans.get(siteId) ?? 0,
      productId: products.get(carrierCode) ?? 0,
      carrierCode,
      insuredId,
      subsidiaryId: policy.ofSubsidiary ? made.subsidiaryId : null,
      policyNumber,
      matchKey: policyNumber.replaceAll('-', ''),
      issueDate,
      faceAmountCents: policy.face ?? policy.deathBenefit,
      initialPremiumCents: cents(1_000_000),
      costBasisCents: cents(1_000_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  made.policyIds.push(policyId)
  made.secrets[policy.portal].push(lastName, policyNumber)
  if (policy.value === null) return
  const values = { institutionId, policyId, siteId, cashSurrenderValueCents: policy.value, deathBenefitCents: policy.deathBenefit }
  await db
    .insertInto('policyValuation')
    .values(Array.from({ length: months }, (_, back) => ({ ...values, asOfDate: addMonthEnds(period, -back) })))
    .execute()
}

/** Site 1 is the BOLI Portal wherever it is asked; a test's database begins without it. */
async function boliSite(db: Db): Promise<number> {
  const known = await db.selectFrom('site').select('id').where('id', '=', 1).executeTakeFirst()
  return known?.id ?? buildSite(db)
}
