/** The part of SOQL that the double reads: fields of an object and of what it refers to, COUNT(), SystemModstamp and IsDeleted. */
import type { DoubleObject } from './salesforce-double-types.ts'

/** Answered as Salesforce answers: `[{ message, errorCode }]`. */
export class Refused extends Error {
  readonly status: number
  readonly errorCode: string

  constructor(status: number, errorCode: string, message: string) {
    super(message)
    this.status = status
    this.errorCode = errorCode
  }
}

export interface Selected {
  name: string
  object: DoubleObject
  /** Undefined for COUNT(). */
  fields: string[] | undefined
  /** Places of the records that the conditions let through. */
  matches: number[]
}

const GRAMMAR = /^SELECT (COUNT\(\)|[\w., ]+) FROM (\w+)(?: WHERE (.+?))?(?: LIMIT (\d+))?$/
const SINCE = /^SystemModstamp >= (\d{4}-\d\d-\d\dT[\d:.]+Z)$/

/** @param all queryAll: deleted records too */
export function selected(objects: Map<string, DoubleObject>, soql: string, all: boolean): Selected {
  const read = GRAMMAR.exec(soql)
  if (!read) throw new Refused(400, 'MALFORMED_QUERY', `unexpected token: '${soql.slice(0, 20)}'`)
  const [, what = '', name = '', where, limit] = read
  const object = objects.get(name)
  if (!object) throw new Refused(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`)
  const fields = what === 'COUNT()' ? undefined : what.split(',').map((field) => field.trim())
  for (const field of fields ?? []) checkField(objects, name, field)
  let since: string | undefined
  let deletedOnly = false
  for (const condition of where?.split(' AND ') ?? []) {
    if (condition === 'IsDeleted = true') deletedOnly = true
    else if (SINCE.test(condition)) since = SINCE.exec(condition)?.[1]
    else throw new Refused(400, 'MALFORMED_QUERY', `unexpected condition: '${condition}'`)
  }
  const matches: number[] = []
  for (let index = 0; index < object.count; index++) {
    const record = object.record(index)
    const deleted = record.IsDeleted === true
    if (deleted && !all) continue
    if (deletedOnly && !deleted) continue
    if (since !== undefined && Date.parse(String(record.SystemModstamp)) < Date.parse(since)) continue
    matches.push(index)
  }
  return { name, object, fields, matches: limit === undefined ? matches : matches.slice(0, Number(limit)) }
}

function checkField(objects: Map<string, DoubleObject>, object: string, path: string): void {
  const [first = '', ...rest] = path.split('.')
  const fields = objects.get(object)?.fields ?? []
  if (rest.length === 0) {
    if (!fields.some(({ name }) => name.toLowerCase() === first.toLowerCase()))
      throw new Refused(
        400,
        'INVALID_FIELD',
        `\nSELECT ${path} FROM ${object}\n       ^\nERROR at Row:1:Column:8\nNo such column '${path}' on entity '${object}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`,
      )
    return
  }
  const parent = fields.find(({ relationshipName }) => relationshipName === first)?.referenceTo?.[0]
  if (parent === undefined) throw new Refused(400, 'INVALID_FIELD', `Didn't understand relationship '${first}' in field path.`)
  checkField(objects, parent, rest.join('.'))
}

export function valueOf(record: Record<string, unknown>, path: string): unknown {
  let value: unknown = record
  for (const step of path.split('.'))
    value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === step)?.[1] : undefined
  return value ?? null
}

/** A record as the REST API answers it: what it refers to is a record within it. */
export function answerFields(
  objects: Map<string, DoubleObject>,
  object: string,
  record: Record<string, unknown>,
  fields: readonly string[],
): object {
  const attributes = { type: object, url: `/services/data/v62.0/sobjects/${object}/${String(record.Id)}` }
  // In JSON instants end in +0000, in a bulk job's CSV in Z.
  const told = (value: unknown) => (typeof value === 'string' && /T.*Z$/.test(value) ? value.replace(/Z$/, '+0000') : (value ?? null))
  const own = fields.filter((field) => !field.includes('.')).map((field) => [field, told(record[field])])
  const relations = new Map<string, string[]>()
  for (const field of fields) {
    const [relation = '', ...rest] = field.split('.')
    if (rest.length > 0) relations.set(relation, [...(relations.get(relation) ?? []), rest.join('.')])
  }
  const parents = [...relations].map(([relation, inner]) => {
    const parent = valueOf(record, relation)
    const type = objects.get(object)?.fields.find(({ relationshipName }) => relationshipName === relation)?.referenceTo?.[0] ?? relation
    return [relation, isRecord(parent) ? answerFields(objects, type, parent, inner) : null]
  })
  return { attributes, ...Object.fromEntries([...own, ...parents]) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
