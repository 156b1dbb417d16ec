/** Outcome of every failure: a code of the closed table for the caller, the cause for the log. */
import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordDenial } from '../audit-log/refused-access.ts'
import { asStorageError } from '../files/drafts.ts'
import type { Kernel } from '../kernel.ts'
import { asBeyondLimit } from './api-keys.ts'
import { styleNonce } from './browser-safety.ts'
import { AppError, errorBody } from './errors.ts'
import { LOCKED_STATE, lockedByDatabase } from './locked-by-database.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a page that the server draws: the answer to a browser in place of JSON. */
    failurePage?: (body: ErrorReply, nonce: string) => string
  }
}

export function answerFailures(app: FastifyInstance, kernel: Kernel): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const failure = asBeyondLimit(request, thrown)
    await recordDenial(kernel, failure, request)
    return answerFailure(failure, request, reply)
  })
}

/** Also for what fails before there is a route: a path that cannot be decoded. */
export function answerFailure(failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = errorBody(asAppError(failure), request.id)
  if (status >= 500) request.log.error({ err: failure, route: request.routeOptions.url }, 'request failed')
  if (body.retryAfter !== undefined) reply.header('retry-after', body.retryAfter)
  const page = request.routeOptions.config?.failurePage
  if (page && /\btext\/html\b/.test(request.headers.accept ?? ''))
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(body, styleNonce(reply)))
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

/** Failures that others throw, in the table's words. What is not foreseen stays as it is and becomes a 500 without its text. */
export function asAppError(failure: unknown): unknown {
  if (failure instanceof AppError) return failure
  const { code, statusCode, message } = partsOf(failure)
  if (isTooLargeForColumn(code, message))
    return new AppError('input', { message: 'A number is too large. Enter a smaller one.', cause: failure })
  if (isDatabaseGone(code, message)) return new AppError('unavailable', { cause: failure })
  const known = BY_CODE[code] ?? (statusCode === 429 ? () => new AppError('too_many_requests', { cause: failure }) : undefined)
  if (known) return known(failure)
  // Further faults that Fastify blames on the caller: malformed JSON, a bad header, a path that cannot be decoded.
  if (statusCode === 400 || failure instanceof URIError)
    return new AppError('input', { message: 'The request could not be read.', cause: failure })
  return asStorageError(failure)
}

const tooLarge = (cause: unknown) => new AppError('too_large', { cause })
const unread = (message: string) => (cause: unknown) => new AppError('input', { message, cause })

const BY_CODE: Record<string, (cause: unknown) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) => new AppError('too_large', { message: 'The request is larger than allowed.', cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    new AppError('unsupported_file', { message: 'Send JSON (Content-Type: application/json).', cause }),
  FST_ERR_CTP_INVALID_JSON_BODY: unread('The body is not valid JSON.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: (cause) =>
    new AppError('unsupported_file', { message: 'Send the file as multipart/form-data.', cause }),
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_FILES_LIMIT: unread('Send one file at a time.'),
  FST_PARTS_LIMIT: unread('The form has too many parts.'),
  FST_FIELDS_LIMIT: unread('The form has too many fields.'),
  FST_PROTO_VIOLATION: unread('The form has a field name that is not allowed.'),
  [LOCKED_STATE]: lockedByDatabase,
}

/** A number as it was sent, too large for what it is compared with or kept in; a sum of ours that overflows reads otherwise, and is ours to mend. */
const isTooLargeForColumn = (code: string, message: string): boolean =>
  code === '22003' && /^value "-?[\d.]+" is out of range for type \w+$/.test(message)

/** PostgreSQL stopping, starting or out of reach: nothing is wrong with the request, it may come again. */
function isDatabaseGone(code: string, message: string): boolean {
  return (
    /^(08\w{3}|57P0[1-5]|53300)$/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|driver has already been destroyed)/.test(
      message,
    )
  )
}

function partsOf(failure: unknown): { code: string; statusCode: number | undefined; message: string } {
  if (!(failure instanceof Error)) return { code: '', statusCode: undefined, message: '' }
  const { code, statusCode }: Partial<FastifyError> = failure
  return { code: typeof code === 'string' ? code : '', statusCode, message: failure.message }
}
