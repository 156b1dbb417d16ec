/** Staff and managers: the site's name and logo, every tool they may use, and the Active Site switcher. */
import { getSite } from '@corridor/contract/session.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { ActingAsBanner } from './ActingAsBanner.tsx'
import { sectionsFor } from './navigation.ts'
import { Shell, SwitcherPlace } from './Shell.tsx'
import { ADMINISTRATIVE } from './staff-navigation.ts'
import { useAuditWarnings, withWarnings } from './use-audit-warnings.ts'
import { useBatchNotices } from './use-batch-notices.ts'
import { useSwitchSite } from './use-switch-site.ts'
import { useWaitingRequests } from './use-waiting-requests.ts'

const LOGO_HEIGHT = 70
const SearchableDropdown = lazy(() =>
  import('../ui/fields/SearchableDropdown.tsx').then((file) => ({ default: file.SearchableDropdown<number> })),
)

export function AdministrativeLayout({ children }: { children: ReactNode }) {
  const session = useSession()
  const site = useEndpoint(getSite, {}).data
  const warnings = useAuditWarnings()
  useBatchNotices()
  return (
    <Shell
      name={session.siteName}
      logo={{ url: site?.logoUrl ?? null, maxHeight: LOGO_HEIGHT }}
      sections={useWaitingRequests(withWarnings(sectionsFor(session, ADMINISTRATIVE), warnings))}
      switcher={
        session.sites.length > 1 ? (
          <Suspense fallback={<SwitcherPlace />}>
            <SiteSwitcher />
          </Suspense>
        ) : null
      }
      banner={<ActingAsBanner />}
    >
      {children}
    </Shell>
  )
}

function SiteSwitcher() {
  const session = useSession()
  const { move, isMoving } = useSwitchSite()
  return (
    <SearchableDropdown
      label="Active site"
      hideLabel
      prefix="Site"
      options={session.sites.map((site) => ({ value: site.id, label: site.name }))}
      value={session.siteId}
      disabled={isMoving}
      onChange={(id) => {
        if (id !== null && id !== session.siteId) void move(id)
      }}
    />
  )
}
