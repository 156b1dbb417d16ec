/** Parts of the client's and the representative's sidebars beyond links: the search box, where Search opens to them, and the site's menu. */
import { lazy, Suspense } from 'react'
import { remembered } from '../kernel/local-memory.ts'
import { useSession } from '../kernel/session.ts'
import { PATTERNS } from '../paths.ts'
import { opensTo } from './navigation.ts'
import { SidebarSearch } from './SidebarSearch.tsx'
import { useSidebarPlace } from './sidebar-place.ts'

const ClientMenu = lazy(() => import('./ClientMenu.tsx').then((file) => ({ default: file.ClientMenu })))

export function ClientSearch() {
  const session = useSession()
  return opensTo(session, { path: PATTERNS.search }) ? <SidebarSearch /> : null
}

export function ClientSideMenu() {
  const { institutionId } = useSession()
  const { open } = useSidebarPlace()
  // The links below it stand where they will stay.
  return (
    <Suspense fallback={<div style={{ minHeight: open ? remembered().menuHeight : remembered().railHeight }} />}>
      <ClientMenu key={institutionId} />
    </Suspense>
  )
}
