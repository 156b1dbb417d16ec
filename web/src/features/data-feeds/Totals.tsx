/** What was checked, what could not be, and the file's totals beside the carrier's own. */
import { cents, EMPTY_LIST, formatMoney } from '@corridor/domain/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/period.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { FileReply } from './FeedPage.tsx'
import css from './feeds.module.css'

export function Totals({ file }: { file: FileReply }) {
  const control = file.controlTotals
  const money = (amount: number | null | undefined) => formatMoney(amount === null || amount === undefined ? null : cents(amount))
  return (
    <div className={css.cards}>
      <Panel flush title="Totals" note={control ? 'The carrier’s own totals stand beside ours.' : 'The carrier gave no control totals.'}>
        <table className={css.totals}>
          <thead>
            <tr>
              <th scope="col">Total</th>
              <th scope="col">Read from the rows</th>
              <th scope="col">Carrier’s control total</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Rows</th>
              <td>{file.totals.rows.toLocaleString('en-US')}</td>
              <td>{control?.rows?.toLocaleString('en-US') ?? '-'}</td>
            </tr>
            <tr>
              <th scope="row">Cash surrender value</th>
              <td>{money(file.totals.cashSurrenderValueCents)}</td>
              <td>{money(control?.cashSurrenderValueCents)}</td>
            </tr>
            <tr>
              <th scope="row">Death benefit</th>
              <td>{money(file.totals.deathBenefitCents)}</td>
              <td>{money(control?.deathBenefitCents)}</td>
            </tr>
          </tbody>
        </table>
      </Panel>
      <Panel title="Checks left out" note="A check without its columns is skipped, and said so.">
        {file.skippedChecks.length === 0 ? (
          <p>{EMPTY_LIST}: every check had what it needs.</p>
        ) : (
          <ul className={css.list}>
            {file.skippedChecks.map((check) => (
              <li key={check.ruleCode}>
                <strong>{check.ruleCode}</strong> {check.reason}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="What the rows speak of">
        <ul className={css.list}>
          <li>Month ends: {file.periods.map((period) => formatMonth(plainDate(period))).join(', ') || EMPTY_LIST}</li>
          <li>Carriers: {file.carriers.join(', ') || EMPTY_LIST}</li>
          {file.institutions.map((institution) => (
            <li key={institution.id}>
              {institution.name}: {institution.rows.toLocaleString('en-US')} rows
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="File">
        <ul className={css.list}>
          <li>{file.sizeBytes.toLocaleString('en-US')} bytes</li>
          <li className={css.hash}>SHA-256 {file.sha256}</li>
        </ul>
      </Panel>
    </div>
  )
}
