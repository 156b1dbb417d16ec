/**
 * A paper: how one kind of document is printed. Each is exported as `paper` by a module of its family, whose address the press is given: a thread
 * loads it by itself, so that a new family changes nothing here.
 */
import type { Release } from '@corridor/domain/reports/heading.ts'
import type { Spacing } from '../document/table-layout.ts'
import type { ControlTotals } from '../family.ts'
import type { Measure } from './font-metrics.ts'
import type { PrintedDocument } from './release-marks.ts'

export interface Paper<View extends Printable> {
  /** `import.meta.url` of the module that exports it. */
  module: string
  /** Its Typst file, beside the module; it reads what `layOut` makes as /document.json. */
  template: string
  /** From figures to finished texts, tables with known widths, and planned pages. */
  layOut: (view: View, measure: Measure, spacing: Spacing) => PrintedDocument
  /** A view of what is stored, made in the press so that large reports are computed there as well. @throws RangeError when it is none, or contradicts itself */
  viewOf: (stored: Stored) => View
}
export interface Printable {
  /** Amounts in cents and counts by names of the family's own. */
  controlTotals: object
}
export const totalsOf = ({ controlTotals }: Printable): ControlTotals =>
  Object.fromEntries(
    Object.entries(controlTotals).map(([name, total]: [string, unknown]) => [name, typeof total === 'number' ? total : null]),
  )
export interface Stored {
  snapshot: unknown
  /** Release standing of a paper that is made at each request. */
  release?: Release
}
export const isStored = (given: object): given is Stored => 'snapshot' in given
