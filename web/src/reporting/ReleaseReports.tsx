/** Release: shows reports to their institutions and queues the mails. A closed gate asks for a reason. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { type ReactNode, useState } from 'react'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { Button } from '../ui/fields/Button.tsx'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import { figureOf, type ReportPages } from './family.ts'
import { mailWords } from './mail-words.ts'
import { papersOf } from './paper-words.ts'
import { byInstitution, isEnough, type Reasons, ReasonsByInstitution } from './ReasonsByInstitution.tsx'
import { ReleasePreview } from './ReleasePreview.tsx'
import css from './reports.module.css'

const NAMED = 6

interface ReleaseReportsProps {
  family: ReportPages
  batch: number
  reports: readonly ReportRow[]
  label: string
  /** Reports of the batch that stay behind are told apart: who releases chosen ones knows of the others. */
  ofWholeBatch?: boolean
  small?: boolean
  variant?: 'default' | 'accent'
  onDone?: () => void
}

export function ReleaseReports({
  family,
  batch,
  reports,
  label,
  ofWholeBatch = false,
  small = false,
  variant = 'accent',
  onDone,
}: ReleaseReportsProps) {
  const { calls } = family
  const [asking, setAsking] = useState(false)
  const [reasons, setReasons] = useState<Reasons>({})
  const [printed, setPrinted] = useState<Reasons>({})
  const release = useAction(calls.releaseReports, { invalidates: [calls.listReports, calls.listBatches, calls.getReport], quiet: true })
  const reportIds = reports.map(({ id }) => id)
  // The dialog reads the same one.
  const preview = useEndpoint(calls.previewRelease, { batch, reportIds, ReportType: family.reportType }, { enabled: asking })
  const gated = reports.filter((report) => report.closeGate)
  const incomplete = reports.filter((report) => report.incomplete !== null)
  const unfinished = reports.filter((report) => openItemsOf(report) > 0)
  const preliminary = reports.filter((report) => report.preliminary)

  const missing =
    missingOf(gated, reasons, {
      one: `Enter a reason to release the blocked ${gated.length === 1 ? 'report' : 'reports'}.`,
      several: 'Enter a reason for each institution with open items',
    }) ??
    missingOf(incomplete, printed, {
      one: `Enter a reason to release the ${incomplete.length === 1 ? 'report that is' : 'reports that are'} not complete.`,
      several: 'Enter a reason for each institution with a report that is not complete',
    })

  const errorsOf = (field: string, all: readonly ReportRow[]) => (own: readonly ReportRow[]) => [
    ...new Set(own.flatMap((report) => release.error?.fields[`${field}.${all.indexOf(report)}.reason`] ?? [])),
  ]
  const run = async () => {
    const outcome = await release.run({
      batch,
      reportIds,
      ReportType: family.reportType,
      ...(gated.length > 0 ? { overrideReasons: gated.map((report) => ({ reportId: report.id, reason: reasonOf(report, reasons) })) } : {}),
      ...(incomplete.length > 0
        ? { incompleteReasons: incomplete.map((report) => ({ reportId: report.id, reason: reasonOf(report, printed) })) }
        : {}),
    })
    if (!outcome.ok) return toast.error(outcome.error)
    const { released, refused, mailsQueued } = outcome.value
    if (released.length > 0) toast.success(`${released.length} released. ${mailWords(mailsQueued, preview.data)}`)
    for (const refusal of refused) {
      const name = reports.find((report) => report.id === refusal.reportId)?.institutionName ?? `Report ${refusal.reportId}`
      toast.error(`${name}: ${refusal.message}`)
    }
    if (refused.length === 0) {
      setAsking(false)
      onDone?.()
    }
  }

  return (
    <>
      <Button variant={variant} size={small ? 'xs' : 'sm'} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Release ${papersOf(reports)}?`}
          width={720}
          confirmLabel="Release"
          running={release.running}
          ready={missing === undefined}
          missing={missing}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        >
          <p>{reports.length === 1 ? 'The institution sees the report' : 'The institutions see their reports'} at once.</p>
          {gated.length > 0 ? (
            <>
              <p>{heldText(gated.length, reports.length, 'blocked by open items')}</p>
              <ReasonsByInstitution
                label="Reason for releasing with open items"
                printedHow="with the open items, your name and the date"
                reports={gated}
                reasons={reasons}
                onChange={setReasons}
                itemsOf={(own) => (
                  <Obstacles
                    reports={own}
                    of={({ closeGate }) => closeGate}
                    items={({ id }) => preview.data?.records.find(({ reportId }) => reportId === id)?.openItems}
                  />
                )}
                errorsOf={errorsOf('overrideReasons', gated)}
              />
            </>
          ) : null}
          {incomplete.length > 0 ? (
            <>
              <p>{heldText(incomplete.length, reports.length, 'not complete')}</p>
              <ReasonsByInstitution
                label="Reason for releasing before it is complete"
                printedHow="as a note of at most 300 characters"
                reports={incomplete}
                reasons={printed}
                onChange={setPrinted}
                itemsOf={(own) => <Obstacles reports={own} of={(report) => report.incomplete} />}
                errorsOf={errorsOf('incompleteReasons', incomplete)}
              />
            </>
          ) : null}
          {unfinished.length > 0 ? (
            <div className={css.previewWarning} role="alert">
              <Obstacles reports={unfinished} of={(report) => `${counted(openItemsOf(report), 'open item')} before filing`} />
            </div>
          ) : null}
          {preliminary.length > 0 ? (
            <p>
              {reports.length === 1 ? 'It is' : preliminary.length === 1 ? 'One is' : `${preliminary.length} are`} marked PRELIMINARY: a
              value is last month’s.
            </p>
          ) : null}
          <ReleasePreview
            family={family}
            batch={batch}
            reports={reports}
            tellsLeftOut={ofWholeBatch}
            onRegenerated={() => setAsking(false)}
          />
        </ConfirmModal>
      ) : null}
    </>
  )
}

const reasonOf = ({ institutionId }: ReportRow, reasons: Reasons): string => (reasons[institutionId] ?? '').trim()

/** The sentence beside the button while a reason is missing; it names whose where there are several institutions. */
function missingOf(
  reports: readonly ReportRow[],
  reasons: Reasons,
  { one, several }: { one: string; several: string },
): string | undefined {
  const names = byInstitution(reports.filter((report) => !isEnough(reasonOf(report, reasons)))).map(({ name }) => name)
  if (names.length === 0) return undefined
  return byInstitution(reports).length === 1 ? one : `${several}: ${firstNamed(names, NAMED)}.`
}

/** "2 of the 10 reports are blocked by open items:" */
const heldText = (held: number, all: number, how: string): string =>
  all === 1 ? `This report is ${how}:` : `${held === all ? 'All' : `${held} of the`} ${all} reports ${held === 1 ? 'is' : 'are'} ${how}:`

/** Left to do on a form before it is filed; reports that are filed nowhere count none. */
const openItemsOf = (report: ReportRow): number => Number(figureOf(report, 'openItems'))

interface ObstaclesProps {
  reports: readonly ReportRow[]
  of: (report: ReportRow) => string | null
  /** Said by its paper instead, item by item; none while they are not known. */
  items?: (report: ReportRow) => readonly string[] | null | undefined
}

/** Institutions whose reports are blocked or lack something, and the reasons. */
function Obstacles({ reports, of, items = () => null }: ObstaclesProps) {
  return (
    <ul className={css.gates}>
      {reports.slice(0, NAMED).map((report) => (
        <li key={report.id}>
          <strong>{[report.institutionName, report.subsidiaryName].filter(Boolean).join(', ')}</strong>:{' '}
          <Printed items={items(report)}>{of(report)}</Printed>
        </li>
      ))}
      {reports.length > NAMED ? <li>and {reports.length - NAMED} more</li> : null}
    </ul>
  )
}

const Printed = ({ items, children }: { items: readonly string[] | null | undefined; children: ReactNode }) =>
  items && items.length > 0 ? (
    <ul className={css.gateItems}>
      {items.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  ) : (
    children
  )
