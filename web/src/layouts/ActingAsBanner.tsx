/** The banner of who sees the portal as a client; everybody else need not load it. */
import { lazy, Suspense } from 'react'
import { useSession } from '../kernel/session.ts'

const ViewAsBanner = lazy(() => import('./ViewAsBanner.tsx').then((file) => ({ default: file.ViewAsBanner })))

export const ActingAsBanner = () =>
  useSession().actingAs ? (
    <Suspense fallback={null}>
      <ViewAsBanner />
    </Suspense>
  ) : null
