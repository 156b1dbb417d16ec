/** A bank's own people: their institution's name, their reports, the service's name below. */
import type { ReactNode } from 'react'
import { useSession } from '../kernel/session.ts'
import { ActingAsBanner } from './ActingAsBanner.tsx'
import { ClientSearch, ClientSideMenu } from './ClientSide.tsx'
import { useClientSections } from './menu-links.ts'
import { Shell } from './Shell.tsx'
import { useWaitingRequests } from './use-waiting-requests.ts'

export const CLIENT_LOGO_HEIGHT = 75

export function ClientLayout({ children }: { children: ReactNode }) {
  const session = useSession()
  return (
    <Shell
      name={session.institutionName}
      logo={{ url: session.institutionLogo, maxHeight: CLIENT_LOGO_HEIGHT }}
      sections={useWaitingRequests(useClientSections())}
      banner={<ActingAsBanner />}
      search={<ClientSearch />}
      menu={<ClientSideMenu />}
      poweredBy
    >
      {children}
    </Shell>
  )
}
