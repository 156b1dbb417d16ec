/** The figures of a page in one card: label, figure, what it compares with. */
import type { ReactNode } from 'react'
import { Link } from '../fields/Link.tsx'
import css from './StatTile.module.css'

interface StatTilesProps {
  children: ReactNode
  label?: string
  /** More than six, in rows of five. */
  many?: boolean
  /** Beside work that comes first on its page: less air, smaller figures. */
  dense?: boolean
  /** Amounts to the cent stand side by side: the row takes a size in which nine digits and cents fit. */
  long?: boolean
  /** A few counts in one line, without notes. */
  line?: boolean
}

export const StatTiles = ({ children, label, many = false, dense = false, long = false, line = false }: StatTilesProps) => (
  <dl
    className={css.tiles}
    {...(label ? { 'aria-label': label } : {})}
    data-many={many || undefined}
    data-dense={dense || undefined}
    data-long={long || undefined}
    data-line={line || undefined}
  >
    {children}
  </dl>
)

interface StatTileProps {
  label: string
  value: ReactNode
  note?: ReactNode
  tone?: 'good' | 'warn' | 'bad'
  /** The first of the row, in larger type. */
  main?: boolean
  /** Where the figure comes from. */
  to?: string | undefined
}

export function StatTile({ label, value, note, tone, main = false, to }: StatTileProps) {
  return (
    <div className={css.tile} data-main={main || undefined} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        <div className={css.value}>{to ? <Link to={to}>{value}</Link> : value}</div>
        {note ? <div className={css.note}>{note}</div> : null}
      </dd>
    </div>
  )
}
