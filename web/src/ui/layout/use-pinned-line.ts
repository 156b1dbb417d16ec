/** How far down the window the line reaches that stays below the page's header, for what sticks below it: `--pinned` of the page. */
import { useCallback } from 'react'

export function usePinnedLine() {
  return useCallback((line: HTMLElement | null) => {
    if (!line || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { position, top } = getComputedStyle(line)
      // On a phone nothing is pinned.
      if (position === 'sticky') style.setProperty('--pinned', `${Number.parseFloat(top) + line.offsetHeight}px`)
      else style.removeProperty('--pinned')
    })
    observer.observe(line)
    return () => {
      observer.disconnect()
      style.removeProperty('--pinned')
    }
  }, [])
}
