/** True from the moment an element is near the window; a chart below the fold of a phone costs nothing until then. */
import { type RefObject, useEffect, useState } from 'react'

export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), {
      rootMargin: '120px',
    })
    observer.observe(element.current)
    // Paper has no scrolling: what is printed must be drawn.
    const onPrint = () => setSeen(true)
    addEventListener('beforeprint', onPrint)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', onPrint)
    }
  }, [element])
  return seen
}
