/** Every finding of a file with line, column, value and reason; rows are left out, findings accepted, both with a reason, and statuses with what they book. */

import { type FileFinding, getFile, listFiles, listFindings, listRows, rejectRows } from '@corridor/contract/data-feeds.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { areDayAndMonthExchanged, formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { chosenOf, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { InstitutionName } from '../../shared/RecordName.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { statusColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ExportMenu } from '../../ui/list/ExportMenu.tsx'
import { exportedColumns } from '../../ui/list/exported-columns.ts'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { useListUrl } from '../../ui/list/use-list-url.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { FindingActions, OF_COLUMNS } from './FindingActions.tsx'
import css from './feeds.module.css'
import { LineDialog } from './LineDialog.tsx'
import type { FileReply } from './statuses.ts'
import { FINDING_STATUS, isDiscarded, isOpen, LEFT_FINDING_STATUS, PERSONAL, SEVERITY } from './statuses.ts'
import { useChosenFindings } from './use-chosen-findings.ts'

const url = { severity: chosenOf(['error', 'warning', 'info']) }
const outdated = [getFile, listFindings, listRows, listFiles]

export function Findings({ file }: { file: FileReply }) {
  const mayChange = useCan(rejectRows.access) && isOpen(file)
  const seesPersonal = useCan(PERSONAL)
  const [filter] = useUrlSearch(url)
  const list = useListUrl(['lineNumber', 'urgency', 'severity', 'ruleCode', 'status'], 'urgency')
  const input = { id: file.id, ...list.input, ...(filter.severity ? { severity: [filter.severity] } : {}) }
  const query = useEndpoint(listFindings, input)
  const { selected, choose, clear } = useChosenFindings(file.id, query.data?.records ?? [])
  const [shown, setShown] = useState<FileFinding | null>(null)
  const columns = columnsOf(file, seesPersonal, setShown)
  return (
    <>
      {file.corrected.rows > 0 ? (
        <p className={css.imported}>
          {counted(file.corrected.rows, 'line')} {file.corrected.rows === 1 ? 'was' : 'were'} corrected by hand. Findings that this resolved
          are no longer listed.{' '}
          <Link to={`${paths.dataFeed(file.id)}?tab=rows&corrected=true`}>Show what was received, who corrected it and why</Link>
        </p>
      ) : null}
      <Loaded query={query} skeleton={<TableSkeleton rows={6} columns={6} />}>
        {({ records, page }) => {
          const ids = new Set(selected.map(({ id }) => id))
          return (
            <Panel
              flush
              footer={
                <Pagination
                  page={list.page}
                  perPage={list.perPage}
                  totalRecords={page.totalRecords}
                  onPage={list.onPage}
                  onPerPage={list.onPerPage}
                />
              }
            >
              <DataTable
                label="Findings of the file"
                columns={columns}
                rows={records}
                idOf={(finding) => finding.id}
                nameOf={(finding) => `${finding.ruleTitle}${finding.lineNumber ? `, ${lineOfFile(finding)}` : ''}`}
                totalRecords={page.totalRecords}
                noun="finding"
                sort={list.sort}
                onSort={list.onSort}
                {...(mayChange ? { selection: { ids, onChange: choose } } : {})}
                canSelect={(finding) => finding.status === 'OPEN'}
                toneOf={(finding) =>
                  !isDiscarded(file) && finding.status === 'OPEN' && finding.severity === 'error' ? 'attention' : undefined
                }
                filters={
                  <SelectField
                    label="Severity"
                    hideLabel
                    value={filter.severity ?? ''}
                    options={[
                      { value: '', label: 'All findings' },
                      { value: 'error', label: 'Errors' },
                      { value: 'warning', label: 'Warnings' },
                      { value: 'info', label: 'Notes' },
                    ]}
                    onChange={(severity) => list.change({ severity: severity || undefined })}
                  />
                }
                tools={<ExportMenu endpoint={listFindings} input={input} columns={exportedColumns(columns)} />}
                selectionActions={<FindingActions fileId={file.id} selected={selected} invalidates={outdated} onDone={clear} />}
                empty={
                  <EmptyState
                    title="All clear"
                    why={
                      filter.severity
                        ? 'No finding of this severity.'
                        : `${file.rowCount.toLocaleString('en-US')} ${file.rowCount === 1 ? 'row was' : 'rows were'} checked and nothing was found.`
                    }
                  />
                }
              />
            </Panel>
          )
        }}
      </Loaded>
      {shown?.line ? <LineDialog file={file} line={shown.line} finding={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

/** Cells of personal columns stay out of findings: whoever may see them does so in the line. */
function valueOf({ value, columnName, birthDates }: FileFinding, { mapping }: FileReply, seesPersonal: boolean): string {
  if (birthDates?.carrier) return formatDate(plainDate(birthDates.carrier))
  if (value !== null || columnName === null || !isPersonal(columnName, mapping[columnName])) return value ?? MISSING
  return seesPersonal ? 'Open to see' : '•••'
}

/** Identifiers, dates and amounts have digits and are short; texts are neither cut nor held on one line. */
const isText = (value: string): boolean => value.length > 24 || !/\d/.test(value)

function bothDates({ carrier, register }: NonNullable<FileFinding['birthDates']>): string {
  const [ours, theirs] = [register, carrier].map((date) => (date === null ? null : plainDate(date)))
  const isExchanged = ours && theirs && areDayAndMonthExchanged(ours, theirs)
  return `The carrier says ${formatDate(theirs)}, the register ${formatDate(ours)}${isExchanged ? ': day and month exchanged' : ''}.`
}

const columnsOf = (file: FileReply, seesPersonal: boolean, onShow: (finding: FileFinding) => void): Column<FileFinding>[] => [
  {
    key: 'ruleCode',
    header: 'Finding',
    sortable: true,
    exportAs: ['ruleTitle:Finding', 'message', 'resolution'],
    cell: (finding) => (
      <span className={css.finding}>
        <strong>{finding.ruleTitle}</strong>
        <small>{finding.message}</small>
        {finding.birthDates ? <small>{bothDates(finding.birthDates)}</small> : null}
        {finding.line === null ? null : (
          <button type="button" className={css.textButton} onClick={() => onShow(finding)}>
            {isOpen(file) && finding.status === 'OPEN' && finding.columnName !== null ? 'Show and correct the line' : 'Show the line'}
            <span className="visually-hidden">
              : {lineOfFile(finding)}, {finding.ruleTitle}
            </span>
          </button>
        )}
        {OF_COLUMNS.has(finding.ruleCode) && finding.line === null && isOpen(file) ? (
          <Link to={`${paths.dataFeed(file.id)}?tab=mapping`}>Choose under Column mapping</Link>
        ) : null}
        {finding.resolution ? <small className={css.resolution}>{finding.resolution}</small> : null}
      </span>
    ),
  },
  statusColumn('severity', 'Severity', SEVERITY, { sortable: true }),
  {
    key: 'lineNumber',
    header: 'Line and column',
    sortable: true,
    exportAs: ['sheet', 'lineNumber', 'columnName:Column'],
    cell: (finding) => {
      const { lineNumber, columnName, sheet } = finding
      if (lineNumber === null) return columnName ?? MISSING
      const place = `${sheet === null ? '' : `${sheet}, `}${lineNumber.toLocaleString('en-US')}`
      return columnName === null ? place : <Pair first={place} second={columnName} />
    },
  },
  {
    key: 'value',
    header: 'Value',
    cell: (finding) => {
      const value = valueOf(finding, file, seesPersonal)
      // The number of the policy stands beside it.
      if (value === finding.policyNumber) return MISSING
      return isText(value) ? value : <span className={css.whole}>{value}</span>
    },
  },
  {
    key: 'policyNumber',
    header: 'Policy and institution',
    exportAs: ['policyNumber:Policy', 'institutionName:Institution'],
    cell: ({ policyNumber, institutionId, institutionName }) => {
      const name = <InstitutionName id={institutionId} name={institutionName} />
      if (policyNumber === null) return name
      const number = <span className={css.whole}>{policyNumber}</span>
      return institutionName === null ? number : <Pair first={number} second={name} />
    },
  },
  statusColumn('status', 'Status', isDiscarded(file) ? LEFT_FINDING_STATUS : FINDING_STATUS, { sortable: true }),
]

/** Two facts of one place, below each other: both are short, and a column of its own for each would take the room of the explanation. */
const Pair = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className={css.pair}>
    <span>{first}</span>
    <small>{second}</small>
  </span>
)
