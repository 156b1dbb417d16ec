/** The rows of a file as read, with the policy each was matched to; rows left out can be taken back in. */
import { getFile, listFiles, listFindings, listRows, rejectRows, restoreRows } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { KEPT_FIELDS, type KeptField } from '@corridor/domain/data-feeds/kept-values.ts'
import { isRateField } from '@corridor/domain/data-feeds/row.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { CorrectedWords } from '../../shared/CorrectedCells.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { dateColumn, moneyColumn, percentColumn, personColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { ExcludeRows } from './ExcludeRows.tsx'
import css from './feeds.module.css'
import { LineDialog } from './LineDialog.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen, MATCH_STATUS } from './statuses.ts'

export type FeedRow = ReplyOf<typeof listRows>['records'][number]

/** The other values of a row are there to be shown. */
const SHOWN: readonly KeptField[] = ['cashSurrenderValue', 'deathBenefit']
const MATCHES = ['MATCHED', 'UNMATCHED', 'DUPLICATE', 'NEW', 'REJECTED'] as const
const outdated = [getFile, listFindings, listRows, listFiles]

export function Rows({ file }: { file: FileReply }) {
  const mayChange = useCan(rejectRows.access) && isOpen(file)
  const [read, setRead] = useState<FeedRow | null>(null)
  const restore = useAction(restoreRows, { invalidates: outdated, success: 'Included again and checked again.' })
  const list = useList({
    endpoint: listRows,
    label: 'Rows of the file',
    noun: 'row',
    columns: columnsOf(setRead).map((column) => withCorrections(markedColumn(file, column))),
    idOf: (row) => row.line,
    nameOf: (row) => lineOfFile(row),
    defaultSort: 'lineNumber',
    filters: [
      { key: 'matchStatus', label: 'Match', options: MATCHES.map((match) => ({ value: match, label: MATCH_STATUS[match].label })) },
      { key: 'corrected', label: 'Correction', any: 'Corrected or not', options: [{ value: 'true', label: 'Corrected by hand' }] },
    ],
    input: { id: file.id },
    whole: mayChange,
  })
  const { chosen } = list
  const selected = chosen.all ? list.matching : list.matching.filter((row) => chosen.ids.has(row.line))
  const lines = selected.map((row) => row.line)
  return (
    <>
      <ListPanel
        list={list}
        {...(mayChange
          ? {
              bulk: (_, done) =>
                selected.length > 0 && selected.every((row) => row.matchStatus === 'REJECTED') ? (
                  <Button
                    size="xs"
                    variant="default"
                    loading={restore.running}
                    onClick={async () => {
                      if ((await restore.run({ id: file.id, lines })).ok) done()
                    }}
                  >
                    Include again
                  </Button>
                ) : (
                  <ExcludeRows fileId={file.id} rows={selected} onDone={done} />
                ),
            }
          : {})}
        empty={{ title: 'No rows', why: 'This file has no row that could be read.' }}
      />
      {read ? <LineDialog file={file} line={read.line} onClose={() => setRead(null)} /> : null}
    </>
  )
}

const columnsOf = (onRead: (row: FeedRow) => void): Column<FeedRow>[] => [
  {
    key: 'lineNumber',
    header: 'Line',
    sortable: true,
    width: 60,
    cell: (row) => (
      <button
        type="button"
        className={css.textButton}
        onClick={() => onRead(row)}
        aria-label={`${capital(lineOfFile(row))}: show it as read`}
      >
        {row.sheet === null ? null : `${row.sheet}, `}
        {row.lineNumber.toLocaleString('en-US')}
      </button>
    ),
  },
  textColumn('policyNumber', 'Policy', { oneLine: true }),
  personColumn('insuredName', 'Insured'),
  institutionColumn(),
  dateColumn('period', 'Valuation'),
  ...KEPT_FIELDS.map((field): Column<FeedRow> => {
    const options = { startsHidden: !SHOWN.includes(field) }
    const { label } = FEED_FIELDS[field]
    return isRateField(field) ? percentColumn(field, label, options) : moneyColumn(`${field}Cents` as const, `${label} ($)`, options)
  }),
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

/** Both values, who corrected it and why stand under the policy: at the end of the row the card cut them off. */
const withCorrections = (column: Column<FeedRow>): Column<FeedRow> =>
  column.key === 'policyNumber'
    ? {
        ...column,
        cell: (row) => (
          <>
            {column.cell(row)}
            {row.corrections.map((cell) => (
              <small key={cell.header} className={css.correctedHere}>
                <CorrectedWords cell={cell} />
              </small>
            ))}
          </>
        ),
      }
    : column

/** The fields that a column shows, where they are not those of its own name. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  insuredName: ['insuredName', 'insuredFirstName', 'insuredLastName'],
  institutionName: ['institutionName', 'fdicCertificate'],
  period: ['asOfDate'],
}
/** A value that was read from a corrected cell is marked; the received one stands under the policy. */
const markedColumn = ({ mapping }: FileReply, column: Column<FeedRow>): Column<FeedRow> => {
  const fields = FIELDS_OF[column.key] ?? [column.key.replace(/Cents$/, '')]
  return {
    ...column,
    cell: (row) =>
      row.corrections.some(({ header }) => fields.includes(mapping[header] ?? '')) ? (
        <mark className={css.correctedCell} title="Corrected by hand">
          {column.cell(row)}
          <span className="visually-hidden">, corrected by hand</span>
        </mark>
      ) : (
        column.cell(row)
      ),
  }
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
