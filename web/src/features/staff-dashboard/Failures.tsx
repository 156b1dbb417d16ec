/** Background work that failed and was not done again since, each with the page where it is started anew. */

import { PATTERNS, paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { Board } from './close-statuses.ts'
import css from './Mine.module.css'

type Failure = Board['failures'][number]

const PLACES: Record<Failure['kind'], (failure: Failure) => string> = {
  report: ({ batchId, id }) => (batchId === null ? paths.reportBatches() : paths.madeReport(batchId, id)),
  audit: () => PATTERNS.clientExceptions,
  schedule: ({ id }) => paths.reportSchedule(id),
}

export function Failures({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return null
  return (
    <Panel
      title="Failed or waiting"
      note="Reports, audits and schedules of the last 30 days that did not finish, the newest first"
      actions={<Link to={paths.jobs({ status: 'Failed' })}>All failed jobs</Link>}
    >
      <ul className={css.failures}>
        {failures.map((failure) => (
          <li key={`${failure.kind} ${failure.id}`}>
            <Link to={PLACES[failure.kind](failure)}>{failure.label}</Link>
            <span>{failure.why}</span>
            <time dateTime={failure.at}>{formatMoment(failure.at)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
