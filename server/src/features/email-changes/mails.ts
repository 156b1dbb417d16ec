/** The mail to both addresses about a change: that it was asked for, made, canceled or refused. */
import { randomUUID } from 'node:crypto'
import { EMAIL_CHANGE_DAYS } from '@corridor/contract/email-changes.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'

type MailNeeds = Pick<Kernel, 'configuration' | 'jobs' | 'now'>
interface Reader {
  email: string
  firstName: string
}

const mail = (recipient: string, firstName: string, subject: string, paragraphs: readonly string[], secret = false): Mail => ({
  recipient,
  subject,
  bodyText: `Dear ${firstName},\n\n${paragraphs.join('\n\n')}\n`,
  dedupeKey: `e-mail change ${randomUUID()}`,
  secret,
})

export async function mailRequest(
  kernel: MailNeeds,
  trx: Trx,
  request: { person: Reader; newEmail: string; asker: string | null; newToken: string; presentToken: string },
): Promise<void> {
  const { person, newEmail, asker } = request
  // Behind the hash sign a browser keeps it to itself (ASVS 14.2.1).
  const link = (token: string) => `${kernel.configuration.publicUrl}/confirm-email#token=${token}`
  const who = asker ?? 'You'
  const days = `The link works for ${EMAIL_CHANGE_DAYS} days.`
  const toNew = mail(
    newEmail,
    person.firstName,
    'Confirm your new address for Corridor',
    [
      `${who} asked to use this address to sign in to Corridor. Please confirm that it is yours:`,
      link(request.newToken),
      days,
      'If you did not expect this, do nothing: the address will not be used.',
    ],
    true,
  )
  const toPresent =
    asker === null
      ? mail(
          person.email,
          person.firstName,
          'A new sign-in address for Corridor was requested',
          [
            `You asked to sign in with ${newEmail} from now on. It takes effect once the link sent there was used.`,
            'If it was not you, cancel it here, then change your password and tell your service team:',
            link(request.presentToken),
          ],
          true,
        )
      : mail(
          person.email,
          person.firstName,
          'Do you agree to a new sign-in address for Corridor?',
          [
            `${who} asked that you sign in with ${newEmail} from now on; reset links and codes would go there. It takes effect when you agree here and the new address is confirmed:`,
            link(request.presentToken),
            `${days} If you did not ask for this, refuse it there and tell your service team.`,
          ],
          true,
        )
  await queueMails(kernel, trx, [toNew, toPresent])
}

export async function mailChange(kernel: MailNeeds, trx: Trx, person: Reader, newEmail: string): Promise<void> {
  const said = [
    `from now on you sign in to Corridor with ${newEmail}; your password and your other ways to confirm a sign-in stay. You were signed out everywhere, and links sent before no longer work.`,
    'If neither you nor someone you asked did this, tell your service team at once.',
  ]
  await queueMails(
    kernel,
    trx,
    [person.email, newEmail].map((address) => mail(address, person.firstName, 'Your sign-in address was changed', said)),
  )
}

export async function mailCancel(kernel: MailNeeds, trx: Trx, person: Reader): Promise<void> {
  await queueMails(kernel, trx, [
    mail(person.email, person.firstName, 'The change of your sign-in address was canceled', [
      'the change of address that was requested has been canceled. You sign in with this address as before.',
    ]),
  ])
}

/** Whoever asked learns that it was refused: on behalf of somebody else, that is worth a call. */
export async function mailRefusal(
  kernel: MailNeeds,
  trx: Trx,
  refused: { asker: string; askerEmail: string; newEmail: string; sentTo: 'new' | 'present' },
): Promise<void> {
  await queueMails(kernel, trx, [
    mail(refused.askerEmail, refused.asker, 'A change of address was refused', [
      `the change to ${refused.newEmail} that you requested was refused through the link sent to the ${refused.sentTo} address. Nothing was changed.`,
    ]),
  ])
}
