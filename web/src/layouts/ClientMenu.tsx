/** The client's menu in the sidebar: the site's published menu as far as this person sees it, each item's files by year once it is opened. */
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { remember, remembered, reportCodesHint } from '../kernel/local-memory.ts'
import { noteOpened } from '../kernel/new-files.ts'
import { useSession } from '../kernel/session.ts'
import { MenuPulse, MenuTree } from '../shared/menu/MenuTree.tsx'
import { MENU_ICONS } from '../shared/menu/menu-icons.ts'
import { rowsOfMenu, type TreeRow } from '../shared/menu/menu-rows.ts'
import css from './ClientMenu.module.css'
import { noteMenuLinks } from './menu-links.ts'
import { useSidebarPlace } from './sidebar-place.ts'
import { useClientMenu } from './use-client-menu.ts'

const PULSES_MOST = 5

export function ClientMenu() {
  const session = useSession()
  const place = useSidebarPlace()
  const at = useRouterState({ select: (state) => state.location.href })
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const menu = useClientMenu(opened)
  const shown = menu.state === 'there' ? menu.shown : undefined
  const isLost = menu.state === 'failed'
  useEffect(() => {
    if (shown) noteMenuLinks(session, shown)
    // Without a menu the sidebar has all of its own links.
    else if (isLost) noteMenuLinks(session, [])
  }, [session, shown, isLost])
  // How much to hold room for is all that this browser's memory of the codes decides.
  if (menu.state === 'loading')
    return (
      <div style={{ minHeight: place.open ? remembered().menuHeight : remembered().railHeight }}>
        {place.open ? <MenuPulse lines={Math.min(reportCodesHint().length, PULSES_MOST)} /> : null}
      </div>
    )
  if (menu.state === 'failed')
    return place.open ? (
      <div className={css.failed} role="status">
        <p>The menu could not be loaded.</p>
        <button type="button" onClick={menu.retry}>
          Try again
        </button>
      </div>
    ) : null
  if (menu.shown.length === 0) return place.open ? <p className={css.failed}>Nothing has been released to you yet.</p> : null

  const setOpen = (key: string, open: boolean) => {
    const next = new Map(opened)
    // Closing an item forgets its years; opened again they come anew.
    if (!open) for (const other of opened.keys()) if (other.startsWith(`${key}/`)) next.delete(other)
    setOpened(next.set(key, open))
  }
  const toggle = (row: TreeRow, open: boolean) => setOpen(row.key, open)
  const follow = ({ file }: TreeRow) => {
    // A window of its own tells this one nothing; what the viewer shows, the viewer notes.
    if (file?.apart) noteOpened(file.kind, file.id)
    place.leave()
  }
  const label = `${session.institutionName}: reports and documents`
  // As it stands before anything in it is opened: so it comes the next time.
  const isAsItCame = opened.size === 0
  if (!place.open)
    return (
      <Remembered open={false} when={isAsItCame}>
        <ul className={css.rail} aria-label={label}>
          {menu.shown.map((node) => {
            const Icon = MENU_ICONS[node.icon]
            const reveal = () => {
              if (!node.isLink) setOpen(node.id, true)
              place.reveal()
            }
            return (
              <li key={node.id}>
                <button
                  type="button"
                  className={css.icon}
                  onClick={reveal}
                  aria-label={node.label}
                  onMouseEnter={(event) => place.tip(tipBeside(event.currentTarget, node.label))}
                  onMouseLeave={() => place.tip(null)}
                  onFocus={(event) => place.tip(tipBeside(event.currentTarget, node.label))}
                  onBlur={() => place.tip(null)}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {menu.tree.freshIn(node) > 0 ? <span className={css.dot} /> : null}
                </button>
              </li>
            )
          })}
        </ul>
      </Remembered>
    )
  return (
    <Remembered open when={isAsItCame}>
      <MenuTree label={label} rows={rowsOfMenu(menu.shown, menu.tree)} at={at} onToggle={toggle} onFollow={follow} onTip={place.tip} />
      <p className={css.said} role="status">
        {menu.said}
      </p>
    </Remembered>
  )
}

/** Keeps in mind how high it stands, for the next page load. */
function Remembered({ open, when, children }: { open: boolean; when: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const height = place.current?.offsetHeight
    const last = open ? remembered().menuHeight : remembered().railHeight
    if (when && height && height !== last) remember(open ? { menuHeight: height } : { railHeight: height })
  })
  return <div ref={place}>{children}</div>
}

function tipBeside(element: HTMLElement, label: string) {
  const box = element.getBoundingClientRect()
  return { label, top: box.top + box.height / 2, left: box.right + 10 }
}
