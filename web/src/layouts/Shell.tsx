/** Header, sidebar, content, footer: the frame that all three layouts fill. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { followOtherTabs } from '../kernel/active-site.ts'
import { rememberSidebar, sidebarOpen } from '../kernel/local-memory.ts'
import { useObservable } from '../kernel/observable.ts'
import { fullName, useSession } from '../kernel/session.ts'
import { errorTray } from '../kernel/toasts.ts'
import { PATTERNS } from '../paths.ts'
import { ErrorTray } from '../ui/overlays/ErrorTray.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Announcements } from './Announcements.tsx'
import { Bell } from './Bell.tsx'
import { Footer } from './Footer.tsx'
import { HelpButton, HelpPlace } from './HelpButton.tsx'
import { initials } from './initials.ts'
import type { NavigationSection } from './navigation.ts'
import { PaletteButton } from './PaletteButton.tsx'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useMobile } from './use-mobile.ts'
import { useOtherScheme } from './use-other-scheme.ts'

/** On a phone the name needs the room. */
const MOBILE_LOGO_HEIGHT = 36

const DASHBOARDS = new Set<string>([PATTERNS.clientDashboard, PATTERNS.staffDashboard])

interface ShellProps {
  /** The large name: the institution for clients, the site for staff. */
  name: string
  logo: { url: string | null; maxHeight: number }
  sections: readonly NavigationSection[]
  /** Beside the welcome line: a switcher. */
  switcher?: ReactNode
  banner?: ReactNode
  poweredBy?: boolean
  /** Parts of a client's sidebar above and among its items. */
  search?: ReactNode
  menu?: ReactNode
  children: ReactNode
}

export function Shell({ name, logo, sections, switcher, banner, poweredBy = false, search, menu, children }: ShellProps) {
  const session = useSession()
  const mobile = useMobile()
  // A line of greeting on every page would cost a phone's reader a tenth of the screen.
  const atHome = useRouterState({ select: ({ location }) => DASHBOARDS.has(location.pathname) })
  const [chosen, setChosen] = useState(sidebarOpen)
  // A choice made on a desk must not cover the page on a phone: there the menu opens by the tab only.
  const [menuOpen, setMenuOpen] = useState(false)
  const open = mobile ? menuOpen : (chosen ?? true)
  const toggle = () => {
    rememberSidebar(!open)
    if (mobile) setMenuOpen(!open)
    else setChosen(!open)
  }
  // From the rail of icons the side menu lies over the page until it is left.
  const [over, setOver] = useState(false)
  const isOver = over && !mobile && !open
  useEscape((mobile && open) || isOver, () => {
    setMenuOpen(false)
    setOver(false)
  })
  useEffect(followOtherTabs, [])

  return (
    <div className={css.shell} data-sidebar={open ? 'open' : 'closed'}>
      <header className={css.header}>
        <div className={css.brand}>
          <Logo url={logo.url} maxHeight={mobile ? MOBILE_LOGO_HEIGHT : logo.maxHeight} name={name} />
          <div className={css.names}>
            <p className={css.name}>{name}</p>
            <p className={css.portal}>{session.portalLabel}</p>
          </div>
        </div>
        {switcher ? (
          <div className={css.switcher} data-no-print>
            {switcher}
          </div>
        ) : null}
        <div className={css.person} data-no-print>
          <ErrorTrayButton />
          <Bell />
          <PaletteButton />
          <HelpButton />
          {mobile ? null : <SchemeButton />}
          {mobile && !atHome ? null : (
            <div className={css.welcome}>
              <b>Welcome, {fullName(session)}</b>
              {session.title ? <span>{session.title}</span> : null}
            </div>
          )}
          <AccountMenu sidebarOpen={open} mobile={mobile} onToggleSidebar={toggle} />
        </div>
      </header>
      <Sidebar
        sections={sections}
        open={open || isOver}
        mobile={mobile}
        over={isOver}
        search={search}
        menu={menu}
        onToggle={() => {
          setOver(false)
          toggle()
        }}
        onReveal={() => setOver(true)}
        onLeave={() => {
          setMenuOpen(false)
          setOver(false)
        }}
      />
      <div className={css.column}>
        {banner}
        <Announcements />
        <main className={css.content} id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer poweredBy={poweredBy} />
      </div>
      <HelpPlace />
    </div>
  )
}

/** Keeps the switcher's place in the header until its code has come. */
export const SwitcherPlace = () => <div className={css.switcherPlace} />

function Logo({ url, maxHeight, name }: { url: string | null; maxHeight: number; name: string }) {
  const [broken, setBroken] = useState(false)
  if (url && !broken) return <img className={css.logo} data-logo src={url} alt="" style={{ maxHeight }} onError={() => setBroken(true)} />
  return (
    <span className={css.monogram} aria-hidden>
      {initials(name)}
    </span>
  )
}

function SchemeButton() {
  const { words, Icon, choose } = useOtherScheme()
  return (
    <button type="button" className={css.iconButton} onClick={choose} aria-label={words} title={words}>
      <Icon size={19} stroke={1.7} aria-hidden />
    </button>
  )
}

/** Errors that have faded stay reachable here. */
function ErrorTrayButton() {
  const errors = useObservable(errorTray)
  const [open, setOpen] = useState(false)
  if (errors.length === 0) return null
  return (
    <div className={css.tray}>
      <button
        type="button"
        className={css.iconButton}
        data-alert
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-label={`Problems in this session: ${errors.length}`}
      >
        <IconAlertTriangle size={19} stroke={1.7} aria-hidden />
        <span className={css.trayCount}>{errors.length}</span>
      </button>
      {open ? <ErrorTray errors={errors} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function useEscape(active: boolean, onEscape: () => void) {
  useEffect(() => {
    if (!active) return
    const listener = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [active, onEscape])
}
