/** The client's open exceptions, newest first, each leading to where it is settled; of every month, or those of a month that keep it from release. */
import { formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { paths } from '../../paths.ts'
import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { InstitutionPanel } from './institution-panel.ts'

const search = { period: optionalText, blocking: optionalText }

export const ExceptionsTab: InstitutionPanel = ({ institutionId }) => {
  const [{ period, blocking }] = useUrlSearch(search)
  if (blocking !== undefined && period && isPlainDate(period))
    return (
      <Panel
        title={`Errors that block the release of ${formatMonth(period)}`}
        note="Newest first; each opens with its figures and its history"
        actions={<Link to={paths.exceptionsOf(institutionId)}>All open exceptions, every month</Link>}
        flush
      >
        <ExceptionList
          label="Errors that block the release"
          of={{ institutionId: [institutionId], status: ['OPEN'], severity: ['error'], period }}
          empty="All of them were settled meanwhile."
        />
      </Panel>
    )
  return (
    <Panel title="Open exceptions of the audits" note="Every month, newest first; each opens with its figures and its history" flush>
      <ExceptionList
        label="Open exceptions"
        of={{ institutionId: [institutionId], status: ['OPEN'], everyMonth: 'true' }}
        empty="Every exception that an audit found was settled, or none was found."
      />
    </Panel>
  )
}
