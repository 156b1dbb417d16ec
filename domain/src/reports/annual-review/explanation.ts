/** How each figure of an annual review comes about: tables, single figures, facts of the risks, the scorecard and the charts. From the view alone. */

import { formatDate } from '../../primitives/period.ts'
import type { FigureAddress } from '../explanation/address.ts'
import { type Explanation, type ExplanationLine, explain, type Figure, figureOfTable, labelOf } from '../explanation/explanation.ts'
import { type CellKind, column, formatCell, type ViewRow, type ViewTable } from '../table.ts'
import { COLI_LARGEST, FIGURE_FORMULAS, type FigureSource, SCORE_FORMULAS } from './figure-formulas.ts'
import { REVIEW_FORMULAS, type ReviewFormula } from './formulas.ts'
import { withWorkings } from './supporting-detail-explanation.ts'
import type { AnnualReviewView, ReviewBlock, ReviewFigure, ScorecardRow } from './view.ts'

/** @returns null for what stands nowhere on the page or is no number */
export function explainReviewFigure(view: AnnualReviewView, address: FigureAddress): Explanation | null {
  const figure = reviewFigureAt(view, address)
  const made = figure && explain(figure, REVIEW_FORMULAS)
  if (!made || made.lines || !OF_POLICIES.has(figure.formula ?? '')) return made
  return {
    ...made,
    note: 'Its policies are not listed: the appendix that lists policies is switched off, or the line tells of people alone.',
  }
}
/** Sums over policies where the appendix lists them. */
const OF_POLICIES: ReadonlySet<string> = new Set(['ofPolicies', 'gainOverCost', 'surrenderCharges'])

/** Tables by their id; figures by their block or "risk-" and the risk's code, their own id and "value"; the scorecard's by "scorecard", the metric and the year. */
export function reviewFigureAt(view: AnnualReviewView, address: FigureAddress): Figure | null {
  const figure = figureAt(view, address)
  return figure && withWorkings(view, address, figure)
}

function figureAt(view: AnnualReviewView, address: FigureAddress): Figure | null {
  const blocks = view.sections.flatMap((section) => section.blocks)
  if (address.table === 'scorecard') return scoreAt(view, blocks, address)
  const table = blocks.flatMap((block) => (block.kind === 'table' && block.table.id === address.table ? [block.table] : []))[0]
  if (table) return cellAt(view, table, address)
  if (address.table === 'carriers-ring') return shareAt(view, blocks, address)
  if (address.table === 'concentration-chart') return ratioAt(blocks, address)
  return factAt(view, blocks, address)
}

function cellAt(view: AnnualReviewView, table: ViewTable, address: FigureAddress): Figure | null {
  const figure = figureOfTable(table, address)
  if (!figure) return null
  const lines = figure.lines ?? (figure.formula === 'ofPolicies' ? linesOf(view, sourceOf(table.id, address)) : null)
  const policyId = table.id === 'policies' && /^\d+$/.test(address.row) ? Number(address.row) : null
  return { ...figure, from: [...figure.from, view.basis], lines, policyId }
}

/** Columns that count policies have no column of the appendix; two of them count those of one kind. */
function sourceOf(table: string, { row, column: key }: FigureAddress): FigureSource & { kind?: string } {
  const sums = ({ value: 'value', amount: 'value', benefit: 'benefit', premium: 'basis', share: 'share' } as const)[key]
  const kind = key === 'exchanged' || key === 'acquired' ? { kind: `kinds ${key}` } : {}
  return { formula: 'ofPolicies', ...(row === 'total' ? {} : { tag: `${table} ${row}` }), ...(sums ? { sums } : {}), ...kind }
}

