/** Sums of a list's columns, to the cent, over every row of its file. */
import type { FlatRecord, ListColumn } from './list-columns.ts'

export interface ColumnSums {
  totals: ReadonlyMap<string, number>
  /** Rows that have nothing to add, by column. */
  missing: ReadonlyMap<string, number>
  /** Columns whose sum a number cannot hold to the cent. */
  tooLarge: ReadonlySet<string>
}

export function watchSums(keys: readonly string[]): {
  add: (row: FlatRecord) => void
  of: (columns: readonly ListColumn[]) => ColumnSums
} {
  const sums = new Map(keys.map((key) => [key, { sum: 0n, missing: 0, values: 0 }]))
  return {
    add: (row) => {
      for (const [key, entry] of sums) {
        const value = row[key]
        if (typeof value === 'number') {
          entry.sum += BigInt(value)
          entry.values += 1
        } else entry.missing += 1
      }
    },
    of: (columns) => {
      const shown = columns.flatMap(({ key }) => {
        const entry = sums.get(key)
        return entry === undefined || entry.values === 0 ? [] : [{ key, ...entry }]
      })
      const isSafe = ({ sum }: { sum: bigint }) => Number.isSafeInteger(Number(sum))
      return {
        totals: new Map(shown.filter(isSafe).map(({ key, sum }) => [key, Number(sum)])),
        missing: new Map(shown.map(({ key, missing }) => [key, missing])),
        tooLarge: new Set(shown.filter((entry) => !isSafe(entry)).map(({ key }) => key)),
      }
    },
  }
}
