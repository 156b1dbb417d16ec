/** Gathers what is announced one by one, and acts on it together: soon after something single, ever more seldom while announcements go on, and once after the last. */
const SOON_MS = 400
const SELDOM_MS = 5_000
/** Milliseconds on pages that show work while it goes on. */
export const WATCHED_MS = 1_000

export interface Gathering<Item> {
  announce: (items: readonly Item[]) => void
  /** Acts at once on what still waits; nothing is lost. */
  flush: () => void
}

/** @param seldom milliseconds between two acts at most, while announcements go on */
export function gathered<Item>(act: (items: readonly Item[]) => void, seldom = SELDOM_MS): Gathering<Item> {
  const waiting = new Set<Item>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = SOON_MS
  let last = Number.NEGATIVE_INFINITY
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    last = performance.now()
    const items = [...waiting]
    waiting.clear()
    act(items)
  }
  return {
    announce: (items) => {
      for (const item of items) waiting.add(item)
      if (timer !== undefined) return
      const since = performance.now() - last
      pause = since > seldom ? SOON_MS : Math.min(pause * 2, seldom)
      timer = setTimeout(flush, Math.max(SOON_MS, pause - since))
    },
    flush,
  }
}
