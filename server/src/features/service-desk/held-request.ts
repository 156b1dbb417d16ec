/** A request while somebody changes it: locked, written under its writer's own rights, and told to open pages. */
import type { RequestSide, RequestStatus } from '@corridor/domain/service-requests/statuses.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { asProduct, type Scope, visible } from '../../platform/http/scope.ts'
import type { Key } from './conversation.ts'

/** Facts that a message is written with, whether it was typed in the portal or came as a mail. */
export type Writing = Pick<Acting, 'kernel' | 'trx' | 'scope'>
export type Held = Awaited<ReturnType<typeof hold>>

/** The request, locked until the end of the transaction. @throws AppError('not_found') */
export async function hold(trx: Trx, scope: Scope, id: number) {
  const found = await trx
    .selectFrom('serviceRequest as r')
    .select(['r.institutionId', 'r.id'])
    .where(visible(scope, 'r'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  // A client may not lock what it may not change: the product does, after the client's own rights found the row.
  return asProduct(trx, scope, () =>
    trx
      .selectFrom('serviceRequest as r')
      .innerJoin('institution as i', 'i.id', 'r.institutionId')
      .select([
        'r.institutionId',
        'r.id',
        'r.userId',
        'r.subject',
        'r.status',
        'r.kind',
        'r.shared',
        'r.ownerId',
        'r.dueOn',
        'r.mergedInto',
      ])
      .select(['r.firstAnsweredAt', 'i.name as institutionName'])
      .where('r.institutionId', '=', found.institutionId)
      .where('r.id', '=', id)
      .forUpdate('r')
      .executeTakeFirstOrThrow(),
  )
}

/**
 * One message, under the writer's own rights.
 * @param mailHash of the mail that it came as: the product writes it, after the writer's own rights found the request
 * @returns its number
 */
export async function write(
  { kernel, trx, scope }: Writing,
  { institutionId, id }: Key,
  side: RequestSide,
  kind: 'REPLY' | 'NOTE' | 'CHANGE',
  body: string,
  mailHash?: string,
): Promise<number> {
  const insert = () =>
    trx
      .insertInto('serviceRequestMessage')
      .values({
        institutionId,
        siteId: scope.siteId,
        requestId: id,
        userId: scope.userId,
        kind,
        fromTeam: side === 'team',
        body,
        createdAt: kernel.now().toISOString(),
        ...(mailHash === undefined ? {} : { byMail: true, mailHash }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  return (await (mailHash === undefined ? insert() : asProduct(trx, scope, insert))).id
}

type Columns = Partial<Pick<Held, 'status' | 'kind' | 'ownerId' | 'dueOn' | 'mergedInto' | 'firstAnsweredAt'> & { doneAt: string | null }>
export async function change({ kernel, trx, scope }: Writing, { institutionId, id }: Key, columns: Columns): Promise<void> {
  await asProduct(trx, scope, () =>
    trx
      .updateTable('serviceRequest')
      .set({ ...columns, lastMessageAt: kernel.now().toISOString() })
      .where('institutionId', '=', institutionId)
      .where('siteId', '=', scope.siteId)
      .where('id', '=', id)
      .execute(),
  )
}

export const statusColumns = ({ kernel }: Writing, from: RequestStatus, to: RequestStatus): Columns =>
  from === to ? {} : { status: to, doneAt: to === 'DONE' ? kernel.now().toISOString() : null }

export const afterwards = (status: RequestStatus): string =>
  status === 'WAITING' ? ' It waits for your answer.' : status === 'DONE' ? ' It is done; a reply reopens it.' : ''

/** Open pages ask again; an internal note moves the team's pages alone. */
export const publish = ({ kernel, trx, scope }: Writing, { institutionId }: Key, isNote = false): Promise<void> =>
  kernel.events.publish(trx, { siteId: scope.siteId, institutionId, type: 'request', status: isNote ? 'Note' : 'Changed' })
