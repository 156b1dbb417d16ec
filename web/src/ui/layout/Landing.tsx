/** A section that links lead to from elsewhere: once it is drawn it takes the focus and comes into sight, under what the page loads above it as well. */
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './Landing.module.css'

export function Landing({ id, children }: { id: string; children: ReactNode }) {
  const isAskedFor = useRouterState({ select: ({ location }) => location.hash === id })
  return (
    <div id={id} className={css.landing} tabIndex={-1} ref={isAskedFor ? land : undefined}>
      {children}
    </div>
  )
}

function land(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView?.({ block: 'start' })
}
