/** The application behind sign-in: providers around the router. */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import './theme/controls.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { shownScheme } from './kernel/color-scheme.ts'
import { useObservable } from './kernel/observable.ts'
import { queries } from './kernel/use-endpoint.ts'
import { createPortalRouter } from './router.tsx'
import { cssVariablesResolver, theme } from './theme/theme.ts'

const router = createPortalRouter()

export function Application() {
  const scheme = useObservable(shownScheme)
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        forceColorScheme={scheme}
        getStyleNonce={styleNonce}
        deduplicateCssVariables={false}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  )
}

/** The content security policy lets in only styles that carry the nonce the server wrote into the page. */
function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
}
