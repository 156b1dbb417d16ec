/** Parts of a formula, and the words and sources that formulas share. */
import type { CellKind } from '../table.ts'

export interface FormulaInput {
  label: string
  kind: CellKind
  /** The cell of the row that holds it, where that has another name. */
  cell?: string
  /** The name of the input's own formula, in the same table. */
  by?: string
  /** Where neither the row nor its table says: most policies have neither premium nor withdrawal. */
  otherwise?: number
}

export interface Formula {
  name: string
  /** As `formula-text.ts` reads it; null where the figure is not computed but taken over, or is the sum of lines. */
  text: string | null
  /** Where it has no text: in words where the figure comes from. */
  words?: string
  inputs?: Readonly<Record<string, FormulaInput>>
  /** The source: the agency’s letter, the form’s line, or the convention of the trade. */
  source: string
  note?: string
}

/** A family's formulas by name. A view travels as JSON, so its columns and rows name them, and the family's explainer looks them up. */
export type FormulaTable = Readonly<Record<string, Formula>>

/** @throws RangeError for a name that no formula has */
export function formulaOf(formulas: FormulaTable, name: string): Formula {
  const formula = Object.hasOwn(formulas, name) ? formulas[name] : undefined
  if (!formula) throw new RangeError(`there is no formula ${name}`)
  return formula
}

export const money = (label: string, more: Partial<FormulaInput> = {}): FormulaInput => ({ label, kind: 'money', ...more })
export const rate = (label: string, more: Partial<FormulaInput> = {}): FormulaInput => ({ label, kind: 'percent', ...more })
export const count = (label: string, more: Partial<FormulaInput> = {}): FormulaInput => ({ label, kind: 'count', ...more })

export const ASC = 'ASC 325-30 (FASB Technical Bulletin 85-4): the change in cash surrender value is the owner’s income.'
export const INTERAGENCY =
  'Interagency Statement on the Purchase and Risk Management of Life Insurance, December 7, 2004 (OCC 2004-56, SR 04-19, FIL-127-2004).'
export const CARRIER = 'The carrier’s monthly file, as posted.'
export const REGISTER = 'The register of policies.'
export const HOUSE = 'Reporting convention, described in the notes.'
