/** Ends the session on the server, forgets the person here, and goes to the sign-in page by a full load so that nothing stays in memory. */
import { useEffect } from 'react'
import { SIGNED_OUT } from '../../kernel/session-life.ts'
import { signOut } from '../../kernel/sign-out.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'

export function LogoutPage() {
  useEffect(() => {
    void signOut().then(() => location.replace(`${paths.login()}${SIGNED_OUT}`))
  }, [])
  return <PageHeader title="Logging out" note="One moment." />
}
