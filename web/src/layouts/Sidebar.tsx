/** The collapsible sidebar: 250 px open, 50 px closed with tooltips, toggles at top and bottom; on phones a panel with a tab. */
import { IconAlertTriangleFilled, IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from '../ui/fields/Link.tsx'
import { type NavigationItem, type NavigationSection, withUnder } from './navigation.ts'
import css from './Sidebar.module.css'
import { SidebarPlaceProvider, type Tip } from './sidebar-place.ts'

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

export function Sidebar({ sections, open, mobile, onToggle, onLeave, search, menu, over = false, onReveal = onToggle }: SidebarProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [tip, setTip] = useState<Tip | null>(null)
  const id = useId()
  const last = sections.at(-1)
  const upper = last?.heading === 'My Account' ? sections.slice(0, -1) : sections
  const lower = last?.heading === 'My Account' ? last : null
  const active = activePath(pathname, sections)
  const scroll = useRef<HTMLDivElement>(null)
  // The item of the present page is in sight, however far down the list it stands.
  useEffect(() => {
    if (active) scroll.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const Icon = open ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const label = mobile ? (open ? 'Close menu' : 'Open menu') : open ? 'Collapse sidebar' : 'Expand sidebar'
  const list = (items: readonly NavigationItem[], labelledBy?: string): ReactNode => (
    <ul className={css.list} {...(labelledBy ? { 'aria-labelledby': labelledBy } : {})}>
      {items.map((item) => {
        // Closed, the item stands for those under it.
        const isHere = open ? item.path === active : pathsOf(item).some((path) => path === active)
        const link = <NavigationLink item={item} active={isHere} closed={!open} onTip={setTip} onFollow={onLeave} />
        return item.items && open ? (
          <Dropdown key={item.path} label={item.label} link={link} isWithin={pathsOf(item).some((path) => path === active)}>
            {list(item.items)}
          </Dropdown>
        ) : (
          <li key={item.path}>{link}</li>
        )
      })}
    </ul>
  )

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
          {upper.map((section, index) =>
            section.menu && section.items.length === 0 && !menu ? null : (
              <div key={section.heading ?? index} className={css.section}>
                {section.heading ? (
                  <h2 className={css.heading} id={`${id}-${index}`}>
                    {section.heading}
                  </h2>
                ) : null}
                {section.items.length > 0 ? list(section.items, section.heading ? `${id}-${index}` : undefined) : null}
                {section.menu ? menu : null}
              </div>
            ),
          )}
        </div>
        <div className={css.bottom}>
          {lower ? (
            <>
              <h2 className={css.heading} id={`${id}-account`}>
                {lower.heading}
              </h2>
              {list(lower.items, `${id}-account`)}
            </>
          ) : null}
          {mobile ? null : (
            <button type="button" className={css.item} onClick={onToggle} aria-label={label}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={css.text}>Collapse</span>
            </button>
          )}
        </div>
      </nav>
      {tip ? (
        <span className={css.tip} style={{ top: tip.top, left: tip.left }} aria-hidden>
          {tip.label}
        </span>
      ) : null}
    </SidebarPlaceProvider>
  )
}

interface NavigationLinkProps {
  item: NavigationItem
  active: boolean
  closed: boolean
  onTip: (tip: Tip | null) => void
  onFollow: () => void
}

function NavigationLink({ item, active, closed, onTip, onFollow }: NavigationLinkProps) {
  // The name shows beside the item when it is cut off or hidden.
  const show = (event: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    const text = event.currentTarget.querySelector('[data-label]')
    const cut = text !== null && text.scrollWidth > text.clientWidth
    const box = event.currentTarget.getBoundingClientRect()
    // The keyboard stops at the link alone, and so does the pointer on the rail: there the warning is told with the name.
    const beside = closed || event.type === 'focus' ? [item.warning, item.count?.words] : []
    const told = [closed || cut ? item.label : undefined, ...beside].filter((words) => words !== undefined)
    if (told.length > 0) onTip({ label: told.join('. '), top: box.top + box.height / 2, left: box.right + 10 })
  }
  const warn = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (item.warning && !closed) onTip({ label: item.warning, top: box.top + box.height / 2, left: box.right + 16 })
  }
  const hide = () => onTip(null)
  return (
    <Link
      to={item.path}
      className={css.item}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onFollow={() => {
        hide()
        onFollow()
      }}
    >
      <item.icon size={18} stroke={1.6} aria-hidden />
      <span className={css.text} data-label>
        {item.label}
      </span>
      {item.count ? (
        <span className={css.count} role="img" aria-label={item.count.words}>
          {item.count.number > 99 ? '99+' : item.count.number}
        </span>
      ) : null}
      {item.warning ? (
        <span className={css.warning} role="img" aria-label={item.warning} onMouseEnter={warn} onMouseLeave={hide}>
          <IconAlertTriangleFilled size={16} aria-hidden />
        </span>
      ) : null}
    </Link>
  )
}

/** An item with others under it: open while one of them is shown, or as its button says. */
function Dropdown({ label, link, isWithin, children }: { label: string; link: ReactNode; isWithin: boolean; children: ReactNode }) {
  const [chosen, setChosen] = useState<{ isWithin: boolean; open: boolean } | null>(null)
  const id = useId()
  const open = chosen?.isWithin === isWithin ? chosen.open : isWithin
  return (
    <li>
      <div className={css.dropdown}>
        {link}
        <button
          type="button"
          className={css.unfold}
          aria-label={`Items under ${label}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen({ isWithin, open: !open })}
        >
          <IconChevronDown size={16} stroke={1.6} aria-hidden />
        </button>
      </div>
      <div id={id} className={css.under} hidden={!open}>
        {children}
      </div>
    </li>
  )
}

const pathsOf = (item: NavigationItem): string[] => withUnder(item).map(({ path }) => path)

/** The item whose address is the longest beginning of the page's. */
export function activePath(pathname: string, sections: readonly NavigationSection[]): string | undefined {
  return sections
    .flatMap((section) => section.items.flatMap(pathsOf))
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}
