/** Replies, internal notes, and changes of status, owner or due date, merging included: each is one message in the conversation. */
import type {
  assignServiceRequest,
  mergeServiceRequest,
  moveServiceRequest,
  replyToServiceRequest,
} from '@corridor/contract/service-desk.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import {
  KIND_WORDS,
  movesOf,
  type RequestSide,
  type RequestStatus,
  STATUS_WORDS,
  statusAfterReply,
} from '@corridor/domain/service-requests/statuses.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting, Call } from '../../platform/http/route.ts'
import { asProduct, type Scope, visible } from '../../platform/http/scope.ts'
import { type Key, selectOwnersToBe, sideOf } from './conversation.ts'
import { sendFiles } from './files.ts'
import { tellBank, tellOwner, tellTeam } from './mail.ts'

/** Messages of one person of an institution in an hour. */
const MESSAGES_AN_HOUR = 60

type Held = Awaited<ReturnType<typeof hold>>

/** The request, locked until the end of the transaction. @throws AppError('not_found') */
async function hold(trx: Trx, scope: Scope, id: number) {
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

/** @throws AppError not_found, wrong_status for one that was merged, input, too_many_requests */
export async function reply(call: Call<typeof replyToServiceRequest>): Promise<void> {
  const { kernel, trx, scope, session, input, record } = call
  const held = await hold(trx, scope, input.id)
  const side = await sideOf(trx, scope, held)
  if (input.note && scope.side !== 'staff') throw new AppError('forbidden', { message: 'Internal notes are for the service team.' })
  if (held.mergedInto !== null && !input.note)
    throw new AppError('wrong_status', { message: 'This request was merged into another one. Write there.' })
  if (scope.side === 'client') await refuseMany(call)
  const to = input.note ? held.status : statusOf(side, held.status, input.status)
  const messageId = await write(call, held, side, input.note ? 'NOTE' : 'REPLY', input.text)
  await sendFiles(trx, scope, held, messageId, input.files)
  const author = `${session.firstName} ${session.lastName}`
  if (!input.note) {
    const answered = side === 'team' && held.firstAnsweredAt === null ? { firstAnsweredAt: kernel.now().toISOString() } : {}
    await change(call, held, { ...statusColumns(call, held.status, to), ...answered })
    if (to !== held.status) await write(call, held, side, 'CHANGE', moved(held.status, to))
    const told = { ...held, messageId, author }
    await asProduct(trx, scope, async () => {
      if (side === 'team')
        await tellBank(kernel, trx, scope, {
          ...told,
          news: `${author} of your service team replied to “${held.subject}”.${afterwards(to)}`,
        })
      else
        await tellTeam(kernel, trx, scope, {
          ...told,
          lines: [`${author} of ${held.institutionName} replied to “${held.subject}”:`, input.text],
        })
    })
  }
  await record({
    action: input.note ? 'service-requests.noted' : 'service-requests.answered',
    entity: 'service-requests',
    entityId: held.id,
    institutionId: held.institutionId,
    ...(to === held.status ? {} : { before: { status: held.status } }),
    after: { ...(to === held.status ? {} : { status: to }), ...(input.files.length > 0 ? { files: input.files.length } : {}) },
  })
  await publish(call, held, input.note)
}

/** @throws AppError input: a status that the request cannot take now */
function statusOf(side: RequestSide, from: RequestStatus, chosen: RequestStatus | undefined): RequestStatus {
  if (chosen === undefined || chosen === from) return statusAfterReply(side, from)
  if (!movesOf(side, from, false).includes(chosen)) throw inputError({ status: ['The request cannot take this status now.'] })
  return chosen
}

/** @throws AppError not_found, conflict when its status is another by now, wrong_status */
export async function move(call: Call<typeof moveServiceRequest>): Promise<void> {
  const { kernel, trx, scope, session, input, record } = call
  const held = await hold(trx, scope, input.id)
  const side = await sideOf(trx, scope, held)
  if (held.status !== input.from)
    throw new AppError('conflict', { meta: { current: { status: held.status }, yours: { status: input.from } } })
  if (!movesOf(side, held.status, held.mergedInto !== null).includes(input.to))
    throw new AppError('wrong_status', {
      message:
        held.mergedInto === null ? 'The request cannot take this status now.' : 'This request was merged into another one. Write there.',
    })
  // Reopened by the team, it stands for itself again.
  await change(call, held, { ...statusColumns(call, held.status, input.to), mergedInto: null })
  const messageId = await write(call, held, side, 'CHANGE', moved(held.status, input.to))
  const author = `${session.firstName} ${session.lastName}`
  const told = { ...held, messageId, author }
  await asProduct(trx, scope, async () => {
    if (side === 'bank')
      await tellTeam(kernel, trx, scope, {
        ...told,
        lines: [`${author} of ${held.institutionName} ${input.to === 'DONE' ? 'closed' : 'reopened'} “${held.subject}”.`],
      })
    else if (input.to !== 'IN_WORK' || held.status === 'DONE')
      await tellBank(kernel, trx, scope, { ...told, news: `The status of “${held.subject}” changed.${afterwards(input.to)}` })
  })
  await record({
    action: 'service-requests.moved',
    entity: 'service-requests',
    entityId: held.id,
    institutionId: held.institutionId,
    before: { status: held.status },
    after: { status: input.to },
  })
  await publish(call, held)
}

/** @throws AppError not_found, conflict, input for somebody who cannot own it */
export async function assign(call: Call<typeof assignServiceRequest>): Promise<void> {
  const { kernel, trx, scope, session, input, record } = call
  const held = await hold(trx, scope, input.id)
  const before = { kind: held.kind, ownerId: held.ownerId, dueOn: held.dueOn }
  const after = { kind: input.kind, ownerId: input.ownerId, dueOn: input.dueOn === null ? null : plainDate(input.dueOn) }
  if (before.kind !== input.before.kind || before.ownerId !== input.before.ownerId || before.dueOn !== input.before.dueOn)
    throw new AppError('conflict', { meta: { current: before, yours: input.before } })
  const owner =
    after.ownerId === null ? null : (await selectOwnersToBe(trx, scope, held.institutionId)).find(({ id }) => id === after.ownerId)
  // Somebody who left the firm may stay the owner while other things change.
  if (owner === undefined && after.ownerId !== before.ownerId)
    throw inputError({ ownerId: ['Choose a person of the firm who works on this site.'] })
  const changes = [
    ...(after.kind === before.kind ? [] : [`Kind: ${KIND_WORDS[after.kind]}`]),
    ...(after.ownerId === before.ownerId ? [] : [owner ? `Owner: ${owner.name}` : 'Owner: nobody']),
    ...(after.dueOn === before.dueOn ? [] : [after.dueOn === null ? 'Due date removed' : `Due: ${formatDate(after.dueOn)}`]),
  ]
  if (changes.length === 0) return
  await change(call, held, after)
  const messageId = await write(call, held, 'team', 'CHANGE', changes.join(' · '))
  if (after.ownerId !== null && after.ownerId !== before.ownerId)
    await tellOwner(kernel, trx, scope, {
      ...held,
      messageId,
      author: `${session.firstName} ${session.lastName}`,
      ownerId: after.ownerId,
      dueOn: after.dueOn === null ? null : formatDate(after.dueOn),
    })
  await record({
    action: 'service-requests.assigned',
    entity: 'service-requests',
    entityId: held.id,
    institutionId: held.institutionId,
    before,
    after,
  })
  await publish(call, held)
}

/** @throws AppError not_found for one of another institution, wrong_status */
export async function merge(call: Call<typeof mergeServiceRequest>): Promise<void> {
  const { kernel, trx, scope, session, input, record } = call
  // In the order of their numbers, so that two merges never wait for each other.
  const [one, other] = [await hold(trx, scope, Math.min(input.id, input.intoId)), await hold(trx, scope, Math.max(input.id, input.intoId))]
  const [held, into] = one.id === input.id ? [one, other] : [other, one]
  if (held.institutionId !== into.institutionId) throw new AppError('not_found')
  if (held.id === into.id) throw inputError({ intoId: ['Choose another request.'] })
  const refused = refusalToMerge(held, into)
  if (refused) throw new AppError('wrong_status', { message: refused })
  await change(call, held, { ...statusColumns(call, held.status, 'DONE'), mergedInto: into.id })
  const messageId = await write(call, held, 'team', 'CHANGE', `Merged into “${into.subject}”`)
  // By its number: the other's readers may not be this one's.
  await write(call, into, 'team', 'CHANGE', `Request ${held.id} was merged into this one`)
  await change(call, into, {})
  await tellBank(kernel, trx, scope, {
    ...held,
    messageId,
    author: `${session.firstName} ${session.lastName}`,
    news: `Your request “${held.subject}” was merged into “${into.subject}”, and goes on there.`,
  })
  await record({
    action: 'service-requests.merged',
    entity: 'service-requests',
    entityId: held.id,
    institutionId: held.institutionId,
    before: { status: held.status },
    after: { status: 'DONE', into: into.id },
  })
  await publish(call, held)
}

function refusalToMerge(held: Held, into: Held): string | null {
  if (held.mergedInto !== null) return 'This request was merged into another one already.'
  if (into.mergedInto !== null) return `“${into.subject}” was merged into another request itself. Choose that one.`
  if (!into.shared && into.userId !== held.userId)
    return `“${into.subject}” is another person’s and not shared: who asked this one could not read the answer there.`
  if (held.shared && !into.shared)
    return `“${into.subject}” is not shared with colleagues, and this request is: they could not read the answer there.`
  return null
}

/** One message, under the writer's own rights. @returns its number */
async function write(
  { kernel, trx, scope }: Acting,
  { institutionId, id }: Key,
  side: RequestSide,
  kind: 'REPLY' | 'NOTE' | 'CHANGE',
  body: string,
): Promise<number> {
  const made = await trx
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

type Columns = Partial<Pick<Held, 'status' | 'kind' | 'ownerId' | 'dueOn' | 'mergedInto' | 'firstAnsweredAt'> & { doneAt: string | null }>
async function change({ kernel, trx, scope }: Acting, { institutionId, id }: Key, columns: Columns): Promise<void> {
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

const statusColumns = ({ kernel }: Acting, from: RequestStatus, to: RequestStatus): Columns =>
  from === to ? {} : { status: to, doneAt: to === 'DONE' ? kernel.now().toISOString() : null }

const moved = (from: RequestStatus, to: RequestStatus): string => `Status: ${STATUS_WORDS.team[from]} → ${STATUS_WORDS.team[to]}`
const afterwards = (status: RequestStatus): string =>
  status === 'WAITING' ? ' It waits for your answer.' : status === 'DONE' ? ' It is done; a reply reopens it.' : ''

async function refuseMany({ kernel, trx, scope }: Acting): Promise<void> {
  const { count } = await trx
    .selectFrom('serviceRequestMessage')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institutionId', '=', scope.institutionId)
    .where('userId', '=', scope.userId)
    .where('createdAt', '>', new Date(kernel.now().getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow()
  if (count >= MESSAGES_AN_HOUR)
    throw new AppError('too_many_requests', {
      message: 'You have sent many messages within the hour. Try again later, or call your team.',
      retryAfter: 3600,
    })
}

/** Open pages ask again; an internal note moves the team's pages alone. */
const publish = ({ kernel, trx, scope }: Acting, { institutionId }: Key, isNote = false): Promise<void> =>
  kernel.events.publish(trx, { siteId: scope.siteId, institutionId, type: 'request', status: isNote ? 'Note' : 'Changed' })
