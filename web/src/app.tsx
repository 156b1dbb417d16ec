/** The application behind sign-in: providers around the router. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queries } from './kernel/use-endpoint.ts'
import { createPortalRouter } from './router.tsx'

const router = createPortalRouter()

export const Application = () => (
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
