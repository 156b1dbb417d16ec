/** An empty list: why it is empty, and the next step. "N/A" is read aloud alone, where the list is not only on its way. */
import { EMPTY_LIST } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import css from './States.module.css'

export function EmptyState({ title, why, next, isComing = false }: { title: string; why: string; next?: ReactNode; isComing?: boolean }) {
  return (
    <div className={css.state}>
      {isComing ? null : <span className="visually-hidden">{EMPTY_LIST}</span>}
      <h2>{title}</h2>
      <p>{why}</p>
      {next}
    </div>
  )
}
