/** Board books: what can be bound, one's own books, and their files. */
import {
  BOOK_FILES_MOST,
  boardBookFile,
  createBoardBook,
  deleteBoardBook,
  listBoardBooks,
  listBookFiles,
} from '@corridor/contract/board-books.ts'
import { addMonthEnds, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import { inputError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { chosenInstitution } from '../../shared/institutions/chosen.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { deleteBook, openBook, orderBook, selectBooks } from './books.ts'
import { selectParts } from './parts.ts'

export function boardBookRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listBookFiles, async ({ input, session, scope, trx }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    if (institutionId === 0) throw choose()
    const found = await selectParts({ trx, scope, session }, institutionId)
    const { name } = await trx.selectFrom('institution').select('name').where('id', '=', institutionId).executeTakeFirstOrThrow()
    return {
      institutionName: name,
      latestPeriod: addMonthEnds(await dayOfSite(kernel, trx, scope.siteId), -1),
      totalRecords: found.length,
      records: found.slice(0, BOOK_FILES_MOST),
    }
  })
  route(app, kernel, listBoardBooks, async ({ input, session, scope, trx }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    return { records: institutionId === 0 ? [] : await selectBooks({ trx, scope, session }, institutionId) }
  })
  route(app, kernel, createBoardBook, async ({ input, session, scope, trx, record }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    if (institutionId === 0) throw choose()
    const id = await orderBook(kernel, { trx, scope, session }, institutionId, input)
    await record({
      action: 'board-book.ordered',
      entity: 'board-book',
      entityId: id,
      institutionId,
      after: { name: input.name, period: input.period, parts: input.parts },
    })
    return { id }
  })
  rawRoute(app, kernel, boardBookFile, async ({ input, session, scope, transact, request, reply }) => {
    const book = await transact(async ({ trx, record }) => {
      const found = await openBook({ trx, scope, session }, input.id)
      if (isFirstPart(request))
        await record({
          action: 'board-book.downloaded',
          entity: 'board-book',
          entityId: found.id,
          institutionId: found.institutionId,
          after: { name: found.name, sha256: found.fileSha256 },
        })
      return found
    })
    return sendFile(request, reply, kernel.files, {
      sha256: book.fileSha256,
      sizeBytes: book.sizeBytes,
      fileName: `${fileNameOf(`${book.institutionName}, ${book.name}, ${formatMonth(plainDate(book.period))}`)}.pdf`,
      mediaType: 'application/pdf',
    })
  })
  route(app, kernel, deleteBoardBook, async ({ input, session, scope, trx, record }) => {
    const { institutionId, name } = await deleteBook({ trx, scope, session }, input.id)
    await record({ action: 'board-book.deleted', entity: 'board-book', entityId: input.id, institutionId, before: { name } })
    return undefined
  })
}

const choose = () => inputError({ clientId: ['Choose an institution.'] })
/** Letters, digits, spaces and commas of its names. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ,_-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim() || 'Board book'
