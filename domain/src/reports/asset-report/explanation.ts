/** How each figure of an asset report comes about: tiles, carriers, policies, ledger, limits, Call Report. From the view alone. */

import type { LedgerKind } from '../../calculations/journal-entries.ts'
import { cents, formatAmount } from '../../primitives/money.ts'
import { type FigureAddress, formulaAt } from '../explanation/address.ts'
import {
  type Explanation,
  type ExplanationLine,
  explain,
  type Figure,
  figureOfTable,
  lineOf,
  standing,
} from '../explanation/explanation.ts'
import { type Column, column, type ViewRow, type ViewTable } from '../table.ts'
import { ASSET_FORMULAS } from './formulas.ts'
import { classLines, fundLines } from './funds-explanation.ts'
import { originOf } from './origins.ts'
import { type AssetReportView, type DetailProduct, type DetailRow, policyRows } from './view.ts'

/** @returns null for what stands nowhere on the page, is no number, or is only taken over in words */
export function explainAssetFigure(view: AssetReportView, address: FigureAddress): Explanation | null {
  const figure = assetFigureAt(view, address)
  const made =
    figure && explain({ ...figure, ...originOf(view, figure, address), ...openingOf(view, figure, address.column) }, ASSET_FORMULAS)
  if (!made || view.detail || made.lines || made.formula !== null) return made
  return { ...made, note: 'The summary names no policies: the asset report of the same date lists them.' }
}

const OF_THE_YEAR: ReadonlySet<string> = new Set(['yearStartValue', 'ytdIncrease'])

/** The balance that the year to date starts from: of a policy its own, of several how many have one. */
function openingOf({ openings }: AssetReportView, { policyId, formula }: Figure, column: string): Pick<Figure, 'note' | 'source'> {
  if (!openings || (!OF_THE_YEAR.has(column) && formula !== 'ytdIncrease')) return {}
  if (typeof policyId !== 'number') return { note: openings.notes.join(' ') }
  const place = openings.ofPolicy.find(([id]) => id === policyId)?.[1]
  const source = place === undefined ? undefined : openings.sources[place]
  if (column === 'yearStartValue') return source === undefined ? {} : { source }
  return { note: `Value at the start of the year: ${source ?? openings.otherwise}` }
}

export function assetFigureAt(view: AssetReportView, address: FigureAddress): Figure | null {
  const { table, row, column: key } = address
  if (table === 'highlights') return tileFigure(view, key)
  if (table === 'limits') return limitFigure(view, row, key)
  if (table === 'carriers') return carrierFigure(view, view.carriers, address)
  if (table === 'year-to-date') return view.yearToDate ? carrierFigure(view, view.yearToDate.table, address) : null
  if (table === 'detail') return detailFigure(view, address)
  if (table === 'ledger') return ledgerFigure(view, address)
  if (table === 'call-report') return callReportFigure(view, address)
  if (table === 'risk-weights' || table === 'separate-account-funds') return riskFigure(view, address)
  if (table === 'ledger-summary') return accountFigure(view, address)
  const flat = [view.ledger.schedule, ...Object.values(view.activity ?? {})].find((each) => each?.id === table)
  if (table === view.trend.table.id) return trendFigure(view, address)
  const figure = flat ? figureOfTable(flat, address) : null
  const policyId = table === 'ledger-schedule' ? policyIn(row) : null
  return figure && { ...figure, policyId }
}

const policyIn = (id: string): number | null => (/^schedule-\d+$/.test(id) ? Number(id.slice('schedule-'.length)) : null)

function tileFigure(view: AssetReportView, key: string): Figure | null {
  const tile = view.highlights.find((each) => each.key === key)
  if (!tile) return null
  const cells = view.carriers.total?.cells
  const sum = view.carriers.columns.find((each) => each.key === key)
  return {
    title: tile.label,
    kind: tile.kind,
    value: tile.value,
    formula: tile.formula,
    from: [view.basis, { ...view.totals }, cells],
    lines: sum
      ? view.carriers.rows.flatMap((row) => lineOf('carriers', row, sum, view.carriers.columns))
      : policyLines(view, null, column(key, tile.label, tile.kind)),
  }
}

