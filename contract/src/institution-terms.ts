/** Dated terms of an institution: taxes, capital, the board's limits. Rows are added and corrected; their earlier versions are kept. */
import { RATING_SCALES } from '@corridor/domain/carriers/ratings.ts'
import { z } from 'zod'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'

export const STATE_TREATMENTS = ['EXCLUDED', 'TAXED', 'IN_CAPITAL_BASE', 'NOT_APPLICABLE'] as const
export const CAPITAL_SOURCES = ['QUESTIONNAIRE', 'CALL_REPORT', 'STAFF'] as const
export const CAPITAL_BASES = ['TIER1', 'TIER1_PLUS_ACL', 'TOTAL'] as const

const rate = (most: number) =>
  z
    .number()
    .min(0, 'A rate is 0% or more')
    .max(most, `A rate is ${most * 100}% at most`)
const cents = z.int().min(0, 'An amount is 0 or more').max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date('Choose a date').refine((text) => text >= '1900-01-01' && text <= '2199-12-31', 'Choose a date after 1900')
const rating = (agency: keyof typeof RATING_SCALES) => z.enum(RATING_SCALES[agency], 'That agency does not give this rating').nullable()

const taxProfile = {
  federalRate: rate(0.5),
  stateRate: rate(0.5),
  stateCode: z.string().regex(/^[A-Z]{2}$/, 'Enter the state as two letters'),
  /** Rate, deductible share and treatment come from the state's row of each report's month end; those here are then that row's on the first day. */
  usesStateRow: z.boolean().default(false),
  federalDeductibleFraction: rate(1),
  boliStateTreatment: z.enum(STATE_TREATMENTS),
  combinedRateOverride: rate(0.8).nullable(),
  source: z.string().trim().min(1, 'Enter the source').max(300),
}
const capital = {
  tier1CapitalCents: cents.min(1, 'Tier 1 capital is more than 0'),
  allowanceForCreditLossesCents: cents.nullable(),
  tier2CapitalCents: cents.nullable(),
  totalRiskBasedCapitalCents: cents.nullable(),
  totalAssetsCents: cents.nullable(),
  source: z.enum(CAPITAL_SOURCES),
}
const policyLimits = {
  perCarrierLimitFraction: rate(1),
  aggregateLimitFraction: rate(1),
  capitalBasis: z.enum(CAPITAL_BASES),
  minAmBest: rating('AM_BEST'),
  minSp: rating('SP'),
  minMoodys: rating('MOODYS'),
  minFitch: rating('FITCH'),
  minComdex: z.int().min(1).max(100).nullable(),
  maxDeathBenefitMultipleOfSalary: z.number().min(0).max(1000).nullable(),
  boardApprovalDate: day.nullable(),
  nextReviewDate: day.nullable(),
}

const accountNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/, 'Enter the number with letters, digits, points, slashes and hyphens')
  .nullable()
const accountName = z.string().trim().min(1, 'Enter the name').max(80).nullable()
/** Null is not named here: the site's naming holds, else the standard one. */
export const ledgerAccountFields = {
  cashSurrenderValueNumber: accountNumber,
  cashSurrenderValueName: accountName,
  otherIncomeNumber: accountNumber,
  otherIncomeName: accountName,
  otherExpenseNumber: accountNumber,
  otherExpenseName: accountName,
  cashNumber: accountNumber,
  cashName: accountName,
  claimReceivableNumber: accountNumber,
  claimReceivableName: accountName,
  exchangeClearingNumber: accountNumber,
  exchangeClearingName: accountName,
}

/** The calls on one kind of dated rows. A row is named by its date; correcting and taking out say why. */
function termCalls<Fields extends z.ZodRawShape>(path: string, words: readonly [one: string, many: string], fields: Fields) {
  const [one, many] = words
  const base = `/api/institutions/:id/${path}`
  const version = z.object({
    effectiveOn: z.string(),
    ...fields,
    enteredBy: z.string().nullable(),
    enteredAt: z.string(),
    replacedBy: z.string().nullable(),
    replacedAt: z.string(),
    reason: z.string(),
    removed: z.boolean(),
  })
  const row = z.object({
    effectiveOn: z.string(),
    ...fields,
    enteredBy: z.string().nullable(),
    updatedAt: z.string(),
    /** Its earlier versions, latest first. */
    versions: z.array(version),
  })
  const reply = z.object({ records: z.array(row), removed: z.array(version) })
  const reason = z.string().trim().min(3, 'Enter a reason that the next reader will understand').max(500)
  const named = { id: idParam, date: day, reason, updatedAt: z.iso.datetime() }
  return {
    model: path,
    fields: z.object(fields),
    endpoints: {
      list: endpoint({
        method: 'GET',
        path: base,
        summary: `The ${many} of an institution by date, with what they said before.`,
        access: readInstitutions,
        input: z.strictObject({ id: idParam }),
        reply,
      }),
      add: endpoint({
        method: 'POST',
        path: base,
        summary: `Add a ${one} effective from a date.`,
        access: changeInstitutions,
        input: z.strictObject({ id: idParam, effectiveOn: day, ...fields }),
        reply,
        success: 201,
        idempotent: true,
      }),
      correct: endpoint({
        method: 'PUT',
        path: `${base}/:date`,
        summary: `Correct a ${one}; what it said before is kept with the reason.`,
        access: changeInstitutions,
        input: z.strictObject({ ...named, effectiveOn: day, ...fields }),
        reply,
      }),
      remove: endpoint({
        method: 'DELETE',
        path: `${base}/:date`,
        summary: `Remove a ${one} that was entered by mistake; it is kept with the reason.`,
        access: changeInstitutions,
        input: z.strictObject(named),
        reply,
      }),
    },
  }
}

export const taxProfiles = termCalls('tax-profiles', ['tax profile', 'tax profiles'], taxProfile)
export const capitalFigures = termCalls('capital', ['capital figure', 'capital figures'], capital)
export const policyLimitTerms = termCalls('policy-limits', ['set of policy limits', 'policy limits'], policyLimits)
export const ledgerAccountTerms = termCalls('ledger-accounts', ['set of GL accounts', 'GL accounts'], ledgerAccountFields)
