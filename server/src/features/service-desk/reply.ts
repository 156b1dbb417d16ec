/** A reply or an internal note, with its files: one message, the status that it brings, and the mail to the other side. */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { replyToServiceRequest } from '@corridor/contract/service-desk.ts'
import { moved, movesOf, type RequestSide, type RequestStatus, statusAfterReply } from '@corridor/domain/service-requests/statuses.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { sideOf } from './conversation.ts'
import { sendFiles } from './files.ts'
import { afterwards, change, hold, publish, statusColumns, type Writing, write } from './held-request.ts'
import { mailBank, mailTeam } from './mail.ts'

/** Messages of one person of an institution in an hour. */
const MESSAGES_AN_HOUR = 60

export interface Replying extends Writing {
  input: ParsedOf<typeof replyToServiceRequest>
  record: Acting['record']
  /** The writer's name. */
  author: string
  /** A fingerprint of the mail that it came as. */
  mailHash?: string
}

/**
 * The first person of staff who replies to a request without an owner takes it.
 * @returns who of the other side gets an email of it at once, by name
 * @throws AppError not_found, wrong_status for one that was merged, input, too_many_requests
 */
export async function reply(call: Replying): Promise<string[]> {
  const { kernel, trx, scope, input, record, author, mailHash } = call
  const held = await hold(trx, scope, input.id)
  const side = await sideOf(trx, scope, held)
  if (input.note && scope.side !== 'staff') throw new AppError('forbidden', { message: 'Internal notes are for the service team.' })
  if (held.mergedInto !== null && !input.note)
    throw new AppError('wrong_status', { message: 'This request was merged into another one. Write there.' })
  if (scope.side === 'client') await refuseMany(call)
  const to = input.note ? held.status : statusOf(side, held.status, input.status)
  const takes = !input.note && scope.side === 'staff' && held.ownerId === null
  let told: string[] = []
  const messageId = await write(call, held, side, input.note ? 'NOTE' : 'REPLY', input.text, mailHash)
  await sendFiles(trx, scope, held, messageId, input.files)
  if (!input.note) {
    const answered = side === 'team' && held.firstAnsweredAt === null ? { firstAnsweredAt: kernel.now().toISOString() } : {}
    await change(call, held, { ...statusColumns(call, held.status, to), ...answered, ...(takes ? { ownerId: scope.userId } : {}) })
    const changes = [...(takes ? [`Owner: ${author}`] : []), ...(to === held.status ? [] : [moved(held.status, to)])]
    if (changes.length > 0) await write(call, held, side, 'CHANGE', changes.join(' · '))
    const message = { ...held, messageId, author }
    told = await asProduct(trx, scope, async () =>
      side === 'team'
        ? mailBank(kernel, trx, scope, {
            ...message,
            status: to,
            news: `${author} of your service team replied to “${held.subject}”.${afterwards(to)}`,
          })
        : toldClient(
            await mailTeam(kernel, trx, scope, {
              ...message,
              lines: [`${author} of ${held.institutionName} replied to “${held.subject}”:`, input.text],
            }),
          ),
    )
  }
  await record({
    action: input.note ? 'service-requests.noted' : 'service-requests.answered',
    entity: 'service-requests',
    entityId: held.id,
    institutionId: held.institutionId,
    ...(to === held.status ? {} : { before: { status: held.status } }),
    after: {
      ...(to === held.status ? {} : { status: to }),
      ...(takes ? { ownerId: scope.userId } : {}),
      ...(input.files.length > 0 ? { files: input.files.length } : {}),
      ...(mailHash === undefined ? {} : { byMail: true }),
    },
  })
  await publish(call, held, input.note)
  return told
}

/** @throws AppError input: a status that the request cannot take now */
function statusOf(side: RequestSide, from: RequestStatus, chosen: RequestStatus | undefined): RequestStatus {
  if (chosen === undefined || chosen === from) return statusAfterReply(side, from)
  if (!movesOf(side, from, false).includes(chosen)) throw inputError({ status: ['The request cannot take this status now.'] })
  return chosen
}

async function refuseMany({ kernel, trx, scope }: Writing): Promise<void> {
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

/** An institution is not told which of the staff get its mail: some are not on the team that it knows. */
const toldClient = (mailed: readonly string[]): string[] => (mailed.length > 0 ? ['Your service team'] : [])
