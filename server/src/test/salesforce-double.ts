/**
 * A double of Salesforce's servers on this machine, for tests and the demo: OAuth 2.0 (JWT bearer, client credentials), describe, query with paging,
 * query jobs of the Bulk API 2.0, in the shapes that Salesforce documents, with faults at will. Everything that calls it is the product's own.
 */
import { createVerify, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerBulk, type BulkJob } from './salesforce-double-bulk.ts'
import { answerFields, Refused, selected } from './salesforce-double-soql.ts'
import type { DoubleAnswer, DoubleObject } from './salesforce-double-types.ts'

/** Salesforce's documented failures, and those of the line between. */
export interface DoubleFault {
  /** Part of the method and address of the calls that it befalls, such as `GET /services/data/v62.0/query`. */
  on: string
  /** Calls that go well before it. */
  after?: number
  /** Calls that it befalls; 1 unless said. */
  times?: number
  /** `cut`: half of the body, then the line is closed. `silent`: no byte. `slow`: so many milliseconds late. `elsewhere`: a redirect. */
  kind: 'refuse' | 'cut' | 'silent' | 'slow' | 'elsewhere'
  status?: number
  errorCode?: string
  message?: string
  milliseconds?: number
}

export interface SalesforceDouble {
  url: string
  /** Host and port, for SALESFORCE_TEST_HOST. */
  host: string
  objects: Map<string, DoubleObject>
  fault: (fault: DoubleFault) => void
  /** Faults that are over. */
  healAll: () => void
  /** Every call: method and address. */
  calls: string[]
  /** Sessions that were given out end: the next call is INVALID_SESSION_ID. */
  endSessions: () => void
  close: () => Promise<void>
}

export interface DoubleOptions {
  clientId: string
  clientSecret?: string
  /** The certificate of the connected app, by which an assertion is verified. */
  publicKey?: string
  user?: string
  port?: number
  /** Records of a page of the REST API; Salesforce's is 2,000. */
  pageSize?: number
}

