/** The short list of what stops the close, each with the place to act. */

import { countedReason, isMissingFile, missingFeedOf } from '@corridor/domain/auditing/close-gate.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { IconAlertTriangle, IconClockExclamation, IconFileAlert } from '@tabler/icons-react'
import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { blockingErrors } from '../../shared/exceptions/GateReasons.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import type { Board } from './close-statuses.ts'
import css from './StaffDashboardPage.module.css'

export interface AttentionItem {
  key: string
  tone: 'bad' | 'warn'
  icon: typeof IconAlertTriangle
  who: string
  why: string
  /** Its report may be released only with a reason. */
  isHeld?: true
  action: { label: string; to: string }
  /** The institution's own preliminary report. */
  report?: string
  /** Institutions whose reports are preliminary because this carrier's values are missing. */
  preliminary?: { name: string; to: string }[]
}

const MOST_SHOWN = 8

export function Attention({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return null
  const more = items.length - MOST_SHOWN
  return (
    <section className={css.attention} aria-labelledby="needs-attention">
      <div className={css.attentionHead}>
        <h2 id="needs-attention">
          <IconAlertTriangle size={18} aria-hidden /> Needs attention: {items.length}
        </h2>
        {items.some(({ isHeld }) => isHeld) ? (
          <p className={css.why}>Exceptions are resolved first, or a report is released with a documented override.</p>
        ) : null}
      </div>
      <ul>
        {items.slice(0, MOST_SHOWN).map((item) => (
          <li key={item.key} data-tone={item.tone}>
            <item.icon size={17} aria-hidden />
            <b>{item.who}</b>
            <span className={css.why}>
              {item.why}
              {item.preliminary ? <Preliminary of={item.preliminary} /> : null}
            </span>
            <Link to={item.action.to}>{item.action.label}</Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={css.why}>{more} more in the tables below.</p> : null}
    </section>
  )
}

const Preliminary = ({ of: reports }: { of: readonly { name: string; to: string }[] }) => (
  <>
    {' Preliminary until then: '}
    {reports.slice(0, NAMED).map(({ name, to }, index) => (
      <Fragment key={to}>
        {index > 0 ? ', ' : ''}
        <Link to={to}>{name}</Link>
      </Fragment>
    ))}
    {reports.length > NAMED ? ` and ${formatCount(reports.length - NAMED)} more` : ''}.
  </>
)
const NAMED = 3

/** Most urgent first. */
export function attentionOf({ carriers, banks, period }: Board): AttentionItem[] {
  // The carriers' lines are not repeated for each of their banks.
  const isOfBank = (blocker: string) =>
    !carriers.some(({ name }) => blocker.startsWith(name) || missingFeedOf(blocker) === name) &&
    !blocker.endsWith('in carrier files') &&
    !isMissingFile(blocker)
  const lines = carriers.flatMap((carrier) => ofCarrier(carrier, period) ?? [])
  const folded = new Map<string, { name: string; to: string }[]>()
  const items = banks.flatMap((bank): AttentionItem[] => {
    const item = ofBank(bank, period, isOfBank)
    const causes = lines.filter(({ who }) => bank.blockers.some((reason) => missingFeedOf(reason) === who))
    if (item?.report === undefined || causes.length === 0) return item ? [item] : []
    // One missing value is one alarm: the institution stands in its carrier's line.
    for (const { key } of causes) folded.set(key, [...(folded.get(key) ?? []), { name: bank.name, to: item.report }])
    return []
  })
  const carriersLines = lines.map((line) => {
    const preliminary = folded.get(line.key)
    return preliminary ? { ...line, preliminary } : line
  })
  return [...carriersLines, ...items].toSorted((a, b) => URGENCY.indexOf(a.tone) - URGENCY.indexOf(b.tone))
}
const URGENCY: readonly AttentionItem['tone'][] = ['bad', 'warn']

function ofCarrier(carrier: Board['carriers'][number], period: string): AttentionItem | null {
  const item = { key: `carrier-${carrier.carrierCode}`, who: carrier.name }
  const handIn = { label: 'Upload a file', to: paths.dataFeeds({ period, carrierCode: carrier.carrierCode }) }
  if (carrier.status === 'errors') {
    const file = carrier.files.find((each) => each.openErrors > 0) ?? carrier.files[0]
    const errors = carrier.files.reduce((total, each) => total + each.openErrors, 0)
    return {
      ...item,
      tone: 'bad',
      icon: IconFileAlert,
      why: `${errors} open ${errors === 1 ? 'error' : 'errors'}${file ? ` in ${file.fileName}` : ''}; nothing is posted until ${errors === 1 ? 'it is' : 'they are'} fixed or excluded.`,
      action: { label: 'Open the file', to: file ? paths.dataFeed(file.id) : paths.dataFeeds({ period }) },
    }
  }
  if (carrier.status === 'late')
    return {
      ...item,
      tone: 'bad',
      icon: IconClockExclamation,
      why: `File due ${isPlainDate(carrier.dueOn) ? formatDate(carrier.dueOn) : carrier.dueOn} has not arrived; ${carrier.policiesExpected} ${carrier.policiesExpected === 1 ? 'policy waits' : 'policies wait'} for it.`,
      action: handIn,
    }
  if (carrier.status !== 'incomplete') return null
  const why = `Its file is posted, and ${of(carrier.policiesExpected - carrier.policiesValued, carrier.policiesExpected)} no value yet.`
  return { ...item, tone: 'warn', icon: IconFileAlert, why, action: handIn }
}

function ofBank(bank: Board['banks'][number], period: string, isOfBank: (blocker: string) => boolean): AttentionItem | null {
  const item = { key: `bank-${bank.institutionId}`, icon: IconAlertTriangle, who: bank.name }
  if (bank.status === 'failed')
    return {
      ...item,
      tone: 'bad',
      why: bank.blockers.length > 0 ? sentenceOf(bank.blockers) : 'The report could not be made.',
      action: { label: 'Open the batch', to: bank.batchId === null ? paths.reportBatches() : paths.reportBatch(bank.batchId) },
    }
  const isReleased = bank.status === 'released'
  const own = bank.status === 'blocked' || isReleased ? bank.blockers.filter(isOfBank) : []
  if (own.length > 0)
    return {
      ...item,
      ...(isReleased ? { tone: 'warn', why: `Released with ${sentenceOf(own)}` } : { tone: 'bad', isHeld: true, why: sentenceOf(own) }),
      action: bank.openException
        ? { label: 'Open the exception', to: paths.exception({ ...bank.openException, period, institutionId: bank.institutionId }) }
        : bank.openExceptions > 0
          ? { label: 'Open the exceptions', to: listOf(bank, period, own) }
          : { label: 'Open the institution', to: paths.institution(bank.institutionId) },
    }
  if (bank.status === 'withdrawn' && bank.batchId !== null && bank.reportId !== null)
    return {
      ...item,
      tone: 'warn',
      why: 'Its report was withdrawn, and the institution does not see it.',
      action: { label: 'Open the report', to: paths.madeReport(bank.batchId, bank.reportId) },
    }
  if (!(bank.isOutdated || bank.isPreliminary) || bank.batchId === null || bank.reportId === null) return null
  const report = paths.madeReport(bank.batchId, bank.reportId)
  return {
    ...item,
    tone: 'warn',
    ...(bank.isOutdated ? {} : { report }),
    why: bank.isOutdated
      ? 'Figures behind its report were corrected after it was made: regenerate it.'
      : `Its report is preliminary: ${of(bank.policiesExpected - bank.policiesValued, bank.policiesExpected)} no value.`,
    action: { label: 'Open the report', to: report },
  }
}

/** A failure’s own reason ends as a sentence does. */
const sentenceOf = (reasons: readonly string[]): string =>
  `${reasons.map((reason) => countedReason(reason).words.replace(/\.$/, '')).join('; ')}.`

/** Exceptions that the reasons count; all that are open where they count none. */
const listOf = ({ institutionId }: Board['banks'][number], period: string, own: readonly string[]): string =>
  own.some((reason) => countedReason(reason).names !== null) ? blockingErrors(institutionId, period) : paths.exceptionsOf(institutionId)

const of = (some: number, all: number) => `${formatCount(some)} of ${formatCount(all)} policies ${some === 1 ? 'has' : 'have'}`
