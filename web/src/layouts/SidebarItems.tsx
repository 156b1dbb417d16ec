/** Items of the sidebar: links with their warnings and counts, items with others under them, and groups that fold. */
import { IconAlertTriangleFilled, IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Link } from '../ui/fields/Link.tsx'
import { type NavigationItem, type NavigationSection, withUnder } from './navigation.ts'
import css from './Sidebar.module.css'
import type { Tip } from './sidebar-place.ts'

/** All that the items of one sidebar share. */
interface Drawn {
  active: string | undefined
  /** The sidebar is open, or a rail of icons. */
  open: boolean
  onTip: (tip: Tip | null) => void
  onFollow: () => void
}

export function ItemList({ items, labelledBy, ...drawn }: Drawn & { items: readonly NavigationItem[]; labelledBy?: string }) {
  const { active, open, onTip, onFollow } = drawn
  return (
    <ul className={css.list} {...(labelledBy ? { 'aria-labelledby': labelledBy } : {})}>
      {items.map((item) => {
        // Closed, the item stands for those under it.
        const isHere = open ? item.path === active : pathsOf(item).some((path) => path === active)
        const link = <NavigationLink item={item} active={isHere} closed={!open} onTip={onTip} onFollow={onFollow} />
        return item.items && open ? (
          <Dropdown key={item.path} label={item.label} link={link} isWithin={pathsOf(item).some((path) => path === active)}>
            <ItemList items={item.items} {...drawn} />
          </Dropdown>
        ) : (
          <li key={item.path}>{link}</li>
        )
      })}
    </ul>
  )
}

interface SidebarGroupProps extends Drawn {
  section: NavigationSection
  unfolded: boolean
  /** The present page is one of its items'. */
  isHere: boolean
  onToggle: () => void
  /** Below its items: the client's menu. */
  children: ReactNode
}

/** A heading that folds and unfolds its items. Folded it says what waits in it; on the rail it is its picture, and a line while it is unfolded. */
export function SidebarGroup({ section, unfolded, isHere, onToggle, children, ...drawn }: SidebarGroupProps) {
  const id = useId()
  const { heading, icon: Icon, items } = section
  const waiting = unfolded
    ? []
    : items.flatMap(withUnder).flatMap(({ warning, count }) => [warning, count?.words].filter((words) => words !== undefined))
  const told = [...new Set(waiting)].join(' ')
  const show = (event: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const words = [drawn.open ? undefined : heading, told || undefined].filter((each) => each !== undefined)
    if (words.length > 0) drawn.onTip({ label: words.join('. '), top: box.top + box.height / 2, left: box.right + 10 })
  }
  const hide = () => drawn.onTip(null)
  return (
    <div className={css.section}>
      <h2 className={css.groupHeading}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={unfolded}
          aria-controls={`${id}-items`}
          data-here={(isHere && !unfolded) || undefined}
          onClick={() => {
            hide()
            onToggle()
          }}
          onMouseEnter={show}
          onMouseLeave={hide}
          onFocus={show}
          onBlur={hide}
        >
          {Icon && !drawn.open ? <Icon size={18} stroke={1.6} aria-hidden /> : null}
          <span className={css.text} id={`${id}-heading`}>
            {heading}
          </span>
          {told ? (
            <span className={css.warning} role="img" aria-label={told}>
              <IconAlertTriangleFilled size={16} aria-hidden />
            </span>
          ) : null}
          <IconChevronDown className={css.chevron} size={16} stroke={1.6} aria-hidden />
        </button>
      </h2>
      <div id={`${id}-items`} hidden={!unfolded}>
        {items.length > 0 ? <ItemList items={items} labelledBy={`${id}-heading`} {...drawn} /> : null}
        {children}
      </div>
    </div>
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
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const items = sections.flatMap((section) => section.items.flatMap(withUnder))
  return (
    items
      .map(({ path }) => path)
      .filter(isWithin)
      .toSorted((a, b) => b.length - a.length)[0] ?? items.find(({ also = [] }) => also.some(isWithin))?.path
  )
}
