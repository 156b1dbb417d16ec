/** Where each visited page was scrolled to: back and forward, and loading anew, return there; other pages begin at their top. */
import type { Place } from './history.ts'

interface Position {
  left: number
  top: number
}
type Positions = Record<string, Position>

export interface ScrollMemory {
  /** Before another page shows. */
  keep: (place: Place) => void
  /** Once the page is drawn. */
  restore: (place: Place) => void
}

const STORAGE_KEY = 'corridor-scroll'
const WINDOW = 'window'

/** @param present where the page stands when it is left for good or loaded anew */
export function scrollMemory(present: () => Place): ScrollMemory {
  const kept = stored()
  /** Parts that scroll in themselves, such as a wide table. */
  const scrolled = new Set<Element>()
  const keep = ({ key }: Place) => {
    const positions: Positions = { [WINDOW]: { left: scrollX, top: scrollY } }
    for (const element of scrolled) {
      if (element.isConnected) positions[selectorOf(element)] = { left: element.scrollLeft, top: element.scrollTop }
      else scrolled.delete(element)
    }
    kept[key] = positions
  }
  history.scrollRestoration = 'manual'
  document.addEventListener('scroll', ({ target }) => target instanceof Element && scrolled.add(target), { capture: true, passive: true })
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  addEventListener('pagehide', () => {
    // What follows may not be ours: the browser restores that by itself.
    history.scrollRestoration = 'auto'
    keep(present())
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
    } catch {
      // Storage is full or refused: the page begins at its top.
    }
  })
  return {
    keep,
    restore: ({ key, hash }) => {
      const positions = kept[key]
      if (!positions) {
        const target = hash ? document.getElementById(hash) : null
        if (target) target.scrollIntoView()
        else if (!hash) scrollTo({ left: 0, top: 0 })
        return
      }
      for (const [selector, { left, top }] of Object.entries(positions)) {
        if (selector === WINDOW) scrollTo({ left, top })
        else Object.assign(document.querySelector(selector) ?? {}, { scrollLeft: left, scrollTop: top })
      }
    },
  }
}

function stored(): Record<string, Positions> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  } catch {
    return {}
  }
}

function selectorOf(element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    const nth = at.parentElement ? [...at.parentElement.children].indexOf(at) + 1 : 1
    steps.unshift(`${at.localName}:nth-child(${nth})`)
  }
  return steps.join(' > ')
}
