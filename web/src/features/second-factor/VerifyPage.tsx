/** /2fa-verify: the second step of signing in. */

import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { adoptSession, useSession } from '../../kernel/session.ts'
import { startSessionLife } from '../../kernel/session-life.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import css from './second-factor.module.css'
import { useReturn } from './use-return.ts'

export function VerifyPage() {
  const session = useSession()
  const router = useRouter()
  const from = useReturn()
  const goOn = useEffectEvent(() => void router.navigate({ href: from ?? homeOf(session.userRole), replace: true }))
  useEffect(() => {
    if (session.isMfaValid) goOn()
  }, [session.isMfaValid])
  if (session.isMfaValid) return null
  return (
    <div className={css.card}>
      <p className={css.portal}>{session.portalLabel}</p>
      <h1>Confirm your sign-in</h1>
      <SecondFactorForm
        onPassed={(next) => {
          startSessionLife(next.msLength)
          adoptSession(next)
        }}
        onNone={() => void router.navigate({ href: paths.setUpSecondFactor(from ? { fromPath: from } : {}), replace: true })}
      />
      <p className={css.leave}>
        Signed in as {session.email}. <Link to={paths.logout()}>Log out</Link>
      </p>
    </div>
  )
}
