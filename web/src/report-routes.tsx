/** The pages of report families in the route table: the same for all, each with what its family says of itself. */
import { isStaff, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from './kernel/session.ts'
import type { PortalRoute } from './portal-route.ts'
import type { ReportPages } from './reporting/family.ts'
import { ListPageSkeleton } from './ui/states/Skeletons.tsx'

/** Facts of each report family for the shared pages. */
export const REPORT_PAGES: Record<ReportTypeName, () => Promise<ReportPages>> = {
  AssetReport: () => import('./features/asset-reports/family.ts').then((file) => file.assetReportPages),
  AssetSummaryReport: () => import('./features/asset-reports/family.ts').then((file) => file.assetSummaryReportPages),
  C8925Report: () => import('./features/form-8925/family.ts').then((file) => file.form8925Pages),
  AnnualBoliReview: () => import('./features/annual-review/family.ts').then((file) => file.annualReviewPages),
}

const BatchesPage = lazy(() => import('./reporting/BatchesPage.tsx').then((file) => ({ default: file.BatchesPage })))
const ClientReportsPage = lazy(() =>
  import('./features/client-reports/ClientReportsPage.tsx').then((file) => ({ default: file.ClientReportsPage })),
)

/** The service team's batches, or a bank's own reports: each loads its own page only. */
function FamilyEntry({ family }: { family: ReportPages }) {
  const List = isStaff(useSession().userRole) ? BatchesPage : ClientReportsPage
  return (
    <Suspense fallback={<ListPageSkeleton />}>
      <List family={family} />
    </Suspense>
  )
}

/** The pages of a report family: the same for all, with what the family says of itself. */
function reportRoutes(name: ReportTypeName): PortalRoute[] {
  const { address, listName, singular, plural, permission: code, page: word, compares } = REPORT_FAMILIES[name]
  const page = (load: () => Promise<ComponentType<{ family: ReportPages }>>) => async () => {
    const [Page, family] = await Promise.all([load(), REPORT_PAGES[name]()])
    return { default: () => <Page family={family} /> }
  }
  const read = permission(code)
  return [
    {
      path: address,
      title: listName,
      clientTitle: plural,
      access: read,
      page: page(() => Promise.resolve(FamilyEntry)),
    },
    {
      path: `${address}/generate`,
      title: `Generate ${singular}s`,
      access: permission(code, 2, STAFF_ROLES, 'site'),
      page: page(() => import('./reporting/GeneratePage.tsx').then((file) => file.GeneratePage)),
    },
    {
      path: `${address}/$batch`,
      title: listName,
      clientTitle: plural,
      access: read,
      page: page(() => import('./reporting/BatchPage.tsx').then((file) => file.BatchPage)),
    },
    {
      path: `${address}/$batch/${word}/$report`,
      title: listName,
      clientTitle: plural,
      access: read,
      page: page(() => import('./reporting/ReportPage.tsx').then((file) => file.ReportPage)),
    },
    {
      path: `${address}/$batch/${word}/$report/changes`,
      title: 'What changed',
      access: read,
      page: page(() => import('./reporting/ChangesPage.tsx').then((file) => file.ChangesPage)),
    },
  ].filter(({ path }) => compares || !path.endsWith('/changes'))
}

export const FAMILY_ROUTES = REPORT_TYPE_NAMES.flatMap(reportRoutes)
