/** The calls that every kind of record of the register has: list with totals, enter, correct with a reason, take out with a reason. */
import { z } from 'zod'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { optionalFields } from './kernel/fields.ts'
import { summed } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

export const day = z.iso.date('Choose a date').refine((text) => text >= '1900-01-01' && text <= '2199-12-31', 'Choose a date after 1900')
export const amount = z.int().min(0, 'An amount is 0 or more').max(Number.MAX_SAFE_INTEGER)
export const text = (most: number) => z.string().trim().max(most).nullable()
export const needed = (what: string, most: number) => z.string().trim().min(1, `Enter ${what}`).max(most)
export const reason = z.string().trim().min(3, 'Enter a reason that the next reader will understand').max(500)
const period = day.optional()

/** Totals of a filtered list: policies held at the period, and their posted values. */
export const holdingTotals = z.object({
  policies: z.int(),
  cashSurrenderValueCents: z.int(),
  deathBenefitCents: z.int(),
  /** In force without a posted value. */
  withoutValue: z.int(),
})
export const holding = {
  policies: summed(z.int()),
  cashSurrenderValueCents: summed(z.int()),
  deathBenefitCents: summed(z.int()),
}

interface Kind<Fields extends z.ZodRawShape, RowFields extends z.ZodRawShape, Filters extends z.ZodRawShape, Totals extends z.ZodType> {
  path: string
  words: readonly [one: string, many: string]
  /** The fields written. */
  fields: Fields
  /** The columns of a list beside id and updatedAt. */
  row: RowFields
  filters: Filters
  totals: Totals
  sortable: readonly [string, ...string[]]
  defaultSort: string
  desc?: boolean
}
/** The calls on one kind of record. A correction and a removal say why; what was there before is kept. */
export function registerCalls<
  Fields extends z.ZodRawShape,
  RowFields extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  Totals extends z.ZodType,
>(kind: Kind<Fields, RowFields, Filters, Totals>) {
  const [one, many] = kind.words
  const base = `/api/institutions/:id/register/${kind.path}`
  const named = { id: idParam, recordId: idParam, reason, updatedAt: z.iso.datetime() }
  const written = z.object({ id: z.int(), updatedAt: z.string() })
  return {
    model: `register-${kind.path}`,
    fields: z.object(kind.fields),
    endpoints: {
      list: endpoint({
        method: 'GET',
        path: base,
        summary: `The ${many} of an institution on this site.`,
        access: readInstitutions,
        input: pageInput(kind.sortable, kind.defaultSort, kind.desc ?? false).extend({ id: idParam, period, ...kind.filters }),
        reply: page(z.object({ id: z.int(), ...kind.row, updatedAt: z.string().nullable() })).extend({
          totals: kind.totals,
          period: z.string().nullable(),
        }),
      }),
      create: endpoint({
        method: 'POST',
        path: base,
        summary: `Enter a ${one}.`,
        access: changeInstitutions,
        input: z.strictObject({ id: idParam, ...kind.fields, reason: reason.optional() }),
        reply: written,
        success: 201,
        idempotent: true,
      }),
      update: endpoint({
        method: 'PUT',
        path: `${base}/:recordId`,
        summary: `Correct a ${one}; what it said before is kept with the reason.`,
        access: changeInstitutions,
        input: z.strictObject({ ...optionalFields(kind.fields), ...named }),
        reply: written,
      }),
      remove: endpoint({
        method: 'DELETE',
        path: `${base}/:recordId`,
        summary: `Remove a ${one} that was entered by mistake; it is kept in the history with the reason.`,
        access: changeInstitutions,
        input: z.strictObject(named),
        reply: z.object({ id: z.int() }),
      }),
    },
  }
}
