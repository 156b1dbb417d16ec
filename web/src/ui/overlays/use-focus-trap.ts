/** Keeps the keyboard inside an element while it is drawn, and gives the focus back afterwards. */
import { type RefObject, useEffect } from 'react'

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]):not([type="hidden"]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])'

/** Starts at `[data-autofocus]`, else at the first field, else at the element itself, which therefore needs a tabIndex. */
export function useFocusTrap(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const before = document.activeElement
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>('input:not([disabled]), select:not([disabled]), textarea:not([disabled])') ??
      element
    first.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return
      const inside = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.tabIndex >= 0)
      const [start, end] = [inside[0] ?? element, inside.at(-1) ?? element]
      const leaving = event.shiftKey
        ? document.activeElement === start || document.activeElement === element
        : document.activeElement === end
      if (!leaving && element.contains(document.activeElement)) return
      event.preventDefault()
      ;(event.shiftKey ? end : start).focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [box])
}
