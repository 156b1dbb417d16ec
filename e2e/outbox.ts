/** The mails of the stories' own server, as they would arrive. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Each story signs in by a browser of its own: the mails that say so come whenever the outbox gets to them, and are no story's subject. */
const NEW_BROWSER = /^Subject: Your account was signed in to from a new browser/m

/** Texts of the mails to an address so far, oldest first. */
export function mailsTo(address: string): string[] {
  const folder = join(String(process.env.E2E_DATA_DIR), 'outbox')
  // It is made with the first mail.
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  return files
    .toSorted()
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    )
    .filter((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.includes(address) && !NEW_BROWSER.test(mail))
}

/** The path that the newest mail with a password link leads to, once there are more such mails than before. */
export async function passwordLinkTo(address: string, before = 0): Promise<string> {
  const links = () => mailsTo(address).flatMap((mail) => /https?:\/\/[^/\s]+(\/change-password#token=[\w-]+)/.exec(mail)?.[1] ?? [])
  await expect.poll(() => links().length, { timeout: 20_000 }).toBeGreaterThan(before)
  return String(links().at(-1))
}

/** The newest link to a page of the portal in a mail to an address, of just this subject where it is given. */
export async function pathInMail(address: string, path: string, subject = ''): Promise<string> {
  const link = new RegExp(`https?://[^/\\s]+(${path}(?:#token=[\\w-]+)?)`)
  const links = () =>
    mailsTo(address)
      .filter((mail) => mail.includes(`Subject: ${subject}`))
      .flatMap((mail) => link.exec(mail)?.[1] ?? [])
  await expect.poll(() => links().length, { timeout: 20_000 }).toBeGreaterThan(0)
  return String(links().at(-1))
}
