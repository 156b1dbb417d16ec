/** A mail as it comes in (RFC 5322), read in a thread under limits of time and memory: a mail that breaks its reader breaks nothing else. */
import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import { z } from 'zod'
import { offThread } from '../jobs/off-thread.ts'
import { textOfHtml } from './html-text.ts'

/** Larger ones are not taken in; the base64 of about 18 MB of files. */
export const MAIL_MOST_BYTES = 25 * 1024 * 1024
const TIME_LIMIT = 30_000
const MEGABYTES = 512
/** Longer texts are no message that somebody typed; the rest is dropped before it is looked at. */
const TEXT_MOST = 200_000

const attached = z.object({
  name: z.string(),
  content: z.instanceof(Uint8Array),
  /** A picture that the text shows, such as the logo in a signature. */
  inText: z.boolean(),
})
export type AttachedFile = z.infer<typeof attached>
const incoming = z.object({
  /** Empty where the mail has none. */
  messageId: z.string(),
  /** Addresses in small letters. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  /** A program sent it: an absence note, a report of delivery, a list. */
  automatic: z.boolean(),
  /** The server that took it in found that its sender's domain did not send it. */
  forged: z.boolean(),
  text: z.string(),
  files: z.array(attached),
})
export type IncomingMail = z.infer<typeof incoming>

/** @throws Error when it cannot be read, or not within the limits */
export async function readMail(bytes: Buffer): Promise<IncomingMail> {
  return incoming.parse(await offThread(new URL(import.meta.url), 'parseMail', bytes, AbortSignal.timeout(TIME_LIMIT), MEGABYTES))
}

/** In the thread. */
export async function parseMail(bytes: Uint8Array): Promise<IncomingMail> {
  const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 40, maxHeadersSize: 256 * 1024 })
  const values = (name: string) => email.headers.flatMap(({ key, value }) => (key === name ? [value.trim()] : []))
  return {
    messageId: values('message-id')[0] ?? '',
    // All of them: the parser's own field holds the first alone.
    from: mailboxes(values('from').flatMap((value) => addressParser(value))),
    to: [
      ...mailboxes([...(email.to ?? []), ...(email.cc ?? [])]),
      // The address of the envelope, as servers note it.
      ...['delivered-to', 'x-original-to', 'envelope-to'].flatMap(values).map((address) => address.replace(/^<|>$/g, '').toLowerCase()),
    ],
    automatic: isAutomatic(values),
    forged: values('authentication-results').some((result) => /\bdmarc\s*=\s*fail\b/i.test(result)),
    text: textOf(email),
    files: email.attachments.map(({ filename, mimeType, related, content }, index) => ({
      name: filename?.trim() || `attachment-${index + 1}.${ENDINGS[mimeType] ?? 'bin'}`,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
      inText: related === true,
    })),
  }
}

/** Files that came without a name get one that says their kind. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'message/rfc822': 'eml',
}

const mailboxes = (addresses: readonly Address[]): string[] =>
  addresses.flatMap((one) => (one.group ?? [one]).map(({ address }) => address.trim().toLowerCase())).filter((address) => address !== '')

/** RFC 3834, and what older programs and lists say instead. */
function isAutomatic(values: (name: string) => string[]): boolean {
  const [submitted = 'no'] = values('auto-submitted')
  return (
    !/^no\b/i.test(submitted) ||
    values('precedence').some((value) => /^(bulk|junk|list|auto_reply)\b/i.test(value)) ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => values(name).length > 0) ||
    values('return-path').includes('<>') ||
    values('content-type').some((value) => /^multipart\/report\b/i.test(value))
  )
}

/** The plain text, which mail programs write beside the HTML; of a mail that is HTML alone its words. */
function textOf({ text, html }: Email): string {
  const plain = (text ?? '').slice(0, TEXT_MOST)
  return plain.trim() === '' && html !== undefined ? textOfHtml(html.slice(0, 10 * TEXT_MOST)).slice(0, TEXT_MOST) : plain
}