/** The report's own month is the sum of its policies; of the months before, snapshots keep the sums alone. */
function trendFigure(view: AssetReportView, address: FigureAddress): Figure | null {
  const figure = figureOfTable(view.trend.table, address)
  const sum = view.carriers.columns.find(({ key }) => key === address.column)
  if (!figure || !sum || address.column !== 'cashSurrenderValue' || address.row !== `trend-${view.header.asOf}`) return figure
  return { ...figure, formula: 'lines', lines: view.carriers.rows.flatMap((row) => lineOf('carriers', row, sum, view.carriers.columns)) }
}

const PARTS = 'Limits are the legal entity’s: the cash surrender value is the sum of these parts.'

function limitFigure(view: AssetReportView, id: string, key: string): Figure | null {
  const test = view.limitTests.find((each) => each.key === id)
  if (!test || (key !== 'ratio' && key !== 'headroom')) return null
  const inputs = { limit: test.limit, limitCapital: test.capital, cashSurrenderValue: test.cashSurrenderValue }
  const parts = test.parts?.map(
    ({ label, cashSurrenderValue: value }): ExplanationLine => ({ label, detail: null, text: formatAmount(value), value, address: null }),
  )
  const common = { from: [inputs], ...(parts ? { lines: parts, linesKind: 'money' as const, note: PARTS } : {}) }
  return key === 'ratio'
    ? { title: `${test.label}, share of capital`, kind: 'percent', value: test.ratio, formula: 'shareOfLimitBasis', ...common }
    : { title: `${test.label}, headroom`, kind: 'money', value: test.headroom, formula: 'headroom', ...common }
}

/** A figure of a table with one line a carrier. */
function carrierFigure(view: AssetReportView, table: ViewTable<ViewRow & { carrierCode: string }>, address: FigureAddress): Figure | null {
  const figure = figureOfTable(table, address)
  const row = table.rows.find((each) => each.id === address.row)
  const printed = table.columns.find((each) => each.key === address.column)
  if (!figure || !row || !printed) return figure
  if (address.column === 'policies') {
    const counts = policyRows(view).filter(({ carrierCode, removed }) => carrierCode === row.carrierCode && !removed)
    return view.detail ? { ...figure, lines: counts.map(oneOf) } : figure
  }
  return { ...figure, lines: SUMMED.has(figure.formula ?? '') ? policyLines(view, row.carrierCode, printed) : null }
}
const oneOf = ({ cells: { insured, policyNumber } }: ViewRow): ExplanationLine => ({
  label: String(insured ?? ''),
  detail: typeof policyNumber === 'string' ? policyNumber : null,
  text: '1',
  value: 1,
  address: null,
})
/** A sum over policies, or a figure beside one. */
const SUMMED: ReadonlySet<string> = new Set(['lines', 'increase', 'ytdIncrease', 'month1', 'month2', 'month3'])

/** The policies of a carrier, or of all; null where the report names none. */
function policyLines(view: AssetReportView, carrierCode: string | null, printed: Column): ExplanationLine[] | null {
  if (!view.detail) return null
  const { columns } = view.detail
  const carriers = view.detail.carriers.filter((each) => carrierCode === null || each.carrierCode === carrierCode)
  const shown = columns.find(({ key }) => key === printed.key) ?? printed
  return carriers.flatMap(({ products }) => products.flatMap(({ rows }) => rows.flatMap((row) => policyLine(row, shown, columns))))
}

const policyLine = (row: DetailRow, printed: Column, columns: readonly Column[]): ExplanationLine[] =>
  lineOf('detail', row, printed, columns).map((line) => (row.removed ? { ...line, isGone: true } : line))

interface Placed {
  row: ViewRow
  /** The policies it is the sum of; null for a policy. */
  sums: readonly DetailRow[] | null
  label: string
  policyId: number | null
}

