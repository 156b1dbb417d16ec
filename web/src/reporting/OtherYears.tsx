/** Names the institutions that are missing from a list for a fiscal year because theirs ends in another month, and leads there. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import type { ReportPages } from './family.ts'
import css from './generate.module.css'
import { yearEndNear } from './generate-periods.ts'

/** More names than a line bears are counted. */
const NAMED = 5

interface OtherYearsProps {
  family: ReportPages
  others: ReplyOf<ReportPages['calls']['listInstitutionsToGenerate']>['otherYears']
  period: PlainDate
  latest: PlainDate
}

export function OtherYears({ family, others, period, latest }: OtherYearsProps) {
  if (others.length === 0) return null
  const months = Map.groupBy(others, ({ fiscalYearEndMonth }) => yearEndNear(period, fiscalYearEndMonth, latest))
  return (
    <p className={css.others}>
      {counted(others.length, 'institution’s year ends', 'institutions’ years end')} in another month:{' '}
      {[...months].map(([end, those], index) => (
        <span key={end}>
          {index === 0 ? '' : '; '}
          {firstNamed(
            those.map(({ name }) => name),
            NAMED,
          )}
          , <Link to={paths.generateReports(family.reportType, end)}>{formatMonth(end)}</Link>
        </span>
      ))}
    </p>
  )
}
