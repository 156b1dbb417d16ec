/** The annual questionnaire: questions by site, one questionnaire an institution and year, made, sent, reminded of, opened again. */

import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import { QUESTIONNAIRE_ACTIONS, QUESTIONNAIRE_STATUSES } from '@corridor/domain/questionnaires/statuses.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam, nothing, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { signature } from './kernel/signature.ts'
import { questionnaireContent } from './questionnaire-content.ts'
import { monthEndText, plainDateText } from './reports.ts'

export const readQuestionnaires = permission('ANNUAL_QUESTIONNAIRE', 1)
export const readAllQuestionnaires = permission('ANNUAL_QUESTIONNAIRE', 1, STAFF_ROLES, 'site')
export const keepQuestionnaires = permission('ANNUAL_QUESTIONNAIRE', 2, STAFF_ROLES, 'site')

export const QUESTIONNAIRE_TYPE = 'AnnualQuestionnaire'
export const questionnaireFamily = {
  ReportType: z.literal(QUESTIONNAIRE_TYPE).optional(),
  reportType: z.literal(QUESTIONNAIRE_TYPE).optional(),
}
export const questionnaireYear = z.coerce.number().int().min(2000).max(2100)
const status = z.coerce.number().int().min(0).max(2)

export const questionnaireRow = z.object({
  id: z.int(),
  batchId: z.int(),
  questionnaireName: z.string(),
  institutionId: z.int(),
  institutionName: z.string(),
  year: z.int(),
  period: z.string(),
  /** Unsent 0, sent 1, returned 2. */
  status: worded(z.int(), QUESTIONNAIRE_STATUSES),
  answers: z.int(),
  lastAnswerAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  dueOn: z.string().nullable(),
  remindEveryDays: z.int().nullable(),
  nextReminderOn: z.string().nullable(),
  reminders: z.int(),
  lastRemindedAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
  returnedBy: z.string().nullable(),
  reopenedAt: z.string().nullable(),
  reopenNote: z.string().nullable(),
  createdAt: z.string(),
  can: z.array(z.enum(QUESTIONNAIRE_ACTIONS)),
})
export type QuestionnaireRow = z.infer<typeof questionnaireRow>

const defaultsReply = z.object({
  version: z.int(),
  content: questionnaireContent,
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  /** The same, under the name that forms send back. */
  updatedAt: z.string(),
  versions: z.array(
    z.object({
      version: z.int(),
      note: z.string().nullable(),
      createdBy: z.string().nullable(),
      createdAt: z.string(),
      questionnaires: z.int(),
    }),
  ),
})
export const getQuestionnaireDefaults = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/defaults',
  summary: 'The questions that new questionnaires of the site are made with, and the versions before.',
  access: readAllQuestionnaires,
  input: z.strictObject({ version: idParam.optional() }),
  reply: defaultsReply,
})
export const saveQuestionnaireDefaults = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/defaults',
  summary: 'Save the questions as a new version; questionnaires that were sent keep theirs.',
  access: keepQuestionnaires,
  idempotent: true,
  input: z.strictObject({
    /** The version that was edited: another one meanwhile is a conflict. */
    updatedAt: z.iso.datetime(),
    content: questionnaireContent,
    note: z.string().trim().max(500).nullable().default(null),
  }),
  reply: defaultsReply,
})

const yearState = z.object({
  institutionId: z.int(),
  institutionName: z.string(),
  active: z.boolean(),
  /** Its membership holds the type: its people can answer. */
  member: z.boolean(),
  fiscalYearEndMonth: z.int(),
  questionnaire: questionnaireRow.nullable(),
})
export const listQuestionnaireClients = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/clients',
  summary: 'Every institution of the site with its questionnaire of a year: who has none, who has not answered, who returned it.',
  access: readAllQuestionnaires,
  input: z.strictObject({ year: questionnaireYear }),
  reply: z.object({ year: z.int(), years: z.array(z.int()), records: z.array(yearState) }),
})
export const listQuestionnaireInstitutions = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/institutions',
  summary: 'Institutions whose fiscal year ends with the period, and whether they have its questionnaire already.',
  access: readAllQuestionnaires,
  input: z.strictObject({ period: monthEndText, ...questionnaireFamily }),
  reply: z.object({ records: z.array(yearState), period: z.string() }),
})