export async function startSalesforceDouble(objects: Map<string, DoubleObject>, options: DoubleOptions): Promise<SalesforceDouble> {
  const sessions = new Set<string>()
  const faults: (DoubleFault & { left: number; wait: number })[] = []
  const calls: string[] = []
  const jobs = new Map<string, BulkJob>()
  const fault = (given: DoubleFault) => void faults.push({ ...given, left: given.times ?? 1, wait: given.after ?? 0 })
  let url = ''

  const answer = async (request: IncomingMessage): Promise<DoubleAnswer & { met?: DoubleFault | undefined }> => {
    const body = await bodyOf(request)
    const address = new URL(request.url ?? '/', url)
    // How a browser story, whose server is another process, asks for faults.
    if (address.pathname === '/double/faults') {
      if (request.method === 'DELETE') faults.length = 0
      else fault(JSON.parse(body))
      return { status: 204, body: '' }
    }
    const call = `${request.method} ${decodeURIComponent(request.url ?? '')}`
    calls.push(call)
    const met = meets(faults, call)
    if (met?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, met.milliseconds ?? 1000))
    if (met?.kind === 'elsewhere') return { status: 302, body: '', headers: { location: 'https://firm.example.com/' } }
    if (met?.kind === 'refuse')
      return {
        status: met.status ?? 503,
        body: met.errorCode ? [{ message: met.message ?? 'refused', errorCode: met.errorCode }] : '<html>Service Unavailable</html>',
      }
    if (address.pathname === '/services/oauth2/token') return { ...grant(new URLSearchParams(body), options, url, sessions), met }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer === undefined || !sessions.has(bearer)) throw new Refused(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
    const path = /^\/services\/data\/v\d+\.0(\/.*)$/.exec(address.pathname)?.[1]
    if (path === undefined) throw new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
    const bulk = answerBulk(request.method, path, address.searchParams, body, objects, jobs)
    return { ...(bulk ?? { status: 200, body: answerRest(path, address, objects, options.pageSize ?? 2000) }), met }
  }
  const server = createServer((request, response) => {
    void answer(request)
      .catch((cause: unknown): DoubleAnswer & { met?: DoubleFault } =>
        cause instanceof Refused
          ? { status: cause.status, body: [{ message: cause.message, errorCode: cause.errorCode }] }
          : { status: 500, body: [{ message: String(cause), errorCode: 'UNKNOWN_EXCEPTION' }] },
      )
      .then((found) => send(response, found, found.met))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the double listens on no port')
  const host = `127.0.0.1:${bound.port}`
  url = `http://${host}`
  return {
    url,
    host,
    objects,
    fault,
    healAll: () => void (faults.length = 0),
    calls,
    endSessions: () => sessions.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function meets(faults: (DoubleFault & { left: number; wait: number })[], call: string) {
  const found = faults.find(({ on, left }) => left > 0 && call.includes(on))
  if (!found) return undefined
  if (found.wait > 0) {
    found.wait--
    return undefined
  }
  found.left--
  return found
}

function grant(form: URLSearchParams, options: DoubleOptions, url: string, sessions: Set<string>): DoubleAnswer {
  const refuse = (error: string, description: string) => ({ status: 400, body: { error, error_description: description } })
  const grantType = form.get('grant_type')
  if (grantType === 'client_credentials') {
    if (form.get('client_id') !== options.clientId) return refuse('invalid_client_id', 'client identifier invalid')
    if (options.clientSecret === undefined || form.get('client_secret') !== options.clientSecret)
      return refuse('invalid_client', 'invalid client credentials')
  } else if (grantType === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
    const now = Date.now() / 1000
    if (said.iss !== options.clientId) return refuse('invalid_client_id', 'client identifier invalid')
    if (said.aud !== url) return refuse('invalid_grant', 'audience is invalid')
    if (!(said.exp > now && said.exp < now + 300)) return refuse('invalid_grant', 'assertion is expired or not yet valid')
    const verified =
      options.publicKey !== undefined &&
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(options.publicKey, signature, 'base64url')
    if (!verified) return refuse('invalid_grant', 'invalid assertion')
    if (said.sub !== options.user) return refuse('invalid_grant', "user hasn't approved this consumer")
  } else return refuse('unsupported_grant_type', 'grant type not supported')
  const accessToken = `00D${randomUUID()}`
  sessions.add(accessToken)
  return {
    status: 200,
    body: { access_token: accessToken, scope: 'api', instance_url: url, id: `${url}/id/00D/005`, token_type: 'Bearer' },
  }
}

function answerRest(path: string, address: URL, objects: Map<string, DoubleObject>, pageSize: number): object {
  if (path === '/sobjects')
    return {
      encoding: 'UTF-8',
      maxBatchSize: 200,
      sobjects: [...objects].map(([name, { label }]) => ({ name, label, queryable: true, custom: name.endsWith('__c') })),
    }
  const described = /^\/sobjects\/(\w+)\/describe$/.exec(path)?.[1]
  if (described !== undefined) {
    const object = objects.get(described)
    if (!object) throw new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
    return {
      name: described,
      label: object.label,
      fields: object.fields.map((field) => ({ relationshipName: null, referenceTo: [], ...field })),
    }
  }
  const query = /^\/(query|queryAll)(?:\/(\w+)-(\d+))?$/.exec(path)
  if (!query) throw new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
  const soql = query[2] === undefined ? (address.searchParams.get('q') ?? '') : Buffer.from(query[2], 'hex').toString()
  const from = Number(query[3] ?? 0)
  const { fields, object, name, matches } = selected(objects, soql, query[1] === 'queryAll')
  if (fields === undefined) return { totalSize: matches.length, done: true, records: [] }
  const next = from + pageSize
  return {
    totalSize: matches.length,
    done: next >= matches.length,
    ...(next < matches.length
      ? {
          nextRecordsUrl: `${address.pathname.replace(/\/(query|queryAll).*$/, `/${query[1]}`)}/${Buffer.from(soql).toString('hex')}-${next}`,
        }
      : {}),
    records: matches.slice(from, next).map((index) => answerFields(objects, name, object.record(index), fields)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, body, headers = {} }: DoubleAnswer, met?: DoubleFault): void {
  if (met?.kind === 'silent') return
  const whole = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    'content-length': whole.length,
    ...headers,
  })
  if (met?.kind === 'cut') response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy())
  else response.end(whole)
}
