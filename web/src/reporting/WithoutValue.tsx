/** Institutions that lack a posted value at the period: their reports are left out until the person selects them, and the ways to make them possible. */
import type { GeneratableInstitution } from '@corridor/contract/reports.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { Fragment } from 'react'
import { paths } from '../paths.ts'
import { blockingErrors } from '../shared/exceptions/GateReasons.tsx'
import { Link } from '../ui/fields/Link.tsx'
import type { ReportPages } from './family.ts'

interface WithoutValueProps<Row> {
  family: ReportPages
  period: PlainDate
  lacking: readonly Row[]
  isSelected: (row: Row) => boolean
}

const NAMED = 3

export function WithoutValue<Row extends GeneratableInstitution>({ family, period, lacking, isSelected }: WithoutValueProps<Row>) {
  if (lacking.length === 0) return null
  const [leftOut, selected] = [lacking.filter((row) => !isSelected(row)), lacking.filter(isSelected)]
  const failed = lacking.flatMap(({ existing, name }) => (existing?.status === 'Failed' ? [{ ...existing, name }] : []))
  const [only] = lacking.length === 1 ? lacking : []
  return (
    <>
      {leftOut.length > 0 ? (
        <p>
          Not selected: {namesOf(leftOut)}, with {counted(policiesOf(leftOut), 'policy')} without a posted value at {formatMonth(period)}.
        </p>
      ) : null}
      {selected.length > 0 ? (
        <p>
          {namesOf(selected)} {selected.length === 1 ? 'has' : 'have'} policies without a posted value at {formatMonth(period)};{' '}
          {selected.length === 1 ? 'its report' : 'their reports'} will fail until the value is posted or the report is made as preliminary.
        </p>
      ) : null}
      <p>
        Post the value in the <Link to={paths.dataFeeds({ period })}>carriers’ files</Link>
        {only ? (
          <>
            {' '}
            (<Link to={blockingErrors(only.id, period)}>see which policy</Link>)
          </>
        ) : null}
        , or make the report preliminary with last month’s value:{' '}
        {failed.length > 0 ? (
          <>
            choose Make preliminary in the failed report of{' '}
            {failed.slice(0, NAMED).map(({ batchId, reportId, name }, index) => (
              <Fragment key={reportId}>
                {index > 0 ? ', ' : ''}
                <Link to={paths.madeReport(batchId, reportId, family.reportType)}>{name}</Link>
              </Fragment>
            ))}
            .
          </>
        ) : (
          'select the institution, generate, and choose Make preliminary in its failed report.'
        )}
      </p>
    </>
  )
}

const namesOf = (rows: readonly GeneratableInstitution[]): string =>
  firstNamed(
    rows.map(({ name, subsidiaryName }) => subsidiaryName ?? name),
    NAMED,
  )
const policiesOf = (rows: readonly GeneratableInstitution[]): number => rows.reduce((sum, row) => sum + row.policiesWithoutValue, 0)
