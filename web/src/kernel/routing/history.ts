/** Where the browser stands and has stood: the address bar as the router sees it, and a stand-in for it that lives in memory. */
import { queryText, readQuery } from '../query-text.ts'

/** An address of the portal. The same page may be visited twice: each visit has a key of its own. */
export interface Place {
  /** Path, query and fragment. */
  href: string
  pathname: string
  /** With the question mark; empty for nothing. */
  searchStr: string
  /** Without the number sign. */
  hash: string
  key: string
  /** How many visits to pages of the portal lie before this one, in this tab. */
  index: number
}

export interface PlaceHistory {
  read: () => Place
  write: (href: string, mode: 'push' | 'replace') => void
  go: (steps: number) => void
  /** Back, forward, and links within the page. */
  watch: (listener: () => void) => void
}

interface Mark {
  key: string
  index: number
}

const newKey = (): string => Math.random().toString(36).slice(2, 10)

/** What the browser keeps with each entry of its history. */
export function browserHistory(): PlaceHistory {
  let last: Mark | undefined
  const written = (): string => location.pathname + location.search + location.hash
  const read = (): Place => {
    const place = placeOf(written())
    const kept = markOf(history.state)
    // An entry that the router did not write: the first, or one of a link within the page.
    const mark = kept ?? { key: newKey(), index: last ? last.index + 1 : 0 }
    if (!kept || place.href !== written()) history.replaceState(mark, '', place.href)
    last = mark
    return { ...place, ...mark }
  }
  return {
    read,
    write: (href, mode) => {
      const index = (last ?? read()).index + (mode === 'push' ? 1 : 0)
      last = { key: newKey(), index }
      if (mode === 'push') history.pushState(last, '', href)
      else history.replaceState(last, '', href)
    },
    go: (steps) => history.go(steps),
    watch: (listener) => addEventListener('popstate', listener),
  }
}

/** For tests: nothing of the browser is touched. */
export function memoryHistory(first: string): PlaceHistory {
  const entries = [{ href: first, key: newKey() }]
  const listeners = new Set<() => void>()
  let at = 0
  return {
    read: () => {
      const { href, key } = entries[at] ?? { href: '/', key: '' }
      return { ...placeOf(href), key, index: at }
    },
    write: (href, mode) => {
      if (mode === 'push') at++
      entries.splice(at, mode === 'push' ? entries.length : 1, { href, key: newKey() })
    },
    go: (steps) => {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1)
      for (const listener of listeners) listener()
    },
    watch: (listener) => void listeners.add(listener),
  }
}

/** The query is written as `queryText` writes it, so that one address has one spelling. */
export function placeOf(address: string): Omit<Place, keyof Mark> {
  const [, pathname = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const searchStr = queryText(readQuery(query))
  return { href: pathname + searchStr + hash, pathname, searchStr, hash: hash.slice(1) }
}

function markOf(state: unknown): Mark | null {
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return null
  return typeof state.key === 'string' && typeof state.index === 'number' ? { key: state.key, index: state.index } : null
}
