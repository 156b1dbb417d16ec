/**
 * Mails to a person about what happened to their own account. No choice of mails ends them: whoever took an account over must not be able to keep its owner
 * from hearing of it. Each leaves with the transaction of the event, or not at all.
 */
import { randomUUID } from 'node:crypto'
import { isStaff, type Role } from '@corridor/domain/access/access.ts'
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { momentOn } from '../../platform/formats/clock.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'
import { deviceOf } from './device-name.ts'

interface Kind {
  subject: string
  /** The event in a sentence; the sender has one of its own where it is different each time. */
  happened?: string
  /** Leads to the page, whose address follows. */
  leads: string
  path?: '/my-profile' | '/forgotten-password'
  closing: (contact: string, publicUrl: string) => string
}

const NEW_BROWSER = {
  leads:
    'If it was you, you do not need to do anything. If it was not you, change your password and end the other sessions on your profile:',
  path: '/my-profile',
  closing: (contact, publicUrl) =>
    `If your password no longer works, choose a new one at ${publicUrl}/forgotten-password. Then tell ${contact}.\n\nA browser counts as new when it has no record of a sign-in with your email address in the past 180 days, for example because its cookies were deleted.`,
} satisfies Partial<Kind>

const PASSWORD = {
  leads: 'If it was you, you do not need to do anything. If it was not you, choose a new password here:',
  path: '/forgotten-password',
  closing: (contact) => `Then tell ${contact}.`,
} satisfies Partial<Kind>

const API_KEY = {
  leads: 'You can end the key at any time with “Revoke” on the page of API keys:',
  closing: (contact, publicUrl) =>
    `If it was not you, revoke the key at once, change your password at ${publicUrl}/my-profile and tell ${contact}.`,
} satisfies Partial<Kind>

const METHODS = {
  leads: 'You can see your sign-in methods on your profile:',
  path: '/my-profile',
  closing: (contact) => `If it was not you or a manager you asked, change your password at once and tell ${contact}.`,
} satisfies Partial<Kind>

const KINDS = {
  signedIn: {
    subject: 'Your account was signed in to from a new browser',
    happened: 'Your account was signed in to from a new browser.',
    ...NEW_BROWSER,
  },
  /** The password alone lets nobody in: the mail says no more than that it was given. */
  passwordGiven: {
    subject: 'Your password was entered in a new browser',
    happened:
      'The correct password for your account was entered in a new browser. The sign-in was not complete then: the second factor still had to be confirmed.',
    ...NEW_BROWSER,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    happened: 'The password of your account was changed. You were signed out everywhere else.',
    ...PASSWORD,
  },
  passwordReset: {
    subject: 'Your password was changed',
    happened: 'A new password was set for your account through the link in an email to this address. You were signed out everywhere.',
    ...PASSWORD,
  },
  passwordSet: {
    subject: 'Your password was set',
    happened: 'The password of your account was set through the link in your invitation.',
    ...PASSWORD,
  },
  keyMade: {
    subject: 'An API key was created for your account',
    happened: 'An API key was created for your account. A program that has its secret acts in your name, within the rights of the key.',
    ...API_KEY,
  },
  keyRenewed: { subject: 'Your API key was given a new secret', ...API_KEY },
  methodsChanged: { subject: 'Your sign-in to Corridor was changed', ...METHODS },
  recoveryCodeUsed: {
    subject: 'A recovery code was used to sign in',
    ...METHODS,
    closing: (contact) => `If it was not you, change your password at once and tell ${contact}.`,
  },
} satisfies Record<string, Kind>

export type NoticeKind = keyof typeof KINDS

interface Notice {
  userId: number
  kind: NoticeKind
  /** The event in words, where its kind has none. */
  happened?: string
  /** Lines of a list: "Key: Nightly extract". */
  facts?: readonly string[]
  /** The page that the mail leads to, where its kind has none. */
  path?: string
  /** The person's own call, of which the mail says when and from where; another's is not told. */
  request?: FastifyRequest | undefined
  /** The site of the event, whose clock and contact the mail names; else the person's first. */
  siteId?: number | undefined
  dedupeKey?: string
}

export async function sendNotice(kernel: Pick<Kernel, 'configuration' | 'jobs' | 'now'>, trx: Trx, notice: Notice): Promise<void> {
  await queueMails(kernel, trx, [await noticeMail(trx, kernel.configuration.publicUrl, kernel.now(), notice)])
}

/** The command line has no queue: it keeps the mail for the server's next round. */
export async function noticeMail(
  trx: Trx,
  publicUrl: string,
  now: Date,
  notice: Notice,
): Promise<Omit<Mail, 'tellsOf' | 'replyTo' | 'secret'>> {
  const { request, facts = [], dedupeKey = `security notice ${randomUUID()}` } = notice
  const kind: Kind = KINDS[notice.kind]
  const reader = await selectReader(trx, notice.userId, notice.siteId ?? 0)
  const list = [...facts, ...(request ? originOf(request, now, reader.timeZone ?? 'America/New_York') : [])]
  const paragraphs = [
    `Dear ${reader.firstName},`,
    notice.happened ?? kind.happened,
    list.map((fact) => `- ${fact}`).join('\n'),
    kind.leads,
    `${publicUrl}${notice.path ?? kind.path ?? '/my-profile'}`,
    kind.closing(contactOf(reader), publicUrl),
  ]
  return { recipient: reader.email, subject: kind.subject, bodyText: `${paragraphs.filter(Boolean).join('\n\n')}\n`, dedupeKey }
}

const originOf = ({ ip, headers }: FastifyRequest, now: Date, timeZone: string): string[] => [
  `When: ${momentOn(timeZone, now)}`,
  `Browser: ${deviceOf(headers['user-agent'] ?? null)}`,
  `Network address: ${ip}`,
]

interface Reader {
  email: string
  firstName: string
  role: Role
  timeZone: string | null
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
}

async function selectReader(trx: Trx, userId: number, siteId: number): Promise<Reader> {
  const { rows } = await sql<Reader>`
    select u.email, u.first_name, u.role, s.time_zone, s.contact_name, s.contact_email, s.contact_phone
    from user_account u left join lateral (
      select site.time_zone, site.contact_name, site.contact_email, site.contact_phone from user_site x join site on site.id = x.site_id
      where x.user_id = u.id order by site.id = ${siteId} desc, site.id limit 1) s on true
    where u.id = ${userId}`.execute(trx)
  const [reader] = rows
  if (!reader) throw new Error(`no person ${userId} to be told`)
  return reader
}

/** "Client services at service@firm.example or (202) 555-0190": the site's own contact; for staff the managers. */
function contactOf({ role, contactName, contactEmail, contactPhone }: Reader): string {
  if (isStaff(role)) return 'the managers of your site'
  const ways = [contactEmail, contactPhone && maskPhone(contactPhone)].filter(Boolean)
  return `${contactName ?? 'your service team'}${ways.length > 0 ? ` at ${ways.join(' or ')}` : ''}`
}
