/** From what the carriers sent to what is posted, in lines that add up: shown where staff corrected a cell or excluded a row. */
import type { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { unfedInWords } from '@corridor/domain/auditing/client-month.ts'
import { isChanged, type Received, type ReceivedLine, receivedLines } from '@corridor/domain/auditing/received.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'

type Reply = ReplyOf<typeof clientExceptionsReport>
type Told = Pick<Reply['records'][number], 'correctedPolicies' | 'excludedRows' | 'unreadRows'> & {
  correctedCashSurrenderValueCents: number
  excludedCashSurrenderValueCents: number
}

export const receivedIn = ({ correctedCashSurrenderValueCents, excludedCashSurrenderValueCents, ...counts }: Told): Received => ({
  correctedPolicies: counts.correctedPolicies,
  correctedCents: correctedCashSurrenderValueCents,
  excludedRows: counts.excludedRows,
  excludedCents: excludedCashSurrenderValueCents,
  unreadRows: counts.unreadRows,
})

export function FromReceived({ totals, unplaced }: Pick<Reply, 'totals' | 'unplaced'>) {
  const placed = receivedIn(totals)
  const received: Received = {
    correctedPolicies: placed.correctedPolicies + unplaced.correctedPolicies,
    correctedCents: placed.correctedCents + unplaced.correctedCents,
    excludedRows: placed.excludedRows + unplaced.excludedRows,
    excludedCents: placed.excludedCents + unplaced.excludedCents,
    unreadRows: placed.unreadRows + unplaced.unreadRows,
  }
  if (!isChanged(received)) return null
  const lines: ReceivedLine[] = [
    ...receivedLines(totals.fedCashSurrenderValueCents, received, unplaced.excludedRows),
    { label: 'Feed, as read', note: null, cents: totals.fedCashSurrenderValueCents },
    {
      label: 'Posted',
      note: unfedInWords({ policies: totals.unfedPolicies, cashSurrenderValueCents: totals.unfedCashSurrenderValueCents }),
      cents: totals.postedCashSurrenderValueCents,
    },
    { label: 'Posted less feed', note: null, cents: totals.cashSurrenderValueDifferenceCents },
  ]
  return (
    <Panel title="From the carriers’ files to posted" note="All institutions and carriers of the month." flush>
      <DataTable plain label="From the carriers’ files to posted" columns={COLUMNS} rows={lines} idOf={(line) => lines.indexOf(line)} />
    </Panel>
  )
}

const COLUMNS: readonly Column<ReceivedLine>[] = [
  { key: 'label', header: 'Line', cell: ({ label }) => label },
  { key: 'note', header: 'Policies or rows', cell: ({ note }) => note },
  { key: 'cents', header: 'Cash surrender value ($)', numeric: true, cell: ({ cents: amount }) => formatAmount(cents(amount)) },
]
