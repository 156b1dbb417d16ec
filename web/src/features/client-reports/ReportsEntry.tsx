/** `/reports`: the service team's list, or a bank's own reports. Each loads its own page only. */
import { isStaff } from '@corridor/domain/access/access.ts'
import { lazy, Suspense } from 'react'
import { useSession } from '../../kernel/session.ts'
import { PageSkeleton } from '../../ui/states/Skeletons.tsx'

const ReportsPage = lazy(() => import('./ReportsPage.tsx').then((file) => ({ default: file.ReportsPage })))
const ClientReportsPage = lazy(() => import('./ClientReportsPage.tsx').then((file) => ({ default: file.ClientReportsPage })))

export function ReportsEntry() {
  const staff = isStaff(useSession().userRole)
  return <Suspense fallback={<PageSkeleton />}>{staff ? <ReportsPage /> : <ClientReportsPage />}</Suspense>
}
