/** Above a wide table of a report: its sets of columns, its grouping, its density. */
import { Checkbox } from '../ui/fields/Field.tsx'
import css from './TableTools.module.css'
import type { TableChoices } from './use-table-choices.ts'

interface TableToolsProps {
  title: string
  choices: TableChoices
  /** The table can be read by carrier and product, or as one list. */
  canGroup?: boolean
}

export function TableTools({ title, choices, canGroup = false }: TableToolsProps) {
  const { sets, set, choose, isGrouped, setGrouped, density, setDensity } = choices
  if (sets.length === 0) return null
  const shown = sets.find(({ key }) => key === set && key !== 'all')
  return (
    <>
      {/* Paper offers no other set: it says what it leaves out. */}
      {shown ? <p data-print-only>Columns shown: {shown.label}. The PDF of the report has all columns.</p> : null}
      <div className={css.tools} data-no-print>
        <div className={css.choice} role="group" aria-label={`Columns of ${title}`}>
          {sets.map(({ key, label }) => (
            <button key={key} type="button" aria-pressed={key === set} onClick={() => choose(key)}>
              {label}
            </button>
          ))}
        </div>
        <div className={css.more}>
          {canGroup ? <Checkbox label="By carrier and product" checked={isGrouped} onChange={setGrouped} /> : null}
          <span className={css.density}>
            <Checkbox label="Compact" checked={density === 'compact'} onChange={(on) => setDensity(on ? 'compact' : 'comfortable')} />
          </span>
        </div>
      </div>
    </>
  )
}
