/** A menu as the ARIA tree pattern has it: one stop of the tab key, arrows within, letters find, Enter opens (www.w3.org/WAI/ARIA/apg/patterns/treeview). */
import { IconChevronRight, IconFileText } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { Link } from '../../ui/fields/Link.tsx'
import css from './MenuTree.module.css'
import { MENU_ICONS } from './menu-icons.ts'
import type { TreeRow } from './menu-rows.ts'

interface MenuTreeProps {
  label: string
  rows: readonly TreeRow[]
  /** The page that is open. */
  at?: string
  onToggle: (row: TreeRow, open: boolean) => void
  onFollow?: (row: TreeRow) => void
  /** Beside a row whose name is cut off. */
  onTip?: (tip: { label: string; top: number; left: number } | null) => void
}

/** Six levels and their files still leave room for a name in 250 px. */
const INDENT = 12
/** Letters typed within this time look for one name. */
const LETTERS_MS = 700

export function MenuTree({ label, rows, at, onToggle, onFollow, onTip }: MenuTreeProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const current = rows.find(({ key }) => key === chosen) ?? rows.find(({ link }) => link?.href === at) ?? rows[0]

  const focus = (row: TreeRow | undefined) => {
    if (!row) return
    setChosen(row.key)
    const elements = tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')
    elements?.[rows.indexOf(row)]?.focus()
  }
  const steps: Record<string, (row: TreeRow, index: number) => void> = {
    ArrowDown: (_, index) => focus(rows[index + 1]),
    ArrowUp: (_, index) => focus(rows[index - 1]),
    Home: () => focus(rows[0]),
    End: () => focus(rows.at(-1)),
    ArrowRight: (row, index) => {
      if (row.expanded === false) onToggle(row, true)
      else if (row.expanded && rows[index + 1]?.parent === row.key) focus(rows[index + 1])
    },
    ArrowLeft: (row) => {
      if (row.expanded) onToggle(row, false)
      else focus(rows.find(({ key }) => key === row.parent))
    },
    '*': (row) => {
      for (const each of rows) if (each.parent === row.parent && each.expanded === false) onToggle(each, true)
    },
    ' ': (row, index) => {
      if (row.expanded !== undefined) onToggle(row, !row.expanded)
      else tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.click()
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !current) return
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      step(current, rows.indexOf(current))
    } else if (/^[\p{L}\p{N}]$/u.test(event.key)) focus(named(event.key, event.timeStamp))
  }
  /** The next row whose name begins with what was typed. */
  const named = (letter: string, now: number) => {
    const text = (now - typed.current.at < LETTERS_MS ? typed.current.text : '') + letter.toLowerCase()
    typed.current = { text, at: now }
    const from = current ? rows.indexOf(current) + (text.length === 1 ? 1 : 0) : 0
    return [...rows.slice(from), ...rows.slice(0, from)].find((row) => row.label.toLowerCase().startsWith(text))
  }

  return (
    <div ref={tree} role="tree" aria-label={label} className={css.tree} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.key}
          row={row}
          tabbable={row === current}
          active={row.link !== undefined && row.link.href === at}
          onChoose={() => setChosen(row.key)}
          onToggle={() => onToggle(row, !row.expanded)}
          onFollow={() => onFollow?.(row)}
          onTip={onTip}
        />
      ))}
    </div>
  )
}

interface RowProps {
  row: TreeRow
  tabbable: boolean
  active: boolean
  onChoose: () => void
  onToggle: () => void
  onFollow: () => void
  onTip: MenuTreeProps['onTip']
}

function Row({ row, tabbable, active, onChoose, onToggle, onFollow, onTip }: RowProps) {
  const { expanded, link, kind, loading } = row
  // Only a name that is cut off, or hidden in the closed sidebar, is said beside it.
  const show = (event: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    const text = event.currentTarget.querySelector('[data-label]')
    const box = event.currentTarget.getBoundingClientRect()
    if (text && (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight))
      onTip?.({ label: row.label, top: box.top + box.height / 2, left: box.right + 10 })
  }
  const shared = {
    role: 'treeitem',
    className: css.row,
    style: { paddingLeft: 4 + (row.level - 1) * INDENT },
    tabIndex: tabbable ? 0 : -1,
    'aria-level': row.level,
    'aria-setsize': row.siblings,
    'aria-posinset': row.position,
    'aria-selected': active,
    'data-kind': kind,
    'data-active': active || undefined,
    onMouseEnter: show,
    onMouseLeave: () => onTip?.(null),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      onChoose()
      show(event)
    },
    onBlur: () => onTip?.(null),
  } as const
  const Icon = row.node ? MENU_ICONS[row.node.icon] : IconFileText
  const content = (
    <>
      {kind === 'file' || kind === 'note' ? null : expanded === undefined ? (
        <span className={css.noChevron} />
      ) : (
        <IconChevronRight className={css.chevron} size={14} stroke={2} aria-hidden />
      )}
      {kind === 'item' || kind === 'file' ? <Icon size={kind === 'file' ? 15 : 17} stroke={1.6} aria-hidden /> : null}
      <span className={css.label} data-label>
        {row.label}
      </span>
      {row.fresh > 0 ? (
        <span className={kind === 'file' ? css.dot : css.fresh}>
          {kind === 'file' ? null : row.fresh}
          <span className={css.words}> new</span>
        </span>
      ) : null}
    </>
  )
  if (link?.apart)
    return (
      <a {...shared} href={link.href} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
        {content}
        <span className={css.words}>(opens in a new window)</span>
      </a>
    )
  if (link)
    return (
      <Link {...shared} to={link.href} onFollow={onFollow}>
        {content}
      </Link>
    )
  if (expanded === undefined) return <div {...shared}>{content}</div>
  return (
    <div
      {...shared}
      role="treeitem"
      aria-expanded={expanded}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      onClick={onToggle}
      onKeyDown={enter(onToggle)}
    >
      {content}
    </div>
  )
}

const enter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Enter') act()
}

/** In the tree's place while it is on its way. */
export function MenuPulse({ lines }: { lines: number }) {
  return (
    <div className={css.pulse} role="status" aria-label="The menu is loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} style={{ width: `${70 - (index % 3) * 14}%` }} />
      ))}
    </div>
  )
}
