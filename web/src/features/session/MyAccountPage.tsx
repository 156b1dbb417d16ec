/** The seed's default page of client roles: it leads on to the dashboard. */
import { useEffect } from 'react'
import { useRouter } from '../../kernel/routing/use-router.ts'
import { paths } from '../../paths.ts'

export function MyAccountPage() {
  const router = useRouter()
  useEffect(() => void router.navigate({ href: paths.clientDashboard(), replace: true }), [router])
  return null
}
