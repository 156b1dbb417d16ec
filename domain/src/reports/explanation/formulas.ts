/** Formulas that tables of every family follow, whatever they are about. */

import { CARRIER, type FormulaTable, HOUSE } from './formula.ts'

export const SHARED_FORMULAS = {
  lines: { name: 'Total', text: null, words: 'The lines below, added up.', source: HOUSE },
  posted: { name: 'Value of the policy', text: null, words: 'As the carrier reported it.', source: CARRIER },
} satisfies FormulaTable
