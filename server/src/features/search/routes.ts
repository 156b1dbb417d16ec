/** Search over files, the command palette, and the files that could not be read. */
import { listBankUploads } from '@corridor/contract/bank-uploads.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { listUnreadFiles, type PaletteItem, palette, retryUnreadFiles, searchChoices, searchFiles } from '@corridor/contract/search.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { selectAlone, selectPalette } from './palette.ts'
import { type Allowed, findFiles, selectChoices, selectFound } from './queries.ts'
import { retryUnread, selectUnread } from './unread.ts'

export function searchRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, searchFiles, async ({ input, session, trx }) => {
    const { query, take, skip, ...narrowed } = input
    const { how, query: understood, parsed, total, matches } = await findFiles(trx, query, await allowedTo(trx, session), narrowed)
    return {
      page: { page: Math.floor(skip / take) + 1, perPage: take, totalRecords: total },
      understood: { how, query: understood },
      records: await selectFound(trx, session, parsed, matches.slice(skip, skip + take)),
    }
  })
  route(app, kernel, searchChoices, async ({ session, trx }) => selectChoices(trx, await allowedTo(trx, session)))
  route(app, kernel, palette, async ({ input, session, scope, trx }) => ({
    records: await paletteOf(trx, scope, session, input),
  }))
  route(app, kernel, listUnreadFiles, async ({ input, scope, trx }) => selectUnread(trx, scope, input))
  route(app, kernel, retryUnreadFiles, async ({ input, scope, trx, record }) => {
    const retried = await retryUnread(trx, scope, input.ids)
    if (retried === 0) throw new AppError('not_found')
    await record({ action: 'search.retried', entity: 'file', after: { files: retried } })
    return { retried }
  })
}

async function paletteOf(trx: Trx, scope: Scope, session: Session, { query, alone }: InputOf<typeof palette>): Promise<PaletteItem[]> {
  if (query === '') return []
  if (alone !== undefined) return selectAlone(trx, scope, session, query, alone)
  return selectPalette(trx, scope, session, query, await allowedTo(trx, session))
}

/** The types that the lists of reports, documents and bank uploads show this person. */
async function allowedTo(trx: Trx, session: Session): Promise<Allowed> {
  return {
    reports: await typesOf(trx, session),
    documents: await documentTypesOf(trx, session),
    uploads: allows(session, listBankUploads.access) ? ['USR'] : [],
  }
}
