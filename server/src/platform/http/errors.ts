/** Failures with a code from the closed table. The user reads the sentence; the log keeps the cause. */
import { ERRORS, type ErrorCode, type ErrorReply } from '@corridor/contract/kernel/errors.ts'

interface Details {
  message?: string
  meta?: Record<string, unknown>
  cause?: unknown
  retryAfter?: number
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly meta: Record<string, unknown> | undefined
  readonly retryAfter: number | undefined

  /** @param details.message replaces the table's sentence when a more telling one is known */
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code][1], { cause: details.cause })
    this.code = code
    this.status = ERRORS[code][0]
    this.meta = details.meta
    this.retryAfter = details.retryAfter
  }
}

/** A refusal of one or more fields: {field: [messages]}. */
export const inputError = (meta: Record<string, string[]>, message?: string) =>
  new AppError('input', message ? { meta, message } : { meta })

/** The body of an error answer. A failure nobody foresaw becomes 500 and loses its text. */
export function errorBody(error: unknown, requestId: string): { status: number; body: ErrorReply } {
  const known = error instanceof AppError ? error : new AppError('internal', { cause: error })
  return {
    status: known.status,
    body: {
      message: known.message,
      code: known.code,
      ...(known.code === 'input' ? { inputError: true as const } : {}),
      ...(known.meta ? { meta: known.meta } : {}),
      ...(known.retryAfter === undefined ? {} : { retryAfter: known.retryAfter }),
      ...(known.status >= 500 ? { requestId } : {}),
    },
  }
}
