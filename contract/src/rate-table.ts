/** The rate table: declared crediting rates of every product by date, and cost-of-insurance tables; both imported from a file after a look at what changes. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { CHARGED_PER, SMOKER_CLASSES, TABLE_SEXES } from '@corridor/domain/calculations/interest-credited.ts'
import { z } from 'zod'
import { endpoint, flag, idParam, repeated, rowId } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { day } from './register-calls.ts'
import { CHANGE_WORDS, CHANGED_RECORD_WORDS, HOLD_WORDS, PER_WORDS } from './words.ts'

const read = permission('CARRIERS', 1, STAFF_ROLES, 'site')
const change = permission('CARRIERS', 2, STAFF_ROLES, 'site')

export const HOLDS = ['NOW', 'EARLIER', 'LATER'] as const
const narrowed = {
  carrierCode: repeated(z.string().trim().toUpperCase().max(12)),
  productId: repeated(idParam),
}

const product = z.object({
  id: z.int(),
  carrierId: z.int(),
  carrierCode: z.string(),
  carrierName: z.string(),
  productName: z.string(),
  accountType: z.string(),
  /** Policies of the active site that are in force. */
  policies: z.int(),
  grossRate: z.number().nullable().meta({ description: 'Declared, in force today.' }),
  rateSince: z.string().nullable(),
  chargesSince: z.string().nullable().meta({ description: 'The cost-of-insurance table that holds today; null for none.' }),
  guaranteedMinimumRate: z.number(),
  followsMarket: z.boolean().meta({ description: 'No declared rate makes its interest: a fund or an index does.' }),
})
export const listRatedProducts = endpoint({
  method: 'GET',
  path: '/api/rate-table/products',
  summary:
    'Every product with the rate it declares today and the day of its cost-of-insurance table: with both, audits recompute the month.',
  access: read,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(product) }),
})

export const declaredRate = z.object({
  id: z.int(),
  carrierId: z.int(),
  carrierCode: z.string(),
  carrierName: z.string(),
  productId: z.int(),
  productName: z.string(),
  effectiveOn: z.string(),
  endsOn: z.string().nullable().meta({ description: 'The day before the next rate; null for the last.' }),
  holds: worded(z.enum(HOLDS), HOLD_WORDS),
  grossRate: z.number(),
  beforeRate: z.number().nullable(),
  changeBps: z.number().nullable(),
  source: z.string(),
  enteredBy: z.string().nullable(),
  updatedAt: z.string(),
  corrections: z.int(),
})
export const listDeclaredRates = endpoint({
  method: 'GET',
  path: '/api/rate-table/rates',
  summary: 'Declared rates of every product, each with the rate before it and the day on which it ends.',
  access: read,
  input: pageInput(['effectiveOn', 'carrierName', 'productName', 'grossRate', 'changeBps', 'updatedAt'], 'effectiveOn', true).extend({
    ...narrowed,
    holds: repeated(z.enum(HOLDS)),
    since: day.optional(),
    until: day.optional(),
  }),
  reply: page(declaredRate),
})

