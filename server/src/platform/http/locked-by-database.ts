/** The refusal of the triggers that hold locked months, in the words of the table of errors. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { z } from 'zod'
import { AppError } from './errors.ts'

/** The SQLSTATE of the triggers that hold locked months, where code forgot to ask. */
export const LOCKED_STATE = 'CL001'

const detail = z.object({ detail: z.string().transform((text): unknown => JSON.parse(text)) })
const days = z.array(z.string().transform(plainDate))

/** The refusal of the database, in the words of the table of errors. @param cause an error whose code is `LOCKED_STATE` */
export function lockedByDatabase(cause: unknown): AppError {
  const told = detail.safeParse(cause)
  const periods = days.safeParse(told.success ? told.data.detail : undefined)
  return new AppError('period_locked', {
    ...(cause instanceof Error ? { message: cause.message } : {}),
    ...(periods.success ? { meta: { periods: periods.data } } : {}),
    cause,
  })
}
