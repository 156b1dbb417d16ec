/** Tabs kept in the address bar under `tab`, so that a link or Back finds the same one. Arrow keys move between them. */
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import css from './Tabs.module.css'

export interface Tab {
  /** In the address; the first tab needs none. */
  key: string
  label: string
  /** Shown beside the label. */
  count?: number | undefined
  panel: () => ReactNode
}

const search = z.object({ tab: optionalText })

export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const id = useId()
  const [{ tab }, change] = useUrlSearch(search)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const index = Math.max(
    0,
    tabs.findIndex((each) => each.key === tab),
  )
  const active = tabs[index]
  const open = (position: number) => {
    const next = tabs[(position + tabs.length) % tabs.length]
    // Another tab is another list: its pages and order start anew.
    if (next) change({ tab: next === tabs[0] ? undefined : next.key, page: undefined, sort: undefined, desc: undefined })
    buttons.current[(position + tabs.length) % tabs.length]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    open(step)
  }
  return (
    <div>
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown} data-no-print>
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
            aria-controls={`${id}-panel`}
            tabIndex={position === index ? 0 : -1}
            onClick={() => open(position)}
          >
            {each.label}
            {each.count === undefined ? null : <span className={css.count}>{formatCount(each.count)}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={active ? `${id}-${active.key}` : undefined} className={css.panel}>
        {active?.panel()}
      </div>
    </div>
  )
}
