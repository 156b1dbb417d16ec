/** The controls statement of the report's month end as a table: each audit, what it asked and found, and what was done about each exception. */
import {
  controlsInBrief,
  controlsResult,
  earlierInBrief,
  earlierSentences,
  examinedSentence,
  NOT_AUDITED,
  reviewInWords,
  reviewsInBrief,
  unauditedInBrief,
} from '../../auditing/controls.ts'
import { AUDIT_RULES } from '../../auditing/rules.ts'
import { TRANSACTION_TYPES } from '../../policies/register.ts'
import { formatMonth } from '../../primitives/period.ts'
import { type Release, standingAs } from '../heading.ts'
import { isApplicable } from '../not-applicable.ts'
import { itemsInBrief, type OpenItem, releasedOver, releasedReason, releasedTitle } from '../open-items.ts'
import type { ViewTable } from '../table.ts'
import { column } from './columns.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import { type AssetReportView, type ControlsView, type DetailRow, type DetailTable, policyRows } from './view.ts'

/** Audits are of whole institutions: a report of a part of one says so. */
const WHOLE =
  'The controls cover every policy of the institution on this portal, those of subsidiaries included, as the audits stood when this report was made.'

export function controlsView({ controls }: AssetReportSnapshot): ControlsView | null {
  if (!controls) return null
  const { asOf, examined, lines, reviews } = controls
  return {
    lead: [
      examined
        ? [examinedSentence(examined), WHOLE, reviewsInBrief(controls) ?? []]
        : [NOT_AUDITED, 'No results of controls are reported for it.'],
      unauditedInBrief(controls) ?? [],
      // Without a table of the month end there is none to stand in.
      examined ? [] : earlierSentences(controls),
    ]
      .flat(2)
      .join(' '),
    table: {
      id: 'controls',
      title: `Controls, ${formatMonth(asOf)}`,
      columns: [
        column('audit', 'Audit', 'text', { width: 30, group: 'key' }),
        column('result', 'Rules and exceptions', 'text', { width: 84 }),
        ...(reviews ? [column('review', 'Review', 'text', { width: 26 })] : []),
        // A column of dashes would tell nobody anything.
        ...(lines.some(({ sentences }) => sentences.length > 0)
          ? [column('settled', 'What was done about each exception', 'text', { width: 60 })]
          : []),
      ],
      rows: [
        ...lines.map((line) => ({
          id: `controls-${line.check}`,
          cells: {
            audit: line.title,
            result: controlsResult(line),
            ...(reviews && { review: reviewInWords(line.check, reviews) }),
            settled: line.sentences.join(' ') || null,
          },
        })),
        ...(examined
          ? earlierInBrief(controls).map(({ month, title, result, review }) => ({
              id: `controls-${month}`,
              cells: { audit: title, result, ...(reviews && { review }), settled: null },
            }))
          : []),
      ],
      total: null,
    },
  }
}

/** The same in one sentence, for the summary; nothing in reports made before it was kept. */
export const controlsNote = ({ controls }: AssetReportSnapshot): string | false =>
  controls !== undefined &&
  [
    controlsInBrief(controls),
    controls.examined ? WHOLE : [],
    reviewsInBrief(controls) ?? [],
    unauditedInBrief(controls) ?? [],
    earlierSentences(controls),
  ]
    .flat()
    .join(' ')

/** A report as it reads where its version stands: one that was released with items open names them at its head and gives the reason. */
export function assetReportAs(view: AssetReportView, release: Release): AssetReportView {
  const { openItems, reason, releasedBy } = release
  const read = standingAs(view, release)
  if (!openItems || reason === null) return read
  const items = release.items ?? []
  if (items.length > 0 && view.detail)
    return {
      ...read,
      released: releasedOver(items, openItems, reason, releasedBy),
      ...marked(view, view.detail, items),
    }
  const title = releasedTitle(openItems)
  const sentence = `${title}${items.length > 0 ? `: ${itemsInBrief(items)}` : ''}. ${releasedReason(reason, releasedBy)}`
  const { controls } = view
  return controls && isApplicable(controls.table)
    ? { ...read, controls: { ...controls, lead: `${sentence} ${controls.lead}` } }
    : { ...read, notes: [sentence, ...view.notes] }
}

/** The lines of policies with an open item carry its mark, in the detail and in what happened in the month. */
function marked(
  view: AssetReportView,
  detail: DetailTable,
  items: readonly OpenItem[],
): Pick<AssetReportView, 'detail' | 'activity' | 'footnotes'> {
  const policyIds = new Set(items.map(({ policyId }) => policyId))
  const markedRow = (row: DetailRow): DetailRow => {
    if (!policyIds.has(row.policyId)) return row
    const flags = [...row.flags, OPEN]
    return { ...row, flags, cells: { ...row.cells, flags: flags.join(' ') } }
  }
  const carriers = detail.carriers.map((carrier) => ({
    ...carrier,
    products: carrier.products.map((product) => ({ ...product, rows: product.rows.map(markedRow) })),
  }))
  const isMarked = policyRows(view).some(({ policyId }) => policyIds.has(policyId))
  return {
    detail: { ...detail, carriers },
    activity: view.activity && markedActivity(view.activity, detail, items),
    footnotes: isMarked
      ? [
          ...view.footnotes,
          { symbol: OPEN, text: 'An audit error of the policy was open when the report was released (named at the head of the report).' },
        ]
      : view.footnotes,
  }
}
const OPEN = '!'

/** Lines of policies, which the detail knows by carrier and number; a rate reset whose rate is itself the error says so, or it would read as settled. */
function markedActivity(
  activity: NonNullable<AssetReportView['activity']>,
  { carriers }: DetailTable,
  items: readonly OpenItem[],
): AssetReportView['activity'] {
  const itemsOfPolicy = Map.groupBy(items, ({ policyId }) => policyId)
  const itemsOfLine = new Map(
    carriers.flatMap(({ carrierName, products }) =>
      products.flatMap(({ rows }) =>
        rows.map(({ policyId, cells }) => [`${carrierName} ${cells.policyNumber}`, itemsOfPolicy.get(policyId) ?? []] as const),
      ),
    ),
  )
  const markedTable = (table: ViewTable): ViewTable => ({
    ...table,
    rows: table.rows.map((row) => {
      const open = itemsOfLine.get(`${row.cells.carrier} ${row.cells.policyNumber}`) ?? []
      if (open.length === 0) return row
      const { insured, note, type } = row.cells
      const isRateOpen = type === TRANSACTION_TYPES.RATE_RESET.label && open.some(({ title }) => title === AUDIT_RULES.Y5.title)
      return {
        ...row,
        cells: {
          ...row.cells,
          insured: `${insured} ${OPEN}`,
          ...(isRateOpen ? { note: `${note ?? ''}; ${OPEN} open audit error: differs from the declared rate` } : {}),
        },
      }
    }),
  })
  const { transactions, statusChanges, claims } = activity
  return { ...activity, transactions: markedTable(transactions), statusChanges: markedTable(statusChanges), claims: markedTable(claims) }
}
