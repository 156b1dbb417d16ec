/** Regenerates reports from the register as it is now: the old versions stay under History. Of what an institution sees it is asked first. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import { type ReactNode, useState } from 'react'
import { useAction } from '../kernel/use-action.ts'
import { ConfirmModal } from '../ui/overlays/Modal.tsx'
import { useTellFailure } from './being-made.ts'
import type { ReportPages } from './family.ts'
import { papersOf } from './paper-words.ts'
import { isTakenBack } from './statuses.ts'

interface Regenerate {
  running: boolean
  run: () => Promise<void>
  /** Drawn by the page: there while it is asked. */
  dialog: ReactNode
}

export function useRegenerate({ calls, reportType }: ReportPages, rows: readonly ReportRow[], onDone?: () => void): Regenerate {
  const [asking, setAsking] = useState(false)
  const again = useAction(calls.generateReports, {
    invalidates: [calls.getReport, calls.listReports, calls.listBatches],
    success: `The ${rows.length === 1 ? 'report is' : 'reports are'} being regenerated.`,
    quiet: true,
  })
  const tell = useTellFailure()
  const [first] = rows
  const released = rows.filter(({ releasedVersion }) => releasedVersion !== null)
  const regenerate = async () => {
    if (!first) return
    const outcome = await again.run({
      period: first.period,
      institutions: rows.map((row) => ({ id: row.institutionId, subsidary_id: row.subsidary_id })),
      isRegenerating: true,
      isQuarterly: first.isQuarterly,
      ReportType: reportType,
    })
    setAsking(false)
    if (outcome.ok) onDone?.()
    else tell(outcome.error)
  }
  return {
    running: again.running,
    run: async () => (released.length > 0 ? setAsking(true) : regenerate()),
    dialog: asking ? (
      <ConfirmModal
        title={`Regenerate ${papersOf(rows)}?`}
        confirmLabel="Regenerate"
        running={again.running}
        onConfirm={() => void regenerate()}
        onCancel={() => setAsking(false)}
      >
        <p>{whatFollows(rows, released)}</p>
      </ConfirmModal>
    ) : null,
  }
}

function whatFollows(rows: readonly ReportRow[], released: readonly ReportRow[]): string {
  const [first] = released
  if (rows.length > 1 || !first)
    return `${released.length} of the ${rows.length} ${released.length === 1 ? 'was' : 'were'} released. Released versions stay with their institutions until you release the new ones, which will read RESTATED.`
  return isTakenBack(first)
    ? `The withdrawn version stays hidden. The new one will read RESTATED v${first.currentVersion + 1} once you release it.`
    : `The released version stays with the institution until you release the new one, which will read RESTATED v${first.currentVersion + 1}.`
}
