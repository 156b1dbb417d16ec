/** Batches of annual questionnaires: one a year and request, with how many are out and back. */
import {
  generateQuestionnaires,
  listQuestionnaireBatches,
  type QuestionnaireBatch,
  questionnaireEvents,
} from '@corridor/contract/questionnaires.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { dateColumn, dayColumn, linkColumn, personColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { QuestionnaireViews } from './QuestionnaireViews.tsx'

export function BatchesPage() {
  const { userRole } = useSession()
  const staff = isStaff(userRole)
  useLive(questionnaireEvents, {}, { on: { questionnaire: [listQuestionnaireBatches] }, enabled: staff })
  const mayGenerate = useCan(generateQuestionnaires.access)
  const list = useList({
    endpoint: listQuestionnaireBatches,
    label: staff ? 'Batches of annual questionnaires' : 'Annual questionnaires',
    // An institution has one of its own in each.
    noun: staff ? 'batch' : 'questionnaire',
    columns: staff ? COLUMNS : OWN_COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'period',
    desc: true,
  })
  return (
    <ListPage
      title="Annual Questionnaires"
      note={staff ? 'Each batch covers one fiscal year and selected institutions.' : 'Confirmed to your service team once a year.'}
      actions={mayGenerate ? <LinkButton to={paths.generateQuestionnaires()}>Generate</LinkButton> : null}
      list={list}
      empty={{
        title: 'No questionnaires yet',
        why: staff ? 'None have been generated on this site.' : 'Your service team sends one each year.',
        next: mayGenerate ? <Link to={paths.generateQuestionnaires()}>Generate for a year</Link> : null,
      }}
    >
      <QuestionnaireViews here="batches" />
    </ListPage>
  )
}

const COLUMNS: readonly Column<QuestionnaireBatch>[] = [
  linkColumn('batchName', 'Batch', ({ id }) => paths.questionnaireBatch(id), { sortable: true }),
  dateColumn('period', 'Fiscal year to', { sortable: true }),
  ...(['unsent', 'sent', 'returned', 'total'] as const).map(
    (key): Column<QuestionnaireBatch> => ({
      key,
      header: { unsent: 'Unsent', sent: 'Sent', returned: 'Returned', total: 'All' }[key],
      numeric: true,
      exportAs: [`stats.${key}`],
      cell: ({ stats }) => stats[key].toLocaleString('en-US'),
    }),
  ),
  dayColumn('createdAt', 'Generated', { sortable: true }),
  personColumn('createdBy', 'By'),
]
/** As an institution reads them. */
const OWN_COLUMNS = COLUMNS.filter(({ key }) => !['unsent', 'createdBy'].includes(key)).map((column) =>
  column.key === 'batchName' ? { ...column, header: 'Questionnaire' } : column,
)
