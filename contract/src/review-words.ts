/** The narrative of an annual review: sections and texts, ratings of the risks, and management's own assessment. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { CONCLUSION_MOST, configurationProblem, ITEMS_MOST, NARRATIVE_MOST } from '@corridor/domain/reports/annual-review/narrative.ts'
import {
  REVIEW_ITEM_KINDS,
  REVIEW_RISK_CODES,
  REVIEW_SECTION_CODES,
  REVIEW_TEXT,
  RISK_DIRECTIONS,
  RISK_QUALITIES,
  RISK_QUANTITIES,
} from '@corridor/domain/reports/annual-review/outline.ts'
import { REVIEW_ASSESSMENT_ACTIONS } from '@corridor/domain/reports/statuses.ts'
import { z } from 'zod'
import { endpoint, idParam, versionShown } from './kernel/endpoint.ts'
import { signature, signing } from './kernel/signature.ts'
import { plainDateText } from './reports.ts'

const staffRead = permission('ANNUAL_BOLI_REVIEW', 1, STAFF_ROLES, 'site')
const staffWrite = permission('ANNUAL_BOLI_REVIEW', 2, STAFF_ROLES, 'site')
const PEOPLE = ['c', 'a'] as const
const read = permission('ANNUAL_BOLI_REVIEW', 1, PEOPLE)
/** The Client, and Team Members at level 2, as with the questionnaire. */
const sign = permission('ANNUAL_BOLI_REVIEW', 2, PEOPLE)

