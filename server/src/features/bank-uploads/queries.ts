/** Files that institutions sent to their service team, as either side sees them. */
import type { BankUploadStatus } from '@corridor/contract/bank-uploads.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'

/** The scanner's answer for a file that was sent comes before its progress. */
const statusOf = sql<BankUploadStatus>`case when b.status = 'SENT' and f.safety in ('HELD', 'REFUSED') then f.safety else b.status end`
const nameOf = (id: string) =>
  sql<string | null>`(select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = ${sql.ref(id)})`
const sentBy = sql<string>`coalesce(${nameOf('b.userId')}, '')`

export const SORTS = {
  createdAt: 'b.createdAt',
  uploadName: sql`lower(b.upload_name)`,
  institutionName: 'i.name',
  sentBy,
  status: statusOf,
  sizeBytes: 'b.sizeBytes',
  takenAt: 'b.takenAt',
}
export const SEARCHED = ['b.uploadName', 'b.note', 'i.name', sentBy] as const

export const selectBankUploads = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('bankUpload as b')
    .innerJoin('storedFile as f', 'f.sha256', 'b.fileSha256')
    .innerJoin('institution as i', 'i.id', 'b.institutionId')
    .select([
      'b.id',
      'b.institutionId',
      'i.name as institutionName',
      'b.uploadBatch',
      'b.uploadName',
      'b.extension',
      'b.sizeBytes',
      'b.note',
      statusOf.as('status'),
      sentBy.as('sentBy'),
      'b.createdAt',
      nameOf('b.takenBy').as('takenBy'),
      'b.takenAt',
      'b.withdrawnAt',
    ])
    .where(visible(scope, 'b'))

export const withStatus = (query: ReturnType<typeof selectBankUploads>, statuses: readonly BankUploadStatus[]) =>
  query.where(sql<boolean>`${statusOf} = any(${[...statuses]}::text[])`)

export const selectFile = (trx: Trx, scope: Scope, id: number) =>
  trx
    .selectFrom('bankUpload as b')
    .innerJoin('storedFile as f', 'f.sha256', 'b.fileSha256')
    .select(['b.id', 'b.institutionId', 'b.status', 'b.uploadName', 'b.fileSha256 as sha256', 'b.sizeBytes', 'f.mediaType'])
    .where(visible(scope, 'b'))
    .where('b.id', '=', id)
    .executeTakeFirst()

/** @param lock for the rest of the transaction */
export const selectRows = (trx: Trx, scope: Scope, ids: readonly number[]) =>
  trx
    .selectFrom('bankUpload as b')
    .select(['b.id', 'b.institutionId', 'b.status', 'b.uploadName', 'b.fileSha256', nameOf('b.takenBy').as('takenBy')])
    .where(visible(scope, 'b'))
    .where('b.id', 'in', ids)
    .orderBy('b.id')
    .forUpdate()
    .execute()

/** Until the end of the transaction. Whoever adds to a sending sees whether it was told, and whoever tells it misses nothing. */
export const lockSending = (trx: Trx, uploadBatch: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank-upload ${uploadBatch}`}, 0))`.execute(trx)

export const selectSent = (trx: Trx, scope: Scope, uploadBatch: string) =>
  trx
    .selectFrom('bankUpload as b')
    .select(['b.id', 'b.uploadName', 'b.fileSha256', 'b.toldAt'])
    .where(visible(scope, 'b'))
    .where('b.userId', '=', scope.userId)
    .where('b.uploadBatch', '=', uploadBatch)
    .execute()

/** Files that one person sent since a moment. */
export const countSince = async (trx: Trx, scope: Scope, since: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('bankUpload as b')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(visible(scope, 'b'))
    .where('b.userId', '=', scope.userId)
    .where('b.createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
