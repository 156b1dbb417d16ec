/** Sources of an asset report's values: the carrier's file where one brought them, and for a sum the source of its lines. From the view alone. */
import { counted, firstNamed } from '../../primitives/counted.ts'
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
/** Reported for the statement date: the report knows their lines, and when the last of the files was posted. */
const REPORTED: ReadonlySet<string> = new Set(['cashSurrenderValue', 'deathBenefit'])

/** Carriers named of a sum; more are counted. */
const NAMED = 5

/** The source of what carriers reported or a column sums; nothing of figures that a formula makes. */
export function originOf(
  view: Pick<AssetReportView, 'detail' | 'footer'>,
  { formula, policyId, lines }: Pick<Figure, 'formula' | 'policyId' | 'lines'>,
  { row, column }: FigureAddress,
): Partial<Pick<Figure, 'source' | 'sumOf' | 'formula' | 'note'>> {
  if (formula !== 'lines' && formula !== 'posted') return {}
  const files = view.footer.source.replace(/^Source: /, '')
  const sumOf = SUMMED_AS[column]
  if (!REPORTED.has(column) || files === '') return formula === 'lines' && sumOf ? { sumOf } : {}
  const summed = new Set(policyId ? [row] : lines?.flatMap(({ address }) => (address?.table === 'detail' ? [address.row] : [])))
  const summedOf = (rows: readonly DetailRow[]) => rows.filter(({ id, removed }) => !removed && (summed.size === 0 || summed.has(id)))
  const named = (view.detail?.carriers ?? []).flatMap(({ carrierName, products }) => {
    const policies = summedOf(products.flatMap(({ rows }) => rows))
    if (policyId) return policies.map((policy) => placeOf(policy, carrierName))
    return policies.some(({ source }) => source) ? [carrierName] : []
  })
  const places = policyId || named.length === 0 ? named : [`As reported by ${firstNamed(named, NAMED)}`]
  const told = summedOf(policyRows(view)).flatMap(({ corrected }) => corrected ?? [])
  const source = [...places, `All values of this report: ${files}`].map((part) => `${part}.`).join(' ')
  if (told.length === 0) return { source }
  if (policyId) return { source, formula: 'corrected', note: told.join(' ') }
  return { source, note: `The firm corrected the carrier’s line of ${counted(told.length, 'policy')} before posting (see Notes).` }
}

const placeOf = ({ source, corrected }: DetailRow, carrier: string): string =>
  source
    ? `${carrier}’s file, ${source.sheet ? `sheet ${source.sheet}, ` : ''}line ${source.line}${corrected ? ', with cells corrected by the firm' : ''}`
    : 'Entered without a carrier file'
