/** A client's policies with each carrier, before the exceptions: a row narrows those beneath to its client and carrier. */
import type { ClientRecord } from '@corridor/contract/audit-clients.ts'
import { clientExceptionsReport, policyCountReport } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { unfedOf } from '@corridor/domain/auditing/client-month.ts'
import { POLICY_COUNTS } from '@corridor/domain/auditing/policy-counts.ts'
import { AMOUNTS, changesInWords, isChanged, type Measure, receivedIn } from '@corridor/domain/auditing/received.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatAmount, formatCount } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, moneyColumn, openColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable, type SortState } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ExportMenu } from '../../ui/list/ExportMenu.tsx'
import { exportedColumns } from '../../ui/list/exported-columns.ts'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './auditing.module.css'
import { FromReceived } from './FromReceived.tsx'

type ClientCheck = 'client-exceptions' | 'policy-count-exceptions'
export const isClientCheck = (check: string): check is ClientCheck => check in REPORTS
const REPORTS = { 'client-exceptions': clientExceptionsReport, 'policy-count-exceptions': policyCountReport } as const
const PER_PAGE = 10

interface ClientsProps {
  check: ClientCheck
  period: string
  onOpen: (client: ClientRecord) => void
}

export function Clients({ check, period, onOpen }: ClientsProps) {
  const endpoint = REPORTS[check]
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<SortState>({ by: 'open', desc: true })
  const input = { period, sort: SORTS.find((column) => column === sort.by) ?? 'open', desc: sort.desc }
  const query = useEndpoint(endpoint, { ...input, take: PER_PAGE, skip: (page - 1) * PER_PAGE })
  return (
    <Loaded query={query}>
      {({ records, page: { totalRecords }, totals, unplaced }) => {
        const columns = COLUMNS[check](onOpen, isChanged(receivedIn(totals)))
        return (
          <div className={css.stack}>
            {check === 'client-exceptions' && totalRecords > 0 ? <FromReceived totals={totals} unplaced={unplaced} /> : null}
            <Panel
              title="Institutions and carriers"
              note="Open a row to see its exceptions in the list above."
              flush
              footer={
                <Pagination
                  label="Pages of institutions"
                  page={page}
                  perPage={PER_PAGE}
                  totalRecords={totalRecords}
                  onPage={setPage}
                  whole={WHOLE[check]}
                />
              }
            >
              <DataTable
                label={LABELS[check]}
                columns={columns}
                rows={records}
                idOf={(row) => records.indexOf(row)}
                totalRecords={totalRecords}
                noun="row"
                sort={sort}
                onSort={(next) => {
                  setSort(next)
                  setPage(1)
                }}
                toneOf={({ errors }) => (errors > 0 ? 'attention' : undefined)}
                tools={<ExportMenu endpoint={endpoint} input={input} columns={exportedColumns(columns)} />}
                {...(totalRecords > 1 ? { totals: { label: totalLabel(records.length, totalRecords), cells: TOTALS[check](totals) } } : {})}
                empty={<EmptyState title="Nothing examined" why="No institution’s policies were audited for this month yet." />}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

/** A page of a list does not foot to the total of all its pages: the label says which rows the total is of. */
const totalLabel = (shown: number, all: number): string =>
  shown < all ? `Total of all ${all} rows, ${shown} of them shown` : `Total of ${counted(all, 'row')}`

const withNotes = (figure: string, notes: readonly string[]) => (
  <span className={css.variance}>
    {figure}
    {notes.map((note) => (
      <small key={note}>{note}</small>
    ))}
  </span>
)

type Sums = ReplyOf<typeof policyCountReport>['totals']
const money = (amount: number | null) => formatAmount(amount === null ? null : cents(amount))
const TOTALS: Readonly<Record<ClientCheck, (sums: Sums) => Record<string, string>>> = {
  'client-exceptions': (sums) => ({
    posted: `${formatCount(sums.posted)} of ${formatCount(sums.expected)}`,
    fedCashSurrenderValueCents: money(sums.fedCashSurrenderValueCents),
    postedCashSurrenderValueCents: money(sums.postedCashSurrenderValueCents),
    cashSurrenderValueDifferenceCents: money(sums.cashSurrenderValueDifferenceCents),
    fedDeathBenefitCents: money(sums.fedDeathBenefitCents),
    postedDeathBenefitCents: money(sums.postedDeathBenefitCents),
    deathBenefitDifferenceCents: money(sums.deathBenefitDifferenceCents),
  }),
  'policy-count-exceptions': (sums) =>
    Object.fromEntries(
      (['prior', 'added', 'removed', 'rolled', 'posted', 'difference', 'fed', 'fileDifference'] as const).map((key) => [
        key,
        formatCount(sums[key]),
      ]),
    ),
}

const SORTS = [
  'institutionName',
  'carrierName',
  'expected',
  'posted',
  'fed',
  'difference',
  'fileDifference',
  'exceptions',
  'open',
  'cashSurrenderValueDifferenceCents',
] as const
/** The statement of the values has their sums alone. */
const WHOLE: Readonly<Record<ClientCheck, string>> = {
  'client-exceptions': 'the export',
  'policy-count-exceptions': 'the statement (PDF)',
}
const LABELS: Readonly<Record<ClientCheck, string>> = {
  'client-exceptions': 'Institutions and carriers by value',
  'policy-count-exceptions': 'Institutions and carriers by count',
}
const whose = (onOpen: (client: ClientRecord) => void): Column<ClientRecord>[] => [
  // Names take two lines before the status goes out of sight, as among the exceptions below.
  openColumn('institutionName', 'Institution', onOpen, ({ institutionName }) => institutionName, { sortable: true }),
  textColumn('carrierName', 'Carrier', { sortable: true }),
]
const found = (isOneLine: boolean): Column<ClientRecord>[] => [
  countColumn('exceptions', 'Exceptions', { sortable: true, startsHidden: true }),
  {
    key: 'open',
    header: 'Status',
    sortable: true,
    oneLine: isOneLine,
    exportAs: ['status', 'open', 'errors'],
    cell: ({ status }) => status,
  },
]
const policiesColumn = (
  key: 'prior' | 'added' | 'removed' | 'rolled' | 'posted' | 'difference' | 'fed' | 'fileDifference',
  options: Partial<Column<never>> = {},
) => countColumn(key, POLICY_COUNTS[key].label, { help: POLICY_COUNTS[key].help, ...options })
const numbers = (key: 'missing' | 'extra'): Column<ClientRecord> => ({
  startsHidden: true,
  oneLine: true,
  key,
  header: POLICY_COUNTS[key].label,
  help: POLICY_COUNTS[key].help,
  cell: (row) => {
    const [first, second, ...more] = row[key]
    return [first, second, more.length > 0 ? `and ${more.length} more` : undefined].filter(Boolean).join(', ') || '-'
  },
})

/** Wide enough for a long heading in three lines, as its neighbors take: the status stays in sight at 1,280 pixels. */
const LINES_OF_HEADING = 128
/** The feed, with what was done to the cells that it was read from. */
const feedColumn = (
  measure: Measure,
  header: string,
  areChanged: boolean,
  options: Partial<Column<ClientRecord>>,
): Column<ClientRecord> => {
  const { received, correctedPolicies, corrected, excluded, unreadRows, fed } = AMOUNTS[measure]
  return {
    key: fed,
    header,
    help: 'As the carrier’s file was read, after corrections by hand and without excluded rows; what these are stands below the figure',
    numeric: true,
    exportAs: areChanged ? [received, correctedPolicies, corrected, 'excludedRows', excluded, unreadRows, fed] : [fed],
    cell: (row) => withNotes(money(row[fed]), changesInWords(receivedIn(row)[measure])),
    ...options,
  }
}
/** Posted less feed, with the part that no file has a line for. */
const differenceColumn = (measure: Measure, header: string, options: Partial<Column<ClientRecord>>): Column<ClientRecord> => {
  const { difference, unfed } = AMOUNTS[measure]
  return {
    key: difference,
    header,
    numeric: true,
    exportAs: [difference, unfed],
    cell: (row) =>
      withNotes(
        money(row[difference]),
        [unfedOf(row.unfedPolicies, row[unfed], row[difference])].filter((note) => note !== null),
      ),
    ...options,
  }
}

const WITHOUT_LINE = '; what is posted of policies that the carrier’s file has no line for stands below the figure'
/** @param areChanged staff corrected cells or excluded rows: the export then leads from what was received to the feed */
const COLUMNS: Readonly<Record<ClientCheck, (onOpen: (client: ClientRecord) => void, areChanged: boolean) => Column<ClientRecord>[]>> = {
  'client-exceptions': (onOpen, areChanged) => [
    ...whose(onOpen),
    {
      key: 'posted',
      header: 'Valued',
      help: 'Policies with a posted value, of those in force',
      numeric: true,
      sortable: true,
      exportAs: ['expected', 'posted'],
      cell: ({ expected, posted }) => `${formatCount(posted)} of ${formatCount(expected)}`,
    },
    feedColumn('cashSurrenderValue', 'Feed cash surrender value ($)', areChanged, { width: LINES_OF_HEADING }),
    moneyColumn('postedCashSurrenderValueCents', 'Posted cash surrender value ($)', { width: LINES_OF_HEADING }),
    differenceColumn('cashSurrenderValue', 'Difference ($)', {
      help: `Cash surrender value posted less feed, as read${WITHOUT_LINE}`,
      sortable: true,
      exportAs: ['cashSurrenderValueDifferenceCents', 'unfedCashSurrenderValueCents', 'unfedPolicies'],
    }),
    feedColumn('deathBenefit', 'Feed death benefit ($)', areChanged, { startsHidden: true }),
    moneyColumn('postedDeathBenefitCents', 'Posted death benefit ($)', { startsHidden: true }),
    differenceColumn('deathBenefit', 'Death benefit difference ($)', {
      help: `Death benefit posted less feed, as read${WITHOUT_LINE}`,
      width: 104,
    }),
    // It may lead to another audit, by its name.
    ...found(false),
  ],
  'policy-count-exceptions': (onOpen) => [
    ...whose(onOpen),
    policiesColumn('prior', { startsHidden: true }),
    policiesColumn('added', { startsHidden: true }),
    policiesColumn('removed', { startsHidden: true }),
    policiesColumn('rolled'),
    policiesColumn('posted', { sortable: true }),
    policiesColumn('difference', { sortable: true, width: LINES_OF_HEADING }),
    policiesColumn('fed', { sortable: true }),
    policiesColumn('fileDifference', { sortable: true }),
    // Each of these is an exception of its own below.
    numbers('missing'),
    numbers('extra'),
    ...found(true),
  ],
}
