/** The rows of a file as read, with the policy each was matched to; rows left out can be taken back in. */
import { getFile, listFiles, listFindings, listRows, rejectRows, restoreRows } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatAmount } from '@corridor/domain/money.ts'
import { formatDate, plainDate } from '@corridor/domain/period.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCan } from '../../kernel/session.ts'
import { chosenOf, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useListUrl } from '../../ui/use-list-url.ts'
import type { FileReply } from './FeedPage.tsx'
import css from './feeds.module.css'
import { ReasonAction } from './ReasonAction.tsx'
import { isOpen, MATCH_STATUS } from './statuses.ts'

export type FeedRow = ReplyOf<typeof listRows>['records'][number]

const MATCHES = ['MATCHED', 'UNMATCHED', 'DUPLICATE', 'NEW', 'REJECTED'] as const
const url = z.object({ match: chosenOf(MATCHES) })
const outdated = [getFile, listFindings, listRows, listFiles]

export function Rows({ file }: { file: FileReply }) {
  const mayChange = useCan(rejectRows.access) && isOpen(file)
  const [filter] = useUrlSearch(url)
  const list = useListUrl(['lineNumber', 'matchStatus'], 'lineNumber')
  const input = { id: file.id, ...list.input, ...(filter.match ? { matchStatus: [filter.match] } : {}) }
  const query = useEndpoint(listRows, input)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [read, setRead] = useState<FeedRow | null>(null)
  const restore = useAction(restoreRows, { invalidates: outdated, success: 'Taken back in and checked again.' })
  const clear = () => setChosen(new Set())
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={10} columns={7} />}>
      {({ records, page }) => {
        const selected = records.filter((row) => chosen.has(row.lineNumber))
        const lines = selected.map((row) => row.lineNumber)
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
              label="Rows of the file"
              columns={columnsOf(setRead)}
              rows={records}
              idOf={(row) => row.lineNumber}
              nameOf={(row) => `line ${row.lineNumber}`}
              totalRecords={page.totalRecords}
              noun="row"
              sort={list.sort}
              onSort={list.onSort}
              {...(mayChange ? { selection: { ids: chosen, onChange: setChosen } } : {})}
              filters={
                <>
                  <SearchField label="Search rows" value={list.search} onSearch={list.onSearch} />
                  <SelectField
                    label="Match"
                    hideLabel
                    value={filter.match ?? ''}
                    options={[
                      { value: '' as const, label: 'All rows' },
                      ...MATCHES.map((match) => ({ value: match, label: MATCH_STATUS[match].label })),
                    ]}
                    onChange={(match) => list.change({ match: match || undefined })}
                  />
                </>
              }
              tools={<ExportMenu endpoint={listRows} input={input} />}
              selectionActions={
                <div className={css.selection}>
                  <strong>{chosen.size} selected</strong>
                  {selected.length > 0 && selected.every((row) => row.matchStatus === 'REJECTED') ? (
                    <Button
                      size="xs"
                      variant="default"
                      loading={restore.running}
                      onClick={async () => {
                        if ((await restore.run({ id: file.id, lines })).ok) clear()
                      }}
                    >
                      Take back in
                    </Button>
                  ) : (
                    <ReasonAction
                      endpoint={rejectRows}
                      input={(reason) => ({ id: file.id, lines, reason })}
                      invalidates={outdated}
                      label={lines.length === 1 ? 'Leave the row out' : `Leave ${lines.length} rows out`}
                      title={lines.length === 1 ? `Leave line ${lines[0]} out?` : `Leave ${lines.length} rows out?`}
                      text="The rows stay readable and can be taken back in before posting. Their policies get no value from this file."
                      success="Left out."
                      onDone={clear}
                    />
                  )}
                  <Button size="xs" variant="subtle" onClick={clear}>
                    Clear
                  </Button>
                </div>
              }
              empty={<EmptyState title="No row matches" why="No row of the file fits the filter." />}
            />
            {read ? (
              <Modal title={`Line ${read.lineNumber} as read`} width={640} onClose={() => setRead(null)}>
                <dl className={css.raw}>
                  {Object.entries(read.raw).map(([header, value]) => (
                    <div key={header}>
                      <dt>{header}</dt>
                      <dd>{value ?? '-'}</dd>
                    </div>
                  ))}
                </dl>
              </Modal>
            ) : null}
          </Panel>
        )
      }}
    </Loaded>
  )
}

const columnsOf = (onRead: (row: FeedRow) => void): Column<FeedRow>[] => [
  {
    key: 'lineNumber',
    header: 'Line',
    sortable: true,
    cell: (row) => (
      <button type="button" className={css.textButton} onClick={() => onRead(row)} aria-label={`Line ${row.lineNumber}: show it as read`}>
        {row.lineNumber.toLocaleString('en-US')}
      </button>
    ),
  },
  { key: 'policyNumber', header: 'Policy', cell: (row) => row.policyNumber ?? '-' },
  { key: 'insuredName', header: 'Insured', cell: (row) => row.insuredName ?? '-' },
  { key: 'institutionName', header: 'Institution', cell: (row) => row.institutionName ?? '-' },
  { key: 'period', header: 'Valuation', cell: (row) => (row.period ? formatDate(plainDate(row.period)) : '-') },
  { key: 'cashSurrenderValueCents', header: 'Cash surrender value ($)', numeric: true, cell: (row) => money(row.cashSurrenderValueCents) },
  { key: 'deathBenefitCents', header: 'Death benefit ($)', numeric: true, cell: (row) => money(row.deathBenefitCents) },
  {
    key: 'matchStatus',
    header: 'Match',
    sortable: true,
    cell: (row) => (
      <span className={css.finding}>
        {MATCHES.map((match) => (match === row.matchStatus ? <StatusBadge key={match} status={match} table={MATCH_STATUS} /> : null))}
        {row.rejectedReason ? <small>{row.rejectedReason}</small> : null}
      </span>
    ),
  },
]

const money = (amount: number | null) => formatAmount(amount === null ? null : cents(amount))
