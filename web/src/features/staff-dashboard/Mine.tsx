/** The reader's own part of the close: institutions, reports to release, exceptions, requests, carriers. */
import { listExceptions } from '@corridor/contract/auditing.ts'
import { listServiceRequests, serviceRequestEvents } from '@corridor/contract/service-desk.ts'
import { formatCount, MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { BANK_ORDER, BANK_STATUSES, type Board, CARRIER_ORDER, CARRIER_STATUSES } from './close-statuses.ts'
import css from './Mine.module.css'

export function Mine({ board: { banks, carriers, period: shown, periods } }: { board: Board }) {
  const { userId } = useSession()
  const maySee = useCan(listExceptions.access)
  const exceptions = useEndpoint(listExceptions, { mine: 'true', status: ['OPEN', 'ACKNOWLEDGED'], take: 1 }, { enabled: maySee })
  const mayServe = useCan(listServiceRequests.access)
  const requests = useEndpoint(listServiceRequests, { show: 'mine', status: ['NEW', 'IN_WORK', 'WAITING'], take: 1 }, { enabled: mayServe })
  useLive(serviceRequestEvents, {}, { on: { request: [listServiceRequests] }, enabled: mayServe })
  // The newest month needs no word in the address.
  const period = shown === periods[0] ? undefined : shown
  const mine = banks.filter(({ ownerId }) => ownerId === userId)
  const files = carriers.filter(({ ownerId }) => ownerId === userId)
  const ready = mine.filter(({ status }) => status === 'ready').length
  const waiting = files.filter(({ status }) => status !== 'posted').length
  const ownsNothing = mine.length === 0 && files.length === 0
  const [assigned, asked] = [exceptions.data?.page.totalRecords, requests.data?.page.totalRecords]
  return (
    <section className={css.mine} aria-labelledby="mine">
      <div className={css.head}>
        <h2 id="mine">Mine</h2>
        {ownsNothing ? <p className={css.none}>No institution and no carrier is assigned to you.</p> : null}
      </div>
      {ownsNothing && !maySee && !mayServe ? null : (
        <StatTiles label="My part of the close" dense line={ownsNothing}>
          {mine.length > 0 ? (
            <>
              <StatTile
                label="My institutions"
                value={formatCount(mine.length)}
                to={paths.closeList('banks', [], period, 'mine')}
                note={counted(
                  mine,
                  BANK_ORDER.map((status) => ({ status, label: BANK_STATUSES[status].label })),
                )}
              />
              <StatTile
                label="Ready for my release"
                value={formatCount(ready)}
                to={paths.closeList('banks', ['ready'], period, 'mine')}
                note={ready === 0 ? 'None of your institutions is ready' : 'Reports of your institutions'}
              />
            </>
          ) : null}
          {maySee ? (
            <StatTile
              label="My exceptions"
              value={assigned === undefined ? MISSING : formatCount(assigned)}
              to={paths.myExceptions(period)}
              note={exceptions.isError ? 'They could not be counted' : 'Assigned to you, all months'}
              {...((assigned ?? 0) > 0 ? { tone: 'warn' as const } : {})}
            />
          ) : null}
          {mayServe ? (
            <StatTile
              label="My service requests"
              value={asked === undefined ? MISSING : formatCount(asked)}
              to={paths.serviceRequests({ show: 'mine' })}
              note={requests.isError ? 'They could not be counted' : 'Open requests that you own'}
              {...((asked ?? 0) > 0 ? { tone: 'warn' as const } : {})}
            />
          ) : null}
          {files.length > 0 ? (
            <StatTile
              label="Files of my carriers"
              value={`${files.length - waiting} of ${files.length}`}
              to={paths.closeList('carriers', [], period, 'mine')}
              note={counted(
                files,
                CARRIER_ORDER.map((status) => ({
                  status,
                  label: status === 'errors' ? 'with open errors' : CARRIER_STATUSES[status].label,
                })),
              )}
            />
          ) : null}
        </StatTiles>
      )}
    </section>
  )
}

/** "2 blocked, 1 released". */
const counted = (all: readonly { status: string }[], statuses: readonly { status: string; label: string }[]) =>
  statuses
    .flatMap(({ status, label }) => {
      const count = all.filter((each) => each.status === status).length
      return count === 0 ? [] : [`${formatCount(count)} ${label.toLowerCase()}`]
    })
    .join(', ')
