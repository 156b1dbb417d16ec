/** Title of a page, what it is about, and what can be done here. */
import type { ReactNode } from 'react'
import css from './PageHeader.module.css'

interface PageHeaderProps {
  title: string
  /** The title as it is drawn, where it breaks in places of its own. */
  drawn?: ReactNode
  /** One line: the as-of date, the count, the state. */
  note?: ReactNode
  /** `<Breadcrumbs>` above the title. */
  crumbs?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, drawn = title, note, crumbs, actions }: PageHeaderProps) {
  return (
    <div className={css.header} data-deep={crumbs ? true : undefined}>
      <div className={css.words}>
        {crumbs}
        <h1>{drawn}</h1>
        {note ? <div className={css.note}>{note}</div> : null}
      </div>
      {actions ? (
        <div className={css.actions} data-no-print>
          {actions}
        </div>
      ) : null}
    </div>
  )
}
