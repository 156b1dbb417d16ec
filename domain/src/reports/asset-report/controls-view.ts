/** The controls statement of the report's month end as a table: each audit, what it asked and found, and what was done about each exception. */
import { controlsInBrief, controlsResult, examinedSentence, NOT_AUDITED } from '../../auditing/controls.ts'
import { counted } from '../../primitives/counted.ts'
import { formatMonth } from '../../primitives/period.ts'
import { type Release, standingAs } from '../heading.ts'
import { isApplicable } from '../not-applicable.ts'
import { column } from './columns.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { AssetReportView, ControlsView } from './view.ts'

/** Audits are of whole institutions: a report of a part of one says so. */
const WHOLE =
  'The controls cover every policy of the institution on this portal, those of subsidiaries included, as the audits stood when this report was made.'

export function controlsView({ controls }: AssetReportSnapshot): ControlsView | null {
  if (!controls) return null
  const { asOf, examined, lines } = controls
  return {
    lead: examined ? `${examinedSentence(examined)} ${WHOLE}` : `${NOT_AUDITED} No results of controls are reported for it.`,
    table: {
      id: 'controls',
      title: `Controls, ${formatMonth(asOf)}`,
      columns: [
        column('audit', 'Audit', 'text', { width: 34, group: 'key' }),
        column('result', 'Rules and exceptions', 'text', { width: 46 }),
        // A column of dashes would tell nobody anything.
        ...(lines.some(({ sentences }) => sentences.length > 0)
          ? [column('settled', 'What was done about each exception', 'text', { width: 90 })]
          : []),
      ],
      rows: lines.map((line) => ({
        id: `controls-${line.check}`,
        cells: { audit: line.title, result: controlsResult(line), settled: line.sentences.join(' ') || null },
      })),
      total: null,
    },
  }
}

/** The same in one sentence, for the summary; nothing in reports made before it was kept. */
export const controlsNote = ({ controls }: AssetReportSnapshot): string | false =>
  controls !== undefined && `${controlsInBrief(controls)}${controls.examined ? ` ${WHOLE}` : ''}`

/** A report as it reads where its version stands: one that was released with items open gives the reason with its controls, or among its notes where it has none. */
export function assetReportAs(view: AssetReportView, release: Release): AssetReportView {
  const { openItems, reason } = release
  const read = standingAs(view, release)
  if (!openItems || reason === null) return read
  const sentence = `Released with ${counted(openItems, 'open item')}. Reason for the release: ${reason.replace(/\.?$/, '.')}`
  const { controls } = view
  return controls && isApplicable(controls.table)
    ? { ...read, controls: { ...controls, lead: `${sentence} ${controls.lead}` } }
    : { ...read, notes: [sentence, ...view.notes] }
}
