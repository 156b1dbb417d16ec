/** Number and name of each GL account, as fields of a form: an institution's own, or what a site proposes. */

import {
  LEDGER_ACCOUNT_KEYS,
  type LedgerAccountKey,
  type NamedAccounts,
  STANDARD_ACCOUNTS,
} from '@corridor/domain/calculations/journal-entries.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { Fields } from '../ui/form/form-fields.ts'

/** As headers of columns and labels of fields. */
export const LEDGER_ACCOUNT_LABELS: Readonly<Record<LedgerAccountKey, string>> = {
  cashSurrenderValue: 'Cash surrender value',
  otherIncome: 'Income',
  otherExpense: 'Expense',
  cash: 'Cash',
  claimReceivable: 'Claim receivable',
  exchangeClearing: '1035 clearing',
}
export const LEDGER_FIELDS: Fields = Object.fromEntries(
  LEDGER_ACCOUNT_KEYS.flatMap((key) => [
    [`${key}Number`, { kind: 'text', label: `${LEDGER_ACCOUNT_LABELS[key]}: number`, most: 40 }] as const,
    [
      `${key}Name`,
      { kind: 'text', label: `${LEDGER_ACCOUNT_LABELS[key]}: name`, most: 80, hint: `Without it: ${STANDARD_ACCOUNTS[key].name}` },
    ] as const,
  ]),
)
export const LEDGER_FIELD_NAMES: readonly string[] = Object.keys(LEDGER_FIELDS)

/** "1890-01 BOLI"; what is not named is a dash. */
export const accountText = (named: NamedAccounts, key: LedgerAccountKey): string =>
  [named[`${key}Number`], named[`${key}Name`]].filter(Boolean).join(' ') || MISSING
