/** Properties of a table: columns, order, selection, totals. */
import type { ReactNode } from 'react'

export interface Column<Row> {
  /** The name of the column in the list call: for sorting and exporting. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and money: right-aligned, figures of one width. Numeric identifiers are no numbers. */
  numeric?: boolean
  /** Never broken over two lines: a date and its time, a person, a policy's number. */
  oneLine?: boolean
  /** A name that may be long, an institution's or a carrier's: in one line unless it is longer than most. */
  isName?: boolean
  /** Left out on a phone, where a row has two or three lines. */
  wideOnly?: boolean
  sortable?: boolean
  /** False: cannot be hidden in the column picker. The first column never can. */
  hideable?: boolean
  /** True: hidden until the person shows it. */
  startsHidden?: boolean
  /** Buttons alone, which are nothing on paper. */
  isControl?: boolean
  /** Left out of the export (buttons, links). */
  notExported?: boolean
  /** Its cells say themselves what they are, as a link "Edit" does: a phone's card does not repeat the heading. */
  unlabeled?: boolean
  /** Its name in the exported file, by the names of the call's record ("stats.total"); the key itself unless said. */
  exportAs?: readonly string[]
  /** Explains the column: in a tooltip on its header, and in the picker of columns, which a keyboard and a finger reach. */
  help?: string
  /** At least so wide; of the first column, in place of the room that a name takes. */
  width?: number | string
}

export interface SortState {
  by: string
  desc: boolean
}

export interface Selection {
  ids: ReadonlySet<number>
  onChange: (ids: ReadonlySet<number>) => void
}

export interface TotalsRow {
  /** Says what it totals: "Total of all 12 reports". */
  label: string
  /** By column key. */
  cells: Readonly<Record<string, ReactNode>>
}
