/** Where one is signed in, each with an end. */
import { endOtherSessions, endSession, listSessions, type OpenSession } from '@corridor/contract/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './profile.module.css'

const MARKS = { here: { label: 'This session', tone: 'good' } } as const

export function SessionsPanel({ readOnly }: { readOnly: boolean }) {
  const query = useEndpoint(listSessions, {})
  const others = query.data?.records.filter(({ current }) => !current).length ?? 0
  const endOthers = useAction(endOtherSessions, { invalidates: [listSessions], success: ({ ended }) => `Ended ${ended}.` })
  return (
    <Panel
      title="Where you are signed in"
      note="Don’t recognize one of these? End it, and change your password."
      actions={
        readOnly || others === 0 ? null : (
          <Button variant="default" size="xs" loading={endOthers.running} onClick={() => void endOthers.run({})}>
            End all others
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<BlockSkeleton height={60} />}>
        {({ records }) => (
          <ul className={css.rows} aria-label="Sessions">
            {records.map((session) => (
              <li key={session.id}>
                <Row session={session} readOnly={readOnly} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Row({ session, readOnly }: { session: OpenSession; readOnly: boolean }) {
  const end = useAction(endSession, { invalidates: [listSessions], success: 'Ended.' })
  const { device, siteName, address, startedAt, lastSeenAt, current } = session
  return (
    <>
      <span className={css.words}>
        <b>
          {device}
          {current ? <StatusBadge status="here" table={MARKS} /> : null}
        </b>
        <small>
          {[siteName, address, `since ${formatMoment(startedAt)}`, current ? '' : `last seen ${formatMoment(lastSeenAt)}`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {readOnly || current ? null : (
        <span className={css.buttons}>
          <Button
            variant="default"
            size="xs"
            loading={end.running}
            onClick={() => void end.run({ id: session.id })}
            aria-label={`End it: ${device}, since ${formatMoment(startedAt)}`}
          >
            End it
          </Button>
        </span>
      )}
    </>
  )
}
