/** A request is sent: its row, its files, the team's mail and the entry in the log, together or not at all. */
import type { sendServiceRequest } from '@corridor/contract/service-desk.ts'
import { KIND_WORDS } from '@corridor/domain/service-requests/statuses.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { selectServing } from '../../shared/people/serving.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { sendFiles } from './files.ts'
import { mailTeam } from './mail.ts'
import { requestOf } from './queries.ts'

/** Requests of one person in an hour: a team's mailboxes are not for a program to fill. */
const REQUESTS_AN_HOUR = 10

/** @throws AppError wrong_status where nobody serves the institution, too_many_requests, input for a file that is gone */
export async function send({ kernel, trx, scope, session, input, record }: Call<typeof sendServiceRequest>) {
  const now = kernel.now()
  const { count } = await trx
    .selectFrom('serviceRequest')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institutionId', '=', scope.institutionId)
    .where('userId', '=', scope.userId)
    .where('createdAt', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow()
  if (count >= REQUESTS_AN_HOUR)
    throw new AppError('too_many_requests', {
      message: 'You have sent many requests within the hour. Try again later, or call your team.',
      retryAfter: 3600,
    })
  const { about } = input
  const { institutionId, siteId } = scope
  const made = await asProduct(trx, scope, async () => {
    const serving = await selectServing(trx, siteId, institutionId)
    if (serving.length === 0)
      throw new AppError('wrong_status', {
        message: 'No service team has been named for your institution yet. Ask your contact at the firm by phone.',
      })
    const recipients = serving.map(({ name }) => name)
    const { id } = await trx
      .insertInto('serviceRequest')
      .values({
        institutionId,
        siteId,
        userId: scope.userId,
        subject: input.subject,
        body: input.text,
        kind: input.kind,
        status: 'NEW',
        shared: input.shared,
        recipients,
        createdAt: now.toISOString(),
        ...(about ? { aboutKind: about.kind, aboutTitle: about.title, aboutText: about.text, aboutLink: about.link } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const author = `${session.firstName} ${session.lastName}`
    await mailTeam(kernel, trx, scope, {
      institutionId,
      id,
      messageId: 0,
      institutionName: session.institutionName,
      subject: input.subject,
      author,
      ownerId: null,
      lines: [
        `${author} of ${session.institutionName} asks (${KIND_WORDS[input.kind].toLowerCase()}):`,
        input.subject,
        input.text,
        ...(about ? [`About: ${about.title}`] : []),
        ...(input.files.length > 0
          ? [`${input.files.length === 1 ? 'A file is' : `${input.files.length} files are`} attached in the portal.`]
          : []),
      ],
    })
    return { id, recipients }
  })
  await sendFiles(trx, scope, { institutionId, id: made.id }, null, input.files)
  await record({
    action: 'service-requests.sent',
    entity: 'service-requests',
    entityId: made.id,
    institutionId,
    after: {
      subject: input.subject,
      kind: input.kind,
      shared: input.shared,
      recipients: made.recipients,
      ...(about ? { about: about.title } : {}),
      ...(input.files.length > 0 ? { files: input.files.length } : {}),
    },
  })
  await kernel.events.publish(trx, { siteId, institutionId, type: 'request', status: 'Sent' })
  return requestOf(trx, scope, await dayOfSite(kernel, trx, siteId), made.id)
}
