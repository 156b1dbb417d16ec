/** A questionnaire on the wire: questions, answers, the register beside them, proposed changes. Their meaning is the domain's. */

import { codesOf } from '@corridor/domain/primitives/codes.ts'
import type { AnswerValue } from '@corridor/domain/questionnaires/answers.ts'
import type { ChangedField } from '@corridor/domain/questionnaires/changes.ts'
import { COLUMN_TYPES, QUESTION_TYPES, type Questionnaire, ROW_SOURCES } from '@corridor/domain/questionnaires/definition.ts'
import type { ChangeEffect } from '@corridor/domain/questionnaires/effects.ts'
import { BOOK_FACTS, type QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { z } from 'zod'

const words = z.string().trim().max(300)
const long = z.string().trim().max(1000)
const code = z.string().max(60)
const option = z.strictObject({ value: z.string().max(60), label: words })
const column = z.strictObject({
  code,
  label: words,
  type: z.enum(codesOf(COLUMN_TYPES)),
  required: z.boolean().optional(),
  options: z.array(option).max(100).optional(),
  personal: z.boolean().optional(),
})
const question = z.strictObject({
  code,
  label: words,
  hint: long.optional(),
  type: z.enum(codesOf(QUESTION_TYPES)),
  required: z.boolean(),
  options: z.array(option).max(100).optional(),
  columns: z.array(column).max(40).optional(),
  rows: z.enum(codesOf(ROW_SOURCES)).optional(),
  followUp: z.strictObject({ on: z.enum(['yes', 'no']), label: words, required: z.boolean() }).optional(),
  least: z.number().optional(),
  most: z.number().optional(),
  explainBeyond: z.number().min(0).max(10).optional(),
  past: z.boolean().optional(),
  when: z.strictObject({ question: code, is: z.string().max(60) }).optional(),
  carried: z.boolean().optional(),
  fact: z.enum(codesOf(BOOK_FACTS)).optional(),
})
/** Sizes are limited here; whether the questions make sense, `definitionProblems` says. */
export const questionnaireContent = z.strictObject({
  sections: z.array(z.strictObject({ code, title: words, note: long.optional(), questions: z.array(question).max(400) })).max(100),
  attestation: long,
}) satisfies z.ZodType<Questionnaire>

const cell = z.union([z.string().max(4000), z.number(), z.boolean(), z.null()])
const answerValue = z.union([
  z.string().max(4000),
  z.number(),
  z.boolean(),
  z.strictObject({ cells: z.record(z.string().max(60), cell), unchanged: z.boolean().optional() }),
  z.strictObject({ name: z.string().max(200), title: z.string().max(200), email: z.string().max(254), phone: z.string().max(20) }),
]) satisfies z.ZodType<AnswerValue>
export const answerInput = z.strictObject({
  question: code,
  row: z.string().max(60).default(''),
  value: answerValue.nullable(),
  note: z.string().max(2000).default(''),
})
export const storedAnswer = answerInput.extend({ version: z.int(), savedBy: z.string().nullable(), savedAt: z.string() })
export type StoredAnswer = z.infer<typeof storedAnswer>
export const offeredAnswer = answerInput.extend({ from: z.enum(['BOOK', 'LAST_YEAR']) })

/** Made by the server alone, so that it is taken as it is. */
export const questionnaireBook = z.custom<QuestionnaireBook>()
export const changedField = z.custom<ChangedField>()
export const changeEffect = z.custom<ChangeEffect>()
