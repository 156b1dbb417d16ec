/** A representative acting for a client: the client layout with "Switch institutions". */

import { switchInstitution } from '@corridor/contract/session.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { startAnewAt } from '../kernel/active-site.ts'
import { useSession } from '../kernel/session.ts'
import { useAction } from '../kernel/use-action.ts'
import { ActingAsBanner } from './ActingAsBanner.tsx'
import { CLIENT_LOGO_HEIGHT } from './ClientLayout.tsx'
import { ClientSearch, ClientSideMenu } from './ClientSide.tsx'
import { useClientSections } from './menu-links.ts'
import { Shell, SwitcherPlace } from './Shell.tsx'
import { useWaitingRequests } from './use-waiting-requests.ts'

const SearchableDropdown = lazy(() =>
  import('../ui/fields/SearchableDropdown.tsx').then((file) => ({ default: file.SearchableDropdown<number> })),
)

export function OutsideSalesRepLayout({ children }: { children: ReactNode }) {
  const session = useSession()
  return (
    <Shell
      name={session.institutionName || 'No institution chosen'}
      logo={{ url: session.institutionLogo, maxHeight: CLIENT_LOGO_HEIGHT }}
      sections={useWaitingRequests(useClientSections())}
      switcher={
        <Suspense fallback={<SwitcherPlace />}>
          <InstitutionSwitcher />
        </Suspense>
      }
      banner={<ActingAsBanner />}
      search={<ClientSearch />}
      // A representative who acts for nobody has no menu.
      menu={session.institutionId === 0 ? undefined : <ClientSideMenu />}
      poweredBy
    >
      {children}
    </Shell>
  )
}

function InstitutionSwitcher() {
  const session = useSession()
  const change = useAction(switchInstitution)
  return (
    <SearchableDropdown
      label="Switch institutions"
      hideLabel
      prefix="Acting for"
      maxItems={INSTITUTION_DROPDOWN_MOST}
      options={session.institutions.map((institution) => ({ value: institution.id, label: institution.name }))}
      value={session.institutionId}
      disabled={change.running}
      onChange={async (id) => {
        if (id === null || id === session.institutionId) return
        const moved = await change.run({ id })
        if (moved.ok) startAnewAt(moved.value)
      }}
    />
  )
}
