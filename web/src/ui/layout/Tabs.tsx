/** Tabs kept in the address bar under `tab`, so that a link or Back finds the same one. Arrow keys move between them. */
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { showInStrip } from './in-strip.ts'
import css from './Tabs.module.css'

export interface Tab {
  /** In the address; the first tab needs none. */
  key: string
  label: string
  /** Shown beside the label. */
  count?: number | string | undefined
  panel: () => ReactNode
}

/** Tabs under a name of their own; the address names the tab alone, so that links outlast how tabs are grouped. */
interface TabGroup {
  label: string
  tabs: readonly Tab[]
}

const search = { tab: optionalText }

/** One row of tabs; with groups, a second row below that of the group that is open. */
export function Tabs({ tabs, label }: { tabs: readonly (Tab | TabGroup)[]; label: string }) {
  const id = useId()
  const [{ tab }, change] = useUrlSearch(search)
  const groups = tabs.map((each) => ('tabs' in each ? each : { label: each.label, tabs: [each] })).filter((group) => group.tabs.length > 0)
  const all = groups.flatMap((group) => group.tabs)
  const active = all.find(({ key }) => key === tab) ?? all[0]
  const group = groups.find((each) => each.tabs.some((one) => one === active))
  // Another tab is another list: its pages and order start anew.
  const open = (next: Tab) => change({ tab: next === all[0] ? undefined : next.key, page: undefined, sort: undefined, desc: undefined })
  const isSplit = group !== undefined && group.tabs.length > 1
  return (
    <div>
      <TabRow
        id={id}
        label={label}
        tabs={groups.flatMap((each) => {
          const [first] = each.tabs
          return first ? [{ ...first, label: each.label, ...(each.tabs.length > 1 ? { count: undefined } : {}) }] : []
        })}
        active={group?.tabs[0]?.key}
        onOpen={(key) => {
          const next = all.find((each) => each.key === key)
          if (next) open(next)
        }}
      />
      {isSplit && active ? (
        <TabRow
          id={`${id}-under`}
          panel={`${id}-panel`}
          label={group.label}
          tabs={group.tabs}
          active={active.key}
          isUnder
          onOpen={(key) => {
            const next = all.find((each) => each.key === key)
            if (next) open(next)
          }}
        />
      ) : null}
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={active ? `${isSplit ? `${id}-under` : id}-${active.key}` : undefined}
        className={css.panel}
      >
        {active?.panel()}
      </div>
    </div>
  )
}

interface TabRowProps {
  id: string
  panel?: string
  label: string
  tabs: readonly Tab[]
  active: string | undefined
  isUnder?: boolean
  onOpen: (key: string) => void
}

/** One stop of the Tab key, at the tab that is open. */
function TabRow({ id, panel = `${id}-panel`, label, tabs, active, isUnder = false, onOpen }: TabRowProps) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const index = Math.max(
    0,
    tabs.findIndex(({ key }) => key === active),
  )
  useEffect(() => showInStrip(buttons.current[index], buttons.current[index]?.parentElement), [index])
  const open = (position: number) => {
    const place = (position + tabs.length) % tabs.length
    const next = tabs[place]
    if (next) onOpen(next.key)
    buttons.current[place]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    open(step)
  }
  return (
    <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown} data-under={isUnder || undefined} data-no-print>
      {tabs.map((each, position) => (
        <button
          key={each.key}
          ref={(button) => {
            buttons.current[position] = button
          }}
          type="button"
          role="tab"
          id={`${id}-${each.key}`}
          aria-selected={position === index}
          aria-controls={panel}
          tabIndex={position === index ? 0 : -1}
          onClick={() => open(position)}
        >
          {each.label}
          {each.count === undefined ? null : (
            <span className={css.count}>{typeof each.count === 'string' ? each.count : formatCount(each.count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
