/** Read before a release: totals beside what the institutions saw last, who gets an email, and what of the batch is left out. */

import type { ReleasePreview as Preview, ReportRow } from '@corridor/contract/reports.ts'
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { cents, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import { DialogTable } from '../ui/layout/DialogTable.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../ui/states/Skeletons.tsx'
import type { ReportPages } from './family.ts'
import { OutdatedControls } from './OutdatedControls.tsx'
import css from './reports.module.css'
import { SignOffs } from './SignOffs.tsx'
import { UNREAD } from './unread-words.ts'

type Row = Preview['records'][number]

interface ReleasePreviewProps {
  family: ReportPages
  batch: number
  reports: readonly ReportRow[]
  tellsLeftOut: boolean
  onRegenerated: () => void
}

export function ReleasePreview({ family, batch, reports, tellsLeftOut, onRegenerated }: ReleasePreviewProps) {
  const reportIds = reports.map(({ id }) => id)
  const preview = useEndpoint(family.calls.previewRelease, { batch, reportIds, ReportType: family.reportType })
  return (
    <Loaded query={preview} skeleton={<BlockSkeleton height={200} />}>
      {(data) => (
        <>
          <OutdatedControls family={family} reports={reports} preview={data} onRegenerated={onRegenerated} />
          <Withdrawn preview={data} />
          <Restated preview={data} />
          <Amounts preview={data} months={reports.map(({ period }) => period)} changeNote={family.changeNote} />
          <Unaudited preview={data} />
          <SignOffs months={reports.map(({ period }) => period)} />
          <Unread preview={data} />
          <Readers preview={data} />
          {tellsLeftOut ? <LeftOut leftOut={data.leftOut} /> : null}
        </>
      )}
    </Loaded>
  )
}

interface AmountsProps {
  preview: Preview
  /** The periods of the reports to release. */
  months: readonly string[]
  changeNote: string | undefined
}

/** The largest changes first: a wrong feed shows there. */
function Amounts({ preview: { label, records }, months, changeNote }: AmountsProps) {
  const compared = records.filter(hasBoth)
  const isCompared = compared.length > 0
  const summed = isCompared ? compared : records
  const [now, before] = [sumOf(summed, ({ amountCents }) => amountCents), sumOf(summed, ({ earlier }) => earlier?.amountCents ?? null)]
  const against = monthOfAll(records.flatMap(({ earlier }) => (earlier ? [earlier.period] : []))) ?? 'Earlier'
  // A month beside a month; an amount on its own is called by its name.
  const head = (isCompared ? monthOfAll(months) : null) ?? label
  const rows = records.toSorted((a, b) => size(changeOf(b)) - size(changeOf(a)))
  // A version that was released before is something to compare with, too.
  const unknown = records.filter((row) => !hasBoth(row) && row.replacedCents === null).length
  const hasReplaced = records.some(({ replacedCents }) => replacedCents !== null)
  return (
    <>
      <DialogTable label="Reports to release">
        {head === label ? null : <caption>{label}</caption>}
        <thead>
          <tr>
            <th scope="col">Institution</th>
            {isCompared ? <th scope="col">{against}</th> : null}
            {hasReplaced ? <th scope="col">Released before</th> : null}
            <th scope="col">{head}</th>
            {isCompared ? <th scope="col">Change in value</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.reportId}>
              <th scope="row">{nameOf(row)}</th>
              {isCompared ? <td data-label={against}>{money(row.earlier?.amountCents ?? null)}</td> : null}
              {hasReplaced ? <td data-label="Released before">{money(row.replacedCents)}</td> : null}
              <td data-label={head}>{money(row.amountCents)}</td>
              {isCompared ? <Change now={row.amountCents} before={row.earlier?.amountCents ?? null} /> : null}
            </tr>
          ))}
        </tbody>
        {records.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">
                {summed.length === records.length ? 'Total' : `Total of the ${counted(compared.length, 'report')} compared`}
              </th>
              {isCompared ? <td data-label={against}>{money(before)}</td> : null}
              {hasReplaced ? <td /> : null}
              <td data-label={head}>{money(now)}</td>
              {isCompared ? <Change now={now} before={before} /> : null}
            </tr>
          </tfoot>
        ) : null}
      </DialogTable>
      {isCompared && changeNote ? <p className={css.previewNote}>{changeNote}</p> : null}
      {unknown > 0 ? <p className={css.previewNote}>{uncompared(unknown, unknown < records.length)}</p> : null}
    </>
  )
}

