/** A short table of amounts within a dialog: heads and totals stay in sight while its lines scroll. Cells are amounts but the first, and those marked `data-words`. */
import type { ReactNode } from 'react'
import css from './DialogTable.module.css'

export const DialogTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: lines that scroll are reached by the keyboard.
  <div className={css.box} tabIndex={0} role="region" aria-label={label}>
    <table>{children}</table>
  </div>
)
