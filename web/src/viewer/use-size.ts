/** How large an element is drawn, followed as it changes. */
import { type RefObject, useEffect, useState } from 'react'

export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const box = element.current
    if (!box) return
    const watcher = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }))
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [element])
  return size
}
