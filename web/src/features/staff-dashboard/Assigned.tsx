/** Exceptions that wait for somebody: those assigned to the reader, and the oldest of all. */

import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './StaffDashboardPage.module.css'

export const Assigned = () => (
  <div className={css.exceptions}>
    <Panel title="Exceptions assigned to me" note="Of every month, the longest open first" flush>
      <ExceptionList
        label="Exceptions assigned to me"
        of={{ mine: 'true', status: ['OPEN', 'ACKNOWLEDGED'] }}
        most={10}
        isAging
        empty="Nothing that is open is assigned to you."
      />
    </Panel>
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
