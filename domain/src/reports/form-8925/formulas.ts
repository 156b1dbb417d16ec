/** How the figures of a Form 8925 report come about: the lines of the form, the schedule of contracts, the reconciliation between them. */

import { CARRIER, count, type FormulaTable, money } from '../explanation/formula.ts'
import { SHARED_FORMULAS } from '../explanation/formulas.ts'

export const FORM_8925_FORMULAS = {
  ...SHARED_FORMULAS,
  stated: {
    name: 'As stated',
    text: null,
    words: 'As the policyholder stated it for the end of the tax year, directors included.',
    source: 'Form 8925, line 1; IRC 101(j)(5)(A).',
  },
  insuredPeople: {
    name: 'Insured employees',
    text: 'contracts - further',
    inputs: { contracts: count('contracts that count'), further: count('further contracts of a person counted already') },
    source: 'Form 8925, line 2: employees are counted, not contracts.',
  },
  inForce: {
    name: 'Insurance in force',
    text: null,
    words: 'The sum of the whole death benefits of the contracts that count.',
    source: 'Form 8925, line 3.',
  },
  everyConsent: {
    name: 'A valid consent for each',
    text: null,
    words: '“Yes” when every person on line 2 has a valid consent for every contract that counts.',
    source: 'Form 8925, line 4a; IRC 101(j)(4), Notice 2009-48.',
  },
  withoutConsent: {
    name: 'Without a valid consent',
    text: null,
    words: 'People on line 2 who lack a valid consent for a contract that counts.',
    source: 'Form 8925, line 4b; IRC 101(j)(4), Notice 2009-48.',
  },
  contractBenefit: {
    name: 'On line 3',
    text: 'deathBenefit',
    inputs: { deathBenefit: money('death benefit of a contract that counts') },
    source: 'Form 8925, line 3.',
  },
  otherPortal: {
    name: 'Contracts kept in another portal',
    text: null,
    words: 'The sum of the death benefits of contracts that another portal keeps; the copy of this form there lists them.',
    source: CARRIER,
  },
  step: {
    name: 'Step of the reconciliation',
    text: null,
    words: 'Contracts of the schedule that this step takes, and what they insure.',
    source: 'Form 8925, instructions: who counts on lines 2 and 3.',
  },
} satisfies FormulaTable

export type Form8925Formula = keyof typeof FORM_8925_FORMULAS
