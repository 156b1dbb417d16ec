/** The client's open exceptions, newest first, each leading to where it is settled. */
import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { InstitutionPanel } from './institution-panel.ts'

export const ExceptionsTab: InstitutionPanel = ({ institutionId }) => (
  <Panel title="Open exceptions of the audits" note="Newest first; each opens with its figures and its history" flush>
    <ExceptionList
      label="Open exceptions"
      of={{ institutionId: [institutionId], status: ['OPEN'], everyMonth: 'true' }}
      empty="Every exception that an audit found was settled, or none was found."
    />
  </Panel>
)
