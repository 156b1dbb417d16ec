/** Parts of a report that have nothing to tell of its period: screen, paper and workbook leave them out and name them, with the reason, in one line at the end. */
import type { ViewTable } from './table.ts'

export interface NotApplicable {
  /** "Not applicable this month" */
  title: string
  /** "Rate changes: no crediting rate changed. Claims: none open or paid." */
  text: string
}

/** Whether a table is drawn where it stands: the one rule for every medium. */
export const isApplicable = ({ rows }: Pick<ViewTable, 'rows'>): boolean => rows.length > 0

/** Audits that did not run are no part without content: what was not done stands under a heading of its own. */
export const notPerformed = (title: string, reason: string): NotApplicable => ({ title: `${title}: not performed`, text: reason })

/** @returns null where there is no such part */
export const notApplicable = (
  span: 'month' | 'quarter' | 'year',
  parts: readonly { title: string; reason: string }[],
): NotApplicable | null =>
  parts.length === 0
    ? null
    : { title: `Not applicable this ${span}`, text: parts.map(({ title, reason }) => `${title}: ${reason}.`).join(' ') }
