/** An empty list: "N/A" (seed 5), why it is empty, and the next step. */
import { EMPTY_LIST } from '@corridor/domain/money.ts'
import type { ReactNode } from 'react'
import css from './States.module.css'

export function EmptyState({ title, why, next }: { title: string; why: string; next?: ReactNode }) {
  return (
    <div className={css.state}>
      <span className={css.none}>{EMPTY_LIST}</span>
      <h2>{title}</h2>
      <p>{why}</p>
      {next}
    </div>
  )
}
