/** The files of the dashboard's tables: the figures as lists of the server's, and a picture of the table as it stands. */

import type { carrierSummaryChart, creditChart } from '@corridor/contract/charts.ts'
import { carrierShares, creditRatings, limitHeadroom } from '@corridor/contract/dashboard.ts'
import type { Endpoint, InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../../kernel/session.ts'
import { ChartExport } from '../../ui/chart/ChartExport.tsx'
import { type PictureTable, tableScene } from '../../ui/chart/picture-table.ts'
import { sourceLine } from './source-line.ts'

interface TableExportProps<E extends Endpoint> {
  endpoint: E
  input: InputOf<E>
  title: string
  asOf: string
  /** Beside the date. */
  terms?: string
  table: PictureTable
}

function TableExport<E extends Endpoint>({ endpoint, input, title, asOf, terms = '', table }: TableExportProps<E>) {
  const { institutionName, siteName } = useSession()
  return (
    <ChartExport
      endpoint={endpoint}
      input={input}
      picture={() => ({
        title,
        note: `US dollars, ${formatLongDate(plainDate(asOf))}${terms}`,
        source: sourceLine(institutionName, siteName),
        ...tableScene(table),
      })}
    />
  )
}

export function CarrierExport({ summary: { asOf, carriers } }: { summary: ReplyOf<typeof carrierSummaryChart> }) {
  if (asOf === null || carriers.length === 0) return null
  const greatest = Math.max(...carriers.map(({ shareOfTotal }) => shareOfTotal))
  return (
    <TableExport
      endpoint={carrierShares}
      input={{}}
      title="Carrier summary"
      asOf={asOf}
      table={{
        head: ['Carrier', 'Cash surrender value', 'Share of holdings', 'Share of Tier 1 capital'],
        rows: carriers.map((each) => [
          each.name,
          formatMoney(cents(each.cashSurrenderValueCents)),
          formatPercent(each.shareOfTotal),
          formatPercent(each.shareOfTier1),
        ]),
        numeric: [1, 2, 3],
        bars: carriers.map(({ shareOfTotal }) => (greatest > 0 ? shareOfTotal / greatest : 0)),
      }}
    />
  )
}

export function CreditExport({ credit: { asOf, carriers } }: { credit: ReplyOf<typeof creditChart> }) {
  if (asOf === null || carriers.length === 0) return null
  return (
    <TableExport
      endpoint={creditRatings}
      input={{}}
      title="Carrier credit ratings"
      asOf={asOf}
      table={{
        head: ['Carrier', 'AM Best', 'S&P', 'Moody’s', 'Fitch', 'Comdex', 'Policies', 'Net yield', 'Cash surrender value'],
        rows: carriers.map((each) => [
          each.name,
          ...[each.amBest, each.sp, each.moodys, each.fitch].map((rating) => rating ?? MISSING),
          formatCount(each.comdex),
          formatCount(each.policies),
          formatPercent(each.netYield),
          formatMoney(cents(each.cashSurrenderValueCents)),
        ]),
        numeric: [5, 6, 7, 8],
      }}
    />
  )
}

interface LimitsExportProps {
  asOf: string
  plannedGrowth: number
  /** As the page shows them. */
  rows: readonly (readonly string[])[]
}
export const LimitsExport = ({ asOf, plannedGrowth, rows }: LimitsExportProps) => (
  <TableExport
    endpoint={limitHeadroom}
    input={{ plannedGrowth }}
    title="Limits"
    asOf={asOf}
    terms={
      plannedGrowth === 0
        ? ', projected with capital as on file'
        : `, projected with capital growing by ${formatPercent(plannedGrowth)} a year`
    }
    table={{
      head: ['Limit', 'Cash surrender value', 'Share of capital', 'Limit', 'Headroom', 'Annual growth', 'Projected breach'],
      rows,
      numeric: [1, 2, 3, 4, 5],
    }}
  />
)
