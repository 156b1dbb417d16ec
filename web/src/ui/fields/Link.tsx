/** An anchor that changes the page without loading it anew. `to` comes from paths.ts, query included. */
import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  replace?: boolean
  /** After a plain click, before the page changes. */
  onFollow?: () => void
  'data-active'?: boolean | undefined
}

export function Link({ to, replace = false, onFollow, onClick, onMouseEnter, ...anchor }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const ordinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !ordinary || anchor.target === '_blank') return
    event.preventDefault()
    onFollow?.()
    void router.navigate({ href: to, replace })
  }
  const preload = (event: MouseEvent<HTMLAnchorElement>) => {
    onMouseEnter?.(event)
    void router.preloadRoute({ to: to.split('?')[0] ?? to }).catch(() => undefined)
  }
  return <a {...anchor} href={to} onClick={follow} onMouseEnter={preload} />
}
