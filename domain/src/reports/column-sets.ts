/** Sets of columns that a wide table is read by on screen, as data beside the groups that its columns are in. Paper and files always have all columns. */
import type { Column } from './table.ts'

export const COLUMN_SETS = [
  { key: 'all', label: 'All' },
  { key: 'values', label: 'Values' },
  { key: 'yields', label: 'Yields' },
  { key: 'rates', label: 'Rates' },
  { key: 'deathBenefits', label: 'Death benefits' },
] as const
export type ColumnSet = (typeof COLUMN_SETS)[number]['key']

/** Figure that a line is known by: it is in every set. */
export const LEADING_FIGURE = 'cashSurrenderValue'

/** The figure that a phone shows of a line before it is opened; a table without values has its benefits. */
export const phoneFigure = (columns: readonly Column[]): string | undefined =>
  [LEADING_FIGURE, 'deathBenefit'].find((figure) => columns.some(({ key }) => key === figure))

/** Groups of columns that a set takes, and single columns of other groups; those that name a line are in every set. */
const CONTENTS: Readonly<Record<Exclude<ColumnSet, 'all'>, { group: Column['group'] | null; also: readonly string[] }>> = {
  values: { group: 'values', also: [] },
  yields: { group: 'yields', also: ['increase', 'ytdIncrease'] },
  rates: { group: 'ratings', also: ['grossRate', 'netYield', 'issueDate'] },
  deathBenefits: { group: 'deathBenefit', also: [] },
}

/** Columns of a set, in the order of the table. */
export function columnsOfSet(columns: readonly Column[], set: ColumnSet): Column[] {
  if (set === 'all') return [...columns]
  const { group, also } = CONTENTS[set]
  return columns.filter((column) => {
    const isNamed = column.group === 'key' || column.key === LEADING_FIGURE
    return isNamed || column.group === group || also.includes(column.key)
  })
}

/** Columns from which on a table is wide. */
export const WIDE = 8

/** Sets worth offering: those that leave a column of a wide table out and show more than its names and leading figure. */
export function setsOf(columns: readonly Column[]): (typeof COLUMN_SETS)[number][] {
  // A table of names and values alone has no other side to be read from.
  if (columns.length < WIDE || new Set(columns.map(({ group }) => group)).size < 3) return []
  const least = columns.filter(({ group, key }) => group === 'key' || key === LEADING_FIGURE).length
  const parts = COLUMN_SETS.filter(({ key }) => {
    const count = columnsOfSet(columns, key).length
    return count < columns.length && count > least
  })
  return parts.length === 0 ? [] : [COLUMN_SETS[0], ...parts]
}
