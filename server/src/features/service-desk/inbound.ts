/** Replies by email, from the gateway that passes them on: who wrote, whether they may, and what becomes of every mail that does not count as a reply. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { REQUEST_FILES_MOST, REQUEST_TEXT_MOST, replyToServiceRequest } from '@corridor/contract/service-desk.ts'
import { ownWords } from '@corridor/domain/service-requests/quoted-text.ts'
import type { FastifyRequest } from 'fastify'
import { recordVisitor } from '../../platform/audit-log/activity.ts'
import { acceptContent, type HandedIn, type Verdict } from '../../platform/files/inspection.ts'
import { AppError } from '../../platform/http/errors.ts'
import { asProduct, inScope, scopeOfSession, scopeOfSystem } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { type AttachedFile, type IncomingMail, MAIL_MOST_BYTES, readMail } from '../../platform/mail/read-mail.ts'
import { keepFile } from './files.ts'
import { hold } from './held-request.ts'
import { linkOf } from './mail.ts'
import { reply } from './reply.ts'
import { isSame, isSignedFor, replyAddressesOf } from './reply-address.ts'
import { type Sender, selectSender } from './senders.ts'

interface Passing {
  kernel: Kernel
  request: FastifyRequest
}

/** @throws AppError not_found where replies by email are not set up, forbidden, unsupported_file, too_large */
export async function receiveMail({ kernel, request }: Passing): Promise<void> {
  const { inboundMail } = kernel.configuration
  if (inboundMail === undefined) throw new AppError('not_found')
  if (!isSame(request.headers.authorization ?? '', `Bearer ${inboundMail.secret}`))
    throw new AppError('forbidden', { message: 'The secret of the mail gateway is not the one that is set here.' })
  const bytes = await bytesOf(request.body)
  const passing = { kernel, request }
  let mail: IncomingMail
  try {
    mail = await readMail(bytes)
  } catch (cause) {
    kernel.log.error(`a mail of ${bytes.length} bytes could not be read`, cause)
    return drop(passing, 'it could not be read')
  }
  if (mail.automatic) return drop(passing, 'a program sent it', mail)
  const [from, ...others] = mail.from
  if (from === undefined || others.length > 0) return drop(passing, 'it does not come from one address', mail)
  if (mail.forged) return drop(passing, 'the domain of its sender did not send it', mail)
  const addresses = replyAddressesOf(kernel.configuration, mail.to)
  if (addresses.length === 0) return drop(passing, 'it went to no address of a request', mail)
  for (const address of addresses) {
    const sender = await selectSender(kernel.ownerDb, address.requestId, from)
    if (!sender || !isSignedFor(kernel.configuration, address, sender.userId)) await drop(passing, 'its address is not its sender’s', mail)
    else await take(passing, mail, hashOf(mail, bytes, address.requestId), sender)
  }
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new AppError('unsupported_file', { message: 'Send the message as message/rfc822.' })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new AppError('unsupported_file')
    size += chunk.length
    if (size > MAIL_MOST_BYTES) throw new AppError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** By its Message-ID, or where it has none by the whole mail. */
const hashOf = ({ messageId }: IncomingMail, bytes: Buffer, requestId: number): string =>
  createHash('sha256')
    .update(`${requestId} `)
    .update(messageId || bytes)
    .digest('hex')

/** A mail of nobody who is known: recorded, and never answered, since its sender may be made up. */
const drop = ({ kernel, request }: Passing, reason: string, mail?: IncomingMail): Promise<void> =>
  recordVisitor(kernel.db, request, {
    action: 'service-requests.mail_refused',
    entity: 'service-requests',
    // Without the person: a stranger's address is nobody's business here.
    after: { reason, ...(mail?.from[0] ? { domain: mail.from[0].split('@').at(-1)?.slice(0, 200) } : {}) },
  })

async function take(passing: Passing, mail: IncomingMail, mailHash: string, sender: Sender): Promise<void> {
  const { kernel, request } = passing
  try {
    if (!sender.mayReply)
      throw new AppError('forbidden', { message: 'You may no longer write to this request, or it is not open to you in the portal.' })
    const { requestId, institutionId, siteId, userId, role } = sender
    const scope = scopeOfSession({ userId, userRole: role, siteId, institutionId })
    if (await inScope(kernel.db, scope, (trx) => asProduct(trx, scope, () => wasTaken(trx, sender, mailHash)))) return
    const message = await messageOf(kernel, mail)
    await inScope(kernel.db, scope, async (trx) => {
      const record = (event: ActivityEvent) => recordVisitor(trx, request, { ...event, actorId: userId, actorRole: role, siteId })
      const held = await hold(trx, scope, requestId)
      // Asked again while the request is held: a gateway may deliver twice at once.
      if (await asProduct(trx, scope, () => wasTaken(trx, sender, mailHash))) return
      const files: number[] = []
      for (const { file, verdict } of message.files)
        files.push(await keepFile({ kernel, trx, scope, record }, held.institutionId, file, verdict))
      const input = replyToServiceRequest.input.parse({ id: requestId, text: message.text, files })
      await reply({ kernel, trx, scope, input, record, author: sender.name, mailHash })
    })
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    await refuse(passing, cause, mailHash, sender)
  }
}

const wasTaken = async (trx: Parameters<typeof hold>[0], { institutionId, requestId }: Sender, mailHash: string): Promise<boolean> =>
  (await trx
    .selectFrom('serviceRequestMessage')
    .select('id')
    .where('institutionId', '=', institutionId)
    .where('requestId', '=', requestId)
    .where('mailHash', '=', mailHash)
    .executeTakeFirst()) !== undefined

interface Looked {
  file: HandedIn
  verdict: Verdict
}

/** Words and files of the reply. A file that is not taken is named in the words. @throws AppError input where there is neither */
async function messageOf(kernel: Kernel, mail: IncomingMail): Promise<{ text: string; files: Looked[] }> {
  const words = ownWords(mail.text.replaceAll('\0', '').toWellFormed())
  const files: Looked[] = []
  const left: string[] = []
  const isLong = words.length > WORDS_MOST
  const whole = { name: 'Whole message.txt', content: new TextEncoder().encode(words), inText: false }
  // A tiny picture that a mail shows in its text is the logo of a signature, or a dot that counts readers.
  const sent = mail.files.filter(({ inText, content }) => !inText || content.length >= PICTURE_LEAST)
  for (const one of isLong ? [whole, ...sent] : sent) {
    const looked = files.length < REQUEST_FILES_MOST ? await look(kernel, one) : `A message takes up to ${REQUEST_FILES_MOST} files.`
    if (typeof looked === 'string') left.push(`${shown(one.name)}: ${looked}`)
    else files.push(looked)
  }
  if (words === '' && files.length === 0 && left.length === 0)
    throw new AppError('input', { message: 'There was nothing in it above the mail that it answers.' })
  const text = [
    isLong
      ? `${words.slice(0, WORDS_MOST).toWellFormed().trim()} …\n\n(The whole message is attached.)`
      : words || '(Files by email, without words.)',
    ...(left.length > 0 ? [`Not taken from the email:\n${left.join('\n')}`] : []),
  ].join('\n\n')
  return { text: text.length <= REQUEST_TEXT_MOST ? text : `${text.slice(0, REQUEST_TEXT_MOST - 2).toWellFormed()} …`, files }
}

/** Leaves room for the names of ten files that were not taken. */
const WORDS_MOST = REQUEST_TEXT_MOST - 1200
/** Bytes. */
const PICTURE_LEAST = 8_000
const shown = (name: string): string =>
  `“${name
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .toWellFormed()
    .slice(0, 80)}”`

/** @returns the file in the store, or why it is not taken */
async function look(kernel: Kernel, { name, content }: AttachedFile): Promise<Looked | string> {
  if (content.length === 0) return 'The file is empty.'
  try {
    const file = { ...(await kernel.files.put(Buffer.from(content))), fileName: name }
    return { file, verdict: await acceptContent(kernel, file) }
  } catch (cause) {
    if (cause instanceof AppError && (cause.code === 'unsupported_file' || cause.code === 'too_large')) return cause.message
    throw cause
  }
}

/** Somebody known wrote, and it cannot be a reply: recorded, and they are told why, at the address of their account. */
async function refuse({ kernel, request }: Passing, cause: AppError, mailHash: string, sender: Sender): Promise<void> {
  const { requestId, institutionId, siteId, userId, role, email, firstName } = sender
  await inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
    const told = await queueMails(kernel, trx, [
      {
        recipient: email,
        subject: `Your email to service request ${requestId} was not added`,
        bodyText: [
          `Dear ${firstName},`,
          `Your email to service request ${requestId} could not be added to it. ${cause.message}`,
          `Sign in to write there: ${linkOf(kernel, role === 'b' || role === 'd' ? `/service-requests/${requestId}` : `/service-request/${requestId}`)}`,
          '',
        ].join('\n\n'),
        dedupeKey: `service-request ${institutionId} ${requestId} refused ${mailHash}`,
      },
    ])
    if (told > 0)
      await recordVisitor(trx, request, {
        action: 'service-requests.mail_refused',
        entity: 'service-requests',
        entityId: requestId,
        institutionId,
        actorId: userId,
        actorRole: role,
        siteId,
        after: { reason: cause.message },
      })
  })
}
