/** Announcements to the person today, above every page: warnings first, two at a time, each put away for good where it may be. */
import { dismissAnnouncement, listActiveAnnouncements, type ShownAnnouncement } from '@corridor/contract/announcements.ts'
import { useEffect, useRef, useState } from 'react'
import { remember, remembered } from '../kernel/local-memory.ts'
import { useSession } from '../kernel/session.ts'
import { useAction } from '../kernel/use-action.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { AnnouncementBanner } from '../ui/overlays/AnnouncementBanner.tsx'
import css from './Announcements.module.css'

/** More would push the page out of sight. */
const AT_ONCE = 2
const ASKED_AGAIN = 10 * 60_000

export function Announcements() {
  const { actingAs } = useSession()
  const query = useEndpoint(listActiveAnnouncements, {}, { refetchInterval: ASKED_AGAIN })
  const records = query.data?.records ?? []
  const dismiss = useAction(dismissAnnouncement, { invalidates: [listActiveAnnouncements] })
  const [away, setAway] = useState<readonly number[]>([])
  const [all, setAll] = useState(false)
  const left = records.filter(({ id }) => !away.includes(id))
  const shown = all ? left : left.slice(0, AT_ONCE)
  const box = useRef<HTMLElement>(null)
  const { announced } = remembered()
  const place = query.isPending ? (announced ?? 0) : undefined
  useEffect(() => {
    if (query.isSuccess) remember({ announced: shown.length === 0 ? 0 : Math.round(box.current?.offsetHeight ?? 0) })
  }, [query.isSuccess, shown.length])
  const putAway = async ({ id }: ShownAnnouncement) => {
    setAway((before) => [...before, id])
    const outcome = await dismiss.run({ id })
    if (!outcome.ok) setAway((before) => before.filter((one) => one !== id))
  }
  return (
    <section
      ref={box}
      role="status"
      aria-label="Announcements"
      className={css.stack}
      style={{ minHeight: place }}
      data-unknown={(query.isPending && announced === undefined) || undefined}
      data-no-print
    >
      {shown.map((announcement) => (
        <AnnouncementBanner
          key={announcement.id}
          announcement={announcement}
          onDismiss={announcement.dismissible && !actingAs ? () => void putAway(announcement) : undefined}
        />
      ))}
      {left.length > shown.length ? (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          Show {left.length - shown.length} more
        </button>
      ) : null}
    </section>
  )
}
