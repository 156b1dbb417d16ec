/** Words for the codes of a list, and the columns that sum to something: told once, beside the field, and read by the files of lists. */
import { z } from 'zod'

/** A word, or the row of a table that holds it. */
type Word = string | { readonly label: string }

interface ListCell {
  /** Codes as the screen reads them. */
  words?: Readonly<Record<string, Word>>
  /** The column is summed: amounts of different things, each of them in one row only. */
  isSummed?: boolean
}
const cells = z.registry<ListCell>()

type CodesOf<Schema extends z.ZodType> = z.output<Schema> extends readonly (infer Code)[] ? Code : z.output<Schema>
type Words<Code> = Readonly<Record<Code extends string | number ? Code : never, Word>>

/** A field of codes, and the words that stand for them in a file. */
export function worded<Schema extends z.ZodType>(schema: Schema, words: Words<CodesOf<Schema>>): Schema {
  const own = schema.clone()
  cells.add(own, { words })
  return own
}
/** A field that a file adds up. A list where a thing stands in several rows has no such field. */
export function summed<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.clone()
  cells.add(own, { isSummed: true })
  return own
}

/** The fields of a list's records, those of an object in a record as `object.field`, with what files know of them. */
export function listFields(reply: z.ZodType): ReadonlyMap<string, ListCell & { isCoded: boolean }> {
  const fields = new Map<string, ListCell & { isCoded: boolean }>()
  const records = reply instanceof z.ZodObject ? bare(reply.shape.records).inner : undefined
  for (const record of records instanceof z.ZodArray ? variants(records.element) : [])
    for (const [key, schema] of Object.entries(record.shape)) {
      const inside = bare(schema)
      if (inside.inner instanceof z.ZodObject)
        for (const [name, inner] of Object.entries(inside.inner.shape)) fields.set(`${key}.${name}`, fieldOf(inner))
      else fields.set(key, fieldOf(schema))
    }
  return fields
}

function fieldOf(schema: unknown): ListCell & { isCoded: boolean } {
  const { inner, cell } = bare(schema)
  const element = inner instanceof z.ZodArray ? bare(inner.element) : undefined
  return { ...element?.cell, ...cell, isCoded: isCoded(element?.inner ?? inner) }
}

/** "Ready" is a word already. */
const isCoded = (schema: unknown) => schema instanceof z.ZodEnum && schema.options.some((code) => !/^[A-Z][a-z]+$/.test(String(code)))

const variants = (record: unknown): z.ZodObject[] =>
  record instanceof z.ZodObject ? [record] : record instanceof z.ZodUnion ? record.options.flatMap(variants) : []

/** A schema without what makes it optional or nullable, and what is known of it on the way. */
function bare(schema: unknown): { inner: unknown; cell: ListCell } {
  let [inner, cell]: [unknown, ListCell] = [schema, {}]
  while (inner instanceof z.ZodType) {
    cell = { ...cells.get(inner), ...cell }
    if (!(inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)) break
    inner = inner.unwrap()
  }
  return { inner, cell }
}
