/** Placeholder until the next minutes. */
import { PageHeader } from '../../ui/PageHeader.tsx'

export const ClientDashboardPage = () => <PageHeader title="Dashboard" />
