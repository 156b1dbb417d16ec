/** The application behind sign-in: providers around the router. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Router } from './kernel/routing/router.ts'
import { currentSession } from './kernel/session.ts'
import { queries } from './kernel/use-endpoint.ts'
import { fetchLayout } from './layouts/layouts.ts'
import { createPortalRouter, RouterProvider } from './router.tsx'

let opened: Router | undefined

/** @returns the application as soon as it has more to show than what index.html painted: the page of the address bar, or its outline */
export async function openApplication(): Promise<ReactNode> {
  opened ??= createPortalRouter()
  const router = opened
  const shown = new Promise<void>((resolve) => {
    const stop = router.watch(() => {
      if (!router.state.match) return
      stop()
      resolve()
    })
  })
  const role = currentSession.get()?.userRole
  await Promise.all([Promise.race([router.load(), shown]), role && fetchLayout(role)])
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
