/** Months of the book that are closed: nothing is posted to a locked one or to a month before it, and nothing dated may reach into it. Managers lock and unlock. */
import { STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, nothing } from './kernel/endpoint.ts'
import { monthEndText } from './reports.ts'

const reason = z.string().trim().min(5, 'Enter a reason in a few words').max(500)
const lock = z.object({
  period: z.string(),
  lockedAt: z.string(),
  lockedBy: z.string().nullable(),
  reason: z.string().nullable().meta({ description: 'Why it was locked with something outstanding; null where nothing was.' }),
})

export const listPeriodLocks = endpoint({
  method: 'GET',
  path: '/api/period-locks',
  summary: 'The locked months of the site, newest first.',
  access: signedIn(STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply: z.object({ records: z.array(lock) }),
  background: true,
})
export const lockPeriod = endpoint({
  method: 'POST',
  path: '/api/period-locks',
  summary: 'Lock a month: its values and what the register says of it stay as they are. With something outstanding, it needs a reason.',
  access: signedIn(['d'], 'site'),
  input: z.strictObject({ period: monthEndText, reason: reason.optional() }),
  reply: lock,
})
export const unlockPeriod = endpoint({
  method: 'DELETE',
  path: '/api/period-locks',
  summary: 'Unlock a month, with a reason.',
  access: signedIn(['d'], 'site'),
  input: z.strictObject({ period: monthEndText, reason }),
  reply: nothing,
  success: 204,
})
