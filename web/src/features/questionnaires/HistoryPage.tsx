/** One institution's questionnaires over the years, with every signature. */
import { getQuestionnaireResults } from '@corridor/contract/questionnaire-sheet.ts'
import { listQuestionnairesOfInstitution, type QuestionnaireRow } from '@corridor/contract/questionnaires.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { formatDay, formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, dayColumn, linkColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { QUESTIONNAIRE_STATUS, statusOf } from './questionnaire-words.ts'

type Row = QuestionnaireRow & { returns: { number: number; signerName: string; signerTitle: string; signedAt: string }[] }

export function HistoryPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(getQuestionnaireResults, { batch: 0, report: id })
  return (
    <Loaded query={query}>
      {({ questionnaire }) => <OfInstitution institutionId={questionnaire.institutionId} questionnaireId={id} />}
    </Loaded>
  )
}

function OfInstitution({ institutionId, questionnaireId }: { institutionId: number; questionnaireId: number }) {
  const query = useEndpoint(listQuestionnairesOfInstitution, { institutionId })
  return (
    <Loaded query={query}>
      {({ institutionName, records }) => (
        <>
          <PageHeader
            crumbs={
              <Breadcrumbs
                steps={[
                  { label: 'Annual Questionnaires', to: paths.questionnaires() },
                  { label: 'This year', to: paths.questionnaire(questionnaireId) },
                ]}
              />
            }
            title={`Questionnaires of ${institutionName}`}
            note="Every year, and everything that was signed."
          />
          <Panel flush>
            <DataTable plain label="Questionnaires over the years" columns={COLUMNS} rows={records} idOf={({ id }) => id} />
          </Panel>
        </>
      )}
    </Loaded>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('year', 'Year', ({ id }) => paths.questionnaire(id)),
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={statusOf(row)} table={QUESTIONNAIRE_STATUS} /> },
  dayColumn('sentAt', 'Sent'),
  countColumn('reminders', 'Reminders'),
  {
    key: 'returns',
    header: 'Signed',
    cell: ({ returns }) =>
      returns.length === 0
        ? '-'
        : returns.map(({ number, signerName, signerTitle, signedAt }) => (
            <div key={number}>
              {signerName}, {signerTitle}: {formatMoment(signedAt)}
            </div>
          )),
  },
  {
    key: 'reopened',
    header: 'Reopened',
    cell: ({ reopenedAt, reopenNote }) => (reopenedAt ? `${formatDay(reopenedAt)}: ${reopenNote ?? ''}` : '-'),
  },
]
