/** A short list of exceptions inside another page, each leading to where it is settled: of a policy over time, or of a bank in a month. */
import { type ExceptionRecord, listExceptions } from '@corridor/contract/auditing.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { TAKE_MAX } from '@corridor/contract/kernel/page.ts'
import { formatCount, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatShortMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { countColumn, personColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { DueDay } from '../../ui/states/DueDay.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { institutionColumn } from '../RecordName.tsx'
import css from './exceptions.module.css'
import { EXCEPTION_BADGES, SEVERITY_BADGES } from './words.ts'

const MOST = 100

type Asked = InputOf<typeof listExceptions>

interface ExceptionListProps {
  label: string
  of: Pick<Asked, 'institutionId' | 'policyId' | 'period' | 'status' | 'severity' | 'ruleCode' | 'mine' | 'everyMonth'>
  most?: number
  /** By how long they have been open, with their clients. */
  isAging?: boolean
  /** Why there is none. */
  empty: string
}

export function ExceptionList({ label, of, most = MOST, isAging = false, empty }: ExceptionListProps) {
  const [take, setTake] = useState(most)
  const query = useEndpoint(listExceptions, { ...of, sort: 'firstSeen', desc: !isAging, take })
  return (
    <Loaded query={query}>
      {({ records, page }) => (
        <>
          <DataTable
            plain
            label={label}
            rows={records}
            idOf={({ id }) => id}
            columns={isAging ? AGING : columnsOf(of)}
            empty={<EmptyState title="No exceptions" why={empty} />}
          />
          {page.totalRecords > take ? (
            <p className={css.more}>
              <Button size="xs" variant="subtle" onClick={() => setTake(TAKE_MAX)}>
                Show {formatCount(page.totalRecords - take)} more
              </Button>
            </p>
          ) : null}
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
const POLICY: Column<ExceptionRecord> = textColumn('policyNumber', 'Policy', { oneLine: true })
const MONTH: Column<ExceptionRecord> = {
  key: 'period',
  header: 'Month',
  oneLine: true,
  cell: ({ period }) => formatShortMonth(plainDate(period)),
}
export const DUE: Column<ExceptionRecord> = {
  key: 'dueOn',
  header: 'Due',
  exportAs: ['dueOn', 'overdue'],
  cell: ({ dueOn, overdue }) => (dueOn === null ? MISSING : <DueDay dueOn={dueOn} overdue={overdue} />),
}
/** Months tell the exceptions of one policy apart, policies those of a month, and both those of every month. */
const columnsOf = ({ policyId, everyMonth }: ExceptionListProps['of']): readonly Column<ExceptionRecord>[] => [
  RULE,
  ...(policyId === undefined ? [POLICY] : []),
  ...(policyId !== undefined || everyMonth ? [MONTH] : []),
  ...REST,
]
const REST: readonly Column<ExceptionRecord>[] = [
  textColumn('ruleCode', 'Rule'),
  statusColumn('severity', 'Severity', SEVERITY_BADGES),
  statusColumn('status', 'Status', EXCEPTION_BADGES),
  personColumn('assignedToName', 'Assigned to'),
]
const AGING: readonly Column<ExceptionRecord>[] = [
  RULE,
  institutionColumn(),
  POLICY,
  MONTH,
  statusColumn('severity', 'Severity', SEVERITY_BADGES),
  countColumn('ageDays', 'Age (days)'),
  DUE,
]
