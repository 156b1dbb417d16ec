/**
 * Narrative of the demo's released reviews: the firm's ratings of the risks, and management's own assessment, signed. The demo client's
 * review of the last year waits for both.
 */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { ASSESSMENT_ATTESTATION, type RiskRating } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISK_CODES, type ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { sql } from 'kysely'
import { answersHash } from '../../features/review-words/assessment.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { MANAGER_ID } from './accounts.ts'
import { DEMO_LOADED, isReleasedAtOnce, REVIEWS_ASKED, TAX_YEAR, YEAR_BEFORE } from './demo-reports.ts'

/** Where the demo's client works. */
const HOME = 1

const YEARS = [YEAR_BEFORE, TAX_YEAR] as const

/** The reviews are made on the day that the demo starts: they were assessed in the weeks before, and the board meets after. */
interface Days {
  askedAt: string
  signedAt: string
  boardMeetingOn: PlainDate
}
function daysAround(now: Date): Days {
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
  // Boards meet on a Tuesday.
  const toTuesday = (9 - at(14).getUTCDay()) % 7
  return {
    askedAt: at(-35).toISOString(),
    signedAt: at(-14).toISOString(),
    boardMeetingOn: plainDate(
      at(14 + toTuesday)
        .toISOString()
        .slice(0, 10),
    ),
  }
}

interface Written {
  rating: RiskRating
  management: string
}
const rated = (
  quantity: RiskRating['quantity'],
  quality: RiskRating['quality'],
  direction: RiskRating['direction'],
  conclusion: string,
  management: string,
): Written => ({ rating: { quantity, quality, direction, conclusion }, management })

const WORDS: Readonly<Record<ReviewRiskCode, Written>> = {
  LIQUIDITY: rated(
    'LOW',
    'STRONG',
    'STABLE',
    'The program is small against total assets and is held for its term.',
    'Our liquidity plan meets its stress case without surrendering a policy. We intend to hold the insurance.',
  ),
  OPERATIONAL: rated(
    'LOW',
    'SATISFACTORY',
    'STABLE',
    'Values come from the carriers’ own files, and the institution’s accounting compares them with its ledger each month.',
    'Accounting compares the report with our ledger each month. Our vendor file is reviewed once a year.',
  ),
  TAX_INSURABLE_INTEREST: rated(
    'MODERATE',
    'SATISFACTORY',
    'DECREASING',
    'Of the consents that the law requires, {{consentsComplete}} are valid and on file; the death benefit of a policy without one may be taxed.',
    'Human resources looks for any consent that is missing; counsel advises us on what cannot be cured.',
  ),
  REPUTATION: rated(
    'LOW',
    'SATISFACTORY',
    'STABLE',
    'Benefits are shared with many of those insured.',
    'Those insured know of it, and several share in the benefit. No complaint has reached us.',
  ),
  CREDIT: rated(
    'MODERATE',
    'SATISFACTORY',
    'STABLE',
    'All carriers are rated at or above the board’s minimums.',
    'We read the carriers’ statements ourselves; the board decides on every holding near or above its limits.',
  ),
  INTEREST_RATE: rated(
    'MODERATE',
    'SATISFACTORY',
    'STABLE',
    'Crediting rates follow the market with a lag of years.',
    'The lag suits how we fund the program; we compare its yield with our securities each quarter.',
  ),
  COMPLIANCE: rated(
    'MODERATE',
    'SATISFACTORY',
    'DECREASING',
    'Valid consents are the measure of this risk: {{consentsComplete}} of those that the law requires are on file.',
    'Our counsel reviewed what applies to us, section 409A among it, and follows any consent that is still open.',
  ),
  PRICE: rated(
    'LOW',
    'SATISFACTORY',
    'STABLE',
    'A stable value wrap covers the separate account.',
    'We follow the wrap’s term and the rating of its provider, and renew it before it ends.',
  ),
}

/** Once, before the reviews are asked for that print it. */
export async function addDemoAssessment(ownerDb: Db, now: Date): Promise<void> {
  await ownerDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from activity where action = ${DEMO_LOADED}) and not exists (select from activity where action = ${REVIEWS_ASKED})
        and not exists (select from review_assessment) as due`.execute(trx)
    if (rows[0]?.due !== true) return
    for (const signer of await selectSigners(trx))
      for (const period of YEARS)
        if (signer.institutionId !== HOME || period !== TAX_YEAR) await write(trx, signer, period, daysAround(now))
  })
}

interface Signer {
  institutionId: number
  siteId: number
  signerId: number
  name: string
  title: string
}

/** For each institution whose reviews are with it as soon as they are made, its own first person. */
async function selectSigners(trx: Trx): Promise<Signer[]> {
  const { rows } = await sql<Signer>`
    select distinct on (p.institution_id, p.site_id) p.institution_id, p.site_id, u.id as signer_id, u.first_name || ' ' || u.last_name as name,
      coalesce(u.title, 'Chief Financial Officer') as title
    from policy p
    join institution i on i.id = p.institution_id and i.fiscal_year_end_month = 12
    join user_account u on u.institution_id = p.institution_id and u.role = 'c'
    order by p.institution_id, p.site_id, u.id`.execute(trx)
  return rows.filter(({ institutionId }) => isReleasedAtOnce(institutionId))
}

async function write(trx: Trx, signer: Signer, period: PlainDate, { askedAt, signedAt, boardMeetingOn }: Days): Promise<void> {
  const { institutionId, siteId, signerId } = signer
  const of = { institutionId, siteId }
  const codes = REVIEW_RISK_CODES.map((risk) => ({ risk, conclusion: WORDS[risk].management }))
  await trx
    .insertInto('reviewWords')
    .values({
      ...of,
      period,
      risks: JSON.stringify(Object.fromEntries(REVIEW_RISK_CODES.map((risk) => [risk, WORDS[risk].rating]))),
      boardMeetingOn,
      updatedBy: MANAGER_ID,
      createdAt: askedAt,
      updatedAt: signedAt,
    })
    .execute()
  const { id: assessmentId } = await trx
    .insertInto('reviewAssessment')
    .values({ ...of, period, status: 2, askedBy: MANAGER_ID, askedAt, signedAt, updatedAt: signedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('reviewAssessmentAnswer')
    .values(
      codes.map(({ risk, conclusion }) => ({ ...of, assessmentId, riskCode: risk, conclusion, savedBy: signerId, savedAt: signedAt })),
    )
    .execute()
  await trx
    .insertInto('reviewAssessmentSignature')
    .values({
      ...of,
      assessmentId,
      number: 1,
      signerId,
      signerName: signer.name,
      signerTitle: signer.title,
      attestation: ASSESSMENT_ATTESTATION,
      conclusions: JSON.stringify(Object.fromEntries(codes.map(({ risk, conclusion }) => [risk, conclusion]))),
      answersSha256: answersHash(codes),
      signedOn: plainDate(signedAt.slice(0, 10)),
      signedAt,
    })
    .execute()
}
