/** Sources of an asset report's values: the carrier's file where one brought them, and for a sum the source of its lines. From the view alone. */
import { firstNamed } from '../../primitives/counted.ts'
import type { FigureAddress } from '../explanation/address.ts'
import type { Figure } from '../explanation/explanation.ts'
import type { AssetFormula } from './formulas.ts'
import { type AssetReportView, type DetailRow, policyRows } from './view.ts'

/** Formulas of the lines that a column sums, in tables of carriers and in the highlights alike. */
const SUMMED_AS: Readonly<Record<string, AssetFormula>> = {
  cashSurrenderValue: 'posted',
  deathBenefit: 'posted',
  priorValue: 'posted',
  yearStartValue: 'posted',
  costBasis: 'register',
  additions: 'recorded',
  removals: 'recorded',
}
/** Reported for the statement date: the report knows their files, and when the last of those was posted. */
const REPORTED: ReadonlySet<string> = new Set(['cashSurrenderValue', 'deathBenefit'])

/** Files named of a sum; more are counted. */
const NAMED = 5

/** The source of what carriers reported or a column sums; nothing of figures that a formula makes. */
export function originOf(
  view: Pick<AssetReportView, 'detail' | 'footer'>,
  { formula, policyId, lines }: Pick<Figure, 'formula' | 'policyId' | 'lines'>,
  { row, column }: FigureAddress,
): Pick<Figure, 'source' | 'sumOf'> {
  if (formula !== 'lines' && formula !== 'posted') return {}
  const files = view.footer.source.replace(/^Source: /, '')
  const sumOf = SUMMED_AS[column]
  if (!REPORTED.has(column) || files === '') return formula === 'lines' && sumOf ? { sumOf } : {}
  const summed = new Set(policyId ? [row] : lines?.flatMap(({ address }) => (address?.table === 'detail' ? [address.row] : [])))
  const policies = policyRows(view).filter(({ id, removed }) => !removed && (summed.size === 0 || summed.has(id)))
  const named = policyId ? policies.map(placeOf) : filesOf(policies)
  return { source: [...named, `All values of this report: ${files}`].map((part) => `${part}.`).join(' ') }
}

const placeOf = ({ source }: DetailRow): string =>
  source
    ? `The carrier’s file ${source.fileName}, ${source.sheet ? `sheet ${source.sheet}, ` : ''}line ${source.line}`
    : 'Entered without a carrier file'

function filesOf(policies: readonly DetailRow[]): string[] {
  const names = [...new Set(policies.flatMap(({ source }) => source?.fileName ?? []))].toSorted()
  return names.length === 0 ? [] : [`Carrier ${names.length === 1 ? 'file' : 'files'} ${firstNamed(names, NAMED)}`]
}
