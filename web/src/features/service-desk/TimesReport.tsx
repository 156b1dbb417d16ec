/** By month and owner: how many requests, and how long to the first answer and until they were done. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { serviceRequestTimes } from '@corridor/contract/service-desk.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatMonth, monthEnd } from '@corridor/domain/primitives/period.ts'
import { durationText } from '@corridor/domain/service-requests/times.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, personColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'

type Row = ReplyOf<typeof serviceRequestTimes>['records'][number] & { id: number; monthText: string; ownerText: string }

export function TimesReport() {
  const query = useEndpoint(serviceRequestTimes, {})
  return (
    <Loaded query={query}>
      {({ records, byMail, merged }) => (
        <Panel
          flush
          title="Response times"
          note="Requests of the last twelve months by the month they were sent in. Medians in calendar hours, nights and weekends included."
          footer={leftOut(byMail, merged)}
        >
          {records.length === 0 ? (
            <EmptyState title="No requests in the last twelve months" why="Each month with requests is listed here, by owner." />
          ) : (
            <DataTable
              label="Response times"
              plain
              idOf={({ id }) => id}
              columns={COLUMNS}
              rows={records.map((row, index) => ({
                ...row,
                id: index + 1,
                monthText: formatMonth(monthEnd(Number(row.month.slice(0, 4)), Number(row.month.slice(5, 7)))),
                ownerText: row.owner ?? (row.ownerId === null ? 'Nobody yet' : 'A former user'),
              }))}
            />
          )}
        </Panel>
      )}
    </Loaded>
  )
}

/** Nothing is left out silently. */
function leftOut(byMail: number, merged: number): string | null {
  const parts = [
    ...(byMail > 0 ? [`${byMail} answered by email before answers were kept here`] : []),
    ...(merged > 0 ? [`${merged} merged into others`] : []),
  ]
  return parts.length > 0 ? `Not counted: ${parts.join(', and ')}.` : null
}

const duration = (key: 'hoursToAnswer' | 'hoursToDone', header: string): Column<Row> => ({
  key,
  header,
  numeric: true,
  cell: (row) => {
    const hours = row[key]
    return hours === null ? MISSING : durationText(hours)
  },
})
const COLUMNS: readonly Column<Row>[] = [
  textColumn('monthText', 'Month'),
  personColumn('ownerText', 'Owner'),
  countColumn('requests', 'Requests'),
  countColumn('answered', 'Answered'),
  duration('hoursToAnswer', 'Median to first answer'),
  countColumn('done', 'Done'),
  duration('hoursToDone', 'Median to done'),
]
