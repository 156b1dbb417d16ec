/** Which columns a person hid and how dense they like rows: remembered in this browser, by table. */
import { useState } from 'react'
import { remember, remembered } from '../kernel/local-memory.ts'
import { observable, useObservable } from '../kernel/observable.ts'
import type { Column } from './data-table-types.ts'

export type Density = 'comfortable' | 'compact'

export interface TableMemory {
  isShown: (key: string) => boolean
  show: (key: string, shown: boolean) => void
  density: Density
  setDensity: (density: Density) => void
}

const density = observable<Density>(remembered().density ?? 'comfortable')

export function useTableMemory<Row>(table: string, columns: readonly Column<Row>[]): TableMemory {
  const [hidden, setHidden] = useState<readonly string[]>(
    () => remembered().hiddenColumns?.[table] ?? columns.filter((column) => column.startsHidden).map((column) => column.key),
  )
  const isShown = (key: string) => !hidden.includes(key) || key === columns[0]?.key
  return {
    isShown,
    show: (key, shown) => {
      const next = shown ? hidden.filter((each) => each !== key) : [...hidden, key]
      setHidden(next)
      remember({ hiddenColumns: { ...remembered().hiddenColumns, [table]: next } })
    },
    density: useObservable(density),
    setDensity: (next) => {
      density.set(next)
      remember({ density: next })
    },
  }
}
