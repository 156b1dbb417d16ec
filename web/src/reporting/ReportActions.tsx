/** Buttons of one report: to read it elsewhere, to make it again, to let it go out or come back. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { IconPrinter, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { download, urlOf } from '../kernel/call.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/fields/Button.tsx'
import { PhoneActions } from '../ui/layout/PhoneActions.tsx'
import { usePhone } from '../ui/layout/use-phone.ts'
import { DownloadMenu } from '../ui/list/DownloadMenu.tsx'
import { MoreActions, MoreMenu } from '../ui/overlays/MoreMenu.tsx'
import { DeleteReport } from './DeleteReport.tsx'
import { type ReportPages, useMayChange } from './family.ts'
import { ReleaseReports } from './ReleaseReports.tsx'
import { useRegenerate } from './regenerate.tsx'
import { isOutdated, isReadyToRelease } from './statuses.ts'
import { WithdrawReports } from './WithdrawReports.tsx'

export function ReportActions({
  family,
  batch,
  row,
  hasView,
  version,
  ask,
}: {
  family: ReportPages
  batch: number
  row: ReportRow
  hasView: boolean
  version: number | undefined
  /** Asking the service team about the report. */
  ask: ReactNode
}) {
  const { calls } = family
  const mayChange = useMayChange(family)
  const again = useRegenerate(family, [row])
  const [isDeleting, setDeleting] = useState(false)
  const typed = { ReportType: family.reportType }
  const file = { batch, reportIds: String(row.id), ...typed, ...(version ? { version } : {}) }
  const has = (action: ReportRow['can'][number]) => mayChange && row.can.includes(action)
  const isPhone = usePhone()
  // A phone has them in its one menu. A stale report offers to be regenerated beside the words that say so.
  const rare = [
    ...(has('regenerate') && !isOutdated(row)
      ? [{ label: 'Regenerate', icon: <IconRefresh size={17} aria-hidden />, run: () => void again.run() }]
      : []),
    ...(has('delete') ? [{ label: 'Delete', icon: <IconTrash size={17} aria-hidden />, run: () => setDeleting(true) }] : []),
  ]
  return (
    <>
      <PhoneActions>
        {ask}
        {hasView && family.compares ? (
          <LinkButton variant="default" to={paths.reportChanges(batch, row.id, family.reportType, version ? { version } : {})}>
            What changed
          </LinkButton>
        ) : null}
        {hasView ? (
          <Button
            variant="default"
            aria-label="Print"
            title="Print"
            onClick={() => window.open(urlOf(calls.downloadReports, { ...file, format: 'pdf', inline: true }), '_blank', 'noopener')}
          >
            <IconPrinter size={17} aria-hidden />
            <span data-menu-words>Print</span>
          </Button>
        ) : null}
        {isPhone ? <MoreActions actions={rare} disabled={again.running} /> : null}
      </PhoneActions>
      {hasView ? (
        <>
          {family.Actions ? (
            <Suspense fallback={null}>
              <family.Actions batch={batch} report={row.id} version={version} />
            </Suspense>
          ) : null}
          <DownloadMenu
            label="Download"
            large
            choices={family.downloads}
            save={(format) => download(calls.downloadReports, { ...file, format })}
          />
        </>
      ) : null}
      {isPhone ? null : <MoreMenu actions={rare} disabled={again.running} />}
      {again.dialog}
      {isDeleting ? <DeleteReport family={family} batch={batch} row={row} onClose={() => setDeleting(false)} /> : null}
      {has('withdraw') ? <WithdrawReports family={family} batch={batch} reports={[row]} /> : null}
      {has('release') ? (
        <ReleaseReports
          family={family}
          batch={batch}
          reports={[row]}
          label="Release"
          variant={isReadyToRelease(row) ? 'accent' : 'default'}
        />
      ) : null}
    </>
  )
}
