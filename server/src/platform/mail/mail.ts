/** Mail, and text messages (sms.ts): queued in the transaction that causes it, sent by a job. By SMTP when SMTP_URL is set, else as .eml files under DATA_DIR/outbox. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Updateable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { MailOutbox } from '../../db/schema.ts'
import type { Configuration } from '../configuration.ts'
import type { Db, Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import type { JobDefinition, Kernel } from '../kernel.ts'
import { htmlOf, type Letterhead } from './mail-html.ts'
import { isSms, smsDelivery } from './sms.ts'

export interface Mail {
  /** An email address, or that of a phone (smsAddress). */
  recipient: string
  subject: string
  bodyText: string
  /** One mail per recipient and cause, however often the cause is repeated. */
  dedupeKey: string
  /** The address that answers go to; without it nobody reads one. */
  replyTo?: string | undefined
  /** It holds a link or code: its text is forgotten once it is sent. */
  secret?: boolean
  /** Subject of the mail, for `Business.recallMail`, which is asked right before it goes. */
  tellsOf?: object
}

/** @returns how many were new */
export async function queueMails(kernel: Pick<Kernel, 'jobs' | 'now'>, trx: Trx, mails: readonly Mail[]): Promise<number> {
  if (mails.length === 0) return 0
  const now = kernel.now().toISOString()
  const queued = await trx
    .insertInto('mailOutbox')
    .values(
      mails.map(({ tellsOf, ...mail }) => ({
        ...mail,
        subject: mail.subject.replace(/[\r\n]+/g, ' '),
        tellsOf: tellsOf ? JSON.stringify(tellsOf) : null,
        createdAt: now,
        nextAttemptAt: now,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute()
  if (queued.length > 0) await kernel.jobs.send(trx, sendMails, {}, { singletonKey: 'outbox' })
  return queued.length
}

/** Sends what is due. Runs when mails are queued, and every minute for those that wait for another attempt. */
export const sendMails: JobDefinition<Record<string, never>> = {
  name: 'send-mails',
  title: 'Mail',
  rows: sql`
    select m.id, m.subject || ', to ' || m.recipient, null::text, case when m.institution_id is not null then array[m.institution_id] end, null::int, m.created_at,
      case when m.attempts > 0 then m.created_at end, m.given_up_at,
      case when m.canceled_by is not null then 'Canceled' when m.given_up_at is not null then 'Failed' else 'Waiting' end,
      null::int, null::int, null::timestamptz, m.attempts, m.last_error, m.canceled_by, m.given_up_at is not null and not m.is_secret, null::text
    from mail_job() m where m.given_up_at is null or m.created_at > now() - interval '30 days'`,
  cancel: async ({ trx, scope, id }) => {
    await change(trx, id, scope.userId)
  },
  retry: async ({ kernel, trx, id }) => {
    await change(trx, id, null)
    await kernel.jobs.send(trx, sendMails, {}, { singletonKey: 'outbox' })
  },
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 3,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const deliver = delivery(kernel)
    try {
      while (!signal.aborted && (await sendNext(kernel, deliver.send)) !== 'none') continue
    } finally {
      deliver.close()
    }
  },
}

export type Deliver = (
  mail: Omit<Mail, 'replyTo'> & { id: number; createdAt: string; replyTo: string | null; letterhead: Letterhead },
) => Promise<void>

/** @throws AppError wrong_status where it was sent meanwhile, or had a secret that is forgotten by now */
async function change(trx: Trx, id: number, canceledBy: number | null): Promise<void> {
  const { rows } = await sql<{ changed: boolean }>`select change_mail_job(${id}, ${canceledBy}) as changed`.execute(trx)
  if (!rows[0]?.changed)
    throw new AppError('wrong_status', {
      message: 'This mail was sent meanwhile, or held a link or code that is not kept. Have it sent anew.',
    })
}

/**
 * Sends one mail that is due and no other sender holds: its row stays locked until it is sent and says so. Only a sender that dies between the
 * server's "accepted" and the commit sends it twice; both then carry the same Message-ID, by which mailboxes fold them.
 */
export async function sendNext(
  kernel: Pick<Kernel, 'ownerDb' | 'now' | 'log' | 'business'>,
  deliver: Deliver,
): Promise<'sent' | 'failed' | 'none'> {
  return kernel.ownerDb.transaction().execute(async (trx) => {
    const now = kernel.now().toISOString()
    const due = await trx
      .selectFrom('mailOutbox')
      .select(['id', 'recipient', 'subject', 'bodyText', 'dedupeKey', 'replyTo', 'attempts', 'createdAt', 'secret', 'tellsOf'])
      .where('sentAt', 'is', null)
      .where('givenUpAt', 'is', null)
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return 'none'
    const { tellsOf, ...mail } = due
    const set = (values: Updateable<MailOutbox>) => trx.updateTable('mailOutbox').set(values).where('id', '=', mail.id).execute()
    const recalled = await kernel.business.recallMail(trx, tellsOf)
    if (recalled) {
      await set({ givenUpAt: now, lastError: recalled })
      return 'failed'
    }
    try {
      await deliver({ ...mail, letterhead: await kernel.business.letterheadOf(trx, mail.recipient) })
      await set({ sentAt: now, attempts: mail.attempts + 1, lastError: null, ...(mail.secret ? { bodyText: FORGOTTEN } : {}) })
      return 'sent'
    } catch (cause) {
      const attempts = mail.attempts + 1
      const over = isRefused(cause) || Date.parse(now) - Date.parse(mail.createdAt) > KEPT_TRYING
      await set({
        attempts,
        lastError: cause instanceof Error ? cause.message.slice(0, 500) : String(cause),
        nextAttemptAt: new Date(Date.parse(now) + waitAfter(attempts)).toISOString(),
        ...(over ? { givenUpAt: now, ...(mail.secret ? { bodyText: FORGOTTEN } : {}) } : {}),
      })
      if (over) kernel.log.error(`mail ${mail.id} is given up after ${attempts} attempts`, cause)
      return 'failed'
    }
  })
}

const FORGOTTEN = 'This text held a secret and is not kept.'
const KEPT_TRYING = 48 * 3_600_000
/** Half a minute, then twice as long each time, an hour at most. */
const waitAfter = (attempts: number): number => Math.min(3_600_000, 30_000 * 2 ** (attempts - 1))

/** 5xx: the server says that it never will (RFC 5321 4.2.1); except 530 to 535, which are about our own login. */
function isRefused(cause: unknown): boolean {
  const code = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0
  return code >= 500 && !(code >= 530 && code <= 535)
}

function delivery(kernel: Pick<Kernel, 'configuration' | 'log'>): { send: Deliver; close: () => void } {
  const { mail, dataDirectory } = kernel.configuration
  const text = smsDelivery(kernel)
  const either =
    (sendMail: Deliver): Deliver =>
    (one) =>
      isSms(one.recipient) ? text(one) : sendMail(one)
  if (mail.smtpUrl === undefined)
    return { send: either((one) => writeEml(kernel, join(dataDirectory, 'outbox'), one)), close: () => undefined }
  const transport = createTransport({
    url: mail.smtpUrl,
    pool: true,
    maxConnections: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    send: either(async (one) => {
      await transport.sendMail(messageOf(kernel.configuration, one))
    }),
    close: () => transport.close(),
  }
}

const eml = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Under the mail's own number: written again after a crash, it replaces itself. */
async function writeEml(kernel: Pick<Kernel, 'configuration' | 'log'>, folder: string, mail: Parameters<Deliver>[0]): Promise<void> {
  const { message } = await eml.sendMail(messageOf(kernel.configuration, mail))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
  await writeFile(`${path}.draft`, Buffer.isBuffer(message) ? message : '', { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
  kernel.log.info(`Mail written to ${path}: ${mail.subject}`)
}

const messageOf = ({ mail: { from }, publicUrl }: Configuration, mail: Parameters<Deliver>[0]) => ({
  from,
  to: mail.recipient,
  ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
  subject: mail.subject,
  text: mail.bodyText,
  html: htmlOf(mail, publicUrl, mail.letterhead),
  date: mail.createdAt,
  messageId: `<${createHash('sha256').update(mail.dedupeKey).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  // Nothing of a mail's text is ever read from a file or fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Mails that were sent stay for the questions of a year, then go. */
export const forgetSentMails = (ownerDb: Db, now: Date) =>
  ownerDb.deleteFrom('mailOutbox').where('sentAt', '<', sql<string>`${now.toISOString()}::timestamptz - interval '1 year'`).execute()
