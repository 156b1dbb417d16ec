/** A whole book from a seed: pure values, the same on every machine; loading them is load.ts's business. */
import { monthEndsBetween, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { addAccounts, addReferenceRows, MANAGER_ID } from './accounts.ts'
import { addBacking, type BackingCounters } from './backing-rows.ts'
import { carrierFinancialRows } from './carrier-figures.ts'
import { carrierRows } from './carriers.ts'
import { addChargeTables } from './charge-tables.ts'
import { addExceptions } from './exception-rows.ts'
import { type FeedFiles, type FinishedFile, feedFiles } from './feed-files.ts'
import { buildHolding, type NextId, type SeedPolicy, type Window } from './holdings.ts'
import { addInstitution } from './institution-rows.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { declaredRates } from './market.ts'
import { octoberStyle, type Plant } from './plants.ts'
import { addPolicies } from './policy-rows.ts'
import { PRODUCTS, productRows } from './products.ts'
import { carrierRatingRows } from './ratings.ts'
import type { Counters } from './rows.ts'
import { type Book, emptyBook } from './rows.ts'

export interface BookTerms {
  seed: string
  institutions: readonly InstitutionTerms[]
  window: Window
  /** Seals social security numbers; without it only their last four digits are in the book. */
  keys: Keys | undefined
  /** Which month-end values are in the book; months after `window.until` lie in feeds otherwise. */
  posts: (policy: SeedPolicy, month: PlainDate) => boolean
  plants: readonly Plant[]
  /** Year ends that nobody may restate any more. */
  lockedYears: readonly PlainDate[]
  /** False keeps hashes of the carriers' files, not their bytes. */
  keepContent: boolean
}

/** Records that no institution owns: sites, types, carriers, products, rates, people. */
export function buildReference(terms: BookTerms): Book {
  const book = emptyBook()
  addReferenceRows(book)
  book.carrier.push(...carrierRows())
  book.carrierRating.push(...carrierRatingRows())
  book.carrierFinancials.push(...carrierFinancialRows())
  book.product.push(...productRows())
  for (const product of PRODUCTS)
    book.productRate.push(...declaredRates(product, terms.window.simulated).map((rate) => ({ productId: product.id, ...rate })))
  addChargeTables(book)
  addAccounts(book, terms.seed, terms.institutions)
  // Years whose opening balances everything since is measured from stay as they were closed.
  for (const siteId of terms.lockedYears.length > 0 ? [1, 2] : [])
    book.periodLock.push(...terms.lockedYears.map((periodEnd) => ({ siteId, periodEnd, lockedBy: MANAGER_ID })))
  return book
}

/** The ids of one book are numbered through, whoever asks for its parts. */
export interface BookWriter {
  files: FeedFiles
  /** One institution with all that hangs on it. Call in the order of the terms. */
  institution: (terms: InstitutionTerms) => { book: Book; policies: SeedPolicy[] }
}

export function bookWriter(terms: BookTerms): BookWriter {
  const files = feedFiles(monthEndsBetween(terms.window.from, terms.window.simulated), {
    keepContent: terms.keepContent,
    restyle: octoberStyle,
  })
  const counters: Counters = { plan: 0, agreement: 0, transaction: 0, consenting: 0 }
  const backing: BackingCounters = { fund: 0, liability: 0, illustration: 0, sevenPay: 0 }
  const ids = { person: 0, policy: 0 }
  const nextId: NextId = (kind) => {
    ids[kind] += 1
    return ids[kind]
  }
  let subsidiaries = 0
  const planted = new Set<string>()
  return {
    files,
    institution: (institution) => {
      const policies = (
        [
          [1, institution.boli],
          [2, institution.coli],
        ] as const
      ).flatMap(([siteId, holding]) => (holding ? buildHolding(terms.seed, institution, siteId, holding, terms.window, nextId) : []))
      if (institution.coli?.subsidiary) subsidiaries += 1
      const subsidiaryId = institution.coli?.subsidiary ? subsidiaries : null
      const book = emptyBook()
      addInstitution(book, terms.seed, institution, policies, subsidiaryId, terms.window)
      addPolicies(book, terms.seed, institution, policies, { ...terms, files, counters, subsidiaryId })
      // Only the demo tells more than values.
      if (terms.plants.length > 0) {
        addExceptions(book, institution, policies, terms.window, planted)
        addBacking(book, terms.seed, institution, policies, terms.window, backing)
      }
      return { book, policies }
    },
  }
}

/** The book in memory, with the content of its carriers' files and the policies it was written from. */
export async function buildBook(
  terms: BookTerms,
): Promise<{ book: Book; files: FinishedFile[]; policies: Map<InstitutionTerms, SeedPolicy[]> }> {
  const book = buildReference(terms)
  const writer = bookWriter(terms)
  const policies = new Map<InstitutionTerms, SeedPolicy[]>()
  for (const institution of terms.institutions) {
    const part = writer.institution(institution)
    policies.set(institution, part.policies)
    append(book, part.book)
  }
  const files = await writer.files.finish()
  const referred = new Set(book.carrierFileRow.map(({ fileId }) => fileId))
  for (const { row, content } of files) {
    // A feed of which nothing was posted has not arrived yet.
    if (row.id === undefined || !referred.has(row.id)) continue
    book.carrierFile.push(row)
    if (content) book.storedFile.push({ sha256: row.sha256, sizeBytes: row.sizeBytes, mediaType: row.mediaType })
  }
  return { book, files, policies }
}

/** Adds the rows of a part to a book. */
export function append(book: Book, part: Book): void {
  const target: Record<string, unknown[]> = book
  for (const [table, rows] of Object.entries(part)) for (const row of rows) target[table]?.push(row)
}
