/** Narrative of a review: the site's wording, an institution's own, and management's assessment, open again after it was signed. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { shippedWording } from '@corridor/domain/reports/annual-review/default-narrative.ts'
import type { Db } from '../platform/database/database.ts'

/** @returns the assessment's id */
export async function buildReviewWords(
  db: Db,
  key: { institutionId: number; siteId: number },
  clientId: number,
  period: PlainDate,
): Promise<number> {
  await db
    .insertInto('reviewDefaults')
    .values({ siteId: key.siteId, version: 1, content: JSON.stringify(shippedWording('BOLI')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('reviewWords')
    .values({ ...key, period, narratives: JSON.stringify({ PROGRAM: 'Ours.' }) })
    .execute()
  const { id: assessmentId } = await db
    .insertInto('reviewAssessment')
    .values({ ...key, period })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reviewAssessmentAnswer')
    .values({ ...key, assessmentId, riskCode: 'LIQUIDITY', conclusion: 'Held as intended.', savedBy: clientId })
    .execute()
  await db
    .insertInto('reviewAssessmentSignature')
    .values({
      ...key,
      assessmentId,
      number: 1,
      signerId: clientId,
      signerName: 'Pat Person',
      signerTitle: 'Officer',
      attestation: 'Ours.',
      conclusions: JSON.stringify({}),
      answersSha256: '0'.repeat(64),
      signedOn: period,
    })
    .execute()
  return assessmentId
}
