/** Back returns to the row one left by: into sight, and focused. Every table does it, by its label and the address it stands at. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useEffect } from 'react'

/** Rows that were opened, by table and address. */
const opened = new Map<string, string>()

/** @param drawn changes when other rows are drawn  @returns what to do at a click anywhere in the table */
export function useReturn(label: string, box: RefObject<HTMLElement | null>, drawn: unknown): (event: MouseEvent) => void {
  const router = useRouter()
  const arrived = useRouterState({ select: ({ location, resolvedLocation }) => location.href === resolvedLocation?.href })
  const here = () => `${label} ${router.state.location.href}`
  useEffect(() => {
    const place = `${label} ${router.state.location.href}`
    const row = opened.get(place)
    if (row === undefined || !arrived) return
    // After the frame has moved the focus to the page's content, which it does on arrival too.
    const timer = setTimeout(() => {
      const link = box.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(row)}"] a`)
      if (!link) return
      opened.delete(place)
      link.focus({ preventScroll: true })
      link.scrollIntoView?.({ block: 'nearest' })
    }, 50)
    return () => clearTimeout(timer)
  }, [label, router, box, drawn, arrived])
  return (event) => {
    const target = event.target instanceof Element ? event.target : null
    const row = target?.closest('a') ? target.closest('tr')?.getAttribute('data-row') : null
    if (row) opened.set(here(), row)
  }
}
