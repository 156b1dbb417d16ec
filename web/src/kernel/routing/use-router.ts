/** The router as components see it. */
import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Router, RouterState } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

/** @throws outside of the application's frame */
export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('there is no router around this component')
  return router
}

/** @param select answers the same value for the same state: a text, a number, or a part of the state itself */
export function useRouterState<Value>(select: (state: RouterState) => Value): Value {
  const router = useRouter()
  return useSyncExternalStore(router.watch, () => select(router.state))
}

export type Blocking = { status: 'idle' } | { status: 'blocked'; proceed: () => void; reset: () => void }

interface BlockerRules {
  /** Asked before another page shows. */
  shouldBlock: () => boolean | Promise<boolean>
  /** Asked before the tab closes: the browser then asks in its own words. */
  beforeUnload: () => boolean
}

/** Keeps people on the page while `shouldBlock`; `blocked` then waits for what they choose. */
export function useBlocker({ shouldBlock, beforeUnload }: BlockerRules): Blocking {
  const router = useRouter()
  const [blocking, setBlocking] = useState<Blocking>({ status: 'idle' })
  const ask = useEffectEvent(async () => {
    if (!(await shouldBlock())) return false
    const stays = await new Promise<boolean>((resolve) =>
      setBlocking({ status: 'blocked', proceed: () => resolve(false), reset: () => resolve(true) }),
    )
    setBlocking({ status: 'idle' })
    return stays
  })
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (beforeUnload()) event.preventDefault()
  })
  useEffect(() => router.block(() => ask()), [router])
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => warn(event)
    addEventListener('beforeunload', listener)
    return () => removeEventListener('beforeunload', listener)
  }, [])
  return blocking
}
