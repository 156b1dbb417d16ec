/** The least input that a schema takes, for calls that are asked for the rows they name and not for what they do with them. */
import { z } from 'zod'

const node = z.looseObject({
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  items: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
})

const TEXTS = [
  'X',
  '1',
  'OH',
  '2026-01-01',
  '2026-11-01T00:00:00.000Z',
  '00000000-0000-4000-8000-000000000000',
  '0'.repeat(64),
  'bank.example',
  'new@bank.example',
  'https://login.bank.example',
  'because of a test',
]

export const sampleOf = (schema: z.ZodType): unknown => sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

function sample(schema: unknown): unknown {
  const of = node.parse(schema)
  if (of.const !== undefined) return of.const
  if (of.enum) return of.enum[0]
  const parts = of.anyOf ?? of.oneOf
  if (parts) return parts.some((part) => node.parse(part).type === 'null') ? null : sample(parts[0])
  if (Array.isArray(of.type)) return null
  if (of.allOf) return Object.assign({}, ...of.allOf.map(sample))
  if (of.type === 'object')
    return Object.fromEntries((of.required ?? []).map((name) => [name, sample(of.properties?.[name] ?? of.additionalProperties ?? {})]))
  if (of.type === 'array') return Array.from({ length: of.minItems ?? 0 }, () => sample(of.items ?? {}))
  if (of.type === 'boolean') return true
  if (of.type === 'integer' || of.type === 'number') {
    const least = of.minimum ?? (of.exclusiveMinimum === undefined ? 0 : of.exclusiveMinimum + (of.type === 'integer' ? 1 : 0.01))
    return Math.min(Math.max(least, of.type === 'integer' ? 1 : 0.03), of.maximum ?? 1)
  }
  return TEXTS.find((text) => fits(text, of))
}

const fits = (text: string, { pattern, minLength = 0, maxLength = 1000, format }: z.infer<typeof node>): boolean =>
  text.length >= minLength &&
  text.length <= maxLength &&
  (!pattern || new RegExp(pattern).test(text)) &&
  (pattern !== undefined || format === undefined)
