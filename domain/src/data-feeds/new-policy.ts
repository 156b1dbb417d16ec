/** Cells that only a new policy is read by: the insured's employment, the notice and consent, the exchange that brought it (Form 8925, 26 U.S.C. 101(j)). */

import { STATUSES_AT_ISSUE } from '../policies/consents.ts'
import { EMPLOYMENT_STATUSES, INSURED_ROLES } from '../policies/register.ts'
import type { Cents } from '../primitives/money.ts'
import { isUnreadable, readMoney, readText, readYesNo, type Unreadable } from './cell-values.ts'
import { kindOfNewPolicy, type NewPolicyField } from './new-policy-fields.ts'

export type NewPolicyValue = string | boolean | Cents

/** Dates are read with the others of their column, which tell whether the month or the day comes first. */
export const isNewPolicyDate = (field: NewPolicyField): boolean => kindOfNewPolicy(field) === 'day'

/**
 * @param field one that is no date
 * @returns text, a code of the register's lists, true or false, or cents; null for an empty cell
 */
export function readNewPolicyCell(field: NewPolicyField, cell: string): NewPolicyValue | null | Unreadable {
  switch (kindOfNewPolicy(field)) {
    case 'amount':
      return positive(readMoney(cell))
    case 'answer':
      return readYesNo(cell)
    case 'role':
      return readWord(cell, ROLES, Object.values(INSURED_ROLES))
    case 'employment':
      return readWord(cell, EMPLOYMENTS, Object.values(EMPLOYMENT_STATUSES))
    case 'statusAtIssue':
      return readWord(cell, AT_ISSUE, Object.values(STATUSES_AT_ISSUE))
    case 'state': {
      const state = readText(cell).toUpperCase()
      return state === '' ? null : /^[A-Z]{2}$/.test(state) ? state : { problem: 'is not the two letters of a state' }
    }
    case 'day':
    case 'words':
      return readText(cell) || null
  }
}

const positive = (amount: Cents | null | Unreadable) =>
  amount !== null && !isUnreadable(amount) && amount <= 0 ? { problem: 'is not above zero' } : amount

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const wordsOf = (list: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(list).flatMap(([code, label]) => [[plain(code), code] as const, [plain(label), code] as const]),
    ...Object.entries(others),
  ])
const ROLES = wordsOf(INSURED_ROLES, {
  emp: 'EMPLOYEE',
  staff: 'EMPLOYEE',
  exec: 'OFFICER',
  executive: 'OFFICER',
  board: 'DIRECTOR',
  dir: 'DIRECTOR',
})
const EMPLOYMENTS = wordsOf(EMPLOYMENT_STATUSES, {
  a: 'ACTIVE',
  employed: 'ACTIVE',
  r: 'RETIRED',
  t: 'TERMINATED',
  term: 'TERMINATED',
  former: 'TERMINATED',
  emeritus: 'DIRECTOR_EMERITUS',
})
const AT_ISSUE = wordsOf(STATUSES_AT_ISSUE, {
  hce: 'HIGHLY_COMPENSATED_EMPLOYEE',
  'highly compensated employee': 'HIGHLY_COMPENSATED_EMPLOYEE',
  hci: 'HIGHLY_COMPENSATED_INDIVIDUAL',
  'highly compensated individual': 'HIGHLY_COMPENSATED_INDIVIDUAL',
  other: 'OTHER_EMPLOYEE',
})

function readWord(cell: string, words: ReadonlyMap<string, string>, labels: readonly string[]): string | null | Unreadable {
  const text = plain(readText(cell))
  if (text === '') return null
  return words.get(text) ?? { problem: `is none of ${labels.join(', ')}` }
}
