/** An empty list: "N/A", why it is empty, and the next step. What is only on its way is not N/A, and where there is something to do that stands in its place. */
import { EMPTY_LIST } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import css from './States.module.css'

export function EmptyState({ title, why, next, isComing = false }: { title: string; why: string; next?: ReactNode; isComing?: boolean }) {
  return (
    <div className={css.state}>
      {isComing ? null : <span className={next ? 'visually-hidden' : css.none}>{EMPTY_LIST}</span>}
      <h2>{title}</h2>
      <p>{why}</p>
      {next}
    </div>
  )
}
