/** Changes of status, owner or due date, merging included: each is one message in the conversation. */
import type { assignServiceRequest, mergeServiceRequest, moveServiceRequest } from '@corridor/contract/service-desk.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { KIND_WORDS, moved, movesOf } from '@corridor/domain/service-requests/statuses.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { selectOwnersToBe, sideOf } from './conversation.ts'
import { afterwards, change, type Held, hold, publish, statusColumns, write } from './held-request.ts'
import { mailBank, mailOwner, mailTeam } from './mail.ts'

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
      await mailTeam(kernel, trx, scope, {
        ...told,
        lines: [`${author} of ${held.institutionName} ${input.to === 'DONE' ? 'closed' : 'reopened'} “${held.subject}”.`],
      })
    else if (input.to !== 'IN_WORK' || held.status === 'DONE')
      await mailBank(kernel, trx, scope, {
        ...told,
        status: input.to,
        news: `The status of “${held.subject}” changed.${afterwards(input.to)}`,
      })
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
    await mailOwner(kernel, trx, scope, {
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
  await mailBank(kernel, trx, scope, {
    ...held,
    messageId,
    status: 'DONE',
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
