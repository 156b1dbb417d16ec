/** Dated terms of a carrier: ratings, yearly figures, declared rates. Rows are added and corrected; their earlier versions are kept. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'

export const RATED_BY = ['AM_BEST', 'SP', 'MOODYS', 'FITCH', 'COMDEX'] as const
export const OUTLOOKS = ['POSITIVE', 'STABLE', 'NEGATIVE', 'DEVELOPING'] as const
export const RATING_ACTIONS = ['AFFIRMED', 'UPGRADED', 'DOWNGRADED', 'WITHDRAWN'] as const

const day = z.iso.date('Choose a date').refine((text) => text >= '1900-01-01' && text <= '2199-12-31', 'Choose a date after 1900')
const source = z.string().trim().min(1, 'Enter the source').max(300)
const cents = z.int().max(Number.MAX_SAFE_INTEGER)

const rating = {
  agency: z.enum(RATED_BY),
  effectiveOn: day,
  /** In the agency's own letters; a Comdex is a number from 1 to 100. */
  rating: z.string().trim().min(1, 'Enter the rating').max(10),
  outlook: z.enum(OUTLOOKS).nullable(),
  watch: z.boolean(),
  action: z.enum(RATING_ACTIONS).nullable(),
  source,
}
const financials = {
  year: z.int().min(1900, 'Enter the year with four digits').max(2199, 'Enter the year with four digits'),
  assetsCents: cents.min(1, 'Assets are more than 0'),
  liabilitiesCents: cents.min(0, 'An amount is 0 or more'),
  surplusCents: cents,
  /** A fraction: 4.2 is 420 %. */
  riskBasedCapitalRatio: z.number().positive().max(100).nullable(),
  source,
}
const productRate = {
  productId: idParam,
  effectiveOn: day,
  grossRate: z.number().min(-0.5, 'A rate is −50% or more').max(0.5, 'A rate is 50% at most'),
  source,
}

const read = permission('CARRIERS', 1, STAFF_ROLES, 'site')
const change = permission('CARRIERS', 2, STAFF_ROLES, 'site')

function termCalls<Fields extends z.ZodRawShape>(path: string, words: readonly [one: string, many: string], fields: Fields) {
  const [one, many] = words
  const base = `/api/carriers/:id/${path}`
  const version = z.object({
    ...fields,
    enteredBy: z.string().nullable(),
    enteredAt: z.string().nullable(),
    replacedBy: z.string().nullable(),
    replacedAt: z.string(),
    reason: z.string(),
    removed: z.boolean(),
  })
  const row = z.object({
    id: z.int(),
    ...fields,
    /** Whether it holds on the day asked for. */
    inForce: z.boolean(),
    enteredBy: z.string().nullable(),
    updatedAt: z.string(),
    /** Its earlier versions, latest first. */
    versions: z.array(version),
  })
  const reply = z.object({ on: z.string(), records: z.array(row), removed: z.array(version) })
  const reason = z.string().trim().min(3, 'Enter a reason that the next reader will understand').max(500)
  const named = { id: idParam, rowId: idParam, reason, updatedAt: z.iso.datetime() }
  return {
    model: `carriers.${path}`,
    fields: z.object(fields),
    endpoints: {
      list: endpoint({
        method: 'GET',
        path: base,
        summary: `The ${many} of a carrier, latest first, with what they said before, and which hold on a day.`,
        access: read,
        input: z.strictObject({ id: idParam, on: day.optional() }),
        reply,
      }),
      add: endpoint({
        method: 'POST',
        path: base,
        summary: `Add a ${one} of a carrier.`,
        access: change,
        input: z.strictObject({ id: idParam, ...fields }),
        reply,
        success: 201,
        idempotent: true,
      }),
      correct: endpoint({
        method: 'PUT',
        path: `${base}/:rowId`,
        summary: `Correct a ${one}; what it said before is kept with the reason.`,
        access: change,
        input: z.strictObject({ ...named, ...fields }),
        reply,
      }),
      remove: endpoint({
        method: 'DELETE',
        path: `${base}/:rowId`,
        summary: `Remove a ${one} that was entered by mistake; it is kept with the reason.`,
        access: change,
        input: z.strictObject(named),
        reply,
      }),
    },
  }
}

export const carrierRatings = termCalls('ratings', ['rating', 'ratings'], rating)
export const carrierFinancials = termCalls('financials', ['set of yearly figures', 'yearly figures'], financials)
export const productRates = termCalls('rates', ['declared rate', 'declared rates'], productRate)
