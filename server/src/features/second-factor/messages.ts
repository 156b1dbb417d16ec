/** Messages to people by mail or text message: a code they asked for, a change of how they sign in. */
import { CODE_MINUTES } from '@corridor/contract/mfa.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { smsAddress } from '../../platform/mail/sms.ts'
import { type NoticeKind, sendNotice } from '../../shared/people/security-notices.ts'

/** The code stands in no subject: subjects are logged, and shown on locked screens. */
export async function sendCode(
  kernel: Kernel,
  trx: Trx,
  { challengeId, code, to }: { challengeId: number; code: string; to: { email: string; firstName: string } | { phone: string } },
): Promise<void> {
  const host = new URL(kernel.configuration.publicUrl).hostname
  const sent = { dedupeKey: `second factor code ${challengeId}`, secret: true }
  await queueMails(kernel, trx, [
    'email' in to
      ? {
          recipient: to.email,
          subject: 'Your code for Corridor',
          bodyText: `Dear ${to.firstName},\n\nYour code is\n\n    ${code}\n\nIt works once, for ${CODE_MINUTES} minutes, on the page that asked for it. No one from Corridor will ask you for it.\n\nIf you did not just sign in, someone knows your password: change it at ${kernel.configuration.publicUrl}/change-password\n`,
          ...sent,
        }
      : // The last line lets a phone fill the code in by itself (WICG origin-bound one-time codes).
        {
          recipient: smsAddress(to.phone),
          subject: 'Sign-in code',
          bodyText: `${code} is your Corridor code. No one from Corridor will ask you for it.\n\n@${host} #${code}`,
          ...sent,
        },
  ])
}

/** One sentence about what people changed, or used, of their own. */
export const tellOfChange = (
  { kernel, session, request }: { kernel: Kernel; session: Session; request: FastifyRequest },
  trx: Trx,
  happened: string,
  kind: NoticeKind = 'methodsChanged',
): Promise<void> => sendNotice(kernel, trx, { kind, userId: session.userId, siteId: session.siteId, happened, request })
