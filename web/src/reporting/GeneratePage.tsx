/** Asks for a batch: the period, the institutions, and how the result is to be treated. */

import { getFile } from '@corridor/contract/data-feeds.ts'
import type { ReportRow } from '@corridor/contract/reports.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatMonth, isMonthEnd, isPlainDate, isQuarterEnd, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../kernel/session.ts'
import { toast } from '../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../kernel/url-search.ts'
import { useAction } from '../kernel/use-action.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/fields/Button.tsx'
import { Checkbox, SelectField } from '../ui/fields/Field.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { DataTable } from '../ui/list/DataTable.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'
import { TableSkeleton } from '../ui/states/Skeletons.tsx'
import { BeingMadeNotice } from './BeingMadeNotice.tsx'
import { beingMadeIn } from './being-made.ts'
import type { ReportPages } from './family.ts'
import css from './generate.module.css'
import { generateColumns } from './generate-columns.tsx'
import { type Book, bookOf, cautionOf, periodOptions, usualPeriod } from './generate-periods.ts'
import { OtherYears } from './OtherYears.tsx'
import { WithoutValue } from './WithoutValue.tsx'

const url = { period: optionalText, quarter: optionalText, file: optionalText }

export function GeneratePage({ family }: { family: ReportPages }) {
  const { calls } = family
  const [search, change] = useUrlSearch(url)
  const asked = search.period && isPlainDate(search.period) && isMonthEnd(search.period) ? search.period : undefined
  const isQuarterly = family.quarterlyHint !== null && search.quarter === '1'
  // The book knows its latest complete month; the clock does not decide.
  const current = useEndpoint(calls.listInstitutionsToGenerate, {
    period: asked ?? '2000-01-31',
    ReportType: family.reportType,
    isQuarterly,
  })
  const book = current.data && bookOf(current.data)
  // A month that is through leaves the one being closed to be worked on.
  const looksOn = asked === undefined && book !== undefined && book.complete !== null && book.complete < book.current
  const past = useEndpoint(
    calls.listInstitutionsToGenerate,
    { period: book?.complete ?? '2000-01-31', ReportType: family.reportType, isQuarterly },
    { enabled: looksOn },
  )
  const isKnown = !looksOn || past.data !== undefined || past.error !== null
  // A link from a posted file chooses among the institutions listed here, and no more.
  const mayReadFile = useCan(getFile.access) && /^[1-9]\d{0,8}$/.test(search.file ?? '')
  const file = useEndpoint(getFile, { id: Number(search.file) }, { enabled: mayReadFile, isQuiet: true })
  const ofFile = mayReadFile && file.data ? new Set(file.data.institutions.map(({ id }) => id)) : null
  const isFileKnown = !mayReadFile || file.data !== undefined || file.error !== null
  const period = asked ?? (book && isKnown ? usualPeriod(book, looksOn ? (past.data?.records ?? []) : []) : undefined)
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: family.listName, to: family.address }]} />}
        title={`Generate ${family.singular}s`}
        note="Reports are made in the background; institutions see them after release."
      />
      {period && book && isFileKnown ? (
        <GenerateForm
          key={`${period}${isQuarterly}`}
          family={family}
          period={period}
          book={book}
          isQuarterly={isQuarterly}
          ofFile={ofFile}
          onPeriod={(next) => change({ period: next, quarter: search.quarter, file: undefined })}
          onQuarterly={(on) => change({ quarter: on ? '1' : undefined })}
        />
      ) : (
        <Loaded query={current} skeleton={<TableSkeleton rows={10} columns={5} />}>
          {() => null}
        </Loaded>
      )}
    </>
  )
}

interface GenerateFormProps {
  family: ReportPages
  period: PlainDate
  book: Book
  isQuarterly: boolean
  /** Institutions of the posted file that led here. */
  ofFile: ReadonlySet<number> | null
  onPeriod: (period: PlainDate) => void
  onQuarterly: (on: boolean) => void
}

