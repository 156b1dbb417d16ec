/** One request as a side reads it: its messages and files, who has read how far, and what may be done next. */
import type { Conversation, ServiceRequestFile } from '@corridor/contract/service-desk.ts'
import type { Session } from '@corridor/contract/session.ts'
import { changesAsRead, movesOf, type RequestSide } from '@corridor/domain/service-requests/statuses.ts'
import { mayReadAbout } from '@corridor/domain/service-requests/subject-matter.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { personName } from '../../shared/people/person-name.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { selectAskers } from './askers.ts'
import { requestOf } from './queries.ts'

export type Reading = Pick<Acting, 'kernel' | 'trx' | 'scope' | 'session'>

/** @throws AppError('not_found') */
export async function readConversation({ kernel, trx, scope, session }: Reading, id: number): Promise<Conversation> {
  const request = await requestOf(trx, scope, await dayOfSite(kernel, trx, scope.siteId), id)
  const key = { institutionId: request.institutionId, id }
  const side = await sideOf(trx, scope, key)
  const { mergedInto, about } = await selectRest(trx, key, session, request.mine)
  const files = await selectFiles(trx, key)
  const of = (messageId: number | null): ServiceRequestFile[] =>
    files.flatMap(({ messageId: own, ...file }) => (own === messageId ? [file] : []))
  return {
    request,
    side,
    about,
    files: of(null),
    messages: (await selectMessages(trx, scope, key)).map((message) => ({
      ...message,
      text: message.kind === 'CHANGE' ? changesAsRead(side, message.text) : message.text,
      files: of(message.id),
    })),
    readers: await selectReaders(trx, scope, key),
    mergedInto: mergedInto === null ? null : await selectNamed(trx, scope, { ...key, id: mergedInto }),
    merged: await selectMerged(trx, scope, key),
    moves: [...movesOf(side, request.status, mergedInto !== null)],
    owners: scope.side === 'staff' ? await selectOwnersToBe(trx, scope, request.institutionId) : [],
    uninvited:
      scope.side === 'staff' ? (await selectAskers(trx, scope, key)).filter(({ isExpected }) => !isExpected).map(({ name }) => name) : [],
  }
}

export interface Key {
  institutionId: number
  id: number
}

/** Staff answer with the team; so does a representative who serves on it, but for what they asked themselves. */
export async function sideOf(trx: Trx, scope: Scope, { institutionId, id }: Key): Promise<RequestSide> {
  if (scope.side === 'staff') return 'team'
  const serving = await trx
    .selectFrom('serviceTeamMember as m')
    .select('m.userId')
    .where(visible(scope, 'm'))
    .where('m.institutionId', '=', institutionId)
    .where('m.userId', '=', scope.userId)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('serviceRequest as r')
            .select('r.id')
            .where('r.institutionId', '=', institutionId)
            .where('r.id', '=', id)
            .where('r.userId', '=', scope.userId),
        ),
      ),
    )
    .executeTakeFirst()
  return serving ? 'team' : 'bank'
}

