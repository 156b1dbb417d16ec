/** A person's board books: ordered in one transaction with what each is made of, listed with what became of its parts since, and opened while all of them are open. */
import { BOOK_BYTES_MOST, BOOK_PAGES_MOST, BOOKS_MOST, type BoardBook, type createBoardBook } from '@corridor/contract/board-books.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { z } from 'zod'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { asProduct, visible } from '../../platform/http/scope.ts'
import { offThread } from '../../platform/jobs/off-thread.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { seesPersonal } from '../../shared/visibility/salaries.ts'
import { makeBoardBook } from './make.ts'
import { type Part, type Reader, selectParts } from './parts.ts'

const BINDING = new URL('./binding.ts', import.meta.url)
const inspected = z.union([z.object({ pages: z.int() }), z.object({ refusal: z.string() })])

/** @throws AppError not_found for a file that is not the caller's to open; input with the names of files that cannot be bound, before anything is queued */
export async function orderBook(
  kernel: Kernel,
  reader: Reader,
  institutionId: number,
  { name, period, parts: wanted }: ParsedOf<typeof createBoardBook>,
): Promise<number> {
  const { trx, scope } = reader
  const open = await selectParts(reader, institutionId, wanted)
  const parts = wanted.map(({ kind, id }) => open.find((part) => part.kind === kind && part.id === id))
  if (!allFound(parts)) throw new AppError('not_found')
  if (new Set(wanted.map(({ kind, id }) => `${kind} ${id}`)).size < wanted.length)
    throw inputError({ parts: ['A file can stand in a board book once.'] })
  await refuseTooMany(reader, institutionId)
  const pages = await pagesOf(kernel, parts)
  const { id } = await trx
    .insertInto('boardBook')
    .values({ institutionId, siteId: scope.siteId, ownerId: scope.userId, name, period, isPersonal: parts.some((part) => part.isPersonal) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('boardBookPart')
    .values(
      parts.map((part, position) => ({
        institutionId,
        boardBookId: id,
        position,
        siteId: scope.siteId,
        kind: part.kind,
        recordId: part.id,
        title: part.title,
        typeName: part.typeName,
        uploadName: part.uploadName,
        extension: part.extension,
        version: part.version,
        standing: part.standing,
        accessWords: part.accessWords,
        fileSha256: part.sha256,
        sizeBytes: part.sizeBytes,
        pageCount: pages[position] ?? null,
      })),
    )
    .execute()
  await asProduct(trx, scope, () =>
    kernel.jobs.send(trx, makeBoardBook, { institutionId, id, siteId: scope.siteId }, { singletonKey: `${institutionId} ${id}` }),
  )
  return id
}

const allFound = (parts: readonly (Part | undefined)[]): parts is Part[] => parts.every((part) => part !== undefined)

async function refuseTooMany({ trx, scope }: Reader, institutionId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('boardBook')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institutionId', '=', institutionId)
    .where('ownerId', '=', scope.userId)
    .executeTakeFirstOrThrow()
  if (count >= BOOKS_MOST) throw inputError({ name: [`You keep ${BOOKS_MOST} board books of this institution already. Delete one first.`] })
}

/** Pages of each part; null for a file that is no PDF. Every file that cannot be bound is named at once. */
async function pagesOf(kernel: Kernel, parts: readonly Part[]): Promise<(number | null)[]> {
  const papers = parts.filter(isPaper)
  if (papers.length === 0) throw inputError({ parts: ['None of these files is a PDF. Choose at least one report or document that is.'] })
  const bytes = papers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes > BOOK_BYTES_MOST)
    throw inputError({ parts: [`Together these files have ${fileSize(bytes)}. A board book takes up to ${fileSize(BOOK_BYTES_MOST)}.`] })
  const flaws: string[] = []
  const pages: (number | null)[] = []
  for (const part of parts) {
    if (part.safety === 'HELD' || part.safety === 'REFUSED')
      flaws.push(`${part.title} ${part.safety === 'HELD' ? 'is still being checked' : 'was found harmful'}.`)
    else if (isPaper(part)) {
      const found = inspected.parse(await offThread(BINDING, 'inspectPart', await kernel.files.read(part.sha256)))
      if ('refusal' in found) flaws.push(`${part.title} ${found.refusal}.`)
      pages.push('pages' in found ? found.pages : null)
      continue
    }
    pages.push(null)
  }
  if (flaws.length > 0) throw inputError({ parts: flaws })
  const total = pages.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (total > BOOK_PAGES_MOST)
    throw inputError({
      parts: [
        `Together these files have ${total.toLocaleString('en-US')} pages. A board book takes up to ${BOOK_PAGES_MOST.toLocaleString('en-US')}.`,
      ],
    })
  return pages
}
const isPaper = ({ extension }: Pick<Part, 'extension'>) => extension.toLowerCase() === 'pdf'

const own = ({ trx, scope }: Reader) => trx.selectFrom('boardBook as b').where(visible(scope, 'b')).where('b.ownerId', '=', scope.userId)

export async function selectBooks(reader: Reader, institutionId: number): Promise<BoardBook[]> {
  const books = await own(reader)
    .select(['b.id', 'b.name', 'b.period', 'b.status', 'b.failure', 'b.sizeBytes', 'b.pageCount', 'b.createdAt'])
    .where('b.institutionId', '=', institutionId)
    .orderBy('b.createdAt', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
  const parts = await partsOf(
    reader,
    institutionId,
    books.map(({ id }) => id),
  )
  const open = await openNow(reader, institutionId, parts)
  return books.map(({ pageCount, ...book }) => ({
    ...book,
    pages: pageCount,
    parts: parts
      .filter(({ boardBookId }) => boardBookId === book.id)
      .map(({ kind, recordId, title, typeName, uploadName, version, standing, fileSha256, pageCount: pages }) => {
        const now = open.get(`${kind} ${recordId}`)
        return {
          kind,
          id: recordId,
          title,
          typeName,
          uploadName,
          version,
          standing,
          sha256: fileSha256,
          pages,
          since:
            now === undefined
              ? ('GONE' as const)
              : now.version === version && now.sha256 === fileSha256
                ? ('SAME' as const)
                : ('NEWER' as const),
        }
      }),
  }))
}

const partsOf = ({ trx, scope }: Reader, institutionId: number, ids: readonly number[]) =>
  trx
    .selectFrom('boardBookPart as p')
    .selectAll('p')
    .where(visible(scope, 'p'))
    .where('p.institutionId', '=', institutionId)
    .where('p.boardBookId', 'in', ids.length > 0 ? ids : [0])
    .orderBy('p.boardBookId')
    .orderBy('p.position')
    .execute()

async function openNow(reader: Reader, institutionId: number, parts: readonly { kind: 'REPORT' | 'DOCUMENT'; recordId: number }[]) {
  const found = await selectParts(
    reader,
    institutionId,
    parts.map(({ kind, recordId }) => ({ kind, id: recordId })),
  )
  return new Map(found.map((part) => [`${part.kind} ${part.id}`, part]))
}

/** @throws AppError not_found for another person's book; wrong_status with a sentence for one that is not ready, or has a part that is no longer open to the caller */
export async function openBook(reader: Reader, id: number) {
  const book = await own(reader)
    .innerJoin('institution as i', 'i.id', 'b.institutionId')
    .select([
      'b.id',
      'b.institutionId',
      'i.name as institutionName',
      'b.name',
      'b.period',
      'b.status',
      'b.isPersonal',
      'b.fileSha256',
      'b.sizeBytes',
    ])
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!book) throw new AppError('not_found')
  const { fileSha256, sizeBytes } = book
  if (fileSha256 === null || sizeBytes === null) throw new AppError('wrong_status', { message: 'This board book is not ready.' })
  const parts = (await partsOf(reader, book.institutionId, [id])).filter(({ pageCount }) => pageCount !== null)
  const open = await openNow(reader, book.institutionId, parts)
  const gone = parts.filter(({ kind, recordId }) => !open.has(`${kind} ${recordId}`))
  if (gone.length > 0 || (book.isPersonal && !seesPersonal(reader.session)))
    throw new AppError('wrong_status', {
      message: `${gone.map(({ title }) => title).join(', ') || 'A part with salaries'} can no longer be opened by you. Create the board book again without it.`,
    })
  return { ...book, fileSha256, sizeBytes }
}

/** @throws AppError not_found for another person's book */
export async function deleteBook(reader: Reader, id: number): Promise<{ institutionId: number; name: string }> {
  const book = await own(reader).select(['b.institutionId', 'b.name']).where('b.id', '=', id).executeTakeFirst()
  if (!book) throw new AppError('not_found')
  await reader.trx.deleteFrom('boardBook').where('institutionId', '=', book.institutionId).where('id', '=', id).execute()
  return book
}
