/** The required default page of client roles: it leads on to the dashboard. */
import { Navigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

export const MyAccountPage = () => <Navigate to={paths.clientDashboard()} replace />
