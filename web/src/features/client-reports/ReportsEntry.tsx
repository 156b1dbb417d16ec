/** `/reports` and one of them: the service team's list and records, or a bank's own reports, each to read. Each loads its own page only. */
import { isStaff } from '@corridor/domain/access/access.ts'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { paths } from '../../paths.ts'
import { FormPageSkeleton, ListPageSkeleton } from '../../ui/states/Skeletons.tsx'

const ReportsPage = lazy(() => import('./ReportsPage.tsx').then((file) => ({ default: file.ReportsPage })))
const ReportPage = lazy(() => import('./ReportPage.tsx').then((file) => ({ default: file.ReportPage })))
const ClientReportsPage = lazy(() => import('./ClientReportsPage.tsx').then((file) => ({ default: file.ClientReportsPage })))

export function ReportsEntry() {
  const staff = isStaff(useSession().userRole)
  return <Suspense fallback={<ListPageSkeleton />}>{staff ? <ReportsPage /> : <ClientReportsPage />}</Suspense>
}

/** A representative keeps no records: theirs to see is the report itself. */
export function ReportEntry() {
  const staff = isStaff(useSession().userRole)
  const id = usePathNumber('id') ?? 0
  if (!staff) return <Navigate to={paths.reportView(id)} replace />
  return (
    <Suspense fallback={<FormPageSkeleton />}>
      <ReportPage />
    </Suspense>
  )
}
