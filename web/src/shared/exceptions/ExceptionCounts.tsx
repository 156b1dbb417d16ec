/** How many exceptions of each rule, each leading to where they are settled: of a client, or of a carrier's file. */
import type { CountedExceptions } from '@corridor/contract/auditing.ts'
import { AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { formatShortMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { countColumn, statusColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { SEVERITY_BADGES } from './words.ts'

/** The list that the numbers are of: narrowed to the client, the carrier, or what is open. */
type Narrowed = Pick<NonNullable<Parameters<typeof paths.audit>[1]>, 'institutionId' | 'carrierCode' | 'status'>

interface ExceptionCountsProps {
  label: string
  counts: readonly CountedExceptions[]
  of: Narrowed
  empty: ReactNode
}

export function ExceptionCounts({ label, counts, of, empty }: ExceptionCountsProps) {
  return (
    <DataTable
      plain
      label={label}
      rows={counts.map((row, id) => ({ ...row, id }))}
      idOf={({ id }) => id}
      columns={of.status === 'OPEN' ? columnsFor(of) : [...columnsFor(of), SETTLED]}
      empty={empty}
    />
  )
}

/** Straight to the exception where they count a single open one; to the list of them otherwise. */
export function placeOf(counts: readonly CountedExceptions[], list: string): string {
  const [one, ...others] = counts.filter(({ open }) => open > 0)
  return one?.only && others.length === 0 ? paths.exception({ ...one, ...one.only }) : list
}

const SETTLED: Column<CountedExceptions> = countColumn('settled', 'Settled')

const columnsFor = (of: Narrowed): readonly Column<CountedExceptions>[] => [
  {
    key: 'ruleCode',
    header: 'Rule',
    cell: ({ check, period, ruleCode, ruleTitle, only }) => (
      <Link
        to={only ? paths.exception({ check, period, ...only }) : paths.audit(check, { ...of, period, ruleCode })}
      >{`${ruleCode}, ${ruleTitle}`}</Link>
    ),
  },
  { key: 'check', header: 'Audit', cell: ({ check }) => AUDIT_CHECKS[check].title },
  statusColumn('severity', 'Severity', SEVERITY_BADGES),
  { key: 'period', header: 'Month', cell: ({ period }) => formatShortMonth(plainDate(period)) },
  countColumn('open', 'Open'),
]
