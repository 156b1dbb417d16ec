/** The institution's page with the panels that other areas show on it: features do not know each other, the application puts them together. */
import { InstitutionPage, type InstitutionPageProps } from './features/institutions/InstitutionPage.tsx'

const PANELS: InstitutionPageProps = {}

export const InstitutionWithPanels = () => <InstitutionPage {...PANELS} />
