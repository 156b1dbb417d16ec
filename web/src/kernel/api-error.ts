/** A failed call to the server, as a value with everything a person or a form needs. */
import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'

export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when no answer came at all. */
  readonly status: number
  /** A code of the closed table of contract/src/kernel/errors.ts, or `offline`. */
  readonly code: string
  readonly inputError: boolean
  /** Messages by field; empty when the error names none. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly meta: Readonly<Record<string, unknown>>
  /** To quote to an administrator: the log holds the same. */
  readonly requestId: string | undefined
  /** Seconds to wait, when the server asks for it. */
  readonly retryAfter: number | undefined

  constructor(status: number, reply: Partial<ErrorReply> & { message: string }) {
    super(reply.message)
    this.status = status
    this.code = reply.code ?? 'internal'
    this.inputError = reply.inputError === true
    this.meta = reply.meta ?? {}
    this.fields = textLists(this.meta)
    this.requestId = reply.requestId
    this.retryAfter = reply.retryAfter
  }
}

export const OFFLINE = 'The server cannot be reached. Check your connection; what you typed is still here.'
const SERVER_FAILED = 'Unable to complete operation. Please contact system administrator.'

/**
 * The sentence of a toast, word for word.
 * @param custom what to say instead when the server failed
 */
export function errorSentence(error: unknown, custom: string = SERVER_FAILED): string {
  if (!(error instanceof ApiError)) return custom
  if (error.status === 0) return error.message
  if (error.status === 500) return custom
  if (!error.inputError) return `Error: ${error.message}`
  const details = Object.values(error.fields).flat()
  return `Input Error: ${[error.message, ...details].join(' ')}`
}

/** Reads a failed response; a body that is not ours still gives a sentence ("Error: {status}: {statusText}"). */
export async function errorOf(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => null)
  // Every answer carries its reference; the log knows it, whatever went wrong.
  const requestId = response.headers.get('x-request-id') ?? undefined
  const reference = requestId === undefined ? {} : { requestId }
  if (isErrorReply(reply)) return new ApiError(response.status, { ...reference, ...reply })
  return new ApiError(response.status, { message: `${response.status}: ${response.statusText}`, ...reference })
}

const isErrorReply = (reply: unknown): reply is ErrorReply =>
  typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string' && reply.message !== ''

function textLists(meta: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const [field, messages] of Object.entries(meta)) {
    if (Array.isArray(messages) && messages.every((message) => typeof message === 'string')) fields[field] = messages
  }
  return fields
}
