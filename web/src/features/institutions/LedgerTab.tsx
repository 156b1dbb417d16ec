/** Under which accounts an institution's general ledger carries what the journal entries of its reports post, by date. */

import { ledgerAccountTerms } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { LEDGER_ACCOUNT_KEYS } from '@corridor/domain/calculations/journal-entries.ts'
import { accountText, LEDGER_ACCOUNT_LABELS, LEDGER_FIELD_NAMES, LEDGER_FIELDS } from '../../shared/ledger-fields.ts'
import { TermsTab } from './TermsTab.tsx'
import { type Content, date, type TermWords } from './term-words.ts'

type LedgerRow = ReplyOf<typeof ledgerAccountTerms.endpoints.list>['records'][number]

const WORDS: TermWords<Content<LedgerRow>> = {
  one: 'set of accounts',
  title: 'GL accounts',
  note: 'Accounts for the suggested journal entries. An account not named here defaults to the site’s, or to a standard name without a number.',
  date: 'From',
  columns: LEDGER_ACCOUNT_KEYS.map((key) => ({ header: LEDGER_ACCOUNT_LABELS[key], text: (row) => accountText(row, key) })),
  fields: { effectiveOn: date('Effective from'), ...LEDGER_FIELDS },
  sections: [
    { title: 'GL accounts', fields: ['effectiveOn'] },
    { title: 'Number and name', note: 'As in the institution’s chart of accounts.', fields: LEDGER_FIELD_NAMES },
  ],
  initial: {},
}

export const LedgerTab = ({ institutionId }: { institutionId: number }) => (
  <TermsTab institutionId={institutionId} calls={ledgerAccountTerms} words={WORDS} />
)
