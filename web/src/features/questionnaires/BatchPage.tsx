/** The questionnaires of a batch: who has not returned theirs; sent, reminded, deleted here. */
import {
  deleteQuestionnaire,
  listQuestionnaires,
  type QuestionnaireRow,
  questionnaireEvents,
  restoreQuestionnaire,
} from '@corridor/contract/questionnaires.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { countColumn, dateColumn, dayColumn, linkColumn, textColumn } from '../../ui/list/columns.tsx'
import { DeleteSelected } from '../../ui/list/DeleteSelected.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { QUESTIONNAIRE_STATUS, STATUS_FILTER, statusOf } from './questionnaire-words.ts'
import { OUTDATED, RemindQuestionnaires, SendQuestionnaires } from './SendQuestionnaires.tsx'

export function BatchPage() {
  const staff = isStaff(useSession().userRole)
  const batch = usePathNumber('batch') ?? 0
  useLive(questionnaireEvents, {}, { on: { questionnaire: [listQuestionnaires] }, enabled: staff })
  const list = useList({
    endpoint: listQuestionnaires,
    label: staff ? 'Questionnaires of the batch' : 'Questionnaires',
    noun: 'questionnaire',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ institutionName }) => institutionName,
    defaultSort: 'institutionName',
    perPage: 50,
    filters: staff ? [STATUS_FILTER] : [],
    input: { batch },
    whole: staff,
  })
  const about = list.query.data?.batch ?? null
  const { chosen } = list
  const selected = chosen.all ? list.matching : list.matching.filter(({ id }) => chosen.ids.has(id))
  const unsent = list.matching.filter(({ can }) => can.includes('send'))
  const mayChange = list.matching.some(({ can }) => can.some((action) => ['send', 'remind', 'reopen'].includes(action)))
  return (
    <ListPage
      crumbs={<Breadcrumbs steps={[{ label: 'Annual Questionnaires', to: paths.annualQuestionnaire() }]} />}
      title={about?.batchName ?? 'Annual Questionnaires'}
      note={
        about
          ? `Fiscal year to ${formatLongDate(plainDate(about.period))}: ${about.stats.returned} of ${about.stats.total} returned${about.stats.sent > 0 ? `, ${about.stats.sent} with the institutions` : ''}.`
          : null
      }
      actions={unsent.length > 0 && chosen.count === 0 ? <SendQuestionnaires questionnaires={unsent} onDone={list.chooseNone} /> : null}
      list={list}
      toneOf={(row) => (staff && statusOf(row) === 'late' ? 'attention' : undefined)}
      empty={{ title: 'No questionnaires', why: 'There are none you can view.' }}
      {...(mayChange ? { bulk: (_, done) => <Actions questionnaires={selected} onDone={done} /> } : {})}
    />
  )
}

function Actions({ questionnaires, onDone }: { questionnaires: readonly QuestionnaireRow[]; onDone: () => void }) {
  const remove = useAction(deleteQuestionnaire, { invalidates: OUTDATED })
  const restore = useAction(restoreQuestionnaire, { invalidates: OUTDATED })
  const able = (action: QuestionnaireRow['can'][number]) =>
    questionnaires.length > 0 && questionnaires.every(({ can }) => can.includes(action))
  return (
    <>
      {able('send') ? <SendQuestionnaires questionnaires={questionnaires} small onDone={onDone} /> : null}
      {able('remind') ? <RemindQuestionnaires questionnaires={questionnaires} small onDone={onDone} /> : null}
      {able('delete') ? (
        <DeleteSelected
          ids={new Set(questionnaires.map(({ id }) => id))}
          noun="questionnaire"
          consequence="No institution has seen these questionnaires. They can be restored for 30 days."
          onDelete={async (id) => (await remove.run({ id })).ok}
          onRestore={async (id) => (await restore.run({ id })).ok}
          onDone={onDone}
        />
      ) : null}
      {able('send') || able('remind') ? null : <span>Select questionnaires with the same status to send or remind.</span>}
    </>
  )
}

const COLUMNS: readonly Column<QuestionnaireRow>[] = [
  linkColumn('institutionName', 'Institution', ({ id, batchId }) => paths.questionnaireResults(batchId, id), {
    sortable: true,
    isName: true,
  }),
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={statusOf(row)} table={QUESTIONNAIRE_STATUS} /> },
  countColumn('answers', 'Answers'),
  dayColumn('sentAt', 'Sent', { sortable: true }),
  dateColumn('dueOn', 'Due', { sortable: true }),
  dateColumn('nextReminderOn', 'Next reminder'),
  dayColumn('returnedAt', 'Returned', { sortable: true }),
  textColumn('returnedBy', 'Signed by'),
]
