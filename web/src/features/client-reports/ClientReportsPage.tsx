/** Placeholder until the next minutes. */
import { PageHeader } from '../../ui/PageHeader.tsx'

export const ClientReportsPage = () => <PageHeader title="Dashboard" />
