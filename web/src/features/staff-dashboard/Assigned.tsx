/** Exceptions that wait for somebody: those assigned to the reader, if any are, and the oldest of all. */
import { listExceptions } from '@corridor/contract/auditing.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './StaffDashboardPage.module.css'

const NONE = 'No open exception is assigned to you.'
const MINE: InputOf<typeof listExceptions> = { mine: 'true', status: ['OPEN', 'ACKNOWLEDGED'] }

export function Assigned() {
  const mine = useEndpoint(listExceptions, { ...MINE, take: 1 })
  return (
    <div className={css.exceptions}>
      {mine.data?.page.totalRecords === 0 ? (
        <p className={css.none}>{NONE}</p>
      ) : (
        <Panel title="Exceptions assigned to me" note="Of every month, the longest open first" flush>
          <ExceptionList label="Exceptions assigned to me" of={MINE} most={10} isAging empty={NONE} />
        </Panel>
      )}
      <Panel title="Longest open exceptions" note="All months and institutions, assigned or not" flush>
        <ExceptionList
          label="Longest open exceptions"
          of={{ everyMonth: 'true', status: ['OPEN'] }}
          most={10}
          isAging
          empty="Every exception that an audit found was settled, or none was found."
        />
      </Panel>
    </div>
  )
}
