/** The application behind sign-in: providers around the router. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentSession } from './kernel/session.ts'
import { queries } from './kernel/use-endpoint.ts'
import { fetchLayout } from './layouts/layouts.ts'
import { createPortalRouter } from './router.tsx'

const router = createPortalRouter()

/** @returns the application, once the frame of whoever is signed in is there to be drawn */
export async function openApplication(): Promise<ReactNode> {
  const role = currentSession.get()?.userRole
  if (role) await fetchLayout(role)
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
