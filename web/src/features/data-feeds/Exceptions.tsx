/** Exceptions that the posted file raised in its months, and those that its posting resolved. */
import { countExceptions } from '@corridor/contract/auditing.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { ExceptionCounts } from '../../shared/exceptions/ExceptionCounts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import type { FileReply } from './statuses.ts'

export function Exceptions({ file }: { file: FileReply }) {
  const query = useEndpoint(countExceptions, { fileId: file.id })
  // A file of several carriers leads to the lists of all.
  const of = file.carriers.length === 1 && file.carriers[0] ? { carrierCode: file.carriers[0] } : {}
  return (
    <Loaded query={query}>
      {({ records, resolved }) => (
        <div className={css.stack}>
          <Panel title="Exceptions of this file" note="What the audits found in its values, by rule and month" flush>
            <ExceptionCounts
              label="Exceptions of this file"
              counts={records}
              of={of}
              empty={<EmptyState title="No exceptions" why="No exception of its months is about a value of this file." />}
            />
          </Panel>
          {resolved.length > 0 ? (
            <Panel title="Resolved by this file" note="Exceptions that the audit no longer found once it was posted" flush>
              <ExceptionCounts label="Resolved by this file" counts={resolved} of={of} empty={null} />
            </Panel>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}
