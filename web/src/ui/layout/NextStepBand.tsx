/** The band above a record that says where it stands and what to do next. */
import type { ReactNode } from 'react'
import css from './NextStepBand.module.css'
import { usePinnedLine } from './use-pinned-line.ts'

export interface NextStepProps {
  tone?: 'note' | 'good' | 'bad' | 'quiet' | undefined
  title: string
  text: string
  action?: ReactNode
  label?: string
  /** A change of it is announced. */
  isStatus?: boolean
  /** Its title and button stay in sight while the lines below are worked on. Off for one below another. */
  isPinned?: boolean
}

export function NextStepBand({ tone, title, text, action, label, isStatus = false, isPinned = true }: NextStepProps) {
  const line = usePinnedLine()
  return (
    <section className={css.step} data-tone={tone} aria-label={label} role={isStatus ? 'status' : undefined}>
      <div className={css.line} data-pinned={isPinned || undefined} ref={isPinned ? line : undefined}>
        <h2>{title}</h2>
        {action}
      </div>
      <p>{text}</p>
    </section>
  )
}
