/** In place of a refusal: which batch makes the reports that were asked for, since when, and how far it is, as it happens. */
import type { BeingMade } from '@corridor/domain/reports/being-made.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { Link } from '../ui/fields/Link.tsx'
import { BatchProgress } from './BatchProgress.tsx'
import { askedForWords, beingMadePath } from './being-made.ts'
import type { ReportPages } from './family.ts'
import css from './generate.module.css'

export function BeingMadeNotice({ family, batches }: { family: ReportPages; batches: readonly BeingMade[] }) {
  const { calls, reportType } = family
  useLive(calls.reportEvents, { ReportType: reportType }, { on: { report: [calls.listReports], batch: [calls.listReports] } })
  return (
    <div className={css.warning} role="status">
      {batches.map((batch) => (
        <Batch key={batch.batchId} family={family} batch={batch} />
      ))}
    </div>
  )
}

function Batch({ family: { calls, reportType }, batch }: { family: ReportPages; batch: BeingMade }) {
  const { data } = useEndpoint(calls.listReports, { batch: batch.batchId, take: 1, ReportType: reportType })
  const stats = data?.batch?.stats ?? {
    Ready: batch.total - batch.remaining,
    remaining: batch.remaining,
    scheduled: 0,
    canceled: 0,
    failed: 0,
    released: 0,
    total: batch.total,
  }
  const isDone = stats.remaining === 0
  return (
    <>
      <p>
        <Link to={beingMadePath(batch)}>{batch.batchName}</Link>{' '}
        {isDone ? 'are done. Generate them again now.' : 'are already being generated.'} {askedForWords(batch)}.
        {isDone ? '' : ' Wait until they are done, or follow the batch.'}
      </p>
      <BatchProgress stats={stats} compact />
    </>
  )
}
