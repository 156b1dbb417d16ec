/** Only a table wider than its place scrolls in a box of its own; the others keep their header at the top of the window. */
import { useEffect, useState } from 'react'

export function useOverflowing(wrap: React.RefObject<HTMLElement | null>, columns: number): boolean {
  const [overflowing, setOverflowing] = useState(false)
  useEffect(() => {
    const element = wrap.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setOverflowing(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [wrap, columns])
  return overflowing
}