const frame = z.enum(['BOLI', 'COLI'])
const risk = z.enum(REVIEW_RISK_CODES)
/** Placeholders that no report could fill are refused, with their names. */
const template = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Enter at most ${most.toLocaleString('en-US')} characters`)
    .superRefine((text, context) => {
      const problem = REVIEW_TEXT.problem(text)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
const configuration = z
  .strictObject({ sections: z.array(z.strictObject({ code: z.enum(REVIEW_SECTION_CODES), on: z.boolean() })).max(50) })
  .superRefine((value, context) => {
    const problem = configurationProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
const narratives = z.partialRecord(z.enum(REVIEW_SECTION_CODES), template(NARRATIVE_MOST))
const wording = z.object({ configuration, narratives })
/** As stored, whatever the rules were when it was written. */
const storedWording = z.object({
  configuration: z.object({ sections: z.array(z.object({ code: z.enum(REVIEW_SECTION_CODES), on: z.boolean() })) }),
  narratives: z.partialRecord(z.enum(REVIEW_SECTION_CODES), z.string()),
})

const defaults = storedWording.extend({
  frame,
  /** 0: what Corridor ships. */
  version: z.int(),
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  /** The newest version: it goes back with a change. */
  updatedAt: z.string(),
  versions: z.array(z.object({ version: z.int(), note: z.string().nullable(), createdBy: z.string().nullable(), createdAt: z.string() })),
})
export type ReviewDefaults = z.infer<typeof defaults>
export const getReviewDefaults = endpoint({
  method: 'GET',
  path: '/api/annual-boli-review/defaults',
  summary: 'The sections and texts that reviews of the site begin with, and the versions before.',
  access: staffRead,
  input: z.strictObject({ version: idParam.optional() }),
  reply: defaults,
})
export const saveReviewDefaults = endpoint({
  method: 'POST',
  path: '/api/annual-boli-review/defaults',
  summary: 'Save the site’s sections and texts as a new version; reviews that have their own keep them.',
  access: staffWrite,
  input: wording.strict().extend({
    updatedAt: z.iso.datetime(),
    note: z.string().trim().max(500).nullable().default(null),
  }),
  reply: defaults,
})

const rating = z.strictObject({
  quantity: z.enum(codesOf(RISK_QUANTITIES)).nullable(),
  quality: z.enum(codesOf(RISK_QUALITIES)).nullable(),
  direction: z.enum(codesOf(RISK_DIRECTIONS)).nullable(),
  conclusion: template(CONCLUSION_MOST),
})
const risks = z.partialRecord(risk, rating)
const item = z.strictObject({
  kind: z.enum(codesOf(REVIEW_ITEM_KINDS)),
  text: z.string().trim().min(1, 'Say what it is').max(1000),
  owner: z.string().trim().max(120).nullable(),
  dueOn: plainDateText.nullable(),
})

/** A figure or test that the report computed; the signer is told of tests that were not met then. */
const fact = z.object({ label: z.string(), value: z.string(), isNotMet: z.literal(true).optional() })
export type RiskFact = z.infer<typeof fact>
const facts = z.partialRecord(risk, z.array(fact))
const conclusion = z.object({
  risk,
  conclusion: z.string(),
  version: z.int(),
  savedBy: z.string().nullable(),
  savedAt: z.string(),
})
export type StoredConclusion = z.infer<typeof conclusion>
const assessment = z.object({
  id: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  siteName: z.string(),
  frame,
  period: z.string(),
  /** Open 1, signed 2. */
  status: z.int(),
  note: z.string(),
  dueOn: z.string().nullable(),
  askedAt: z.string(),
  signedAt: z.string().nullable(),
  reopenedAt: z.string().nullable(),
  reopenNote: z.string().nullable(),
  facts,
  conclusions: z.array(conclusion),
  signatures: z.array(signature.extend({ signedOn: z.string() })),
  /** Hash of the conclusions as they stand: the signer states which they saw. */
  answersSha256: z.string(),
  can: z.array(z.enum(REVIEW_ASSESSMENT_ACTIONS)),
})
export type ReviewAssessment = z.infer<typeof assessment>

const settings = z.object({
  reportId: z.int(),
  batchId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  period: z.string(),
  frame,
  /** The texts of this review: its own where it has any, else the site's. */
  configuration: storedWording.shape.configuration,
  narratives: storedWording.shape.narratives,
  /** The site's, to go back to. */
  site: storedWording.extend({ version: z.int() }),
  /** The year whose own sections and texts these are; null while everything is the site's. */
  ownFrom: z.string().nullable(),
  risks,
  /** The year before, to compare. */
  risksBefore: risks,
  items: z.array(z.object({ ...item.shape, text: z.string(), dueOn: z.string().nullable() })),
  boardMeetingOn: z.string().nullable(),
  /** The figures of the report as it was last made; null while it is not. */
  values: z.record(z.string(), z.string()).nullable(),
  assessment: assessment.nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: z.string(),
})
export type ReviewSettings = z.infer<typeof settings>
export const getReviewSettings = endpoint({
  method: 'GET',
  path: '/api/annual-boli-review/:id/settings',
  summary: 'What one review says beside its figures: sections and texts, ratings, items, management’s assessment. The id is the report’s.',
  access: staffRead,
  input: z.strictObject({ id: idParam }),
  reply: settings,
})
export const saveReviewSettings = endpoint({
  method: 'POST',
  path: '/api/annual-boli-review/settings',
  summary: 'Save what was changed of a review’s words. Sections and texts equal to the site’s follow it again.',
  access: staffWrite,
  input: z.strictObject({
    /** The report. */
    id: idParam,
    updatedAt: z.iso.datetime(),
    configuration: configuration.optional(),
    /** By section: those that changed. */
    narratives: narratives.optional(),
    /** By risk: those that changed. */
    risks: risks.optional(),
    items: z.array(item).max(ITEMS_MOST).optional(),
    boardMeetingOn: plainDateText.nullable().optional(),
  }),
  reply: settings,
})
export const askAssessment = endpoint({
  method: 'POST',
  path: '/api/annual-boli-review/:id/assessment',
  summary:
    'Ask the institution’s people for management’s own assessment, with the facts of the report as it was last made. The id is the report’s.',
  access: staffWrite,
  idempotent: true,
  input: z.strictObject({ id: idParam, dueOn: plainDateText.nullable(), note: z.string().trim().max(1000).default('') }),
  reply: assessment,
})
export const reopenAssessment = endpoint({
  method: 'POST',
  path: '/api/annual-boli-review/:id/assessment/reopen',
  summary: 'Give a signed assessment back to the institution, with a note that says why. The id is the report’s.',
  access: staffWrite,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    note: z.string().trim().min(5, 'Enter what should be reviewed').max(1000),
    dueOn: plainDateText.nullable().default(null),
  }),
  reply: assessment,
})

const year = z.coerce.number().int().min(2000).max(2100)
export const getMyAssessment = endpoint({
  method: 'GET',
  path: '/api/annual-boli-review/assessment',
  summary: 'Management’s own assessment as the institution’s people write it: the open one, else the newest that was signed.',
  access: read,
  input: z.strictObject({ year: year.optional() }),
  reply: z.object({ assessment: assessment.nullable(), years: z.array(z.int()) }),
})
export const saveConclusion = endpoint({
  method: 'PUT',
  path: '/api/annual-boli-review/assessment/:id/conclusions',
  summary: 'Save management’s conclusion on one risk as it was typed.',
  access: read,
  input: z.strictObject({
    id: idParam,
    risk,
    conclusion: z.string().max(CONCLUSION_MOST, `Enter at most ${CONCLUSION_MOST.toLocaleString('en-US')} characters`),
    /** That the typing began from; 0 while there was none. */
    version: versionShown,
  }),
  reply: conclusion,
})
export const signAssessment = endpoint({
  method: 'POST',
  path: '/api/annual-boli-review/assessment/:id/sign',
  summary: 'Sign management’s assessment; from then on it is locked.',
  access: sign,
  idempotent: true,
  input: z.strictObject({
    id: idParam,
    ...signing,
  }),
  reply: assessment,
})
