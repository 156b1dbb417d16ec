/** The demo book: loaded all or nothing into an empty database, its carriers' files stored beside, then the last months' reports asked for. */
import { type Db, poolOf } from '../../kernel/database.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../kernel/demo-accounts.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { buildBook } from './book.ts'
import { copyBook, loading } from './load.ts'
import type { Book } from './rows.ts'
import { demoTerms } from './terms.ts'

/**
 * Loads the demo book. A process killed anywhere in it leaves an empty database: rows become visible with the one commit at the end,
 * and files without rows are swept like any other.
 */
export async function seedDemo(ownerDb: Db, kernel: Pick<Kernel, 'configuration' | 'files'>): Promise<void> {
  const { book, files } = await buildBook(demoTerms(kernel.configuration.keys))
  await setPasswords(book)
  for (const { content } of files) if (content) await kernel.files.put(content)
  const client = await poolOf(ownerDb).connect()
  try {
    await loading(client, () => copyBook(client, book))
    await client.query('analyze')
  } finally {
    client.release()
  }
}

/** The demo accounts get the demo's password; everyone else has none yet and could only ask for a link. */
export async function setPasswords(book: Book): Promise<void> {
  const hashes = new Map(await Promise.all(DEMO_ACCOUNTS.map(async ({ email }) => [email, await hashPassword(DEMO_PASSWORD)] as const)))
  const changedAt = new Date().toISOString()
  for (const user of book.userAccount) {
    const passwordHash = hashes.get(user.email)
    user.passwordHash = passwordHash ?? null
    user.passwordChangedAt = passwordHash ? changedAt : null
  }
}
