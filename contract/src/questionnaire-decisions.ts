/** Changes that the answers of a returned questionnaire propose for the in-force register, and the decision about each: accepted, or refused with a reason. */

import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { CHANGE_KINDS } from '@corridor/domain/questionnaires/changes.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { changedField, changeEffect } from './questionnaire-content.ts'
import { keepQuestionnaires } from './questionnaires.ts'

const day = z.string().transform((text, context): PlainDate => {
  if (isPlainDate(text)) return text
  context.addIssue('Enter a date as YYYY-MM-DD')
  return z.NEVER
})
const record = { kind: z.enum(codesOf(CHANGE_KINDS)), key: z.string().max(60) }
const change = {
  ...record,
  title: z.string(),
  fields: z.array(changedField),
  remarks: z.array(z.string()),
  holdsFrom: z.string().nullable(),
  effects: z.array(changeEffect),
}
const proposal = z.object({
  ...change,
  /** Hash of the shown version: the person who decides states which they saw. */
  seen: z.string(),
  /** Somebody changed the record since the questionnaire was sent. */
  contested: z.boolean(),
})
export type Proposal = z.infer<typeof proposal>
const decided = z.object({
  ...change,
  id: z.int(),
  decision: z.enum(['ACCEPTED', 'REFUSED']),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string(),
})
export type DecidedChange = z.infer<typeof decided>
/** For staff alone; empty for others, and until it is returned. */
export const questionnaireDecisions = {
  proposals: z.array(proposal),
  decided: z.array(decided),
  /** Whether the caller may write into the book what the answers say. */
  accepts: z.boolean(),
}

export const decideQuestionnaireChanges = endpoint({
  method: 'POST',
  path: '/api/annual-questionnaire/:id/decisions',
  summary: 'Accept answers into the register, or refuse them with a reason: all that is asked for, or nothing.',
  access: keepQuestionnaires,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    changes: z
      .array(
        z.strictObject({
          ...record,
          seen: z.string().length(64),
          /** For dated terms, another day than the proposed one. */
          effectiveOn: day.optional(),
        }),
      )
      .min(1, 'Choose at least one change')
      .max(2000),
    decision: z.enum(['ACCEPTED', 'REFUSED']),
    reason: z.string().trim().max(500).nullable().default(null),
  }),
  reply: z.object(questionnaireDecisions),
})
