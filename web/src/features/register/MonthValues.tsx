/** Every amount and rate posted for a month end, beside those of the month before: of a column that no list has room for, the place to find it. */
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { KEPT_FIELDS, type KeptField, keptKey } from '@corridor/domain/data-feeds/kept-values.ts'
import { isRateField } from '@corridor/domain/data-feeds/row.ts'
import { cents, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import type { PolicyDetail } from './policy-calls.ts'
import { dateOf } from './words.ts'

type Value = PolicyDetail['valuations'][number]

export function MonthValues({ value, before, onClose }: { value: Value; before: Value | undefined; onClose: () => void }) {
  const kept = KEPT_FIELDS.filter((field) => value[keptKey(field)] !== null || (before && before[keptKey(field)] !== null))
  const figure = (header: string, of: Value): Column<KeptField> => ({
    key: header,
    header,
    numeric: true,
    cell: (field) => figureOf(field, of[keptKey(field)]),
  })
  return (
    <Modal
      title={`Values of ${dateOf(value.asOfDate)}${value.superseded ? `, version ${value.version}, replaced` : ''}`}
      width={620}
      onClose={onClose}
    >
      <DataTable
        plain
        label={`Values of ${dateOf(value.asOfDate)}`}
        rows={kept}
        idOf={(field) => KEPT_FIELDS.indexOf(field)}
        columns={[
          { key: 'label', header: 'Value', cell: (field) => FEED_FIELDS[field].label },
          ...(before ? [figure(dateOf(before.asOfDate), before)] : []),
          figure(dateOf(value.asOfDate), value),
        ]}
        empty={<EmptyState title="No values" why="Nothing was posted for this month." />}
      />
    </Modal>
  )
}

const figureOf = (field: KeptField, value: number | null): string =>
  isRateField(field) ? formatPercent(value) : formatMoney(value === null ? null : cents(value))
