/** Checks that ran, checks that could not, and the file's totals beside the carrier's own. */
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import feeds from './feeds.module.css'
import type { FileReply } from './statuses.ts'
import css from './Totals.module.css'

export function Totals({ file }: { file: FileReply }) {
  return (
    <div className={feeds.cards}>
      <Panel
        flush
        title="Totals"
        note={`From the file as received to what is posted from it. Values entered or changed in the register stand in the values audit of the month, which compares them with the file.${file.controlTotals ? '' : ' The carrier gave no control totals.'}`}
      >
        <section className={css.wide} tabIndex={0} aria-label="Totals, table">
          <table className={css.totals}>
            <thead>
              <tr>
                <th scope="col">Rows of the file</th>
                <th scope="col">Rows</th>
                <th scope="col">Cash surrender value</th>
                <th scope="col">Death benefit</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">In the file</th>
                <Amounts of={file.totals} />
              </tr>
              <tr>
                <th scope="row">Carrier’s control total</th>
                <Amounts of={file.controlTotals ?? { rows: null, cashSurrenderValueCents: null, deathBenefitCents: null }} />
              </tr>
              {file.corrected.rows > 0 ? (
                <tr>
                  <th scope="row">Corrected by hand</th>
                  <Amounts of={file.corrected} ofThem signed />
                </tr>
              ) : null}
              {isOffControl(file) && file.controlTotals ? (
                <tr>
                  <th scope="row">As corrected, less the carrier’s control total</th>
                  <Amounts of={offControl(file, file.controlTotals)} signed />
                </tr>
              ) : null}
              {file.parts
                .filter(({ part }) => part !== 'posted')
                .map((part) => (
                  <tr key={part.part}>
                    <th scope="row">{PART_WORDS[part.part](file)}</th>
                    <Amounts of={takenOff(part)} signed />
                  </tr>
                ))}
              {file.parts
                .filter(({ part }) => part === 'posted')
                .map((part) => (
                  <tr key={part.part} className={css.sum}>
                    <th scope="row">{PART_WORDS.posted(file)}</th>
                    <Amounts of={part} />
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      </Panel>
      <Panel title="Checks skipped" note="A check whose columns are missing is skipped and listed here.">
        {file.skippedChecks.length === 0 ? (
          <p>None: every check ran.</p>
        ) : (
          <ul className={feeds.list}>
            {file.skippedChecks.map((check) => (
              <li key={check.ruleCode}>
                <strong>{check.ruleCode}</strong> {check.reason}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Months, carriers and institutions in the file">
        <ul className={feeds.list}>
          <li>Month ends: {file.periods.map((period) => formatMonth(plainDate(period))).join(', ') || 'none found'}</li>
          <li>Carriers: {file.carrierNames.join(', ') || 'none found'}</li>
          {file.institutions.map((institution) => (
            <li key={institution.id}>
              {institution.name}: {institution.rows.toLocaleString('en-US')} {institution.rows === 1 ? 'row' : 'rows'}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="File">
        <ul className={feeds.list}>
          <li>{file.sizeBytes.toLocaleString('en-US')} bytes</li>
          <li className={feeds.hash}>SHA-256 {file.sha256}</li>
        </ul>
      </Panel>
    </div>
  )
}

interface Summed {
  rows: number | null
  cashSurrenderValueCents: number | null
  deathBenefitCents: number | null
  cashSurrenderValueMissing?: number
  deathBenefitMissing?: number
}

/** @param signed added to what stands above, or taken off it @param ofThem its rows are some of those above, and not added to them */
function Amounts({ of, signed = false, ofThem = false }: { of: Summed; signed?: boolean; ofThem?: boolean }) {
  return (
    <>
      <td>
        {of.rows?.toLocaleString('en-US') ?? '-'}
        {ofThem ? ' of them' : null}
      </td>
      {(['cashSurrenderValue', 'deathBenefit'] as const).map((field) => {
        const missing = of[`${field}Missing`] ?? 0
        const amount = missing > 0 && missing === Math.abs(of.rows ?? 0) ? null : of[`${field}Cents`]
        return (
          <td key={field}>
            {amount !== null && signed ? signedMoney(amount) : formatMoney(amount === null ? null : cents(amount))}
            {missing > 0 ? <small>{missingWords(missing)}</small> : null}
          </td>
        )
      })}
    </>
  )
}

const takenOff = ({ rows, cashSurrenderValueCents, deathBenefitCents, ...missing }: FileReply['parts'][number]): Summed => ({
  ...missing,
  rows: 0 - rows,
  cashSurrenderValueCents: 0 - cashSurrenderValueCents,
  deathBenefitCents: 0 - deathBenefitCents,
})

/** The control total is checked against the rows as received; this is what corrections leave between it and the rows as they are read. */
const offControl = ({ totals, corrected }: FileReply, control: Summed): Summed => ({
  rows: null,
  cashSurrenderValueCents:
    control.cashSurrenderValueCents === null
      ? null
      : totals.cashSurrenderValueCents + corrected.cashSurrenderValueCents - control.cashSurrenderValueCents,
  deathBenefitCents:
    control.deathBenefitCents === null ? null : totals.deathBenefitCents + corrected.deathBenefitCents - control.deathBenefitCents,
})

const isOffControl = ({ corrected }: Pick<FileReply, 'corrected'>): boolean =>
  corrected.cashSurrenderValueCents !== 0 || corrected.deathBenefitCents !== 0
/** "+$263,855.00" */
export const signedMoney = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(cents(amount))}`

/** Beside a sum that lacks them: "1 row missing or unreadable". */
export const missingWords = (rows: number): string => `${counted(rows, 'row')} missing or unreadable`

/** Outcome of the rows, in words; for a waiting file, as it stands now. */
export const PART_WORDS: Record<FileReply['parts'][number]['part'], (file: Pick<FileReply, 'status' | 'missingFields'>) => string> = {
  posted: ({ status }) => (status === 'POSTED' ? 'Posted from this file' : status === 'REJECTED' ? 'Not posted' : 'To be posted'),
  rejected: () => 'Excluded',
  unsettled: () => 'Not resolved',
  ended: () => 'On terminated policies',
  incomplete: ({ missingFields }) => {
    const unread = (['cashSurrenderValue', 'deathBenefit'] as const).filter((field) => missingFields.includes(field))
    return unread.length === 0
      ? 'On rows with a missing or unreadable value'
      : `No column chosen for the ${unread.map((field) => FEED_FIELDS[field].label.toLowerCase()).join(' and the ')}`
  },
}