export const questionnaireBatch = z.object({
  id: z.int(),
  batchName: z.string(),
  period: z.string(),
  year: z.int(),
  stats: z.object({ unsent: z.int(), sent: z.int(), returned: z.int(), total: z.int() }),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
})
export type QuestionnaireBatch = z.infer<typeof questionnaireBatch>
export const listQuestionnaireBatches = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire',
  summary: 'Batches of questionnaires, newest first; an institution sees those with one of its own.',
  access: readQuestionnaires,
  input: pageInput(['createdAt', 'batchName', 'period'], 'createdAt', true).extend({
    year: questionnaireYear.optional(),
    ...questionnaireFamily,
  }),
  reply: page(questionnaireBatch),
})
export const listQuestionnaires = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/:batch',
  summary: 'The questionnaires of a batch, of a period written as a date, or of all batches (0).',
  access: readQuestionnaires,
  input: pageInput(
    ['questionnaireName', 'institutionName', 'status', 'createdAt', 'sentAt', 'dueOn', 'returnedAt'],
    'institutionName',
  ).extend({
    batch: z.union([idParam, z.string().refine(isPlainDate, 'Enter a batch’s number, or a date as YYYY-MM-DD')]),
    status: repeated(status),
    questionnaireName: z.string().trim().max(200).optional(),
    createdAt: plainDateText.optional(),
    year: questionnaireYear.optional(),
    ...questionnaireFamily,
  }),
  reply: page(questionnaireRow).extend({ batch: questionnaireBatch.nullable() }),
})
export const listQuestionnairesOfInstitution = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/institution/:institutionId',
  summary: 'One institution’s questionnaires over the years, with what was signed.',
  access: readQuestionnaires,
  input: z.strictObject({ institutionId: idParam }),
  reply: z.object({
    institutionName: z.string(),
    records: z.array(
      questionnaireRow.extend({
        returns: z.array(signature.omit({ attestation: true })),
      }),
    ),
  }),
})

export const generateQuestionnaires = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire',
  summary: 'Make the questionnaires of a fiscal year end for the chosen institutions; one that exists already is kept.',
  access: keepQuestionnaires,
  success: 202,
  idempotent: true,
  input: z.strictObject({
    period: monthEndText,
    institutions: z.array(idParam).min(1, 'Choose at least one institution').max(5000),
    /** Unsent ones are made anew, with the newest questions. */
    isRegenerating: flag.default(false),
    ...questionnaireFamily,
  }),
  reply: questionnaireBatch.extend({ made: z.int(), kept: z.int() }),
})
const chosen = { ids: z.array(idParam).min(1, 'Choose at least one questionnaire').max(1000) }
const refusals = z.array(z.object({ id: z.int(), institutionName: z.string(), message: z.string() }))
export const sendQuestionnaires = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/send',
  summary: 'Open questionnaires to their institutions and write to their people.',
  access: keepQuestionnaires,
  idempotent: true,
  input: z.strictObject({
    ...chosen,
    dueOn: plainDateText.nullable(),
    /** Null: nobody is reminded by itself. */
    remindEveryDays: z.int().min(1).max(90).nullable(),
    note: z.string().trim().max(1000).default(''),
  }),
  reply: z.object({ sent: z.array(idParam), refused: refusals, mailsQueued: z.int() }),
})
export const remindQuestionnaires = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/remind',
  summary: 'Send now to the people whose questionnaires have not been returned.',
  access: keepQuestionnaires,
  idempotent: true,
  input: z.strictObject(chosen),
  reply: z.object({ reminded: z.array(idParam), refused: refusals, mailsQueued: z.int() }),
})
export const reopenQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/:id/reopen',
  summary: 'Give a returned questionnaire back to its institution, with a note that says why.',
  access: keepQuestionnaires,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    note: z.string().trim().min(5, 'Enter what should be reviewed').max(1000),
    dueOn: plainDateText.nullable().default(null),
  }),
  reply: questionnaireRow,
})
export const deleteQuestionnaire = endpoint({
  method: 'DELETE',
  path: '/api/annual-questionnaire/:id',
  summary: 'Delete a questionnaire that was not sent yet; it can be restored for 30 days.',
  access: keepQuestionnaires,
  success: 204,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
})
export const restoreQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/:id/restore',
  summary: 'Undo the deletion of a questionnaire within 30 days.',
  access: keepQuestionnaires,
  input: z.strictObject({ id: idParam }),
  reply: questionnaireRow,
})
/** An event says which questionnaire changed; what it says now is asked for. */
export const questionnaireEvents = endpoint({
  method: 'GET',
  path: '/api/annual-questionnaire/events',
  summary: 'Questionnaires as they are sent, answered, returned and decided about (server-sent events).',
  access: readAllQuestionnaires,
  kind: 'events',
  input: z.strictObject({}),
  reply: bytes,
  background: true,
})
