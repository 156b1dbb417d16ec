/** The bell: what happened to the person, the latest first. It looks again every minute, and when the page comes to the front. */
import { listNotifications, type Notification, readNotifications } from '@corridor/contract/notifications.ts'
import { IconBell } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../kernel/call.ts'
import { useSession } from '../kernel/session.ts'
import { changeCached, invalidate, useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { formatMoment } from '../ui/formats.ts'
import { Popover } from '../ui/overlays/Popover.tsx'
import css from './Bell.module.css'

const LOOKS_EVERY_MS = 60_000
/** The page of one thing; a list that is opened anyway, such as the dashboard, tells nothing of it. */
const ONE_THING = /\/\d+$/

export function Bell() {
  const { actingAs } = useSession()
  const bell = useEndpoint(listNotifications, {}, { enabled: actingAs === null, refetchInterval: LOOKS_EVERY_MS, isQuiet: true })
  useReadWhereItLeads(bell.data?.records)
  // Through another's eyes nobody's bell is read.
  if (actingAs !== null) return null
  const { records = [], unread = 0 } = bell.data ?? {}
  const name = unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`
  return (
    <Popover
      look="icon"
      accessibleName={name}
      label={
        <>
          <IconBell size={19} stroke={1.7} aria-hidden />
          {unread > 0 ? <span className={css.count}>{unread > 99 ? '99+' : unread}</span> : null}
        </>
      }
    >
      {(close) => (
        <section className={css.bell} aria-label="Notifications">
          <header className={css.header}>
            <h2>Notifications</h2>
            {unread > 0 ? (
              <Button variant="default" size="xs" onClick={() => read()}>
                Mark all as read
              </Button>
            ) : null}
          </header>
          {bell.isError && !bell.data ? (
            <p className={css.none} role="alert">
              Your notifications could not be loaded. They will be requested again in a minute.
            </p>
          ) : records.length === 0 ? (
            <p className={css.none}>No notifications yet. Events that concern you appear here.</p>
          ) : (
            <ul className={css.list}>
              {records.map((notification) => (
                <li key={notification.id}>
                  <Item notification={notification} onFollow={close} />
                </li>
              ))}
            </ul>
          )}
          <footer className={css.footer}>
            <Link to={`${paths.profile()}#notifications`} onFollow={close}>
              Choose what also comes by email
            </Link>
          </footer>
        </section>
      )}
    </Popover>
  )
}

/** A notification is read as well when the page it leads to was opened by another way. */
function useReadWhereItLeads(records: readonly Notification[] = []) {
  const here = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' })
  const seen = ONE_THING.test(here) ? records.filter(({ link, isRead }) => !isRead && link === here).map(({ id }) => id) : []
  const ids = seen.join(' ')
  useEffect(() => {
    if (ids !== '') read(ids.split(' ').map(Number))
  }, [ids])
}

function Item({ notification: { id, title, link, createdAt, isRead }, onFollow }: { notification: Notification; onFollow: () => void }) {
  return (
    <Link
      to={link}
      className={css.item}
      data-active={!isRead || undefined}
      onFollow={() => {
        if (!isRead) read([id])
        onFollow()
      }}
    >
      <span className={css.title}>
        {isRead ? null : <span className="visually-hidden">Unread: </span>}
        {title}
      </span>
      <span className={css.time}>{formatMoment(createdAt)}</span>
    </Link>
  )
}

/** Shown as read at once; whether it is, the next look tells. */
function read(ids?: number[]): void {
  changeCached(listNotifications, {}, ({ records, unread }) => ({
    records: records.map((each) => (!ids || ids.includes(each.id) ? { ...each, isRead: true } : each)),
    unread: ids ? Math.max(0, unread - ids.length) : 0,
  }))
  void call(readNotifications, ids ? { ids } : {}).catch(() => invalidate(listNotifications))
}
