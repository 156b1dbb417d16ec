/** A person's page with the panels that other areas show on it: features do not know each other, the application puts them together. */
import { getAccessFacts, getUserPermissions, listUserMemberships } from '@corridor/contract/rights.ts'
import { lazy, Suspense } from 'react'
import { EmailOfUser } from './features/email-changes/EmailOfUser.tsx'
import { ViewAs } from './features/rights/ViewAs.tsx'
import type { AskedPage } from './features/rights/WhyAccess.tsx'
import { UserPage, type UserPageProps } from './features/users/UserPage.tsx'
import { BlockSkeleton } from './ui/states/Skeletons.tsx'

const UserPermissions = lazy(() => import('./features/rights/UserPermissions.tsx').then((file) => ({ default: file.UserPermissions })))
const UserMemberships = lazy(() => import('./features/rights/UserMemberships.tsx').then((file) => ({ default: file.UserMemberships })))
const WhyAccess = lazy(() => import('./features/rights/WhyAccess.tsx').then((file) => ({ default: file.WhyAccess })))

/** Each panel's code comes when its tab is opened. */
const fetched = (Panel: (props: { userId: number }) => React.ReactNode) => (props: { userId: number }) => (
  <Suspense fallback={<BlockSkeleton height={320} />}>
    <Panel {...props} />
  </Suspense>
)

const panelsOf = (asked: readonly AskedPage[]): UserPageProps => ({
  ViewAs,
  EmailOfUser,
  panels: [
    {
      key: 'rights',
      label: 'Rights',
      access: getUserPermissions.access,
      Panel: fetched(({ userId }) => <UserPermissions userId={userId} />),
    },
    {
      key: 'memberships',
      label: 'Memberships',
      access: listUserMemberships.access,
      Panel: fetched(({ userId }) => <UserMemberships userId={userId} />),
    },
    {
      key: 'why',
      label: 'Why?',
      access: getAccessFacts.access,
      Panel: fetched(({ userId }) => <WhyAccess userId={userId} pages={asked} />),
    },
  ],
})

/** @param pages "Why can this person see this page?" is asked of these */
export const UserWithPanels = ({ pages }: { pages: readonly AskedPage[] }) => (
  <UserPage {...panelsOf(pages.filter(({ access }) => access.kind !== 'public'))} />
)
