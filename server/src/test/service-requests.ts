/** A request at the service desk of every small book, shared with the bank's people and with one file: beside the holdings, which older schemas take too. */
import type { Db } from '../platform/database/database.ts'
import { there } from './asked-ids.ts'
import type { Holdings } from './holdings.ts'

/** @param sha256 a file that is kept */
export async function buildServiceRequest(
  db: Db,
  { institutionId, siteId, clientId }: Pick<Holdings, 'institutionId' | 'siteId' | 'clientId'>,
  sha256: string,
): Promise<void> {
  const key = { institutionId, siteId, userId: clientId }
  const request = await db
    .insertInto('serviceRequest')
    .values({ ...key, subject: 'A question', body: 'About a figure', status: 'NEW', shared: true, recipients: ['The team'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { sizeBytes } = await db.selectFrom('storedFile').select('sizeBytes').where('sha256', '=', sha256).executeTakeFirstOrThrow()
  const file = await db
    .insertInto('serviceRequestFile')
    .values({ ...key, requestId: request.id, uploadName: 'figure.pdf', extension: 'pdf', fileSha256: sha256, sizeBytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  there.requestOf.set(institutionId, request.id)
  there.requestFileOf.set(institutionId, file.id)
}
