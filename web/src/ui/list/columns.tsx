/** The usual columns of a list: `textColumn('planName', 'Plan', { sortable: true })`. A column of another kind is a `Column` with a `cell` of its own. */
import { cents, formatAmount, formatCount, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { ReactNode } from 'react'
import { Link } from '../fields/Link.tsx'
import { formatDay, formatMoment } from '../formats.ts'
import { StatusBadge, type StatusTable } from '../states/StatusBadge.tsx'
import type { Column } from './data-table-types.ts'
import css from './list.module.css'

type Options = Omit<Column<never>, 'key' | 'header' | 'cell'>
type Having<Key extends string, Value> = Readonly<Record<Key, Value | null | undefined>>

/** Letters that fit the width of a cut name. */
const LONG_NAME = 32

/** A kind of column that shows the value under its own key. */
const kindOf =
  <Value,>(show: (value: Value | null | undefined) => ReactNode, always: Options = {}) =>
  <Key extends string>(key: Key, header: string, options: Options = {}): Column<Having<Key, Value>> => ({
    key,
    header,
    ...always,
    ...options,
    cell: (row) => show(row[key]),
  })

export const textColumn = kindOf<string | number>((text) => text ?? MISSING)
/** An institution's or a carrier's name. */
export const nameColumn = kindOf<string>((name) => name ?? MISSING, { isName: true })
/** On one line; a name that would push the figures beside it out of sight is cut, and told whole when pointed at. */
export const personColumn = kindOf<string>(
  (name) =>
    name ? (
      <span className={css.person} title={name.length > LONG_NAME ? name : undefined}>
        {name}
      </span>
    ) : (
      MISSING
    ),
  { oneLine: true },
)
/** A day of the calendar, without a time. */
export const dateColumn = kindOf<string>((date) => formatDate(date ? plainDate(date) : null), { oneLine: true })
/** The day of a moment, in the reader's time zone. */
export const dayColumn = kindOf<string>(formatDay, { oneLine: true })
export const momentColumn = kindOf<string>(formatMoment, { oneLine: true })
/** Without the dollar sign: the header names the unit. */
export const moneyColumn = kindOf<number>((amount) => formatAmount(amount === null || amount === undefined ? null : cents(amount)), {
  numeric: true,
})
export const percentColumn = kindOf<number>((fraction) => formatPercent(fraction), { numeric: true })
export const countColumn = kindOf<number>(formatCount, { numeric: true })

/** A code, shown as the word that a table has for it. */
export const wordColumn = <Key extends string, Code extends string | number>(
  key: Key,
  header: string,
  words: Readonly<Record<Code, string>>,
  options: Options = {},
): Column<Readonly<Record<Key, NoInfer<Code>>>> => ({ key, header, ...options, cell: (row) => words[row[key]] })

export const statusColumn = <Key extends string, Status extends string>(
  key: Key,
  header: string,
  table: StatusTable<Status>,
  options: Options = {},
): Column<Readonly<Record<Key, NoInfer<Status>>>> => ({
  key,
  header,
  ...options,
  cell: (row) => <StatusBadge status={row[key]} table={table} />,
})

/** Leads to the row's own page. */
export const linkColumn = <Key extends string, Row extends Having<Key, string | number>>(
  key: Key,
  header: string,
  to: (row: Row) => string,
  options: Options = {},
): Column<Row> => ({ key, header, ...options, cell: (row) => <Link to={to(row)}>{row[key]}</Link> })

/** Opens the row above its list; without `open` it is plain text. */
export const openColumn = <Row,>(
  key: keyof Row & string,
  header: string,
  open: ((row: Row) => void) | undefined,
  text: (row: Row) => ReactNode,
  options: Options = {},
): Column<Row> => ({
  key,
  header,
  ...options,
  cell: (row) =>
    open ? (
      <button type="button" className={css.open} onClick={() => open(row)}>
        {text(row)}
      </button>
    ) : (
      text(row)
    ),
})
