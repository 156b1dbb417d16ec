/** A white card with a heading: the unit every page is made of. */
import { type ReactNode, useContext } from 'react'
import css from './Panel.module.css'
import { PartTitle } from './part-title.ts'

interface PanelProps {
  /** Its place in the address, for links that lead to it. */
  id?: string
  title?: string
  /** Unit, period or scope of what is below. */
  note?: ReactNode
  actions?: ReactNode
  /** True: the content touches the card's edges, as tables do. */
  flush?: boolean
  footer?: ReactNode
  children: ReactNode
}

export function Panel({ id, title, note, actions, flush = false, footer, children }: PanelProps) {
  const isRepeated = useContext(PartTitle) === title
  return (
    <section id={id} className={css.panel} {...(title ? { 'aria-label': title } : {})}>
      {title || actions ? (
        <header className={css.head}>
          <div className={css.words}>
            {title ? <h2 data-repeated={isRepeated || undefined}>{title}</h2> : null}
            {note ? <p>{note}</p> : null}
          </div>
          {actions ? (
            <div className={css.actions} data-no-print>
              {actions}
            </div>
          ) : null}
        </header>
      ) : null}
      <div className={flush ? css.flush : css.body}>{children}</div>
      {footer ? <footer className={css.foot}>{footer}</footer> : null}
    </section>
  )
}