function placed({ detail }: AssetReportView, id: string): Placed | null {
  if (!detail) return null
  const all: DetailRow[] = []
  for (const carrier of detail.carriers) {
    const ofCarrier = carrier.products.flatMap(({ rows }) => rows)
    all.push(...ofCarrier)
    const policy = ofCarrier.find((row) => row.id === id)
    if (policy) return { row: policy, sums: null, label: `policy ${policy.cells.policyNumber ?? ''}`, policyId: policy.policyId }
    const product = carrier.products.find(({ subtotal }) => subtotal.id === id)
    if (product) return { row: product.subtotal, sums: product.rows, label: product.productName, policyId: null }
    if (carrier.subtotal.id === id) return { row: carrier.subtotal, sums: ofCarrier, label: carrier.carrierName, policyId: null }
  }
  return detail.total.id === id ? { row: detail.total, sums: all, label: 'Total', policyId: null } : null
}

function detailFigure(view: AssetReportView, { row: id, column: key }: FigureAddress): Figure | null {
  const found = placed(view, id)
  const printed = view.detail?.columns.find((each) => each.key === key)
  if (!found || !printed || !view.detail) return null
  const { columns } = view.detail
  const formula = formulaAt(printed, found.row, found.sums !== null)
  return {
    title: `${printed.label}, ${found.label}`,
    kind: printed.kind,
    value: found.row.cells[key],
    formula,
    ...(formula === 'lines' && printed.formula ? { sumOf: printed.formula } : {}),
    from: [found.row.basis, found.row.cells, view.detail.basis],
    lines: formula === 'lines' ? (found.sums ?? []).flatMap((row) => policyLine(row, printed, columns)) : null,
    policyId: found.policyId,
    stands: standing(view.detail, found.row, found.sums !== null, key),
  }
}

/** An entry's line is the sum over the policies that moved in its way; a claim's lines differ by what is gained on it. */
function ledgerFigure(view: AssetReportView, address: FigureAddress): Figure | null {
  const figure = figureOfTable(view.ledger.table, address)
  const { schedule } = view.ledger
  const [, kind, place] = /^ledger-(\w+)-(\d+)$/.exec(address.row) ?? []
  if (!figure || !schedule || !kind) return figure
  const entry = view.ledger.entries.find((each) => each.kind === kind)
  const line = entry?.lines[Number(place) - 1]
  const memo = entry && line ? amountsOf(entry.kind, entry.lines.indexOf(line), line.credit !== null, entry.lines.length) : kind
  return { ...figure, lines: schedule.rows.flatMap((row) => basisLine(schedule, row, memo)) }
}

/** An account's lines of all entries. */
function accountFigure({ ledger }: AssetReportView, address: FigureAddress): Figure | null {
  const figure = figureOfTable(ledger.summary, address)
  const account = ledger.summary.rows.find(({ id }) => id === address.row)
  const side = ledger.table.columns.find(({ key }) => key === address.column)
  if (!figure || !account || !side) return figure
  const isOf = ({ cells }: ViewRow) =>
    cells.accountNumber === account.cells.accountNumber && cells.accountName === account.cells.accountName
  const lines = ledger.table.rows
    .filter(isOf)
    .flatMap((row) => lineOf('ledger', row, side, ledger.table.columns).map((line) => ({ ...line, label: String(row.cells.memo ?? '') })))
  return { ...figure, formula: 'lines', lines }
}

/** Which amounts of `ledgerAmounts` a line posts: all of an entry's lines the same, but for claims. */
function amountsOf(kind: LedgerKind, place: number, isCredit: boolean, lines: number): string {
  if (kind !== 'death') return kind
  if (place === 0) return 'claimReceivable'
  if (!isCredit) return 'claimLoss'
  return place === lines - 1 && lines > 2 && place > (lines === 4 ? 2 : 1) ? 'claimGain' : 'death'
}