/** In dollars and, where there was something before, in percent of it. */
const Change = ({ now, before }: { now: number | null; before: number | null }) => (
  <td data-label="Change in value">
    {now === null || before === null ? (
      MISSING
    ) : (
      <span>
        {signed(now - before)}
        <small className={css.previewShare}>{percent(before === 0 ? null : (now - before) / Math.abs(before))}</small>
      </span>
    )}
  </td>
)

/** Nobody restates by accident: a version that says nothing new is told apart from one that does. */
function Restated({ preview: { records } }: { preview: Preview }) {
  const restated = records.flatMap((row) => (row.restates === null ? [] : [{ ...row.restates, name: nameOf(row) }]))
  const [first] = restated
  if (!first) return null
  const unchanged = restated.filter(({ isUnchanged }) => isUnchanged)
  const isOne = records.length === 1
  return (
    <>
      <p>
        {isOne
          ? `It replaces version ${first.from}, which was released before, and will read RESTATED v${first.to}.`
          : restated.length === 1
            ? `The report of ${first.name} replaces version ${first.from}, which was released before, and will read RESTATED v${first.to}.`
            : `${restated.length} replace a version that was released before, and will read RESTATED.`}
      </p>
      {unchanged.length > 0 ? (
        <p className={css.previewWarning} role="alert">
          {isOne
            ? `No figure differs from version ${first.from}.`
            : `No figure differs from the version released before: ${listed(unchanged.map(({ name }) => name))}.`}
        </p>
      ) : null}
    </>
  )
}

/** The bank lost sight of it for a reason, which is read before the same version goes out again. */
function Withdrawn({ preview: { records } }: { preview: Preview }) {
  return records.map(({ reportId, withdrawn }) =>
    withdrawn === null ? null : (
      <p key={reportId} className={css.previewWarning} role="alert">
        {withdrawn} Released again, it goes out as it was.
      </p>
    ),
  )
}

/** The stamp tells the institution: staff read it before, by the months that reports share. */
function Unaudited({ preview: { records } }: { preview: Preview }) {
  const unaudited = records.filter(({ unaudited: months }) => months.length > 0)
  const byMonths = Map.groupBy(unaudited, ({ unaudited: months }) => listed(months.map((month) => formatMonth(plainDate(month)))))
  return [...byMonths].map(([months, of]) => (
    <p key={months} className={css.previewWarning}>
      Not audited for {months}: {firstNamed(of.map(nameOf), NAMED, '; ')}.{' '}
      {of.length === 1 ? 'The report’s stamp says' : 'The reports’ stamps say'} so.
    </p>
  ))
}

/** A report that nobody can open is released all the same, and then missed: said before it is, with the reason and what to do about it. */
function Unread({ preview: { records } }: { preview: Preview }) {
  const groups = Map.groupBy(
    records.filter(({ readers }) => readers === 0),
    ({ unreadWhy }) => unreadWhy ?? 'rights',
  )
  return [...groups].map(([why, of]) => (
    <p key={why} className={css.previewWarning} role="alert">
      No one at {listed([...new Set(of.map(({ institutionName }) => institutionName))])} can open it: {UNREAD[why].reason}.{' '}
      {UNREAD[why].next}
    </p>
  ))
}

