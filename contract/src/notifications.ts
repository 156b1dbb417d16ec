/** The bell: what happened to oneself, what of it was read, and which kinds come by mail too. */
import { signedIn } from '@corridor/domain/access/access.ts'
import { CHOSEN_KIND_CODES, NOTICE_DELIVERY_CODES, NOTICE_KIND_CODES } from '@corridor/domain/sites/notice-kinds.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'

/** The latest that the bell lists. */
export const BELL_MOST = 50

const notification = z.object({
  id: z.int(),
  kind: z.enum(NOTICE_KIND_CODES),
  title: z.string(),
  /** An address of the portal. */
  link: z.string(),
  createdAt: z.string(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What happened to oneself on the active site, the latest first; nothing while viewing as somebody else.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(notification), unread: z.int() }),
})
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications of one’s own as read: those named, or all.',
  access: signedIn(),
  input: z.strictObject({ ids: z.array(idParam).max(BELL_MOST).optional() }),
  reply: nothing,
  success: 204,
})

const choices = z.object({ choices: z.partialRecord(z.enum(CHOSEN_KIND_CODES), z.enum(NOTICE_DELIVERY_CODES)) })
export const getNoticeChoices = endpoint({
  method: 'GET',
  path: '/api/notifications/choices',
  summary: 'Which kinds come by mail too, one’s own choices and for the others the usual.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: choices,
})
export const saveNoticeChoice = endpoint({
  method: 'PUT',
  path: '/api/notifications/choices/:kind',
  summary: 'Choose whether a kind comes by mail at once, in the mail of the morning, or in the bell alone.',
  access: signedIn(),
  input: z.strictObject({ kind: z.enum(CHOSEN_KIND_CODES), delivery: z.enum(NOTICE_DELIVERY_CODES) }),
  reply: choices,
})
