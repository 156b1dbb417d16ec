/** The book for benchmarks: 500 institutions, 100,000 policies, 13 months, written institution by institution so that memory stays flat. */
import pg from 'pg'
import { append, type BookTerms, bookWriter, buildReference } from './book.ts'
import { setPasswords } from './demo.ts'
import { fillPapers } from './large-papers.ts'
import { analyzeLoaded, copyBook, loading } from './load.ts'
import { emptyBook } from './rows.ts'
import { largeTerms } from './terms.ts'

const REPORTS_EACH = 120
const DOCUMENTS_EACH = 40

/** Institutions written by one round of COPY statements. */
const GROUP = 8

export async function seedLarge(
  ownerUrl: string,
  { institutions = 500, policiesEach = 200, progress = (_done: number, _of: number) => {} } = {},
): Promise<void> {
  const terms = largeTerms(institutions, policiesEach)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await loading(client, () => write(client, terms, progress))
    await analyzeLoaded(client)
  } finally {
    await client.end()
  }
}

async function write(client: pg.ClientBase, terms: BookTerms, progress: (done: number, of: number) => void): Promise<void> {
  const reference = buildReference(terms)
  await setPasswords(reference)
  const { userAccount, userSite, userInstitution, userPermission, carrierOwner, ...before } = reference
  await copyBook(client, before)
  const writer = bookWriter(terms)
  const known = new Set<number | undefined>()
  for (let start = 0; start < terms.institutions.length; start += GROUP) {
    const group = emptyBook()
    for (const institution of terms.institutions.slice(start, start + GROUP)) append(group, writer.institution(institution).book)
    // Rows refer to their file, whose hash is known with its last line only.
    group.carrierFile = writer.files.started().filter(({ id }) => !known.has(id))
    for (const { id } of group.carrierFile) known.add(id)
    await copyBook(client, group)
    progress(Math.min(start + GROUP, terms.institutions.length), terms.institutions.length)
  }
  await copyBook(client, { userAccount, userSite, userInstitution, userPermission, carrierOwner })
  await fillPapers(client, {
    siteId: 1,
    reports: terms.institutions.length * REPORTS_EACH,
    documents: terms.institutions.length * DOCUMENTS_EACH,
  })
  for (const { row } of await writer.files.finish()) {
    await client.query(
      'update carrier_file set sha256 = $2, size_bytes = $3, row_count = $4, matched = $4, summary = $5, control_totals = $6 where id = $1',
      [row.id, row.sha256, row.sizeBytes, row.rowCount, row.summary, row.controlTotals],
    )
  }
}
