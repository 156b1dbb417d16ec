/** The person's portrait, and behind it what concerns their account and the sidebar, however little room the sidebar has. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName, useSession } from '../kernel/session.ts'
import { Link } from '../ui/fields/Link.tsx'
import { Popover, PopoverItem } from '../ui/overlays/Popover.tsx'
import css from './AccountMenu.module.css'
import { initials } from './initials.ts'
import { MY_ACCOUNT } from './navigation.ts'
import { useOtherScheme } from './use-other-scheme.ts'

interface AccountMenuProps {
  sidebarOpen: boolean
  /** On a phone the sidebar lies over the page and opens by its tab, and the header has no room for the button of the colors. */
  mobile: boolean
  onToggleSidebar: () => void
}

export function AccountMenu({ sidebarOpen, mobile, onToggleSidebar }: AccountMenuProps) {
  const session = useSession()
  const name = fullName(session)
  const scheme = useOtherScheme()
  const Icon = sidebarOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <Popover
      label={<Portrait key={session.avatarUrl} url={session.avatarUrl} name={name} />}
      accessibleName={`Account of ${name}`}
      look="bare"
    >
      {(close) => (
        <div className={css.menu}>
          <p className={css.who}>
            <b>{name}</b>
            <span>{session.email}</span>
          </p>
          <ul className={css.items}>
            {MY_ACCOUNT.items.map((item) => (
              <li key={item.path}>
                <Link to={item.path} className={css.item} onFollow={close}>
                  <item.icon size={18} stroke={1.6} aria-hidden />
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
          {mobile ? (
            <PopoverItem icon={<scheme.Icon size={18} stroke={1.6} aria-hidden />} onChoose={scheme.choose}>
              {scheme.words}
            </PopoverItem>
          ) : (
            <PopoverItem
              icon={<Icon size={18} stroke={1.6} aria-hidden />}
              onChoose={() => {
                close()
                onToggleSidebar()
              }}
            >
              {sidebarOpen ? 'Collapse' : 'Expand'}
              <span className="visually-hidden"> sidebar</span>
            </PopoverItem>
          )}
        </div>
      )}
    </Popover>
  )
}

/** The name stands beside it. */
function Portrait({ url, name }: { url: string | null | undefined; name: string }) {
  const [broken, setBroken] = useState(false)
  return (
    // Letters that a stylesheet writes: as text they would be the button's visible name, which its spoken one does not begin with.
    <span className={css.avatar} aria-hidden data-initials={url && !broken ? undefined : initials(name)}>
      {url && !broken ? <img src={url} alt="" width={38} height={38} onError={() => setBroken(true)} /> : null}
    </span>
  )
}
