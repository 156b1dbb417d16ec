/** Bar above, content below, and the keys that work while the focus is in either. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Toolbar } from './Toolbar.tsx'
import { type ViewerTools, wordsAskedFor } from './tools.ts'
import css from './viewer.module.css'

interface ViewerFrameProps {
  tools: ViewerTools
  /** The element that the arrow keys scroll. */
  scroller: RefObject<HTMLElement | null>
  /** The content is there. */
  ready: boolean
  /** More of the bar: sheets, thumbnails. */
  more?: ReactNode
  children: ReactNode
}

export function ViewerFrame({ tools, scroller, ready, more, children }: ViewerFrameProps) {
  // Whoever comes from Search sees what they looked for.
  const [finding, setFinding] = useState(() => wordsAskedFor() !== '')
  // Arrows read on at once, unless the person is already somewhere else on the page.
  useEffect(() => {
    const { activeElement } = document
    if (ready && (activeElement === document.body || activeElement?.id === 'content')) scroller.current?.focus({ preventScroll: true })
  }, [ready, scroller])
  const showFind = (open: boolean) => {
    setFinding(open)
    if (open) return
    tools.find?.close()
    scroller.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event, tools, finding, showFind, scroller.current)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <section className={css.frame} aria-label="Content of the file" onKeyDown={onKeyDown} aria-busy={!ready}>
      <Toolbar tools={tools} finding={finding} onFind={showFind}>
        {more}
      </Toolbar>
      <div className={css.stage}>
        {ready ? null : (
          <div className={css.opening} role="status">
            Opening the file …
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

/** Letters and signs are keys of the viewer only where nothing is typed. */
function actionOf(
  event: KeyboardEvent,
  { zoom, find, pages }: ViewerTools,
  finding: boolean,
  showFind: (open: boolean) => void,
  scroller: HTMLElement | null,
): (() => void) | undefined {
  if (find && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') return () => showFind(true)
  if (event.key === 'Escape' && finding) return () => showFind(false)
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined
  if (event.key === '/' && find) return () => showFind(true)
  if (zoom && (event.key === '+' || event.key === '=')) return () => zoom.by(1)
  if (zoom && event.key === '-') return () => zoom.by(-1)
  const sideways = scroller !== null && scroller.scrollWidth > scroller.clientWidth + 2
  if (pages && !sideways && event.key === 'ArrowRight') return () => pages.go(Math.min(pages.of, pages.at + 1))
  if (pages && !sideways && event.key === 'ArrowLeft') return () => pages.go(Math.max(1, pages.at - 1))
  return undefined
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
