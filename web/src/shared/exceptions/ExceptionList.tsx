/** A short list of exceptions inside another page, each leading to where it is settled: of a policy over time, or of a bank in a month. */
import { type ExceptionRecord, listExceptions } from '@corridor/contract/auditing.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatShortMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { EXCEPTION_BADGES, SEVERITY_BADGES } from './words.ts'

const MOST = 100

interface ExceptionListProps {
  label: string
  of: { institutionId: number[]; policyId?: number; period?: string; status?: ExceptionRecord['status'][] }
  /** Why there is none. */
  empty: string
}

export function ExceptionList({ label, of, empty }: ExceptionListProps) {
  const query = useEndpoint(listExceptions, { ...of, sort: 'firstSeen', desc: true, take: MOST })
  return (
    <Loaded query={query}>
      {({ records, page }) => (
        <>
          <DataTable
            plain
            label={label}
            rows={records}
            idOf={({ id }) => id}
            columns={of.policyId === undefined ? [RULE, POLICY, ...REST] : [RULE, MONTH, ...REST]}
            empty={<EmptyState title="No exceptions" why={empty} />}
          />
          {page.totalRecords > MOST ? <p>{formatCount(page.totalRecords - MOST)} more are on the pages under Auditing.</p> : null}
        </>
      )}
    </Loaded>
  )
}

const RULE: Column<ExceptionRecord> = {
  key: 'message',
  header: 'Exception',
  cell: (row) => <Link to={paths.exception(row)}>{row.message}</Link>,
}
const POLICY: Column<ExceptionRecord> = textColumn('policyNumber', 'Policy')
const MONTH: Column<ExceptionRecord> = {
  key: 'period',
  header: 'Month',
  cell: ({ period }) => formatShortMonth(plainDate(period)),
}
const REST: readonly Column<ExceptionRecord>[] = [
  textColumn('ruleCode', 'Rule'),
  statusColumn('severity', 'Severity', SEVERITY_BADGES),
  statusColumn('status', 'Status', EXCEPTION_BADGES),
  textColumn('assignedToName', 'Assigned to'),
]
