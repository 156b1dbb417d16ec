/** Makes the questionnaires of a fiscal year end for the chosen institutions. */
import { generateQuestionnaires, listQuestionnaireInstitutions, type QuestionnaireRow } from '@corridor/contract/questionnaires.ts'
import { formatMonth, isMonthEnd, isPlainDate, monthEnd, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField } from '../../ui/fields/Field.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { nameColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './generate.module.css'
import { QUESTIONNAIRE_STATUS, statusOf } from './questionnaire-words.ts'
import { OUTDATED } from './SendQuestionnaires.tsx'

const url = { period: optionalText, year: optionalText }
const THIS_YEAR = new Date().getFullYear()
const YEARS_OFFERED = 3

interface Row {
  institutionId: number
  institutionName: string
  member: boolean
  questionnaire: QuestionnaireRow | null
}

export function GeneratePage() {
  const [{ period: asked, year }, change] = useUrlSearch(url)
  const begun = year !== undefined && /^20\d\d$/.test(year) ? monthEnd(Number(year), 12) : monthEnd(THIS_YEAR, 12)
  const period = asked && isPlainDate(asked) && isMonthEnd(asked) ? asked : begun
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Annual Questionnaires', to: paths.annualQuestionnaire() }]} />}
        title="Generate questionnaires"
        note="One for each institution and fiscal year. Institutions see them after they are sent."
      />
      <Form key={period} period={period} onPeriod={(next) => change({ period: next })} />
    </>
  )
}

function Form({ period, onPeriod }: { period: PlainDate; onPeriod: (period: PlainDate) => void }) {
  const router = useRouter()
  const query = useEndpoint(listQuestionnaireInstitutions, { period })
  const generate = useAction(generateQuestionnaires, { invalidates: [...OUTDATED, listQuestionnaireInstitutions] })
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const [isRegenerating, setRegenerating] = useState(false)
  const [text, setText] = useState('')
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={10} columns={3} />}>
      {({ records }) => {
        const open = records.filter(({ questionnaire }) => questionnaire === null || questionnaire.status === 0)
        const selection =
          chosen ??
          new Set(records.filter(({ member, questionnaire }) => member && questionnaire === null).map(({ institutionId }) => institutionId))
        const shown = records.filter(({ institutionName }) => institutionName.toLowerCase().includes(text.toLowerCase()))
        const submit = async () => {
          const outcome = await generate.run({ period, institutions: [...selection], isRegenerating })
          if (!outcome.ok) return
          const { made, kept, id } = outcome.value
          toast.success(`${made} generated${kept > 0 ? `, ${kept} left unchanged` : ''}.`)
          void router.navigate({ href: paths.questionnaireBatch(id) })
        }
        return (
          <div className={css.layout}>
            <Panel flush title="Institutions" note={`${selection.size} of ${records.length} chosen`}>
              <DataTable
                label="Institutions to generate questionnaires for"
                plain
                columns={COLUMNS}
                rows={shown}
                idOf={({ institutionId }) => institutionId}
                nameOf={({ institutionName }) => institutionName}
                selection={{ ids: selection, onChange: setChosen }}
                canSelect={(row) => open.includes(row)}
                filters={<SearchField label="Find an institution" value={text} onSearch={setText} />}
                empty={
                  <EmptyState
                    title={text ? 'No institution matches' : `No fiscal year ends in ${formatMonth(period)}`}
                    why={text ? 'No matching names.' : 'Choose another fiscal year end; it is shown on each institution’s page.'}
                  />
                }
              />
            </Panel>
            <Panel title="Questionnaires">
              <div className={css.form}>
                <SelectField
                  label="Fiscal year to"
                  value={period}
                  options={periodsAround(period)}
                  onChange={(value) => onPeriod(plainDate(value))}
                />
                <Checkbox
                  label="Regenerate those not sent"
                  hint="With the newest questions. Questionnaires already sent keep theirs."
                  checked={isRegenerating}
                  onChange={setRegenerating}
                />
                <Button fullWidth loading={generate.running} disabled={selection.size === 0} onClick={() => void submit()}>
                  Generate {selection.size.toLocaleString('en-US')} {selection.size === 1 ? 'questionnaire' : 'questionnaires'}
                </Button>
              </div>
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

/** Year ends first, as most fiscal years end then; then the other quarter and month ends of these years. */
function periodsAround(period: PlainDate): { value: string; label: string }[] {
  const years = Array.from({ length: YEARS_OFFERED }, (_, index) => THIS_YEAR + 1 - index)
  const ends = [
    ...years.map((year) => monthEnd(year, 12)),
    ...years.flatMap((year) => Array.from({ length: 11 }, (_, index) => monthEnd(year, 11 - index))),
  ]
  return [...new Set([period, ...ends])].map((value) => ({ value, label: formatMonth(value) }))
}

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('institutionName', 'Institution'),
  { key: 'member', header: 'Can answer', cell: ({ member }) => (member ? 'Yes' : 'No: no access to report type AQU') },
  {
    key: 'questionnaire',
    header: 'Questionnaire',
    cell: ({ questionnaire }) => (questionnaire ? <StatusBadge status={statusOf(questionnaire)} table={QUESTIONNAIRE_STATUS} /> : '-'),
  },
]
