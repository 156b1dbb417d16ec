/** The contracts, printed as OpenAPI 3.1: every endpoint with its access, input, reply and errors, from the very values that serve it. */

import type { NamedEndpoint } from '@corridor/contract/index.ts'
import { type Endpoint, openToKeys } from '@corridor/contract/kernel/endpoint.ts'
import { ERRORS, errorReply } from '@corridor/contract/kernel/errors.ts'
import { type Access, ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'

type Schema = Record<string, unknown>

export function openApiDocument(
  endpoints: readonly NamedEndpoint[],
  { version, publicUrl, cookie }: { version: string; publicUrl: string; cookie: string },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const named of endpoints) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operationOf(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corridor',
      version,
      description: 'Portal for corporate- and bank-owned life insurance: holdings, monthly reports, documents.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map(({ feature }) => feature))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie }, key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorReply, 'output') },
    },
  }
}

/** The callers, as a sentence. */
export function accessInWords({ kind, roles, anyOf, minimum, own }: Access): string {
  if (kind === 'public') return 'Anyone, signed in or not.'
  const named = (list: readonly (keyof typeof ROLE_NAMES)[]) =>
    list.length === 5 ? 'Every role' : list.map((role) => ROLE_NAMES[role]).join(', ')
  if (kind === 'session') return `Signed in: ${named(roles)}.`
  const held = `${named(roles)} with ${anyOf.join(' or ')} at level ${Math.max(1, minimum)}`
  return own ? `${held}; their own rows without it: ${named(own)}.` : `${held}.`
}

const keysInWords = (endpoint: Endpoint): string => {
  if (!openToKeys(endpoint)) return ''
  return endpoint.forKeys === null ? ' Open to API keys with that scope.' : ` Open to API keys of: ${accessInWords(endpoint.forKeys)}`
}

function operationOf({ feature, name, endpoint }: NamedEndpoint) {
  const { path, rest } = inputSchemas(endpoint)
  const inBody = endpoint.method === 'POST' || endpoint.method === 'PUT' || endpoint.method === 'PATCH'
  const required = new Set(rest.required)
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description: `Access: ${accessInWords(endpoint.access)}${keysInWords(endpoint)}`,
    security: endpoint.access.kind === 'public' ? [] : [{ session: [] }, ...(openToKeys(endpoint) ? [{ key: [] }] : [])],
    parameters: [
      ...Object.entries(path).map(([key, schema]) => ({ name: key, in: 'path', required: true, schema })),
      ...(inBody
        ? []
        : Object.entries(rest.properties).map(([key, schema]) => ({
            name: key,
            in: 'query',
            required: required.has(key),
            schema,
            ...(isArray(schema) ? { explode: true } : {}),
          }))),
      ...(endpoint.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
        : []),
    ],
    ...(inBody ? { requestBody: bodyOf(endpoint, rest) } : {}),
    responses: { [endpoint.success]: replyOf(endpoint), ...errorsOf(endpoint) },
    'x-access': endpoint.access,
  }
}

interface ObjectSchema extends Schema {
  properties: Record<string, Schema>
  required: string[]
}

function inputSchemas(endpoint: Endpoint): { path: Record<string, Schema>; rest: ObjectSchema } {
  const { $schema: _, ...schema } = jsonSchema(endpoint.input, 'input')
  const { properties = {}, required = [] } = objectSchema.parse(schema)
  const names = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const pick = (inPath: boolean) => Object.fromEntries(Object.entries(properties).filter(([name]) => names.has(name) === inPath))
  return { path: pick(true), rest: { ...schema, properties: pick(false), required: required.filter((name) => !names.has(name)) } }
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  required: z.array(z.string()).optional(),
})

function bodyOf(endpoint: Endpoint, schema: ObjectSchema) {
  if (endpoint.kind === 'mail') return { required: true, content: { 'message/rfc822': { schema: { type: 'string', format: 'binary' } } } }
  if (endpoint.kind !== 'multipart') return { required: schema.required.length > 0, content: { 'application/json': { schema } } }
  const properties = { file: { type: 'string', format: 'binary' }, ...schema.properties }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties, required: ['file', ...schema.required] } } },
  }
}

function replyOf(endpoint: Endpoint) {
  if (endpoint.success === 204) return { description: 'Done.' }
  if (endpoint.kind === 'file')
    return { description: 'The file.', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  if (endpoint.kind === 'events')
    return { description: 'Server-sent events.', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  const { $schema: _, ...schema } = jsonSchema(endpoint.reply, 'output')
  return { description: 'Done.', content: { 'application/json': { schema } } }
}

/** Further answers of every call: by status, with the codes of the closed table. */
function errorsOf({ access, method }: Endpoint): Record<string, unknown> {
  const statuses = [400, ...(access.kind === 'public' ? [] : [401, 403, 404]), ...(method === 'GET' ? [] : [409, 413, 429]), 500, 503]
  const codes = (status: number) =>
    Object.entries(ERRORS)
      .filter(([, [of]]) => of === status)
      .map(([code]) => code)
      .join(', ')
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: codes(status), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}

const isArray = (schema: Schema) => schema.type === 'array'

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' })
}
