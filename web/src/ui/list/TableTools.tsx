/** The line above a table: filters or selection, row count, column picker with density, exports. */
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Checkbox } from '../fields/Field.tsx'
import { Popover } from '../overlays/Popover.tsx'
import type { Column } from './data-table-types.ts'
import css from './TableTools.module.css'
import type { TableMemory } from './use-table-memory.ts'

interface TableToolsProps<Row> {
  filters: ReactNode
  tools: ReactNode
  count: string
  /** Empty: no picker. */
  columns: readonly Column<Row>[]
  memory: TableMemory
  /** True: the filters have given way to what is done with the chosen rows. */
  isChoosing: boolean
}

/** On a phone the search stands alone; the other filters and the tools open by a press, that the first rows are in sight. */
export function TableTools<Row>({ filters, tools, count, columns, memory, isChoosing }: TableToolsProps<Row>) {
  const choosable = columns.filter((column, index) => index > 0 && column.hideable !== false)
  const [isOpen, setOpen] = useState(false)
  const folds = !isChoosing && (choosable.length > 0 || Boolean(tools))
  return (
    <div className={css.tools} data-no-print data-choosing={isChoosing || undefined} data-folded={(folds && !isOpen) || undefined}>
      <div className={css.filters}>{filters}</div>
      <div className={css.right}>
        <span className={css.count} role="status">
          {count}
        </span>
        {folds ? (
          <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-opens-part>
            Filters and tools
            <IconChevronDown size={16} aria-hidden />
          </button>
        ) : null}
        {choosable.length > 0 ? (
          <Popover label="Columns" icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
            {() => (
              <div className={css.picker}>
                <fieldset>
                  <legend>Columns</legend>
                  {choosable.map((column) => (
                    <Checkbox
                      key={column.key}
                      label={column.header}
                      hint={column.help}
                      checked={memory.isShown(column.key)}
                      onChange={(shown) => memory.show(column.key, shown)}
                    />
                  ))}
                </fieldset>
                <fieldset>
                  <legend>Rows</legend>
                  <Checkbox
                    label="Compact"
                    checked={memory.density === 'compact'}
                    onChange={(compact) => memory.setDensity(compact ? 'compact' : 'comfortable')}
                  />
                </fieldset>
              </div>
            )}
          </Popover>
        ) : null}
        {tools}
      </div>
    </div>
  )
}