async function selectRest(trx: Trx, { institutionId, id }: Key, session: Session, mine: boolean) {
  const { mergedInto, aboutKind, aboutTitle, aboutText, aboutLink } = await trx
    .selectFrom('serviceRequest')
    .select(['mergedInto', 'aboutKind', 'aboutTitle', 'aboutText', 'aboutLink'])
    .where('institutionId', '=', institutionId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (aboutKind === null || aboutLink === null) return { mergedInto, about: null }
  const shown = mine || mayReadAbout(session, aboutLink)
  return { mergedInto, about: { kind: aboutKind, link: aboutLink, title: shown ? aboutTitle : null, text: shown ? aboutText : null } }
}

/** Without internal notes for whoever is not of the firm; row-level security would not show them either. */
function selectMessages(trx: Trx, scope: Scope, { institutionId, id }: Key) {
  const all = trx
    .selectFrom('serviceRequestMessage as m')
    .select(['m.id', 'm.kind', 'm.fromTeam', sql<string>`coalesce(${personName('m.userId')}, 'A former user')`.as('author')])
    .select([sql<boolean>`m.user_id = ${scope.userId}`.as('mine'), 'm.body as text', 'm.byMail', 'm.createdAt'])
    .where(visible(scope, 'm'))
    .where('m.institutionId', '=', institutionId)
    .where('m.requestId', '=', id)
    .orderBy('m.id')
  return (scope.side === 'staff' ? all : all.where('m.kind', '<>', 'NOTE')).execute()
}

const selectFiles = (trx: Trx, { institutionId, id }: Key) =>
  trx
    .selectFrom('serviceRequestFile as f')
    .innerJoin('storedFile as s', 's.sha256', 'f.fileSha256')
    .select(['f.id', 'f.messageId', 'f.uploadName', 'f.sizeBytes'])
    .select(sql<ServiceRequestFile['safety']>`case when s.safety in ('HELD', 'REFUSED') then s.safety else 'PASSED' end`.as('safety'))
    .where('f.institutionId', '=', institutionId)
    .where('f.requestId', '=', id)
    .orderBy('f.id')
    .execute()

const selectReaders = (trx: Trx, scope: Scope, { institutionId, id }: Key) =>
  trx
    .selectFrom('serviceRequestReading as x')
    .select([sql<string>`coalesce(${personName('x.userId')}, 'A former user')`.as('name'), 'x.readUpTo', 'x.readAt'])
    .where(visible(scope, 'x'))
    .where('x.institutionId', '=', institutionId)
    .where('x.requestId', '=', id)
    .where('x.userId', '<>', scope.userId)
    .orderBy('x.readAt', 'desc')
    .orderBy('x.userId')
    .limit(100)
    .execute()

const selectNamed = async (trx: Trx, scope: Scope, { institutionId, id }: Key) =>
  (await trx
    .selectFrom('serviceRequest as r')
    .select(['r.id', 'r.subject'])
    .where(visible(scope, 'r'))
    .where('r.institutionId', '=', institutionId)
    .where('r.id', '=', id)
    .executeTakeFirst()) ?? null

const selectMerged = (trx: Trx, scope: Scope, { institutionId, id }: Key) =>
  trx
    .selectFrom('serviceRequest as r')
    .select(['r.id', 'r.subject'])
    .where(visible(scope, 'r'))
    .where('r.institutionId', '=', institutionId)
    .where('r.mergedInto', '=', id)
    .orderBy('r.id')
    .execute()

/** The institution's service team first, then the firm's other people on the site. */
export async function selectOwnersToBe(trx: Trx, scope: Scope, institutionId: number) {
  const firm = await selectFirm(trx, scope)
  const team = await trx
    .selectFrom('serviceTeamMember as m')
    .select('m.userId')
    .where(visible(scope, 'm'))
    .where('m.institutionId', '=', institutionId)
    .orderBy('m.position')
    .execute()
  const serving = team.flatMap(({ userId }) => firm.filter(({ id }) => id === userId))
  return [
    ...serving.map(({ id, name }) => ({ id, name, onTeam: true })),
    ...firm.filter((one) => !serving.includes(one)).map(({ id, name }) => ({ id, name, onTeam: false })),
  ]
}

/** How far the caller has read. A message is written while its request is locked, so that none with a lower number comes later. */
export async function markRead({ kernel, trx, scope }: Reading, id: number, upTo: number): Promise<void> {
  const request = await trx
    .selectFrom('serviceRequest as r')
    .select(['r.institutionId', 'r.siteId'])
    .where(visible(scope, 'r'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!request) throw new AppError('not_found')
  const readAt = kernel.now().toISOString()
  await trx
    .insertInto('serviceRequestReading')
    .values({ ...request, requestId: id, userId: scope.userId, readUpTo: upTo, readAt })
    .onConflict((conflict) =>
      conflict
        .columns(['institutionId', 'requestId', 'userId'])
        .doUpdateSet({ readUpTo: sql<number>`greatest(service_request_reading.read_up_to, excluded.read_up_to)`, readAt }),
    )
    .execute()
}
