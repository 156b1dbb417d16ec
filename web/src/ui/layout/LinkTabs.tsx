/** Lists of one thing that stand at addresses of their own, as a strip that looks as tabs do. */
import { Link } from '../fields/Link.tsx'
import { showInStrip } from './in-strip.ts'
import css from './Tabs.module.css'

interface LinkTabsProps {
  label: string
  links: readonly { label: string; to: string; isHere: boolean }[]
  /** So many that the strip takes smaller type. */
  many?: boolean
}

export const LinkTabs = ({ label, links, many = false }: LinkTabsProps) => (
  <nav aria-label={label} data-no-print>
    <ul className={css.list} data-many={many || undefined} ref={showHere}>
      {links.map(({ label: name, to, isHere }) => (
        <li key={name}>
          <Link to={to} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const showHere = (strip: HTMLUListElement | null) => showInStrip(strip?.querySelector('[aria-current]')?.closest('li'), strip)
