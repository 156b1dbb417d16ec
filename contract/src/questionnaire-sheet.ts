/** One questionnaire: read with everything that answering it takes, answered, given away by sections, signed; its answers beside last year's. */
import { permission } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import type { QuestionnaireParts } from '@corridor/domain/questionnaires/rows-by-entity.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idList, idParam, nothing, versionShown } from './kernel/endpoint.ts'
import { signature, signing } from './kernel/signature.ts'
import { answerInput, offeredAnswer, questionnaireBook, questionnaireContent, storedAnswer } from './questionnaire-content.ts'
import { questionnaireDecisions } from './questionnaire-decisions.ts'
import { questionnaireFamily, questionnaireRow, questionnaireYear, readQuestionnaires } from './questionnaires.ts'

const PEOPLE = ['c', 'a'] as const
const answer = permission('ANNUAL_QUESTIONNAIRE', 1, PEOPLE)
/** The Client, and Team Members at level 2. */
const sign = permission('ANNUAL_QUESTIONNAIRE', 2, PEOPLE)

const attachment = z.object({
  id: z.int(),
  question: z.string(),
  uploadName: z.string(),
  extension: z.string(),
  sizeBytes: z.int(),
  attachedBy: z.string().nullable(),
  createdAt: z.string(),
  safety: z.enum(['PASSED', 'HELD', 'REFUSED', 'TRUSTED']),
})
export type QuestionnaireAttachment = z.infer<typeof attachment>
/** Everything that answering or reading a questionnaire takes. */
export const questionnaireSheet = z.object({
  questionnaire: questionnaireRow,
  siteName: z.string(),
  /** The site's day, against which dates that may not lie in the future are measured. */
  today: z.string(),
  content: questionnaireContent,
  book: questionnaireBook,
  offers: z.array(offeredAnswer),
  answers: z.array(storedAnswer),
  lastYear: z.object({ year: z.int(), answers: z.array(answerInput) }).nullable(),
  assignments: z.array(z.object({ section: z.string(), userId: z.int(), name: z.string(), assignedAt: z.string() })),
  colleagues: z.array(z.object({ id: z.int(), name: z.string(), signs: z.boolean() })),
  attachments: z.array(attachment),
  returns: z.array(signature.extend({ signedOn: z.string() })),
  /** Hash of the answers and files as they stand: the signer states which they saw. */
  answersSha256: z.string(),
  /** Sections in which the caller may answer. */
  mine: z.array(z.string()),
  signs: z.boolean(),
})
export type QuestionnaireSheet = z.infer<typeof questionnaireSheet>

export const getMyQuestionnaire = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/mine',
  summary: 'The institution’s questionnaire: the open one, else the newest that was returned, with what can be offered as answers.',
  access: answer,
  input: z.strictObject({ year: questionnaireYear.optional() }),
  reply: z.object({ sheet: questionnaireSheet.nullable(), years: z.array(z.int()) }),
})
export const getQuestionnaireResults = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/:batch/reports/:report',
  summary: 'One questionnaire with its answers beside last year’s, and what they would change in the register.',
  access: readQuestionnaires,
  input: z.strictObject({ batch: idParam, report: idParam, ...questionnaireFamily }),
  reply: questionnaireSheet.extend(questionnaireDecisions),
})
export const saveQuestionnaireAnswer = endpoint({
  method: 'PUT',
  path: '/api/annual-questionnaire/:id/answers',
  summary: 'Save one answer as it was typed. The same answer sent again counts once.',
  access: answer,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    ...answerInput.shape,
    /** That the typing began from; 0 while there was none. */
    version: versionShown,
  }),
  reply: storedAnswer,
})
export const assignQuestionnaireSection = endpoint({
  method: 'PUT',
  path: '/api/annual-questionnaire/:id/assignments',
  summary: 'Give a section to a colleague, or take it back.',
  access: sign,
  input: z.strictObject({ id: idParam, section: z.string().min(1).max(60), userId: idParam.nullable() }),
  reply: questionnaireSheet.shape.assignments,
})
/** multipart: file or uploadId, and `question`. */
export const attachToQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/:id/attachments',
  summary: 'Attach a file to a question.',
  access: answer,
  kind: 'multipart',
  success: 201,
  input: z.strictObject({ id: idParam }),
  reply: attachment,
})
export const removeQuestionnaireAttachment = endpoint({
  method: 'DELETE',
  path: '/api/annual-questionnaire/:id/attachments/:attachment',
  summary: 'Take an attached file away while the questionnaire is open.',
  access: answer,
  success: 204,
  input: z.strictObject({ id: idParam, attachment: idParam }),
  reply: nothing,
})
export const questionnaireAttachmentFile = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/:id/attachments/:attachment/file',
  summary: 'A file that was attached.',
  access: readQuestionnaires,
  kind: 'file',
  input: z.strictObject({ id: idParam, attachment: idParam, inline: flag.optional() }),
  reply: bytes,
})
export const returnQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/:id/return',
  summary: 'Sign the answers and return them to the service team.',
  access: sign,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    ...signing,
  }),
  reply: questionnaireRow,
})

export const downloadQuestionnaires = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/:batch/download',
  summary:
    'Questionnaires as PDF or workbook, answered so far or empty to be filled in by hand; several as one archive. Batch 0 is any batch.',
  access: readQuestionnaires,
  kind: 'file',
  input: z.strictObject({
    batch: idParam,
    reportIds: idList.refine((ids) => ids.length <= 100, 'Choose up to 100 questionnaires'),
    format: z.enum(['pdf', 'xlsx']).default('pdf'),
    blank: flag.default(false),
    inline: flag.optional(),
    ...questionnaireFamily,
  }),
  reply: bytes,
})

/** The parts of the printed and the shown questionnaire: the sheet as its reader may see it. */
export function partsOf(sheet: QuestionnaireSheet, portalLabel: string): QuestionnaireParts {
  const { questionnaire, siteName, today, content, book, answers, offers, lastYear, attachments, returns } = sheet
  const { id, batchId, institutionId, institutionName, year, questionnaireName, status } = questionnaire
  const { legalName, city, stateCode } = book.institution
  const [signed] = returns
  return {
    title: questionnaireName,
    portalLabel,
    siteName,
    id,
    batchId,
    institutionId,
    institutionName,
    legalName,
    place: [city, stateCode].filter(Boolean).join(', ') || null,
    year,
    period: plainDate(questionnaire.period),
    // A returned questionnaire is the paper of the day it was signed, whenever it is read.
    preparedOn: status === 2 && signed ? plainDate(signed.signedOn) : plainDate(today),
    content,
    book,
    answers,
    offers,
    lastYear,
    files: attachments.map(({ question, uploadName }) => ({ question, uploadName })),
    returns: returns.map(({ signedAt: _, ...signed }) => ({ ...signed, signedOn: plainDate(signed.signedOn) })),
    returned: status === 2,
  }
}
