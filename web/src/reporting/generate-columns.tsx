/** The columns of the institutions that reports can be generated for: what there is of each already, and what keeps it from release. */
import type { GeneratableInstitution } from '@corridor/contract/reports.ts'
import { gateReasons } from '@corridor/domain/auditing/close-gate.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { GateReasons } from '../shared/exceptions/GateReasons.tsx'
import { countColumn } from '../ui/list/columns.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { StatusBadge } from '../ui/states/StatusBadge.tsx'
import css from './generate.module.css'
import { REPORT_STATUS } from './statuses.ts'

export const generateColumns = (period: PlainDate): Column<GeneratableInstitution & { key: number }>[] => [
  {
    key: 'name',
    header: 'Institution',
    isName: true,
    cell: (row) => (
      <span className={css.name}>
        {row.subsidiaryName ?? row.name}
        <small>{row.subsidiaryName ? `subsidiary of ${row.name}` : [row.city, row.stateCode].filter(Boolean).join(', ')}</small>
      </span>
    ),
  },
  countColumn('policyCount', 'Policies'),
  {
    key: 'policiesWithoutValue',
    header: 'Without value',
    numeric: true,
    cell: (row) => (row.policiesWithoutValue > 0 ? formatCount(row.policiesWithoutValue) : '-'),
  },
  {
    key: 'existing',
    header: 'Report',
    cell: (row) => (row.existing ? <StatusBadge status={row.existing.shown} table={REPORT_STATUS} /> : '-'),
  },
  {
    key: 'closeGate',
    header: 'Blocks release',
    help: 'Reports can be generated all the same, and are released with a reason',
    cell: (row) => {
      const incomplete = row.existing?.shown === 'Released' ? null : row.existing?.incomplete
      if (row.closeGate === null && !incomplete) return 'Nothing'
      return (
        <small className={css.gate}>
          {row.closeGate === null ? null : <GateReasons reasons={gateReasons(row.closeGate)} institutionId={row.id} period={period} />}
          {incomplete ? <span>{incomplete}</span> : null}
        </small>
      )
    },
  },
]
