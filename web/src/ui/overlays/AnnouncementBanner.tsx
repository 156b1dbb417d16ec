/** One announcement as people read it above their pages; drawn by the layouts, and by its form as a preview. */
import type { ShownAnnouncement } from '@corridor/contract/announcements.ts'
import { linkedText } from '@corridor/domain/sites/announcement-text.ts'
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from '../fields/Link.tsx'
import css from './AnnouncementBanner.module.css'

interface AnnouncementBannerProps {
  announcement: Pick<ShownAnnouncement, 'title' | 'body' | 'level'>
  /** Without it there is no cross. */
  onDismiss?: (() => void) | undefined
}

export function AnnouncementBanner({ announcement: { title, body, level }, onDismiss }: AnnouncementBannerProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Icon = level === 'WARNING' ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={css.banner} data-level={level}>
      <Icon size={20} stroke={1.8} role="img" aria-label={level === 'WARNING' ? 'Warning' : 'Notice'} />
      <div className={css.words}>
        <b>{title}</b>
        {/* On a phone the words of a notice would take a fifth of every page: a press shows them. A warning stands in full. */}
        {level === 'WARNING' ? null : (
          <button
            type="button"
            className={css.more}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? 'Hide' : 'Read'}: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Read'}
          </button>
        )}
        <p id={id} data-open={isOpen || level === 'WARNING' || undefined}>
          {linkedText(body).map(({ text, href }, index) =>
            href === null ? (
              text
            ) : href.startsWith('/') ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
              <Link key={index} to={href}>
                {text}
              </Link>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
              <a key={index} href={href} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ),
          )}
        </p>
      </div>
      {onDismiss ? (
        <button type="button" onClick={onDismiss} aria-label={`Dismiss: ${title}`} title="Dismiss">
          <IconX size={18} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
