/** How each state taxes banks, from a date on, as tax-equivalent yields take it: rows, their review and their past. */

import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { CONSENT_TYPES, LIMIT_BASES, TAX_BASES } from '@corridor/domain/calculations/state-tax.ts'
import { STATE_TREATMENTS } from '@corridor/domain/primitives/insurance-terms.ts'
import { z } from 'zod'
import { endpoint, flag, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'
import { REVIEW_WORDS } from './words.ts'

const rate = z.number().min(0, 'A rate is 0% or more').max(1, 'A rate is 100% at most')
const day = z.iso.date('Choose a date').refine((text) => text >= '1900-01-01' && text <= '2199-12-31', 'Choose a date after 1900')
const line = (most: number) => z.string().trim().max(most).nullable()
const treatment = z.enum(STATE_TREATMENTS)

const write = z.object({
  stateCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Enter the state as two letters'),
  stateName: z.string().trim().min(1, 'Enter the name').max(60),
  effectiveFrom: day,
  effectiveTo: day.nullable().optional(),
  taxName: z.string().trim().min(1, 'Enter the name of the tax').max(120),
  taxBasis: z.enum(TAX_BASES),
  corporateRate: rate.nullable().optional(),
  financialInstitutionRate: rate.nullable().optional(),
  bracketTable: z
    .array(z.strictObject({ fromCents: z.int().min(0), rate }))
    .max(30)
    .optional(),
  federalDeductibleFraction: rate.optional(),
  boliGrowthTreatment: treatment,
  deathBenefitTreatment: treatment.optional(),
  surrenderGainTreatment: treatment.optional(),
  /** Null: not known. */
  usObligationInterestTaxed: z.boolean().nullable().optional(),
  municipalInterestTaxed: z.boolean().nullable().optional(),
  insurableInterestStatute: line(200).optional(),
  consentType: z.enum(CONSENT_TYPES).nullable().optional(),
  stateCharteredLimitPerCarrierFraction: rate.nullable().optional(),
  stateCharteredLimitAggregateFraction: rate.nullable().optional(),
  limitBasis: z.enum(LIMIT_BASES).nullable().optional(),
  approvalRequired: z.boolean().nullable().optional(),
  /** Printed with reports that use the row. */
  reportFootnote: line(400).optional(),
  /** The year of the figures; it is shown wherever they are used. */
  figuresYear: z.int().min(1900, 'Enter the year').max(2199, 'Enter the year'),
  sourceCitation: z.string().trim().min(1, 'Enter the source').max(500),
})

const record = z.object({
  id: z.int(),
  ...write.required().shape,
  reviewedBy: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  reviewDueAt: z.string().nullable(),
  /** UNREVIEWED until a tax reviewer marks the row as it stands; a changed figure makes it so again. */
  reviewStatus: worded(z.enum(['UNREVIEWED', 'REVIEWED', 'DUE']), REVIEW_WORDS),
  /** Tax profiles of the site's institutions that take their figures from it. */
  taxProfiles: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const states = defineResource({
  model: 'states',
  path: '/api/report-configuration/states',
  saves: 'PATCH',
  words: ['state row', 'state rows'],
  permission: 'REPORT_CONFIGURATION',
  record,
  write,
  sortable: [
    'stateName',
    'stateCode',
    'taxBasis',
    'financialInstitutionRate',
    'boliGrowthTreatment',
    'effectiveFrom',
    'figuresYear',
    'reviewedAt',
    'updatedAt',
  ],
  defaultSort: 'stateName',
  filters: {
    stateCode: repeated(z.string().max(2)),
    taxBasis: repeated(z.enum(TAX_BASES)),
    boliGrowthTreatment: repeated(treatment),
    reviewStatus: repeated(record.shape.reviewStatus),
    /** Rows that hold on this day. */
    on: day.optional(),
    limits: flag.optional(),
  },
  key: idParam,
})

const one = z.strictObject({ id: idParam })

export const reviewState = endpoint({
  method: 'POST',
  path: '/api/report-configuration/states/:id/review',
  summary: 'Mark a state’s row as reviewed by a tax reviewer, as it stands, with the day the next review is due.',
  access: permission('REPORT_CONFIGURATION', 2, STAFF_ROLES, 'site'),
  input: one.extend({ updatedAt: z.iso.datetime(), reviewDueAt: day.nullable() }),
  reply: record,
})

export const stateHistory = endpoint({
  method: 'GET',
  path: '/api/report-configuration/states/:id/history',
  summary: 'What a state’s row said before: each change, whose, and what was changed.',
  access: permission('REPORT_CONFIGURATION', 1, STAFF_ROLES, 'site'),
  input: one,
  reply: z.object({
    records: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        by: z.string().nullable(),
        action: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
  }),
})

/** States offered to a tax profile: every row's figures, small enough to be one answer. */
export const stateTaxRows = endpoint({
  method: 'GET',
  path: '/api/report-configuration/states/figures',
  summary: 'The tax figures of every state and period, for tax profiles that take them over.',
  access: permission(['REPORT_CONFIGURATION', 'INSTITUTIONS'], 1, STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply: z.object({
    records: z.array(
      record.pick({
        id: true,
        stateCode: true,
        stateName: true,
        effectiveFrom: true,
        effectiveTo: true,
        taxName: true,
        taxBasis: true,
        corporateRate: true,
        financialInstitutionRate: true,
        federalDeductibleFraction: true,
        boliGrowthTreatment: true,
        figuresYear: true,
        sourceCitation: true,
        reviewStatus: true,
      }),
    ),
  }),
})
