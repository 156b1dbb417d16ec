/** Watches the session's end: warns before it, signs in again in place after it, and keeps all tabs of one mind. */
import { getSession, logout, refreshSession, type Session } from '@corridor/contract/session.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../kernel/call.ts'
import { answerConfirmation, confirmationWanted } from '../kernel/confirmation.ts'
import { useObservable } from '../kernel/observable.ts'
import { adoptSession, useSession } from '../kernel/session.ts'
import {
  announceSignIn,
  answerSignIn,
  currentSessionLength,
  deadline,
  expired,
  isFinal,
  onOtherTab,
  SIGNED_OUT,
  sessionEnded,
  startSessionLife,
  stopSessionLife,
  warningLead,
} from '../kernel/session-life.ts'
import { signOut } from '../kernel/sign-out.ts'
import { toast } from '../kernel/toasts.ts'
import { paths } from '../paths.ts'

const SessionPrompt = lazy(() => import('../features/session/SessionPrompt.tsx').then((file) => ({ default: file.SessionPrompt })))
const ConfirmPasswordDialog = lazy(() =>
  import('../features/session/ConfirmPasswordDialog.tsx').then((file) => ({ default: file.ConfirmPasswordDialog })),
)
const SecondFactorDialog = lazy(() => import('./SecondFactorDialog.tsx').then((file) => ({ default: file.SecondFactorDialog })))
const SignInDialog = lazy(() => import('../features/session/SignInDialog.tsx').then((file) => ({ default: file.SignInDialog })))

const EXPIRED = 'Your session has expired. Please login again.'

export function SessionKeeper() {
  const session = useSession()
  const isExpired = useObservable(expired)
  const secondsLeft = useSecondsLeft()
  const [halfway, setHalfway] = useState(false)
  const [knowsEnd, setKnowsEnd] = useState(false)
  const final = isFinal(useObservable(deadline))
  const wantsPassword = useObservable(confirmationWanted)

  const leave = () => location.assign(paths.login({ fromPath: location.pathname + location.search }))
  const logOut = (deliberate = true) => void signOut(deliberate).then(() => location.assign(`${paths.login()}${SIGNED_OUT}`))
  const stay = async () => {
    const askedAt = Date.now()
    try {
      const next = await call(refreshSession, {})
      adoptSession(next)
      startSessionLife(next.msLength, askedAt)
    } catch {
      // A failed refresh logs the user out.
      logOut(false)
    }
  }
  const enter = (next: Session) => {
    // Somebody else's work is not theirs to go on with.
    if (next.userId !== session.userId) {
      announceSignIn(next.userId)
      return location.assign('/')
    }
    // The second factor is asked for over the same page.
    if (!next.isMfaValid) return setHalfway(true)
    setHalfway(false)
    setKnowsEnd(false)
    announceSignIn(next.userId)
    if (next.passwordExpired) return location.assign(paths.changePassword({ fromPath: location.pathname + location.search }))
    adoptSession(next)
    startSessionLife(next.msLength)
    answerSignIn(true)
  }

  useOpening()
  useTimeOut(secondsLeft === 0 && !isExpired)
  useExpiredToast(isExpired)
  useOtherTabs(session, isExpired)

  return (
    <Suspense fallback={null}>
      {isExpired && halfway ? (
        <SecondFactorDialog
          onPassed={enter}
          onNone={() => location.assign(paths.setUpSecondFactor())}
          onCancel={() => void signOut(false).then(leave)}
        />
      ) : isExpired ? (
        <SignInDialog
          email={session.email}
          place={session}
          onSignedIn={enter}
          onCancel={() => {
            answerSignIn(false)
            leave()
          }}
        />
      ) : secondsLeft !== null && secondsLeft > 0 && !(final && knowsEnd) ? (
        <SessionPrompt
          secondsLeft={secondsLeft}
          final={final}
          onContinue={final ? () => setKnowsEnd(true) : stay}
          onLogout={() => logOut()}
        />
      ) : wantsPassword ? (
        <ConfirmPasswordDialog
          email={session.email}
          onConfirmed={() => answerConfirmation(true)}
          onCancel={() => answerConfirmation(false)}
        />
      ) : null}
    </Suspense>
  )
}

/** Opening a page is a person's action: the server's idle clock starts anew, and answers the full length. */
function useOpening() {
  useEffect(() => {
    const askedAt = Date.now()
    call(refreshSession, {}).then(
      (session) => startSessionLife(session.msLength, askedAt),
      () => undefined,
    )
  }, [])
}

/** Seconds until the end while the warning is due; null before. Counted against the clock, so that a sleeping computer is right at once. */
function useSecondsLeft(): number | null {
  const end = useObservable(deadline)
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const look = () => {
      const left = end === null ? null : end - Date.now()
      setSeconds(left === null || left > warningLead(currentSessionLength()) ? null : Math.max(0, Math.ceil(left / 1000)))
    }
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [end])
  return seconds
}

/** The countdown reached zero: the session ends on the server too, and what was typed stays under the sign-in dialog. */
function useTimeOut(over: boolean) {
  useEffect(() => {
    if (!over) return
    const length = currentSessionLength()
    const askedAt = Date.now()
    stopSessionLife()
    // Another tab, or a call under way, may have kept the session alive: the server knows, and says how much of its length is left.
    call(getSession, {}).then(
      (session) => {
        if (session.userId !== 0 && session.msLength > 0) return startSessionLife(length, askedAt + session.msLength - length)
        // On the server as well, at once: whoever opens the page again gives the password. What was typed stays in this browser.
        void call(logout, { deliberate: false })
          .catch(() => undefined)
          .then(sessionEnded)
      },
      () => void sessionEnded(),
    )
  }, [over])
}

function useExpiredToast(isExpired: boolean) {
  useEffect(() => {
    if (isExpired) toast.error(EXPIRED)
  }, [isExpired])
}

function useOtherTabs(session: Session, isExpired: boolean) {
  const heard = useEffectEvent((message: Parameters<Parameters<typeof onOtherTab>[0]>[0]) => {
    if (message.kind === 'signed-out') location.assign(paths.login())
    if (message.kind === 'signed-in') {
      if (message.userId !== session.userId) location.assign('/')
      else if (isExpired) answerSignIn(true)
    }
  })
  useEffect(() => onOtherTab((message) => heard(message)), [])
}
