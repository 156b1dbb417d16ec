/** An empty list: why it is empty, and the next step. The title says it in words; papers and sheets write "N/A". */
import type { ReactNode } from 'react'
import css from './States.module.css'

export function EmptyState({ title, why, next }: { title: string; why: string; next?: ReactNode }) {
  return (
    <div className={css.state}>
      <h2>{title}</h2>
      <p>{why}</p>
      {next}
    </div>
  )
}
