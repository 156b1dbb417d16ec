/** The collapsible sidebar: 250 px open, 50 px closed with tooltips, toggles at top and bottom; on phones a panel with a tab. Its groups fold. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { MY_ACCOUNT, type NavigationSection } from './navigation.ts'
import css from './Sidebar.module.css'
import { activePath, ItemList, SidebarGroup } from './SidebarItems.tsx'
import { DESK, PHONE } from './sidebar-groups.ts'
import { SidebarPlaceProvider, type Tip } from './sidebar-place.ts'
import { useSidebarGroups } from './use-sidebar-groups.ts'

interface SidebarProps {
  sections: readonly NavigationSection[]
  open: boolean
  mobile: boolean
  onToggle: () => void
  /** A link was followed; on a phone the panel closes. */
  onLeave: () => void
  /** Above the items: the client's search box. */
  search?: ReactNode
  /** Under the section that is for it: the client's menu. Over the page it has more room (350 px). */
  menu?: ReactNode
  /** Laid over the page from the rail. */
  over?: boolean
  onReveal?: () => void
}

/** Pixels of the header, which stays at the top on a desk (--header in Shell.module.css). */
const HEADER = 76

export function Sidebar({ sections, open, mobile, onToggle, onLeave, search, menu, over = false, onReveal = onToggle }: SidebarProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [tip, setTip] = useState<Tip | null>(null)
  const id = useId()
  const account = sections.find(({ heading }) => heading === MY_ACCOUNT.heading)
  const upper = sections.filter((section) => section !== account && (!section.menu || section.items.length > 0 || Boolean(menu)))
  const active = activePath(pathname, sections)
  const measures = mobile ? PHONE : DESK
  const groups = useSidebarGroups({
    sections: upper,
    active,
    measures,
    above: mobile ? 0 : HEADER,
    // Collapse stands below the account's own items.
    accountRows: (account?.items.length ?? 0) + (mobile ? 0 : 1),
    scrolls: menu !== undefined,
  })
  const scroll = useRef<HTMLDivElement>(null)
  // The item of the present page is in sight, however far down the list it stands.
  useEffect(() => {
    if (active) scroll.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const Icon = open ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const label = mobile ? (open ? 'Close menu' : 'Open menu') : open ? 'Collapse sidebar' : 'Expand sidebar'
  const drawn = { active, open, onTip: setTip, onFollow: onLeave }

  return (
    <SidebarPlaceProvider value={{ open, reveal: onReveal, leave: onLeave, tip: setTip }}>
      {mobile ? (
        <button
          type="button"
          className={css.tab}
          data-open={open || undefined}
          data-wide={menu ? true : undefined}
          onClick={onToggle}
          aria-label={label}
          aria-expanded={open}
          aria-controls={id}
          data-no-print
        >
          <Icon size={18} aria-hidden />
        </button>
      ) : null}
      {(mobile && open) || over ? (
        <div className={css.shade} data-clear={over || undefined} onClick={onLeave} aria-hidden data-no-print />
      ) : null}
      <nav
        id={id}
        className={css.nav}
        style={measured({ '--nav-row': `${measures.row}px`, '--nav-heading': `${measures.heading}px` })}
        data-open={open || undefined}
        data-mobile={mobile || undefined}
        data-over={over || undefined}
        data-wide={menu ? true : undefined}
        aria-label="Main"
        data-no-print
        hidden={mobile && !open}
      >
        {mobile ? null : (
          <div className={css.top}>
            <button type="button" className={css.toggle} onClick={onToggle} aria-label={label} aria-expanded={open}>
              <Icon size={20} stroke={1.6} aria-hidden />
            </button>
          </div>
        )}
        <div className={css.scroll} ref={scroll}>
          {search}
          {upper.map((section, index) => {
            const { heading, code } = section
            if (heading === undefined || code === undefined) return <ItemList key={heading ?? index} items={section.items} {...drawn} />
            return (
              <SidebarGroup
                key={code}
                section={section}
                unfolded={groups.open.has(code)}
                isHere={groups.here === code}
                onToggle={() => groups.toggle(code)}
                {...drawn}
              >
                {section.menu ? menu : null}
              </SidebarGroup>
            )
          })}
        </div>
        {account && groups.account ? (
          <div className={css.bottom}>
            <h2 className={css.heading} id={`${id}-account`}>
              {account.heading}
            </h2>
            <ItemList items={account.items} labelledBy={`${id}-account`} {...drawn} />
            {mobile ? null : (
              <button type="button" className={css.item} onClick={onToggle} aria-label={label}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <span className={css.text}>Collapse</span>
              </button>
            )}
          </div>
        ) : null}
      </nav>
      {tip ? (
        <span className={css.tip} style={{ top: tip.top, left: tip.left }} aria-hidden>
          {tip.label}
        </span>
      ) : null}
    </SidebarPlaceProvider>
  )
}

/** Custom properties, which the type of styles does not know. */
const measured = (properties: Record<`--${string}`, string>): CSSProperties => properties
