/** Statuses, kinds and columns that both sides' lists of service requests share. */
import { countWaitingRequests, listServiceRequests, type ServiceRequestRow } from '@corridor/contract/service-desk.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import {
  KIND_WORDS,
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestSide,
  type RequestStatus,
  STATUS_WORDS,
  unansweredFor,
} from '@corridor/domain/service-requests/statuses.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { siteDay, siteToday } from '../../ui/formats.ts'
import { momentColumn, statusColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import type { ListFilter } from '../../ui/list/use-list.ts'
import { DueDay } from '../../ui/states/DueDay.tsx'
import type { StatusTable, Tone } from '../../ui/states/StatusBadge.tsx'
import css from './service-desk.module.css'

/** The list of requests, as both sides begin it. */
export const REQUEST_LIST = {
  endpoint: listServiceRequests,
  noun: 'request',
  idOf: ({ id }: ServiceRequestRow) => id,
  nameOf: ({ subject }: ServiceRequestRow) => subject,
  defaultSort: 'createdAt',
  desc: true,
} as const

/** A status that waits for the reader draws the eye: new requests the team's, questions back the bank's. */
const TONES: Readonly<Record<RequestSide, Readonly<Record<RequestStatus, Tone>>>> = {
  bank: { NEW: 'note', IN_WORK: 'busy', WAITING: 'warn', DONE: 'good' },
  team: { NEW: 'warn', IN_WORK: 'busy', WAITING: 'quiet', DONE: 'good' },
}
const tableOf = (side: RequestSide): StatusTable<RequestStatus> => ({
  NEW: { label: STATUS_WORDS[side].NEW, tone: TONES[side].NEW, sign: 'added' },
  IN_WORK: { label: STATUS_WORDS[side].IN_WORK, tone: TONES[side].IN_WORK, sign: 'underWay' },
  WAITING: { label: STATUS_WORDS[side].WAITING, tone: TONES[side].WAITING, sign: 'waiting' },
  DONE: { label: STATUS_WORDS[side].DONE, tone: TONES[side].DONE },
})
export const STATUSES: Readonly<Record<RequestSide, StatusTable<RequestStatus>>> = { bank: tableOf('bank'), team: tableOf('team') }

export const filtersOf = (side: RequestSide): readonly ListFilter[] => [
  { key: 'status', label: 'Status', many: true, options: REQUEST_STATUSES.map((value) => ({ value, label: STATUS_WORDS[side][value] })) },
  { key: 'kind', label: 'Kind', many: true, options: REQUEST_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })) },
]

export const subjectColumn = (side: RequestSide): Column<ServiceRequestRow> => ({
  key: 'subject',
  header: 'Subject',
  sortable: true,
  cell: ({ id, subject, unread }) => (
    <span className={css.subject} data-unread={unread > 0 || undefined}>
      <Link to={paths.openRequest(id, side === 'team')}>{subject}</Link>
      {unread > 0 ? <span className={css.unread}>{unread} unread</span> : null}
    </span>
  ),
})
export const KIND: Column<ServiceRequestRow> = wordColumn('kind', 'Kind', KIND_WORDS, { sortable: true, oneLine: true })
export const statusOf = (side: RequestSide): Column<ServiceRequestRow> =>
  statusColumn('status', 'Status', STATUSES[side], { sortable: true })
export const ASKED: Column<ServiceRequestRow> = momentColumn('createdAt', 'Sent', { sortable: true })
export const LAST: Column<ServiceRequestRow> = momentColumn('lastMessageAt', 'Last activity', { sortable: true })
export const DUE: Column<ServiceRequestRow> = {
  key: 'dueOn',
  header: 'Due',
  sortable: true,
  oneLine: true,
  exportAs: ['dueOn', 'overdue'],
  cell: ({ dueOn, overdue }) => (dueOn === null ? MISSING : <DueDay dueOn={dueOn} overdue={overdue} />),
}
/** A request that waits for the institution is not late for the team; on the institution’s side the day is its own. */
export const isLateFor = (
  side: RequestSide,
  { overdue, status, dueOn }: Pick<ServiceRequestRow, 'overdue' | 'status' | 'dueOn'>,
): boolean => overdue || (side === 'bank' && status === 'WAITING' && dueOn !== null && dueOn < siteToday())
export const BANK_DUE: Column<ServiceRequestRow> = { ...DUE, cell: (row) => DUE.cell({ ...row, overdue: isLateFor('bank', row) }) }
export const LISTS = [listServiceRequests] as const
/** Past its day for the institution that it waits for, and so not for the team. */
export const isLateForBankAlone = (row: Pick<ServiceRequestRow, 'overdue' | 'status' | 'dueOn'>): boolean =>
  !row.overdue && isLateFor('bank', row)
/** On the team's side a request without a due date says how long nobody has answered it. */
export const TEAM_DUE: Column<ServiceRequestRow> = {
  ...DUE,
  cell: (row) => {
    const days = unansweredDays(row)
    if (days !== null) return <span className={css.unanswered}>Unanswered for {days} days</span>
    return row.dueOn !== null && isLateForBankAlone(row) ? <DueDay dueOn={row.dueOn} overdue="Institution overdue" /> : DUE.cell(row)
  },
}
const unansweredDays = ({ status, dueOn, createdAt }: ServiceRequestRow): number | null =>
  dueOn === null ? unansweredFor({ status, sentOn: siteDay(new Date(createdAt)) }, siteToday()) : null
export const isLate = (row: ServiceRequestRow): boolean => row.overdue || unansweredDays(row) !== null

/** Answers that a message, a mark or a change outdates, beside the conversation's own. */
export const AFTER_CHANGE = [listServiceRequests, countWaitingRequests] as const
