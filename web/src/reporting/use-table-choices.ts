/** How a person reads the wide tables of reports: set of columns of each table, grouping, density. Remembered in this browser, by person. */
import { type ColumnSet, columnsOfSet, setsOf } from '@corridor/domain/reports/column-sets.ts'
import type { Column } from '@corridor/domain/reports/table.ts'
import { type ReportTableChoices, remember, remembered } from '../kernel/local-memory.ts'
import { observable, useObservable } from '../kernel/observable.ts'
import { useMaybeSession } from '../kernel/session.ts'
import { type Density, useDensity } from '../ui/list/use-table-memory.ts'

/** By person, so that two people at one browser keep their own. */
const kept = observable(remembered().reportTables ?? {})

export interface TableChoices {
  sets: ReturnType<typeof setsOf>
  set: ColumnSet
  choose: (set: ColumnSet) => void
  /** Columns of the set. */
  columns: readonly Column[]
  isGrouped: boolean
  setGrouped: (isGrouped: boolean) => void
  density: Density
  setDensity: (density: Density) => void
}

export function useTableChoices(table: string, all: readonly Column[]): TableChoices {
  const person = String(useMaybeSession()?.userId ?? 0)
  const everybody = useObservable(kept)
  const own = everybody[person] ?? {}
  const sets = setsOf(all)
  // A set that was chosen for a report with more columns is none of this one's.
  const set = sets.find(({ key }) => key === own.sets?.[table])?.key ?? firstOf(sets)
  const keep = (change: ReportTableChoices) => {
    kept.set({ ...everybody, [person]: { ...own, ...change } })
    remember({ reportTables: kept.get() })
  }
  return {
    sets,
    set,
    choose: (chosen) => keep({ sets: { ...own.sets, [table]: chosen } }),
    columns: columnsOfSet(all, set),
    isGrouped: own.isGrouped ?? true,
    setGrouped: (isGrouped) => keep({ isGrouped }),
    ...useDensity(),
  }
}

/** Until one is chosen: the values, which all columns together would push out of sight to the right. */
const firstOf = (sets: TableChoices['sets']): ColumnSet => (sets.some(({ key }) => key === 'values') ? 'values' : 'all')
