/** The journal entry that a status will make, as the month's report will suggest it; drawn before the status is entered or accepted. */
import { type LedgerLine, ledgerTotals } from '@corridor/domain/calculations/journal-entries.ts'
import { formatAmount } from '@corridor/domain/primitives/money.ts'
import { formatMonth } from '@corridor/domain/primitives/period.ts'
import type { Values } from '../../ui/form/form-fields.ts'
import css from './status.module.css'
import { effectIn, type StatusBook, termsIn } from './status-fields.ts'

export function StatusEntry({ values, book }: { values: Values; book: StatusBook }) {
  const [terms, effect] = [termsIn(values), effectIn(values, book)]
  if (!terms || !effect) return null
  const missing = effect.refused.settlement ?? effect.refused.releasedCents
  const { debits, credits } = ledgerTotals(effect.entries)
  const lines = effect.entries.flatMap(({ kind, title, lines: own }) =>
    own.map((line, index) => ({ ...line, title, key: `${kind}-${index}` })),
  )
  return (
    <section className={css.entry} aria-label="Journal entry">
      <h3>Journal entry, {formatMonth(terms.effectiveDate)}</h3>
      {lines.length === 0 ? (
        <p>{missing ? missing.join(' ') : 'No journal entry: no value is settled.'}</p>
      ) : (
        <table className={css.lines}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <th scope="row">
                  {accountOf(line)} <small>{line.title}</small>
                </th>
                <td>{line.debit === null ? '' : formatAmount(line.debit)}</td>
                <td>{line.credit === null ? '' : formatAmount(line.credit)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatAmount(debits)}</td>
              <td>{formatAmount(credits)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {effect.note ? <p>{effect.note}</p> : null}
    </section>
  )
}

const accountOf = ({ accountNumber, accountName }: LedgerLine): string => (accountNumber ? `${accountNumber} ${accountName}` : accountName)
