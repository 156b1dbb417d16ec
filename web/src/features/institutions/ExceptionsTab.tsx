/** The client's open exceptions by audit, each leading to the list of them. */
import { countExceptions } from '@corridor/contract/auditing.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { ExceptionCounts } from '../../shared/exceptions/ExceptionCounts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import type { InstitutionPanel } from './institution-panel.ts'

export const ExceptionsTab: InstitutionPanel = ({ institutionId }) => {
  const query = useEndpoint(countExceptions, { institutionId })
  return (
    <Panel title="Open exceptions of the audits" note="By rule and month, newest first; each opens the list of them" flush>
      <Loaded query={query}>
        {({ records }) => (
          <ExceptionCounts
            label="Open exceptions"
            counts={records}
            of={{ institutionId: String(institutionId), status: 'OPEN' }}
            empty={<EmptyState title="No open exceptions" why="Every exception that an audit found was settled, or none was found." />}
          />
        )}
      </Loaded>
    </Panel>
  )
}