/** A million characters are tens of thousands of lines. */
const MOST_TEXT = 1_000_000
const text = z.string().min(1, 'The file is empty').max(MOST_TEXT, 'The file is larger than a rate table is')
const fileName = z.string().trim().min(1).max(255)
const source = z.string().trim().min(1, 'Enter the source').max(300)
const reason = z.string().trim().min(3, 'Enter a reason that the next reader will understand').max(500)
/** Stands for what the preview showed: another file, or a table that changed since, is refused. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const problems = z.array(z.object({ line: z.int(), message: z.string() }))
const changes = z.enum(['NEW', 'CHANGED', 'SAME'])
const counts = { added: z.int(), changed: z.int(), same: z.int() }
const preview = { ...counts, problems, notes: z.array(z.string()), digest }

export const previewRates = endpoint({
  method: 'POST',
  path: '/api/rate-table/rates/preview',
  summary: 'What a file of declared rates would add and correct, and what is wrong with it, line by line. Nothing is saved.',
  access: change,
  input: z.strictObject({ text }),
  reply: z.object({
    ...preview,
    lines: z.array(
      z.object({
        line: z.int(),
        carrierName: z.string(),
        productName: z.string(),
        effectiveOn: z.string(),
        grossRate: z.number(),
        before: z.number().nullable(),
        change: changes,
        doubt: z.string().nullable(),
      }),
    ),
  }),
  changes: false,
})
export const importRates = endpoint({
  method: 'POST',
  path: '/api/rate-table/rates/import',
  summary:
    'Adds and corrects the declared rates of a file as its preview showed them, all or none; what a corrected rate said before is kept.',
  access: change,
  input: z.strictObject({ text, fileName, source, reason: reason.optional(), digest }),
  reply: z.object(counts),
  success: 201,
  idempotent: true,
})

export const chargeTable = z.object({
  id: z.int(),
  carrierId: z.int(),
  carrierCode: z.string(),
  carrierName: z.string(),
  productId: z.int(),
  productName: z.string(),
  effectiveOn: z.string(),
  per: worded(z.enum(CHARGED_PER), PER_WORDS),
  rates: z.int(),
  fromAge: z.int(),
  toAge: z.int(),
  source: z.string(),
  reason: z.string().nullable(),
  enteredBy: z.string().nullable(),
  enteredAt: z.string(),
  supersededBy: z.string().nullable(),
  supersededAt: z.string().nullable(),
})
export const listChargeTables = endpoint({
  method: 'GET',
  path: '/api/rate-table/charges',
  summary: 'Cost-of-insurance tables of every product, those that a correction superseded among them when asked for.',
  access: read,
  input: pageInput(['effectiveOn', 'carrierName', 'productName', 'enteredAt'], 'productName').extend({
    ...narrowed,
    superseded: flag.optional(),
  }),
  reply: page(chargeTable),
})
export const getChargeTable = endpoint({
  method: 'GET',
  path: '/api/rate-table/charges/:id',
  summary: 'One cost-of-insurance table with its rates.',
  access: read,
  input: z.strictObject({ id: idParam }),
  reply: chargeTable.extend({
    lines: z.array(z.object({ sex: z.enum(TABLE_SEXES), smokerClass: z.enum(SMOKER_CLASSES), attainedAge: z.int(), rate: z.number() })),
  }),
})
const charges = { productId: rowId, effectiveOn: day, per: z.enum(CHARGED_PER), text }
export const previewCharges = endpoint({
  method: 'POST',
  path: '/api/rate-table/charges/preview',
  summary: 'What a cost-of-insurance table from a file would change, and what is wrong with it, line by line. Nothing is saved.',
  access: change,
  input: z.strictObject(charges),
  reply: z.object({
    ...preview,
    gone: z.int().meta({ description: 'Rates of the table before that the new one has not.' }),
    supersedes: z.boolean().meta({ description: 'A table of the same day holds: the new one is its correction.' }),
    lines: z.array(
      z.object({
        line: z.int(),
        sex: z.enum(TABLE_SEXES),
        smokerClass: z.enum(SMOKER_CLASSES),
        attainedAge: z.int(),
        rate: z.number(),
        before: z.number().nullable(),
        change: changes,
      }),
    ),
  }),
  changes: false,
})
export const importCharges = endpoint({
  method: 'POST',
  path: '/api/rate-table/charges/import',
  summary: 'Enters a cost-of-insurance table from a file as its preview showed it; a table of the same day is superseded, and kept.',
  access: change,
  input: z.strictObject({ ...charges, fileName, source, reason: reason.optional(), digest }),
  reply: chargeTable,
  success: 201,
  idempotent: true,
})

export const listRateChanges = endpoint({
  method: 'GET',
  path: '/api/rate-table/changes',
  summary: 'Who entered, corrected or removed which declared rate or cost-of-insurance table, when and why, latest first.',
  access: read,
  input: pageInput(['at', 'carrierName', 'productName'], 'at', true).extend(narrowed),
  reply: page(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.string().nullable(),
      what: worded(z.enum(['RATE', 'CHARGES']), CHANGED_RECORD_WORDS),
      action: worded(z.enum(['ADDED', 'CORRECTED', 'REMOVED']), CHANGE_WORDS),
      carrierName: z.string(),
      productId: z.int().nullable(),
      productName: z.string().nullable(),
      effectiveOn: z.string().nullable(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
