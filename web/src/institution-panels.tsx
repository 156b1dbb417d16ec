/** The institution's page with the panels that other areas show on it: features do not know each other, the application puts them together. */

import { REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { lazy } from 'react'
import { InstitutionDocuments } from './features/documents/InstitutionDocuments.tsx'
import { EmployeeCountsTab } from './features/form-8925/EmployeeCountsTab.tsx'
import { InstitutionPage, type InstitutionPageProps } from './features/institutions/InstitutionPage.tsx'
import { LatestReports } from './features/institutions/LatestReports.tsx'
import { UsersTab } from './features/institutions/UsersTab.tsx'
import { PolicyRegister } from './features/register/PolicyRegister.tsx'
import { InstitutionReportTypes } from './features/rights/InstitutionReportTypes.tsx'
import { ViewAsButton } from './features/rights/ViewAs.tsx'
import { IdentityProviderPanel } from './features/single-sign-on/IdentityProviderPanel.tsx'
import { REPORT_PAGES } from './report-routes.tsx'

const LatestOfFamilies = lazy(async () => {
  const families = await Promise.all(REPORT_TYPE_NAMES.map((name) => REPORT_PAGES[name]()))
  return { default: ({ institutionId }: { institutionId: number }) => <LatestReports families={families} institutionId={institutionId} /> }
})

const PANELS: InstitutionPageProps = {
  latestReports: LatestOfFamilies,
  policies: PolicyRegister,
  documents: InstitutionDocuments,
  employees: EmployeeCountsTab,
  signIn: IdentityProviderPanel,
  reportTypes: InstitutionReportTypes,
  people: ({ institutionId }) => <UsersTab institutionId={institutionId} ViewAs={ViewAsButton} />,
}

export const InstitutionWithPanels = () => <InstitutionPage {...PANELS} />
