/** Ways into the service desk beside the institution's own page: replies by email, and requests that staff write down for a caller. */
import { publicAccess } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'

/** The body is the message itself (RFC 5322), as message/rfc822; the gateway shows its secret as `Authorization: Bearer …`. */
export const receiveRequestMail = endpoint({
  method: 'POST',
  path: '/api/service-requests/inbound',
  summary: 'For the mail gateway: a reply by email to a service request, as it came; 404 where replies by email are not set up.',
  access: publicAccess,
  kind: 'mail',
  input: z.strictObject({}),
  /** It was received, whatever becomes of it: who may not write learns nothing. */
  reply: z.object({ received: z.literal(true) }),
  success: 202,
})
