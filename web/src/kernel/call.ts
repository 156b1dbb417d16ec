/** Calls an endpoint of the contract: path filled in, query or JSON body, typed reply, `ApiError` when it fails. */
import { type Endpoint, fillPath, type InputOf, type ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSession } from '@corridor/contract/session.ts'
import { ApiError, errorOf, OFFLINE } from './api-error.ts'
import { passwordAskedAgain } from './confirmation.ts'
import { personIsActive } from './person-activity.ts'
import { isHeld, isHolder, sessionAnswered, sessionEnded } from './session-life.ts'
import { toast } from './toasts.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The same key makes a repeated call answer what the first one did. */
  idempotencyKey?: string | undefined
  /** True: the call outlives the page that makes it (at most 64 kB). */
  keepalive?: boolean | undefined
  /** A range of a file: its first and its last byte asked for. */
  range?: { first: number; last: number } | undefined
  /** The presence of a file, and nothing of it. */
  head?: boolean | undefined
}

/** @throws ApiError, the only error it throws besides an abort */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<ReplyOf<E>> {
  const response = await ask(endpoint, input, options)
  if (response.status === 204) return undefined as ReplyOf<E>
  // The server parsed the reply with the same contract (kernel/route), so it is taken at its word.
  return (await response.json()) as ReplyOf<E>
}

/** A file's bytes, or the range of them that was asked for. */
export async function readBytes<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await ask(endpoint, input, options)).arrayBuffer())
}

/** Fetches a file and saves it under the name the server gives it. Resolves with that name. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<string> {
  const response = await ask(endpoint, input, {})
  const name = fileNameOf(response) ?? 'download'
  saveFile(await response.blob(), name)
  return name
}

/** An archive of any size goes from the server to the disk, past the page; that it is there is asked first, so that a refusal shows as one. */
export async function downloadLarge<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const found = await ask(endpoint, input, { head: true })
  await found.body?.cancel()
  const link = document.createElement('a')
  link.href = urlOf(endpoint, input)
  link.download = ''
  link.click()
}

/** A list as a file: its own input, with the format and the columns asked for. */
export const downloadList = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  as: { format: 'xlsx' | 'csv'; columns?: readonly string[] | undefined },
) => download(endpoint, { ...(input as object), ...as } as InputOf<E>)

/** Hands a file in. `onProgress` gets a fraction from 0 to 1 while bytes leave. */
export function upload<E extends Endpoint>(endpoint: E, input: InputOf<E>, file: File, options: FormOptions = {}): Promise<ReplyOf<E>> {
  const body = new FormData()
  body.set('file', file)
  return sendForm(endpoint, input, body, options)
}

type FormOptions = CallOptions & { onProgress?: (fraction: number) => void }

/** Sends a form of files and texts; `input` goes into the address. */
export async function sendForm<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  body: FormData,
  options: FormOptions = {},
): Promise<ReplyOf<E>> {
  const { url } = addressOf(endpoint, input, true)
  let askedAt = 0
  const send = () => {
    askedAt = Date.now()
    return sendWithProgress(endpoint.method, url, body, headersOf(endpoint, options), options)
  }
  const response = await settled(endpoint, send)
  sessionAnswered(askedAt)
  return (await response.json()) as ReplyOf<E>
}

/** The address of a GET endpoint with its input, for links that open in a new tab. */
export function urlOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  return addressOf(endpoint, input, true).url
}

/** Saves bytes made in the browser, such as a chart's table as CSV. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<Response> {
  const { url, body } = addressOf(endpoint, input, endpoint.method === 'GET' || endpoint.method === 'DELETE')
  const headers = headersOf(endpoint, options)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  let askedAt = 0
  const sent = (method: string) => {
    askedAt = Date.now()
    return fetch(url, {
      method,
      headers,
      body: body ?? null,
      credentials: 'same-origin',
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    }).catch(offline)
  }
  const send = async () => {
    const first = await sent(options.head ? 'HEAD' : endpoint.method)
    // A refusal without a body has no words: neither why, nor that the password is to be entered once more.
    return options.head && !first.ok ? sent(endpoint.method) : first
  }
  const response = await settled(endpoint, send)
  if (!headers.has('X-Background')) sessionAnswered(askedAt)
  return response
}

/** Sends, and sends again after what the person can settle on the spot: a session that ended, a password asked for once more. */
async function settled(endpoint: Endpoint, send: () => Promise<Response>): Promise<Response> {
  let response = await send()
  // On the endpoints of signing in, 401 is an answer about the password; anywhere else the session has ended under the person's hands.
  if (response.status === 401 && endpoint.access.kind !== 'public') {
    // Or it goes on under another id, given while this call was under way.
    if (isHeld() && (await isStillSignedIn())) response = await send()
    if (response.status === 401 && (await sessionEnded())) response = await send()
  }
  if (response.ok) return response
  const error = await errorOf(response)
  if (error.code !== 'confirm_required' || !(await passwordAskedAgain())) throw error
  response = await send()
  if (!response.ok) throw await errorOf(response)
  return response
}

async function isStillSignedIn(): Promise<boolean> {
  const headers = { Accept: 'application/json', 'X-Background': '1' }
  const response = await fetch(getSession.path, { headers, credentials: 'same-origin' }).catch(() => null)
  const session: unknown = response?.ok ? await response.json() : null
  return typeof session === 'object' && session !== null && 'userId' in session && isHolder(session.userId)
}

function headersOf(endpoint: Endpoint, options: CallOptions): Headers {
  const headers = new Headers({ Accept: endpoint.kind === 'file' ? '*/*' : 'application/json' })
  if (endpoint.idempotent) headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID())
  // Only a person's own action keeps a session alive: refetches and live updates say that they are none.
  if (endpoint.background || !personIsActive()) headers.set('X-Background', '1')
  if (options.range) headers.set('Range', `bytes=${options.range.first}-${options.range.last}`)
  return headers
}

function addressOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, inQuery: boolean): { url: string; body?: string } {
  refuseIncomplete(endpoint, { ...(input as object) })
  const { path, rest } = fillPath(endpoint.path, { ...(input as object) })
  if (!inQuery) return { url: path, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') query.append(key, String(item))
    }
  }
  return { url: query.size > 0 ? `${path}?${query}` : path }
}

/** For whoever builds a page: an address with a gap in it never leaves the browser. */
function refuseIncomplete({ method, path }: Endpoint, input: Record<string, unknown>): void {
  const missing = [...path.matchAll(/:([A-Za-z]\w*)/g)].flatMap(([, name = '']) =>
    input[name] === undefined || input[name] === null || input[name] === '' ? [name] : [],
  )
  if (missing.length === 0) return
  const message = `${method} ${path} was called without ${missing.join(', ')}.`
  toast.error(message)
  throw new ApiError(0, { message, code: 'incomplete_call' })
}

const offline = (cause: unknown): never => {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiError(0, { message: OFFLINE, code: 'offline' })
}

/** fetch cannot report upload progress, XMLHttpRequest can. */
function sendWithProgress(
  method: string,
  url: string,
  body: FormData,
  headers: Headers,
  options: CallOptions & { onProgress?: (fraction: number) => void },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
    request.onload = () =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, { status: request.status, statusText: request.statusText }),
      )
    request.onerror = () => reject(new ApiError(0, { message: OFFLINE, code: 'offline' }))
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** The name in Content-Disposition, its UTF-8 form first (RFC 6266). */
function fileNameOf(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(header)?.[1]
}
