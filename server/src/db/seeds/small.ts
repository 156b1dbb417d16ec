/** The book for tests: three institutions, twenty policies, fourteen months; in well under a second. */
import pg from 'pg'
import type { Keys } from '../../platform/security/keys.ts'
import { buildBook } from './book.ts'
import { setPasswords } from './demo.ts'
import { copyBook, loading } from './load.ts'
import { smallTerms } from './terms.ts'

/** Loads the small book, demo accounts included, into a migrated, empty database. Carriers' files have their hashes, not their bytes. */
export async function seedSmall(ownerUrl: string, keys?: Keys): Promise<void> {
  const { book } = await buildBook(smallTerms(keys))
  await setPasswords(book)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await loading(client, () => copyBook(client, book))
  } finally {
    await client.end()
  }
}