function basisLine(schedule: ViewTable, row: ViewRow, name: string): ExplanationLine[] {
  const value = row.basis?.[name]
  if (typeof value !== 'number' || value === 0) return []
  const { insured, policyNumber } = row.cells
  return [
    {
      label: String(insured ?? ''),
      detail: typeof policyNumber === 'string' ? policyNumber : null,
      text: formatAmount(cents(value)),
      value,
      address: schedule.columns.some(({ key }) => key === name) ? { table: schedule.id, row: row.id, column: name } : null,
    },
  ]
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  'rc-f-5-a': 'GENERAL',
  'rc-f-5-b': 'SEPARATE',
  'rc-f-5-c': 'HYBRID',
  'rc-r-ii-8-a': 'SEPARATE',
}

function callReportFigure(view: AssetReportView, address: FigureAddress): Figure | null {
  const printed = view.callReport?.table
  const figure = printed && figureOfTable(printed, address)
  if (!printed || !figure || address.column !== 'amount') return figure ?? null
  const { row } = address
  // For the calendar year where the fiscal year is another: worked out from the figures in its row.
  if (row === 'ri-e-1-b' && figure.formula === 'increase') return figure
  if (row === 'ri-e-1-b') {
    const sum = figureOfTable(view.carriers, { table: 'carriers', row: view.carriers.total?.id ?? '', column: 'ytdIncrease' })
    return sum ? { ...figure, formula: sum.formula, from: sum.from, lines: sum.lines ?? null } : figure
  }
  if (row === 'rc-11') {
    const amount = printed.columns.filter(({ key }) => key === 'amount')
    const parts = printed.rows.filter(({ id }) => id.startsWith('rc-f-5-'))
    return {
      ...figure,
      formula: 'lines',
      lines: parts.flatMap((part) => amount.flatMap((one) => lineOf(printed.id, part, one, printed.columns))),
    }
  }
  if (figure.formula === 'fundsWeighted') return { ...figure, lines: weightedLines(view, figure) }
  const account = ACCOUNTS[row]
  return account ? { ...figure, lines: valuesOf(view, (_, product) => product.accountType === account) } : figure
}

/** The policies that are taken, with their values; null where the report names none. */
function valuesOf({ detail }: AssetReportView, taken: (row: DetailRow, product: DetailProduct) => boolean): ExplanationLine[] | null {
  const value = detail?.columns.find(({ key }) => key === 'cashSurrenderValue')
  if (!detail || !value) return null
  const rows = detail.carriers.flatMap(({ products }) => products.flatMap((product) => product.rows.filter((row) => taken(row, product))))
  return rows.flatMap((row) => lineOf('detail', row, value, detail.columns))
}

/** Accounts by their policies and funds, funds by their policies and classes. */
function riskFigure(view: AssetReportView, address: FigureAddress): Figure | null {
  const { row, column: key } = address
  const risk = view.callReport?.riskWeights
  const table = address.table === 'risk-weights' ? risk?.table : risk?.funds
  const figure = table ? figureOfTable(table, address) : null
  if (!risk || !table || !figure || row === table.total?.id) return figure
  if (table === risk.table) {
    const account = row.toUpperCase()
    if (key === 'value') return { ...figure, lines: valuesOf(view, (_, product) => product.accountType === account) }
    const byFunds = key === 'assets' && account === 'SEPARATE' && risk.funds
    return byFunds ? { ...figure, formula: 'fundsWeighted', lines: weightedLines(view, figure) } : figure
  }
  const behind = risk.behind?.find((each) => each.row === row)
  if (!behind) return figure
  const held = new Set(behind.policyIds)
  if (key === 'value') return { ...figure, formula: 'fundValue', lines: valuesOf(view, ({ policyId }) => held.has(policyId)) }
  const approach = table.rows.find(({ id }) => id === row)?.cells.approach
  const lines = key === 'weight' && typeof figure.value === 'number' ? classLines(String(approach), behind.classes, figure.value) : null
  return lines ? { ...figure, lines } : figure
}

const weightedLines = ({ callReport }: AssetReportView, { value }: Figure): ExplanationLine[] | null => {
  const funds = callReport?.riskWeights?.funds
  return funds && typeof value === 'number' ? fundLines(funds, value) : null
}
