/** The versions of a report, newest first: when each was generated, released and withdrawn, by whom, and what it changed. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { useSession } from '../kernel/session.ts'
import { Link } from '../ui/fields/Link.tsx'
import { formatMoment } from '../ui/formats.ts'
import type { ReportPages } from './family.ts'
import css from './reports.module.css'

type Versions = ReplyOf<ReportPages['calls']['getReport']>['versions']

const STEPS = { released: 'Released', withdrawn: 'Withdrawn' } as const

interface HistoryProps {
  versions: Versions
  shown: number
  onOpen: (version: number) => void
  /** The page of what changed since the version before; undefined where the family compares none. */
  changesOf: ((version: number, before: number) => string) | undefined
}

export function ReportHistory({ versions, shown, onOpen, changesOf }: HistoryProps) {
  const staff = isStaff(useSession().userRole)
  return (
    <ol className={css.history}>
      {versions.map((version, index) => (
        <li key={version.version} data-current={version.version === shown || undefined}>
          <span>
            <button
              type="button"
              className={css.textButton}
              aria-current={version.version === shown || undefined}
              onClick={() => onOpen(version.version)}
            >
              Version {version.version}
            </button>
            {version.withdrawn ? ' · withdrawn' : version.released ? ' · released' : ''}
            {version.preliminary ? ' · preliminary' : ''}
            {version.restated ? ' · restated' : ''}
            <ChangesSince version={version} before={versions[index + 1]} changesOf={changesOf} />
          </span>
          <small>
            Generated {[formatMoment(version.generatedAt), version.generatedBy].filter(Boolean).join(', ')}
            {staff ? `; stored inputs ${version.snapshotHash.slice(0, 8)}` : ''}
          </small>
          {version.steps.map(({ step, at, by, reason }) => (
            <small key={`${step} ${at}`}>
              {STEPS[step]} {[formatMoment(at), by].filter(Boolean).join(', ')}
              {reason === null ? '' : `. Reason: ${reason.replace(/(?<![.!?])$/, '.')}`}
            </small>
          ))}
        </li>
      ))}
    </ol>
  )
}

function ChangesSince({
  version,
  before,
  changesOf,
}: {
  version: Versions[number]
  before: Versions[number] | undefined
  changesOf: HistoryProps['changesOf']
}) {
  if (!before || !changesOf) return null
  return (
    <span data-no-print>
      {' · '}
      <Link to={changesOf(version.version, before.version)}>what changed since version {before.version}</Link>
    </span>
  )
}
