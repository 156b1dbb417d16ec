/** A questionnaire that was sent, with an answer, a section given away, a signature of before it was opened again, and a file. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { emptyQuestionnaireBook } from '@corridor/domain/test/questionnaire-book.ts'
import type { Db } from '../platform/database/database.ts'

export async function buildQuestionnaire(db: Db, key: { institutionId: number; siteId: number }, clientId: number, sha256: string) {
  const { siteId } = key
  const period = '2026-12-31' as PlainDate
  await db
    .insertInto('questionnaireDefaults')
    .values({ siteId, version: 1, content: JSON.stringify(DEFAULT_QUESTIONNAIRE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: questionnaireBatchId } = await db
    .insertInto('questionnaireBatch')
    .values({ siteId, batchName: 'Annual Questionnaire 2026', period })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: questionnaireId } = await db
    .insertInto('questionnaire')
    .values({
      ...key,
      batchId: questionnaireBatchId,
      period,
      year: 2026,
      defaultsVersion: 1,
      status: 1,
      sentAt: '2026-11-01T12:00:00Z',
      book: JSON.stringify(emptyQuestionnaireBook('Bank')),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { ...key, questionnaireId }
  await db
    .insertInto('questionnaireAnswer')
    .values({ ...of, questionCode: 'legal-name', value: JSON.stringify('Bank'), savedBy: clientId })
    .execute()
  await db
    .insertInto('questionnaireAssignment')
    .values({ ...of, sectionCode: 'capital', userId: clientId })
    .execute()
  await db
    .insertInto('questionnaireReturn')
    .values({
      ...of,
      number: 1,
      signerId: clientId,
      signerName: 'Pat Person',
      signerTitle: 'Officer',
      attestation: 'True.',
      answers: JSON.stringify([]),
      answersSha256: '0'.repeat(64),
    })
    .execute()
  const { id: attachmentId } = await db
    .insertInto('questionnaireAttachment')
    .values({
      ...of,
      questionCode: 'minutes',
      uploadName: 'm.pdf',
      extension: 'pdf',
      fileSha256: sha256,
      sizeBytes: 3,
      attachedBy: clientId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { questionnaireId, questionnaireBatchId, attachmentId }
}
