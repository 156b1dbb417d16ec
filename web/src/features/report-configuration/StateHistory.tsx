/** Earlier versions of a state's row: each change, its author, and the figures it moved. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { stateHistory } from '@corridor/contract/states.ts'
import { formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { valuesOf, wordsOf } from '../../ui/form/form-fields.ts'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { STATE_FIELDS } from './state-fields.tsx'

type Entry = ReplyOf<typeof stateHistory>['records'][number]
const ACTIONS: Readonly<Record<Entry['action'], string>> = { ADDED: 'Added', CHANGED: 'Changed', REMOVED: 'Deleted' }

export function StateHistory({ id }: { id: number }) {
  const query = useEndpoint(stateHistory, { id })
  return (
    <Panel title="History" note="Every change, latest first. Existing reports keep the figures they were made with." flush>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} columns={4} />}>
        {({ records }) => (
          <DataTable
            plain
            label="History"
            rows={records}
            idOf={(entry) => entry.id}
            columns={[
              momentColumn('at', 'When'),
              { key: 'by', header: 'By', oneLine: true, cell: ({ by }) => by ?? 'Corridor' },
              { key: 'action', header: 'Change', cell: (entry) => whatOf(entry) },
            ]}
            empty={<EmptyState title="No changes yet" why="The row is as delivered with the product." />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function whatOf({ action, changes }: Entry) {
  if (action !== 'CHANGED') return ACTIONS[action]
  return (
    <>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          {labelOf(field)}: {shown(field, before)} → {shown(field, after)}
        </div>
      ))}
    </>
  )
}

const OTHERS: Readonly<Record<string, string>> = { reviewedAt: 'Reviewed', reviewDueAt: 'Review due' }
const fieldOf = (name: string) => Object.entries(STATE_FIELDS).find(([key]) => key === name)?.[1]
const labelOf = (name: string): string => fieldOf(name)?.label ?? OTHERS[name] ?? name

function shown(name: string, value: unknown): string {
  const field = fieldOf(name)
  if (value === null || value === undefined) return MISSING
  if (name === 'reviewedAt') return typeof value === 'string' ? formatMoment(value) : MISSING
  if (typeof value === 'string' && isPlainDate(value)) return formatDate(value)
  if (!field) return JSON.stringify(value)
  if (field.kind === 'percent' && typeof value === 'number') return formatPercent(value)
  return wordsOf(field, valuesOf({ [name]: field }, { [name]: value })[name])
}
