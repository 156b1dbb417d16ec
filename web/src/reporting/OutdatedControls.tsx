/** Read before a release: what was decided of exceptions and audits since the papers were made, with the offer to make them again. Nothing waits for it. */
import type { ReleasePreview, ReportRow } from '@corridor/contract/reports.ts'
import { Button } from '../ui/fields/Button.tsx'
import { type ReportPages, useMayChange } from './family.ts'
import { useRegenerate } from './regenerate.tsx'
import css from './reports.module.css'

interface OutdatedControlsProps {
  family: ReportPages
  reports: readonly ReportRow[]
  preview: ReleasePreview
  /** They are being made anew, and cannot be released until they are. */
  onRegenerated: () => void
}

export function OutdatedControls({ family, reports, preview: { records }, onRegenerated }: OutdatedControlsProps) {
  const outdated = records.flatMap(({ outdatedControls: text, ...row }) => (text === null ? [] : [{ ...row, text }]))
  const ids = new Set(outdated.map(({ reportId }) => reportId))
  const rows = reports.filter(({ id, can }) => ids.has(id) && can.includes('regenerate'))
  const again = useRegenerate(family, rows, onRegenerated)
  const mayChange = useMayChange(family)
  if (outdated.length === 0) return null
  return (
    <div className={css.previewWarning} role="alert">
      {records.length === 1 ? (
        outdated.map(({ reportId, text }) => <p key={reportId}>{text}</p>)
      ) : (
        <ul className={css.gates}>
          {outdated.slice(0, NAMED).map(({ reportId, institutionName, subsidiaryName, text }) => (
            <li key={reportId}>
              <strong>{[institutionName, subsidiaryName].filter(Boolean).join(', ')}</strong>: {text}
            </li>
          ))}
          {outdated.length > NAMED ? <li>and {outdated.length - NAMED} more</li> : null}
        </ul>
      )}
      {mayChange && rows.length > 0 ? (
        <Button size="xs" variant="default" loading={again.running} onClick={() => void again.run()}>
          {rows.length === 1 ? 'Regenerate' : `Regenerate ${rows.length}`}
        </Button>
      ) : null}
      {again.dialog}
    </div>
  )
}
const NAMED = 5
