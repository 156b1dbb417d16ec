/** The organization's objects and their fields, as Salesforce describes them. */
import type { OrgField } from '@corridor/domain/onboarding/salesforce.ts'
import { z } from 'zod'
import type { Client } from './client.ts'

const described = z.looseObject({
  name: z.string(),
  label: z.string(),
  fields: z.array(
    z.looseObject({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      relationshipName: z.string().nullable().default(null),
      referenceTo: z.array(z.string()).default([]),
    }),
  ),
})

export interface OrgObject {
  name: string
  label: string
  fields: OrgField[]
  /** Records have an amount's currency: the organization keeps more than one. */
  severalCurrencies: boolean
}

export async function listObjects(client: Client, signal: AbortSignal): Promise<{ name: string; label: string }[]> {
  const shape = z.looseObject({ sobjects: z.array(z.looseObject({ name: z.string(), label: z.string(), queryable: z.boolean() })) })
  const { sobjects } = await client.ask({ path: `${client.data}/sobjects`, signal }, shape)
  return sobjects
    .filter(({ queryable, name }) => queryable && !/(History|Share|Feed|ChangeEvent|Tag)$/.test(name))
    .map(({ name, label }) => ({ name, label }))
}

/** The object's fields, and those of the records it refers to, one step away. */
export async function describeObject(client: Client, object: string, signal: AbortSignal): Promise<OrgObject> {
  const describe = (name: string) => client.ask({ path: `${client.data}/sobjects/${encodeURIComponent(name)}/describe`, signal }, described)
  const own = await describe(object)
  const parents = new Map<string, Promise<z.output<typeof described>>>()
  const fields: OrgField[] = []
  for (const { name, label, type, relationshipName, referenceTo } of own.fields) {
    if (NOT_CELLS.has(type)) continue
    fields.push({ path: name, label, type })
    const [parent] = referenceTo
    // A person who last changed a record says nothing about the book.
    if (!relationshipName || !parent || referenceTo.length > 1 || KEEPERS.has(name)) continue
    if (!parents.has(parent)) parents.set(parent, describe(parent))
    const found = await parents.get(parent)
    for (const field of found?.fields ?? [])
      if (!NOT_CELLS.has(field.type) && field.type !== 'reference')
        fields.push({ path: `${relationshipName}.${field.name}`, label: `${label.replace(/ ID$/, '')}: ${field.label}`, type: field.type })
  }
  return { name: own.name, label: own.label, fields, severalCurrencies: own.fields.some(({ name }) => name === 'CurrencyIsoCode') }
}

const KEEPERS = new Set(['CreatedById', 'LastModifiedById', 'OwnerId'])

/** Compound and binary fields: a bulk query refuses them, and their parts are fields of their own. */
const NOT_CELLS = new Set(['address', 'location', 'base64', 'anyType', 'complexvalue'])
