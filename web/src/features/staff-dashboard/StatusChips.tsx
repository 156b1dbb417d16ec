/** Chips above a list of the board: how many are in each state, and one click to see those alone. */
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './StaffDashboardPage.module.css'

interface StatusChipsProps<Status extends string> {
  legend: string
  order: readonly Status[]
  table: StatusTable<Status>
  all: readonly { status: Status }[]
  /** Those shown; none is all. */
  chosen: readonly Status[]
  onChoose: (statuses: readonly Status[]) => void
}

export function StatusChips<Status extends string>({ legend, order, table, all, chosen, onChoose }: StatusChipsProps<Status>) {
  const held = order.filter((each) => chosen.includes(each) || all.some(({ status }) => status === each))
  return (
    <fieldset className={css.chips} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className="visually-hidden">{legend}</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose([])}>
        All <b>{all.length}</b>
      </button>
      {held.map((each) => (
        <button key={each} type="button" aria-pressed={chosen.includes(each)} onClick={() => onChoose([each])}>
          {table[each].label} <b>{all.filter(({ status }) => status === each).length}</b>
        </button>
      ))}
    </fieldset>
  )
}
