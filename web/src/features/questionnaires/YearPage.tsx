/** A year of questionnaires by institution, for managers: who has none, who has not answered, who returned it. */
import { listQuestionnaireClients, type QuestionnaireRow, questionnaireEvents } from '@corridor/contract/questionnaires.ts'
import { useState } from 'react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { formatDay } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { QuestionnaireViews } from './QuestionnaireViews.tsx'
import { QUESTIONNAIRE_STATUS, statusOf } from './questionnaire-words.ts'
import { RemindQuestionnaires, SendQuestionnaires } from './SendQuestionnaires.tsx'

const url = { year: optionalText, state: optionalText }
const THIS_YEAR = new Date().getFullYear()
const STATES = [
  { value: '', label: 'All institutions' },
  { value: 'none', label: 'Without a questionnaire' },
  { value: '0', label: 'Unsent' },
  { value: '1', label: 'Not returned' },
  { value: '2', label: 'Returned' },
]

interface Row {
  institutionId: number
  institutionName: string
  member: boolean
  questionnaire: QuestionnaireRow | null
}

export function YearPage() {
  const [{ year: asked, state = '' }, change] = useUrlSearch(url)
  const year = asked !== undefined && /^20\d\d$/.test(asked) ? Number(asked) : THIS_YEAR
  const query = useEndpoint(listQuestionnaireClients, { year })
  useLive(questionnaireEvents, {}, { on: { questionnaire: [listQuestionnaireClients] } })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [text, setText] = useState('')
  const years = [...new Set([...(query.data?.years ?? []), THIS_YEAR, year])].sort((a, b) => b - a)
  return (
    <>
      <PageHeader
        title="Annual Questionnaires"
        note="Each institution’s questionnaire for a year, and its status."
        actions={<LinkButton to={paths.newQuestionnaires(year)}>Generate</LinkButton>}
      />
      <QuestionnaireViews here="institutions" />
      <Loaded query={query} skeleton={<TableSkeleton rows={10} columns={6} />}>
        {({ records }) => {
          const rows: Row[] = records.filter(
            ({ questionnaire, institutionName }) =>
              (state === '' || (state === 'none' ? questionnaire === null : String(questionnaire?.status) === state)) &&
              institutionName.toLowerCase().includes(text.toLowerCase()),
          )
          const selected = rows.flatMap(({ institutionId, questionnaire }) =>
            questionnaire && chosen.has(institutionId) ? [questionnaire] : [],
          )
          const all = (action: 'send' | 'remind') => selected.length > 0 && selected.every(({ can }) => can.includes(action))
          const done = () => setChosen(new Set())
          return (
            <Panel flush title={String(year)} note={countsOf(records)}>
              <DataTable
                label="Questionnaires of the year"
                plain
                columns={COLUMNS}
                rows={rows}
                idOf={({ institutionId }) => institutionId}
                nameOf={({ institutionName }) => institutionName}
                selection={{ ids: chosen, onChange: setChosen }}
                canSelect={({ questionnaire }) => questionnaire !== null && questionnaire.can.length > 0}
                selectionActions={
                  <>
                    {all('send') ? <SendQuestionnaires questionnaires={selected} small onDone={done} /> : null}
                    {all('remind') ? <RemindQuestionnaires questionnaires={selected} small onDone={done} /> : null}
                    {all('send') || all('remind') ? null : <span>Select questionnaires with the same status to send or remind.</span>}
                  </>
                }
                filters={
                  <>
                    <SearchField label="Find an institution" value={text} onSearch={setText} />
                    <SelectField
                      label="Year"
                      hideLabel
                      value={String(year)}
                      options={years.map((each) => ({ value: String(each), label: String(each) }))}
                      onChange={(next) => change({ year: next })}
                    />
                    <SelectField
                      label="Status"
                      hideLabel
                      value={STATES.some(({ value }) => value === state) ? state : ''}
                      options={STATES}
                      onChange={(next) => change({ state: next || undefined })}
                    />
                  </>
                }
                toneOf={({ questionnaire }) => (questionnaire && statusOf(questionnaire) === 'late' ? 'attention' : undefined)}
                empty={<EmptyState title="No institution matches" why="No institution of this site has that status or name." />}
              />
            </Panel>
          )
        }}
      </Loaded>
    </>
  )
}

function countsOf(records: readonly Row[]): string {
  const count = (status: number) => records.filter(({ questionnaire }) => questionnaire?.status === status).length
  const none = records.filter(({ questionnaire }) => questionnaire === null).length
  return `${count(2)} returned, ${count(1)} outstanding, ${count(0)} not sent${none > 0 ? `, ${none} without a questionnaire` : ''}`
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'institutionName',
    header: 'Institution',
    isName: true,
    cell: ({ institutionName, questionnaire }) =>
      questionnaire ? <Link to={paths.questionnaire(questionnaire.id)}>{institutionName}</Link> : institutionName,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ questionnaire, member }) =>
      questionnaire ? (
        <StatusBadge status={statusOf(questionnaire)} table={QUESTIONNAIRE_STATUS} />
      ) : member ? (
        'None yet'
      ) : (
        'No access to report type AQU'
      ),
  },
  { key: 'sentAt', header: 'Sent', oneLine: true, cell: ({ questionnaire }) => formatDay(questionnaire?.sentAt) },
  { key: 'dueOn', header: 'Due', oneLine: true, cell: ({ questionnaire }) => dateText(questionnaire?.dueOn ?? null) },
  {
    key: 'reminders',
    header: 'Reminders',
    numeric: true,
    cell: ({ questionnaire }) => (questionnaire ? questionnaire.reminders.toLocaleString('en-US') : '-'),
  },
  {
    key: 'answers',
    header: 'Answers',
    numeric: true,
    cell: ({ questionnaire }) => (questionnaire ? questionnaire.answers.toLocaleString('en-US') : '-'),
  },
  { key: 'returnedAt', header: 'Returned', oneLine: true, cell: ({ questionnaire }) => formatDay(questionnaire?.returnedAt) },
]
