/** Which columns a person hid and how dense they like rows: remembered in this browser, by table. */
import { useState } from 'react'
import { remember, remembered } from '../../kernel/local-memory.ts'
import { observable, useObservable } from '../../kernel/observable.ts'
import type { Column } from './data-table-types.ts'

export type Density = 'comfortable' | 'compact'

interface DensityChoice {
  density: Density
  setDensity: (density: Density) => void
}

export interface TableMemory extends DensityChoice {
  isShown: (key: string) => boolean
  show: (key: string, shown: boolean) => void
}

const density = observable<Density>(remembered().density ?? 'comfortable')

/** One density for all tables. */
export const useDensity = (): DensityChoice => ({
  density: useObservable(density),
  setDensity: (next) => {
    density.set(next)
    remember({ density: next })
  },
})

/** @param address the hidden columns that the address bar names, and how to write them there; it counts more than what is remembered */
export function useTableMemory<Row>(
  table: string,
  columns: readonly Column<Row>[],
  address?: { hidden: readonly string[] | undefined; change: (hidden: readonly string[]) => void },
): TableMemory {
  const [own, setHidden] = useState<readonly string[]>(
    () => remembered().hiddenColumns?.[table] ?? columns.filter((column) => column.startsHidden).map((column) => column.key),
  )
  const hidden = address?.hidden ?? own
  const isShown = (key: string) => !hidden.includes(key) || key === columns[0]?.key
  return {
    isShown,
    show: (key, shown) => {
      const next = shown ? hidden.filter((each) => each !== key) : [...hidden, key]
      setHidden(next)
      remember({ hiddenColumns: { ...remembered().hiddenColumns, [table]: next } })
      address?.change(next)
    },
    ...useDensity(),
  }
}