/** Policies of the appendix; null where it is switched off, or none of them is tagged so. */
function linesOf(view: AnnualReviewView, { tag, sums, kind }: FigureSource & { kind?: string }): ExplanationLine[] | null {
  const appendix = view.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.table.id === 'policies' ? [block.table] : [])),
  )[0]
  if (!appendix) return null
  const tagged = (row: ViewRow, name: string | undefined) => name === undefined || (row.tags?.includes(name) ?? false)
  const rows = appendix.rows.filter((row) => tagged(row, tag) && tagged(row, kind))
  const shown = appendix.columns.find(({ key }) => key === sums) ?? column(sums ?? 'one', '', sums ? 'money' : 'count')
  return rows.flatMap((row) => {
    const value = sums ? (row.cells[sums] ?? row.basis?.[sums]) : 1
    if (typeof value !== 'number') return []
    return [
      {
        label: labelOf(row, appendix.columns),
        detail: typeof row.cells.policy === 'string' ? row.cells.policy : null,
        text: formatCell(shown.kind, value),
        value,
        address: sums && sums in row.cells ? { table: appendix.id, row: row.id, column: sums } : null,
      },
    ]
  })
}

function factAt(view: AnnualReviewView, blocks: readonly ReviewBlock[], { table: group, row: id }: FigureAddress): Figure | null {
  const figures = blocks.flatMap((block): readonly ReviewFigure[] =>
    block.kind === 'figures' && block.id === group ? block.figures : block.kind === 'risk' && block.id === group ? block.risk.facts : [],
  )
  const found = figures.find((each) => each.id === id)
  const source = FIGURE_FORMULAS[group]?.[id]
  if (!found || !source) return null
  const listed = OF_POLICIES.has(source.formula) && (source.tag !== undefined || source.sums !== undefined || id === 'policies')
  return {
    title: found.label,
    kind: found.kind,
    ...(found.digits === undefined ? {} : { digits: found.digits }),
    value: found.value,
    formula: source.formula,
    from: [view.basis],
    lines: listed ? linesOf(view, source) : null,
  }
}

function scoreAt(view: AnnualReviewView, blocks: readonly ReviewBlock[], { row: id, column: key }: FigureAddress): Figure | null {
  const rows = blocks.flatMap((block): readonly ScorecardRow[] => (block.kind === 'scorecard' ? block.rows : []))
  const row = rows.find((each) => each.id === id)
  if (!row || (key !== 'thisYear' && key !== 'lastYear')) return null
  const isColi = view.frame === 'COLI' && id === 'largest'
  const formula: ReviewFormula | undefined = isColi ? COLI_LARGEST : SCORE_FORMULAS[id]
  return {
    title: `${row.metric}, ${key === 'thisYear' ? 'this year' : 'last year'}`,
    kind: row.kind,
    value: row[key],
    formula,
    from: [row.basis?.[key === 'thisYear' ? 0 : 1], view.basis],
  }
}

/** The ring of carriers says their shares as the table does; those beyond the largest stand together. */
function shareAt(view: AnnualReviewView, blocks: readonly ReviewBlock[], { row: name }: FigureAddress): Figure | null {
  const shares = blocks.flatMap((block) => (block.kind === 'chart' && block.chart.kind === 'carriers' ? block.chart.shares : []))
  const share = shares.find((each) => each.name === name)
  if (!share) return null
  const kind: CellKind = 'percent'
  const from = [{ cashSurrenderValue: share.cashSurrenderValue, wholeValue: view.basis.wholeValue ?? null }]
  return { title: `Share of the program, ${name}`, kind, value: share.share, formula: 'shareOfTotal', from }
}

/** The chart of concentration stands on the base that the limit is measured on, year by year as the trend beside it. */
function ratioAt(blocks: readonly ReviewBlock[], { row: period }: FigureAddress): Figure | null {
  const chart = blocks.flatMap((block) => (block.kind === 'chart' && block.chart.kind === 'concentration' ? [block.chart] : []))[0]
  const year = chart?.years.find((each) => each.period === period)
  if (!chart || !year) return null
  const from = [{ measuredValue: year.cashSurrenderValue, limitCapital: year.capital }]
  return {
    title: `All holdings, of ${chart.basis}, ${formatDate(year.period)}`,
    kind: 'percent',
    value: year.ratio,
    formula: 'programOfBase',
    from,
  }
}