function Readers({ preview: { records, announced } }: { preview: Preview }) {
  const mayOpenUsers = useCan(permission('USERS', 1, STAFF_ROLES))
  // Somebody of the same name at another bank is another person.
  const people = new Set(records.flatMap(({ institutionName, recipients }) => recipients.map((name) => `${institutionName}: ${name}`)))
  const silent = [
    ...new Set(
      records
        .filter(({ readers, recipients, uninvited }) => readers > uninvited.length && recipients.length === 0)
        .map(({ institutionName }) => institutionName),
    ),
  ]
  const uninvited = [
    ...new Set(records.flatMap(({ institutionName, uninvited: names }) => names.map((name) => `${name} at ${institutionName}`))),
  ]
  if (!announced) return <p className={css.previewNote}>This batch sends no emails.</p>
  return (
    <>
      <details className={css.previewMore}>
        <summary>
          {people.size === 0
            ? 'No one gets an email.'
            : `${counted(people.size, 'person', 'people')} ${people.size === 1 ? 'gets' : 'get'} an email, at once or with a digest.`}
        </summary>
        <ul className={css.gates}>
          {records
            .filter(({ recipients }) => recipients.length > 0)
            .map((row) => (
              <li key={row.reportId}>
                <strong>{nameOf(row)}</strong>: {row.recipients.join(', ')}
              </li>
            ))}
        </ul>
      </details>
      {silent.length > 0 && people.size > 0 ? (
        <p className={css.previewNote}>No one gets an email at {listed(silent)}: no one there wants emails about new files.</p>
      ) : null}
      {uninvited.length > 0 ? (
        <p className={css.previewWarning}>
          Not invited yet, and so without an email: {firstNamed(uninvited, NAMED)}. Invite {uninvited.length === 1 ? 'this person' : 'them'}{' '}
          on the {mayOpenUsers ? <Link to={paths.users({ invitation: 'none' })}>Users page</Link> : 'Users page'}.
        </p>
      ) : null}
    </>
  )
}

function LeftOut({ leftOut }: { leftOut: Preview['leftOut'] }) {
  if (leftOut.length === 0) return null
  return (
    <details className={css.previewMore} open={leftOut.length <= NAMED}>
      <summary>
        {counted(leftOut.length, 'report')} of this batch {leftOut.length === 1 ? 'is' : 'are'} not released now.
      </summary>
      <ul className={css.gates}>
        {leftOut.map((row) => (
          <li key={row.reportId}>
            <strong>{nameOf(row)}</strong>: {row.why}
          </li>
        ))}
      </ul>
    </details>
  )
}

const uncompared = (count: number, isOfSome: boolean): string =>
  isOfSome
    ? `${counted(count, 'report')} ${count === 1 ? 'has' : 'have'} no released report of an earlier period to compare with.`
    : 'No report of an earlier period was released to compare with.'

/** The month that all of them share; null where they differ. */
function monthOfAll(periods: readonly string[]): string | null {
  const [month, ...others] = new Set(periods)
  return month === undefined || others.length > 0 ? null : formatMonth(plainDate(month))
}

const NAMED = 5
const nameOf = ({ institutionName, subsidiaryName }: { institutionName: string; subsidiaryName: string | null }): string =>
  subsidiaryName === null ? institutionName : `${institutionName}, ${subsidiaryName}`
const hasBoth = ({ amountCents, earlier }: Row): boolean => amountCents !== null && earlier !== null && earlier.amountCents !== null
const sumOf = (rows: readonly Row[], of: (row: Row) => number | null): number => rows.reduce((sum, row) => sum + (of(row) ?? 0), 0)
function changeOf({ amountCents, earlier }: Row): number | null {
  const before = earlier?.amountCents ?? null
  return amountCents === null || before === null || before === 0 ? null : (amountCents - before) / Math.abs(before)
}
/** A report that cannot be compared is looked at first. */
const size = (change: number | null): number => (change === null ? Number.POSITIVE_INFINITY : Math.abs(change))
const money = (amount: number | null): string => (amount === null ? MISSING : formatMoney(cents(amount)))
const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${money(amount)}`
const percent = (change: number | null): string => (change === null ? MISSING : `${change > 0 ? '+' : ''}${formatPercent(change)}`)
const listed = (names: readonly string[]): string => firstNamed(names, NAMED)
