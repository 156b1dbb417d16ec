/** From what the carriers sent to what is posted, in lines that add up: shown where staff corrected a cell or excluded a row, or where posted is another amount. */
import type { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { isToTell, type SideLine, sideLines, sidesOf } from '@corridor/domain/auditing/received.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'

type Reply = ReplyOf<typeof clientExceptionsReport>

export function FromReceived({ totals, unplaced }: Pick<Reply, 'totals' | 'unplaced'>) {
  const sides = sidesOf(totals, unplaced)
  if (!isToTell(sides)) return null
  const lines = sideLines(sides)
  return (
    <Panel title="From the carriers’ files to posted" note="All institutions and carriers of the month." flush>
      <DataTable plain label="From the carriers’ files to posted" columns={COLUMNS} rows={lines} idOf={(line) => lines.indexOf(line)} />
    </Panel>
  )
}

const amountColumn = (key: 'cashSurrenderValue' | 'deathBenefit', header: string): Column<SideLine> => ({
  key,
  header,
  numeric: true,
  cell: ({ [key]: amount }) => formatAmount(cents(amount)),
})
const COLUMNS: readonly Column<SideLine>[] = [
  { key: 'label', header: 'Line', cell: ({ label }) => label },
  { key: 'note', header: 'How many', cell: ({ note }) => note },
  amountColumn('cashSurrenderValue', 'Cash surrender value ($)'),
  amountColumn('deathBenefit', 'Death benefit ($)'),
]