function GenerateForm({ family, period, book, isQuarterly, ofFile, onPeriod, onQuarterly }: GenerateFormProps) {
  const { calls } = family
  const router = useRouter()
  const query = useEndpoint(calls.listInstitutionsToGenerate, { period, ReportType: family.reportType, isQuarterly })
  const generate = useAction(calls.generateReports, {
    invalidates: [calls.listBatches, calls.listReports, calls.listInstitutionsToGenerate],
    quiet: true,
  })
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const [isRegenerating, setRegenerating] = useState(false)
  const [hold, setHold] = useState(true)
  const [text, setText] = useState('')

  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={10} columns={5} />}>
      {({ records, otherYears }) => {
        const rows = records.map((record, index) => ({ ...record, key: index + 1 }))
        // All that can be made, or those of the file, are chosen until the person says otherwise; subsidiaries' own reports are asked for one by one.
        const usual = rows.filter((row) => row.subsidary_id === null && (ofFile?.has(row.id) ?? true))
        const selection = chosen ?? new Set(usual.filter((row) => row.policiesWithoutValue === 0).map((row) => row.key))
        const selected = rows.filter((row) => selection.has(row.key))
        const shown = rows.filter((row) => `${row.name} ${row.subsidiaryName ?? ''}`.toLowerCase().includes(text.toLowerCase()))
        const lacking = rows.filter((row) => row.policiesWithoutValue > 0 && (usual.includes(row) || selection.has(row.key)))
        const existing = selected.filter((row) => row.existing !== null && !TRIED_AGAIN.has(row.existing.status))
        const keeps = new Set(isRegenerating ? [] : existing)
        const kept = keeps.size
        // A batch holds what it makes: reports that are kept stay in the batch that made them.
        const asked = selected.filter((row) => !keeps.has(row))
        const made = asked.length
        const caution = cautionOf(book, period, rows)
        const hasQuarter = rows.some(({ quarterEnds }) => quarterEnds)
        const submit = async () => {
          const outcome = await generate.run({
            period,
            institutions: asked.map((row) => ({ id: row.id, subsidary_id: row.subsidary_id })),
            isRegenerating,
            isQuarterly,
            hold,
            ReportType: family.reportType,
          })
          if (!outcome.ok) {
            if (beingMadeIn(outcome.error).length === 0) toast.error(outcome.error)
            return
          }
          const { id, beingMade } = outcome.value
          if (beingMade > 0)
            toast.info(
              `${beingMade === 1 ? 'One of them is' : `${formatCount(beingMade)} of them are`} already being generated, and will not be generated twice.`,
            )
          if (kept > 0) toast.info(`${counted(kept, 'existing report')} ${kept === 1 ? 'was' : 'were'} kept.`)
          const to = paths.reportBatch(id, family.reportType)
          const open = () => void router.navigate({ href: to })
          const started = made - beingMade
          // The message stays when the page changes, and is then the way back to the batch.
          if (started > 0)
            toast.success(`${counted(started, 'report')} ${started === 1 ? 'is' : 'are'} being generated for ${formatMonth(period)}.`, {
              label: 'Open the batch',
              run: open,
              to,
            })
          open()
        }
        return (
          <div className={css.layout}>
            <Panel
              flush
              title="Institutions"
              note={`${ofFile && chosen === null ? `${selection.size < usual.length ? `${selection.size} of ` : ''}${counted(usual.length, 'institution')} of this file` : `${selection.size} of ${rows.length}`} selected${kept === 0 ? '' : `, ${kept} with a report that is kept`}`}
            >
              <DataTable
                label="Institutions to generate for"
                plain
                columns={generateColumns(period)}
                rows={shown}
                idOf={(row) => row.key}
                nameOf={(row) => row.subsidiaryName ?? row.name}
                selection={{ ids: selection, onChange: setChosen }}
                filters={<SearchField label="Find an institution" value={text} onSearch={setText} />}
                toneOf={(row) => (row.policiesWithoutValue > 0 ? 'attention' : undefined)}
                empty={
                  <EmptyState
                    title={
                      text ? 'No institution matches' : `${isQuarterly ? 'No quarter ends in' : 'No policies at'} ${formatMonth(period)}`
                    }
                    why={text ? 'No matching names.' : NONE_WHY[isQuarterly ? 'quarterly' : family.rhythm]}
                  />
                }
              />
              <OtherYears family={family} others={otherYears} period={period} latest={book.values.latest} />
            </Panel>
            <aside className={css.side}>
              <Panel title="Batch">
                <div className={css.form}>
                  <SelectField
                    label={family.rhythm === 'annual' ? 'Fiscal year to' : 'Period'}
                    value={period}
                    options={periodOptions(family, book, period)}
                    onChange={(value) => onPeriod(plainDate(value))}
                  />
                  {family.quarterlyHint ? (
                    <Checkbox
                      label="Quarterly report"
                      hint={
                        hasQuarter
                          ? isQuarterEnd(period)
                            ? family.quarterlyHint
                            : 'For institutions whose fiscal quarter ends then.'
                          : 'No quarter ends with this month.'
                      }
                      checked={isQuarterly}
                      disabled={!hasQuarter && !isQuarterly}
                      onChange={onQuarterly}
                    />
                  ) : null}
                  <Checkbox
                    label="Regenerate existing reports"
                    hint={
                      existing.length > 0
                        ? `${formatCount(existing.length)} of those selected ${existing.length === 1 ? 'has' : 'have'} one. It is kept unless this is checked; its old version then stays under History.`
                        : 'None of those selected has one.'
                    }
                    checked={isRegenerating}
                    onChange={setRegenerating}
                  />
                  <Checkbox
                    label="Hold for review"
                    hint="Institutions see the reports only after Release."
                    checked={hold}
                    onChange={setHold}
                  />
                  {caution === null && lacking.length === 0 ? null : (
                    <div className={css.warning}>
                      {caution === null ? null : <p>{caution}</p>}
                      <WithoutValue family={family} period={period} lacking={lacking} isSelected={(row) => selection.has(row.key)} />
                    </div>
                  )}
                  {generate.error && beingMadeIn(generate.error).length > 0 ? (
                    <BeingMadeNotice family={family} batches={beingMadeIn(generate.error)} />
                  ) : null}
                  {kept > 0 ? (
                    <p className={css.kept}>{made === 0 ? NOTHING_NEW : `${counted(kept, 'existing report')} will be kept.`}</p>
                  ) : null}
                  <Button fullWidth loading={generate.running} disabled={made === 0} onClick={() => void submit()}>
                    {made === 0 ? 'Nothing to generate' : `Generate ${counted(made, 'report')}`}
                  </Button>
                </div>
              </Panel>
            </aside>
          </div>
        )
      }}
    </Loaded>
  )
}

/** A report of these statuses is made again by itself; any other is kept unless it is asked for anew. */
const TRIED_AGAIN: ReadonlySet<ReportRow['status']> = new Set(['Failed', 'Canceled'])
const NOTHING_NEW = 'All those selected have a report. Check "Regenerate existing reports" to make new versions.'

const NONE_WHY: Record<ReportPages['rhythm'] | 'quarterly', string> = {
  monthly: 'No institution of this site holds policies at this month end. Post the carriers’ files, or choose another period.',
  quarterly: 'No institution of this site whose fiscal quarter ends then holds policies. Choose another period, or the monthly reports.',
  annual: 'No institution of this site whose fiscal year ends then holds policies. Choose another year.',
}
