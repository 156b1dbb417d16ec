/** Things that an institution's people have to do, as far as each may, the earliest due first. */
import type { clientToDo } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, levelOf, permission, signedIn } from '@corridor/domain/access/access.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatLongDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { openItemsInShort } from '@corridor/domain/reports/form-8925/open-items-in-short.ts'
import { findingsOf } from '@corridor/domain/reports/form-8925/rules.ts'
import { readForm8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { newFrom } from '../../shared/visibility/first-visits.ts'
import { countNewFiles } from '../../shared/visibility/new-files.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { selectLastReleased } from './released.ts'

type ToDo = ReplyOf<typeof clientToDo>
type Item = ToDo['items'][number]

/** The Client and Team Members write and sign; a representative does neither. */
const writes = (session: Session, code: 'ANNUAL_QUESTIONNAIRE' | 'ANNUAL_BOLI_REVIEW') => allows(session, permission(code, 1, ['c', 'a']))

export async function selectToDo(kernel: Kernel, trx: Trx, scope: Scope, session: Session): Promise<ToDo> {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const items = [
    ...(writes(session, 'ANNUAL_QUESTIONNAIRE') ? await questionnaires(trx, scope, session, today) : []),
    ...(writes(session, 'ANNUAL_BOLI_REVIEW') ? await assessments(trx, scope, session, today) : []),
    ...(allows(session, signedIn(['c', 'a'])) ? await requests(trx, scope, today) : []),
    ...(allows(session, permission('C8925_REPORT', 1)) ? await consents(trx, scope) : []),
    ...(await unread(trx, scope, session)),
  ]
  // Items with a day come first, the earliest before the others; the order of kinds decides the rest.
  const due = (item: Item) => item.dueOn ?? '9999'
  return { today, items: items.toSorted((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : 0)) }
}

interface Due {
  dueOn: PlainDate | null
}
interface Asked extends Due {
  year: number
  reopenNote: string | null
}
const itemOf = (kind: Item['kind'], title: string, sentences: string[], rest: Partial<Item> = {}): Item => ({
  kind,
  title,
  sentences,
  dueOn: null,
  isOverdue: false,
  report: null,
  requestId: null,
  ...rest,
})
const reopened = ({ reopenNote }: Asked) => (reopenNote ? [`Your service team reopened it: ${reopenNote}`] : [])
const due = ({ dueOn }: Due, today: PlainDate) => ({ dueOn, isOverdue: dueOn !== null && dueOn < today })

async function questionnaires(trx: Trx, scope: Scope, session: Session, today: PlainDate): Promise<Item[]> {
  const signs = levelOf(session, 'ANNUAL_QUESTIONNAIRE') >= 2
  // A person who does not sign answers the sections that were assigned to them, and has nothing to do in any other.
  const theirs = signs
    ? sql``
    : sql`and exists (select from questionnaire_assignment g where g.institution_id = q.institution_id and g.questionnaire_id = q.id and g.user_id = ${session.userId})`
  const { rows } = await sql<Asked & { answers: number }>`
    select q.year, q.due_on, q.reopen_note,
      (select count(*) from questionnaire_answer a where a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.value is not null)::int as answers
    from questionnaire q where ${visible(scope, 'q')} and q.status = 1 ${theirs} order by q.year desc, q.id limit 3`.execute(trx)
  return rows.map((row) =>
    itemOf(
      'questionnaire',
      `${signs ? 'Answer and sign' : 'Answer'} the annual questionnaire of ${row.year}`,
      [...reopened(row), row.answers === 0 ? 'Nothing is answered yet.' : 'Answers are saved; it has not been returned yet.'],
      due(row, today),
    ),
  )
}

async function assessments(trx: Trx, scope: Scope, session: Session, today: PlainDate): Promise<Item[]> {
  const { rows } = await sql<Asked>`
    select extract(year from a.period)::int as year, a.due_on, a.reopen_note
    from review_assessment a where ${visible(scope, 'a')} and a.status = 1 order by a.period desc, a.id limit 3`.execute(trx)
  const signs = levelOf(session, 'ANNUAL_BOLI_REVIEW') >= 2
  return rows.map((row) =>
    itemOf(
      'assessment',
      `${signs ? 'Write and sign' : 'Write'} management’s risk assessment of ${row.year}`,
      [...reopened(row), 'It goes into the annual review that your board reads.'],
      due(row, today),
    ),
  )
}

/** Requests that wait for an answer of the institution, to those who take part in them. The due day that the team gave is the institution's while it waits. */
async function requests(trx: Trx, scope: Scope, today: PlainDate): Promise<Item[]> {
  const { rows } = await sql<Due & { id: number; subject: string }>`
    select r.id, r.subject, r.due_on from service_request r
    where ${visible(scope, 'r')} and r.status = 'WAITING' and (r.user_id = ${scope.userId} or (r.shared and exists (select from service_request_message m
      where m.institution_id = r.institution_id and m.request_id = r.id and m.user_id = ${scope.userId})))
    order by r.due_on, r.id limit ${REQUESTS_SHOWN}`.execute(trx)
  return rows.map((row) =>
    itemOf('request', `Answer your service team: ${row.subject}`, ['Your service request waits for you.'], {
      ...due(row, today),
      requestId: row.id,
    }),
  )
}
const REQUESTS_SHOWN = 5

/** As the last Form 8925 released found them, each open item a sentence. */
async function consents(trx: Trx, scope: Scope): Promise<Item[]> {
  const released = await selectLastReleased(trx, scope, scope.institutionId, ['C8925Report'])
  return released.flatMap(({ id, batchId, snapshot: stored }) => {
    const snapshot = readForm8925Snapshot(stored)
    const open = openItemsInShort(snapshot, findingsOf(snapshot))
    if (open.length === 0) return []
    const holder = snapshot.subsidiary ? ` of ${snapshot.subsidiary.legalName}` : ''
    return [
      itemOf(
        'consents',
        `Resolve ${counted(open.length, 'open item')} of Form 8925${holder}`,
        [...open, `As found for the tax year ended ${formatLongDate(snapshot.period)}.`],
        { report: { id, batchId } },
      ),
    ]
  })
}

/** The person's new files, counted as the dashboard, the menu and the list of reports mark them. */
async function unread(trx: Trx, scope: Scope, session: Session): Promise<Item[]> {
  const since = await newFrom(trx, scope)
  if (since === null) return []
  const types = { reports: await typesOf(trx, session), documents: await documentTypesOf(trx, session) }
  const { reports, documents } = await countNewFiles(trx, scope, types, since)
  const files = reports + documents
  // The menu groups files by its own items: a split by kind would count otherwise than it does.
  return files === 0 ? [] : [itemOf('unread', `Read ${counted(files, 'new file')}`, ['Not opened by you yet. The menu marks them.'])]
}
