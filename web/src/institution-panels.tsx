/** The institution's page with the panels that other areas show on it: features do not know each other, the application puts them together. */

import { InstitutionPage, type InstitutionPageProps } from './features/institutions/InstitutionPage.tsx'
import { InstitutionReportTypes } from './features/rights/InstitutionReportTypes.tsx'

const PANELS: InstitutionPageProps = {
  reportTypes: InstitutionReportTypes,
}

export const InstitutionWithPanels = () => <InstitutionPage {...PANELS} />
