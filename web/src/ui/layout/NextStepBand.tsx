/** The band above a record that says where it stands and what to do next. */
import type { ReactNode } from 'react'
import css from './NextStepBand.module.css'

export interface NextStepProps {
  tone?: 'note' | 'good' | 'bad' | 'quiet' | undefined
  title: string
  text: string
  action?: ReactNode
  label?: string
  /** A change of it is announced. */
  isStatus?: boolean
}

export function NextStepBand({ tone, title, text, action, label, isStatus = false }: NextStepProps) {
  return (
    <section className={css.step} data-step data-tone={tone} aria-label={label} role={isStatus ? 'status' : undefined}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {action}
    </section>
  )
}
