/**
 * Shows the page of an address: guards it, fetches its file, remembers where one was. Our own, because a portal with one table of pages behind one
 * frame needs no more (docs/adr/0034).
 */
import type { ComponentType } from 'react'
import { type Place, type PlaceHistory, placeOf } from './history.ts'
import { finderOf } from './match.ts'
import type { ScrollMemory } from './scroll.ts'

export interface RouterRoute {
  path: string
  /** Of the browser's tab, and what a screen reader hears after a click. */
  title: string
  page: () => Promise<{ default: ComponentType }>
}

/** The page that is shown. */
export interface Match {
  route: RouterRoute
  params: Readonly<Record<string, string>>
  /** Null while its file is on its way. */
  Page: ComponentType | null
  /** Why its file did not come. */
  error: unknown
}

export interface RouterState {
  /** Where one is going: the address bar. */
  location: Place
  /** Where the page stands that has been drawn. */
  resolvedLocation: Place | null
  match: Match | null
}

export interface Navigation {
  /** Path, query and fragment; what comes from paths.ts. */
  href: string
  replace?: boolean
  /** False where the page stays the same but for what it shows. */
  resetScroll?: boolean
}

/** @returns whether to stay; it may ask first */
export type Blocker = () => Promise<boolean>

export interface Router {
  readonly state: RouterState
  watch: (listener: () => void) => () => void
  /** Shows the page of the address bar; done when it is there. */
  load: () => Promise<void>
  navigate: (navigation: Navigation) => Promise<void>
  back: () => void
  /** Fetches the file of a page that may be opened. */
  preload: (href: string) => void
  /** Whether there is a page at this path. */
  knows: (href: string) => boolean
  block: (blocker: Blocker) => () => void
  /** The page has been drawn. */
  drawn: () => void
  onArrival: (listener: (arrival: { hrefChanged: boolean }) => void) => () => void
}

export interface RouterParts {
  routes: readonly RouterRoute[]
  /** Where to go instead of opening a page, or null. */
  guard: (route: RouterRoute | null, place: Place) => string | null
  history: PlaceHistory
  scroll?: ((present: () => Place) => ScrollMemory) | undefined
}

/** So long the page left stays; then the outline of the next one shows until its file has come. */
const PATIENCE_MS = 200

export function createRouter({ routes, guard, history, scroll: scrolling }: RouterParts): Router {
  const find = finderOf(routes)
  const pages = new Map<RouterRoute, ComponentType>()
  const watchers = new Set<() => void>()
  const arrivals = new Set<(arrival: { hrefChanged: boolean }) => void>()
  const blockers = new Set<Blocker>()
  let state: RouterState = { location: history.read(), resolvedLocation: null, match: null }
  const scroll = scrolling?.(() => state.resolvedLocation ?? state.location)
  /** Counts what was asked for: only the latest is shown. */
  let asked = 0
  let watching = false
  /** A step of the browser's history that only takes one back to where one stays. */
  let undoing = false
  let resetScroll = true

  const set = (change: Partial<RouterState>) => {
    state = { ...state, ...change }
    for (const watcher of [...watchers]) watcher()
  }
  const isBlocked = async () => {
    for (const blocker of [...blockers]) if (await blocker()) return true
    return false
  }

  const show = async (): Promise<void> => {
    const turn = ++asked
    if (state.resolvedLocation) scroll?.keep(state.resolvedLocation)
    const location = history.read()
    const found = find(location.pathname)
    const target = guard(found?.route ?? null, location)
    if (target !== null) return write(target, 'replace')
    if (!found) throw new Error(`${location.pathname} is no page, and the guard lets it pass`)
    const { route } = found
    const known = pages.get(route)
    if (known) return set({ location, match: { ...found, Page: known, error: null } })
    set({ location })
    const late = setTimeout(() => turn === asked && set({ match: { ...found, Page: null, error: null } }), PATIENCE_MS)
    try {
      const { default: Page } = await route.page()
      pages.set(route, Page)
      if (turn === asked) set({ match: { ...found, Page, error: null } })
    } catch (error) {
      if (turn === asked) set({ match: { ...found, Page: null, error } })
    } finally {
      clearTimeout(late)
    }
  }
  const write = (href: string, mode: 'push' | 'replace'): Promise<void> => {
    history.write(placeOf(href).href, mode)
    return show()
  }
  const stepped = async (): Promise<void> => {
    if (undoing) {
      undoing = false
      history.read()
      return
    }
    const { index } = history.read()
    if (blockers.size > 0 && (await isBlocked())) {
      undoing = true
      return history.go(state.location.index - index)
    }
    resetScroll = true
    return show()
  }

  return {
    get state() {
      return state
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    load: () => {
      if (!watching) history.watch(() => void stepped())
      watching = true
      return show()
    },
    navigate: async ({ href, replace = false, resetScroll: reset = true }) => {
      if (blockers.size > 0 && (await isBlocked())) return
      resetScroll = reset
      // The same address once more asks the page anew; Back should not lead to it twice.
      if (placeOf(href).href === state.location.href) return show()
      return write(href, replace ? 'replace' : 'push')
    },
    back: () => history.go(-1),
    preload: (href) => {
      const place = { ...state.location, ...placeOf(href) }
      const found = find(place.pathname)
      if (!found || pages.has(found.route) || guard(found.route, place) !== null) return
      found.route.page().then(
        ({ default: Page }) => pages.set(found.route, Page),
        () => undefined,
      )
    },
    knows: (href) => find(placeOf(href).pathname) !== null,
    block: (blocker) => {
      blockers.add(blocker)
      return () => blockers.delete(blocker)
    },
    drawn: () => {
      const { location, resolvedLocation } = state
      set({ resolvedLocation: location })
      if (resetScroll) scroll?.restore(location)
      resetScroll = true
      for (const listener of [...arrivals]) listener({ hrefChanged: resolvedLocation?.href !== location.href })
    },
    onArrival: (listener) => {
      arrivals.add(listener)
      return () => arrivals.delete(listener)
    },
  }
}
