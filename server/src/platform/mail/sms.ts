/** Text messages: they wait in the outbox beside the mails, addressed tel:, and leave by this one adapter. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../kernel.ts'

export interface TextMessage {
  id: number
  recipient: string
  bodyText: string
}

/** The outbox's address of ten digits. */
export const smsAddress = (phone: string): string => `tel:+1${phone}`
export const isSms = (recipient: string): boolean => recipient.startsWith('tel:')

/**
 * With SMS_URL, a gateway that takes `POST {"to": "+13125550142", "text": "…"}`; the address's user and password become its Authorization.
 * Without it, a text file under DATA_DIR/outbox.
 */
export function smsDelivery({
  configuration: { sms, dataDirectory },
  log,
}: Pick<Kernel, 'configuration' | 'log'>): (message: TextMessage) => Promise<void> {
  return sms.url === undefined
    ? async (message) => writeMessage(join(dataDirectory, 'outbox'), message, log.info)
    : async (message) => postMessage(String(sms.url), message)
}

async function writeMessage(folder: string, { id, recipient, bodyText }: TextMessage, say: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${String(id).padStart(6, '0')}.sms.txt`)
  await writeFile(`${path}.draft`, `To: ${recipient.slice('tel:'.length)}\n\n${bodyText}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
  say(`Text message written to ${path}`)
}

async function postMessage(gateway: string, { id, recipient, bodyText }: TextMessage): Promise<void> {
  const url = new URL(gateway)
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The same message after a crash is known by its number.
      'idempotency-key': `corridor-${id}`,
      ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    body: JSON.stringify({ to: recipient.slice('tel:'.length), text: bodyText }),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  await reply.body?.cancel()
  if (reply.ok) return
  const refused = reply.status >= 400 && reply.status < 500 && ![401, 403, 408, 429].includes(reply.status)
  // Addresses that a gateway will never take are refused in SMTP's words, by which the outbox gives up.
  throw Object.assign(new Error(`the gateway for text messages answered ${reply.status}`), refused ? { responseCode: 550 } : {})
}
