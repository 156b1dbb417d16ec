/** The service team: chosen and ordered by staff, read by the institution's people, who ask it for things by one mail to all. */
import { institutions } from '@corridor/contract/institutions.ts'
import {
  getInstitutionTeam,
  getServiceTeam,
  getTeamAvatar,
  listInstitutionRequests,
  listServiceRequests,
  sendServiceRequest,
  setInstitutionTeam,
} from '@corridor/contract/service-team.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { sendImage } from '../../platform/files/images.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { type Call, rawRoute, route } from '../../platform/http/route.ts'
import { asProduct, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { askedBy, selectAvatar, selectContact, selectOwnRequests, selectRequests, selectTeam } from './queries.ts'

/** Requests of one person in an hour: a team's mailboxes are not for a program to fill. */
const REQUESTS_AN_HOUR = 10

export function serviceTeamRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getServiceTeam, async ({ trx, scope }) => ({
    records: await selectTeam(trx, scope, scope.institutionId),
    contact: await selectContact(trx, scope),
  }))
  rawRoute(app, kernel, getTeamAvatar, async ({ input, scope, request, reply, transact }) => {
    const sha256 = await transact(({ trx }) => selectAvatar(trx, scope, input.id))
    return sendImage(request, reply, kernel.files, sha256, { name: `portrait-${input.id}`, asked: input.v })
  })

  route(app, kernel, getInstitutionTeam, async ({ trx, scope, input }) => {
    await institutionOf(trx, input.id)
    return readTeam(trx, scope, input.id)
  })
  route(app, kernel, setInstitutionTeam, async ({ trx, scope, input, record }) => {
    await institutionOf(trx, input.id, true)
    const before = await readTeam(trx, scope, input.id)
    const ids = before.records.map(({ id }) => id)
    if (ids.join() !== input.before.join())
      throw new AppError('conflict', { meta: { current: { userIds: ids }, yours: { userIds: input.userIds } } })
    const after = [...new Set(input.userIds)]
    // Members on it already may stay, also after leaving the firm; new ones are of the firm and active.
    const known = new Set([...ids, ...before.candidates.map(({ id }) => id)])
    if (after.some((id) => !known.has(id))) throw new AppError('not_found')
    await trx.deleteFrom('serviceTeamMember').where('institutionId', '=', input.id).where('siteId', '=', scope.siteId).execute()
    if (after.length > 0)
      await trx
        .insertInto('serviceTeamMember')
        .values(after.map((userId, index) => ({ institutionId: input.id, siteId: scope.siteId, userId, position: index + 1 })))
        .execute()
    await record({
      action: 'institutions.service-team',
      entity: 'institutions',
      entityId: input.id,
      institutionId: input.id,
      before: { userIds: ids },
      after: { userIds: after },
    })
    return readTeam(trx, scope, input.id)
  })

  route(app, kernel, sendServiceRequest, (call) => send(kernel, call))
  route(app, kernel, listServiceRequests, ({ trx, scope, input }) =>
    pageOf(selectOwnRequests(trx, scope), input, {
      id: 'r.id',
      sort: { createdAt: 'r.createdAt', subject: 'r.subject' },
      search: ['r.subject', 'r.body'],
    }),
  )
  route(app, kernel, listInstitutionRequests, async ({ trx, scope, input }) => {
    await institutionOf(trx, input.id)
    return pageOf(selectRequests(trx, scope, input.id), input, {
      id: 'r.id',
      sort: { createdAt: 'r.createdAt', subject: 'r.subject', askedBy },
      search: ['r.subject', 'r.body', askedBy],
    })
  })
}

/** Row-level security shows staff the institutions of the active site only. @throws AppError('not_found') */
async function institutionOf(trx: Trx, id: number, lock = false): Promise<void> {
  const query = trx.selectFrom('institution').select('id').where('id', '=', id)
  if (!(await (lock ? query.forUpdate() : query).executeTakeFirst())) throw new AppError('not_found')
}

async function readTeam(trx: Trx, scope: Scope, institutionId: number) {
  const records = await selectTeam(trx, scope, institutionId)
  const firm = await selectFirm(trx, scope)
  return { records, candidates: firm.filter(({ id }) => !records.some((member) => member.id === id)) }
}

/** The request, its mail and its entry in the log, together or not at all. */
async function send(kernel: Kernel, { trx, scope, session, input, record }: Call<typeof sendServiceRequest>) {
  const team = await selectTeam(trx, scope, scope.institutionId)
  const contact = await selectContact(trx, scope)
  const to =
    team.length > 0 ? team.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` })) : contactOf(contact)
  if (to.length === 0)
    throw new AppError('wrong_status', {
      message: 'No service team has been named for your institution yet. Ask your contact at the firm by phone.',
    })
  const now = kernel.now()
  const since = new Date(now.getTime() - 3_600_000).toISOString()
  const { count } = await selectOwnRequests(trx, scope)
    .where('r.createdAt', '>', since)
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= REQUESTS_AN_HOUR)
    throw new AppError('too_many_requests', {
      message: 'You have sent many requests within the hour. Try again later, or call your team.',
      retryAfter: 3600,
    })
  const recipients = to.map(({ name }) => name)
  const id = await asProduct(trx, scope, async () => {
    const made = await trx
      .insertInto('serviceRequest')
      .values({
        institutionId: scope.institutionId,
        siteId: scope.siteId,
        userId: scope.userId,
        subject: input.subject,
        body: input.text,
        recipients,
        createdAt: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queueMails(kernel, trx, [
      {
        recipient: to.map(({ email }) => email).join(', '),
        subject: `${session.institutionName}: ${input.subject}`,
        bodyText: letter(session, input, kernel.configuration.publicUrl),
        dedupeKey: `service-request ${scope.institutionId} ${made.id}`,
      },
    ])
    return made.id
  })
  await record({
    action: 'service-requests.sent',
    entity: 'service-requests',
    entityId: id,
    institutionId: scope.institutionId,
    after: { subject: input.subject, recipients },
  })
  return { id, subject: input.subject, text: input.text, createdAt: now.toISOString(), recipients }
}

const contactOf = ({ name, email }: { name: string | null; email: string | null }) =>
  email === null ? [] : [{ email, name: name ?? email }]

const letter = (session: Session, { subject, text }: { subject: string; text: string }, publicUrl: string): string =>
  `${session.firstName} ${session.lastName} of ${session.institutionName} asks:\n\n${subject}\n\n${text}\n\nAnswer to ${session.email}. The institution: ${publicUrl}${institutions.endpoints.list.path.replace('/api', '')}/${session.institutionId}?tab=team\n`
