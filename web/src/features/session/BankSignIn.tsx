/** "Sign in with your bank": offered once the address is of a domain whose bank has a sign-in of its own, whoever the address belongs to. */
import { offerSingleSignOn, SINGLE_SIGN_ON_PROBLEMS, startSingleSignOn } from '@corridor/contract/single-sign-on.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { safeReturn } from '../../paths.ts'
import css from './BankSignIn.module.css'
import { refusalOf } from './refusal.ts'

export function BankSignIn({ email, siteId }: { email: string; siteId: number | undefined }) {
  const domain = domainOf(email)
  const offered = useOffer(domain, siteId)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!offered) return null
  const leave = async () => {
    setRunning(true)
    setProblem(null)
    const query = new URLSearchParams(location.search)
    const returnTo = safeReturn(query.get('fromUrl') ?? query.get('fromPath'))
    try {
      const { url } = await call(startSingleSignOn, {
        email: email.trim(),
        ...(siteId === undefined ? {} : { siteId }),
        ...(returnTo === null ? {} : { returnTo }),
      })
      location.assign(url)
    } catch (error) {
      setProblem(refusalOf(error))
      setRunning(false)
    }
  }
  return (
    <div className={css.bank}>
      <p className={css.or}>or</p>
      <button type="button" className={css.button} aria-disabled={running} onClick={() => !running && void leave()}>
        {running ? 'One moment' : 'Sign in with your bank'}
      </button>
      <div role="alert">{problem ? <p className={css.problem}>{problem}</p> : null}</div>
    </div>
  )
}

/** Why the bank's sign-in led back here; the address bar carries it. */
export function BankSignInProblem() {
  const reason = new URLSearchParams(location.search).get('sso')
  const sentence = Object.entries(SINGLE_SIGN_ON_PROBLEMS).find(([problem]) => problem === reason)?.[1]
  return sentence ? (
    <p role="alert" className={css.problem}>
      {sentence}
    </p>
  ) : null
}

const domainOf = (email: string): string | null => /@((?:[a-z0-9-]+\.)+[a-z]{2,63})$/i.exec(email.trim())?.[1]?.toLowerCase() ?? null

/** Asked when typing pauses; without an answer the password is the way. */
function useOffer(domain: string | null, siteId: number | undefined): boolean {
  const [answer, setAnswer] = useState<{ domain: string; offered: boolean } | null>(null)
  useEffect(() => {
    if (domain === null) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(offerSingleSignOn, { domain, ...(siteId === undefined ? {} : { siteId }) }, { signal: stop.signal }).then(
        ({ offered }) => setAnswer({ domain, offered }),
        () => undefined,
      )
    }, 300)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [domain, siteId])
  return domain !== null && answer?.domain === domain && answer.offered
}
