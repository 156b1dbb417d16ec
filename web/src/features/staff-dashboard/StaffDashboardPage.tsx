/** Placeholder until the next minutes. */
import { PageHeader } from '../../ui/PageHeader.tsx'

export const StaffDashboardPage = () => <PageHeader title="Dashboard" />
