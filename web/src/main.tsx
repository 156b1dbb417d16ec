/** First script of the page: asks who is signed in, and meanwhile fetches what that person will see. Sign-in stays free of the application's weight. */
import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import { enterSite, type Session } from '@corridor/contract/session.ts'
import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { SignInPage } from './features/session/SignInPage.tsx'
import { elsewhere } from './guard.ts'
import { call } from './kernel/call.ts'
import { withTimeOut } from './kernel/chunk.ts'
import { applyColorScheme } from './kernel/color-scheme.ts'
import { remembered } from './kernel/local-memory.ts'
import { adoptSession, loadSession } from './kernel/session.ts'
import { startSessionLife } from './kernel/session-life.ts'
import { homeOf, PATTERNS, paths, safeReturn } from './paths.ts'

applyColorScheme()
const root = createRoot(document.getElementById('root') ?? document.body)
const atSignIn = location.pathname === PATTERNS.login
const loadApplication = () => withTimeOut(import('./app.tsx'))
// A download too many for a stranger is worth a round trip less for everybody who comes back.
if (!atSignIn && remembered().signedIn) void loadApplication().catch(() => undefined)

const loadSignIn = () => import('./features/session/SignInPage.tsx')
let isAnswered = false
// Nobody was signed in here: the form need not wait for the answer who is.
if (atSignIn && !remembered().signedIn && !location.hash.startsWith('#enter=')) void drawEarly().catch(() => undefined)
void loadSession().then(open, openUnanswered)

async function drawEarly(): Promise<void> {
  const page = await loadSignIn()
  if (!isAnswered) root.render(signInWith(page.SignInPage))
}

async function open(session: Session | null): Promise<void> {
  isAnswered = true
  if (session) startSessionLife(session.msLength)
  const entrance = atSignIn ? entranceToken() : null
  if (entrance) return cross(entrance)
  if (atSignIn && session) history.replaceState(null, '', returnTarget(session))
  if (session?.passwordExpired && session.isMfaValid) return chooseNewPassword(location.pathname + location.search)
  // A link of a mail is followed whoever is signed in here.
  if (location.pathname === PATTERNS.changePassword && (!session || location.hash.startsWith('#token='))) return changePassword()
  if (location.pathname === PATTERNS.confirmEmail) return confirmEmail()
  if (!session && location.pathname === PATTERNS.forgottenPassword) return forgottenPassword()
  if (session || isPublicPage()) return showApplication()
  if (!atSignIn)
    history.replaceState(
      null,
      '',
      elsewhere(null, { path: location.pathname, access: NEEDS_SESSION }, location.pathname + location.search) ?? PATTERNS.login,
    )
  const page = await loadSignIn()
  root.render(signInWith(page.SignInPage))
}

/** Drawn a second time it keeps what was typed meanwhile. */
function signInWith(SignIn: typeof SignInPage): ReactNode {
  return <SignIn onIntent={() => void loadApplication().catch(() => undefined)} onSignedIn={enter} />
}

/** The server did not answer: the sign-in page says so, and its next attempt asks again. */
async function openUnanswered(): Promise<void> {
  isAnswered = true
  const { ConnectionLost } = await import('./features/session/ConnectionLost.tsx')
  root.render(<ConnectionLost />)
}

/** A session that moves here from a site on another host (SessionKeeper knows nothing of it yet: the page has only begun). */
async function cross(token: string): Promise<void> {
  history.replaceState(null, '', PATTERNS.login)
  try {
    const session = await call(enterSite, { token })
    adoptSession(session)
    await enter(session)
  } catch {
    // Over or never meant for this browser: whoever is here signs in.
    await open(await loadSession().catch(() => null))
  }
}

async function chooseNewPassword(from: string): Promise<void> {
  const fromPath = safeReturn(from)
  history.replaceState(null, '', paths.changePassword(fromPath ? { fromPath } : {}))
  await changePassword()
}

async function changePassword(): Promise<void> {
  const { ChangePasswordPage } = await import('./features/session/ChangePasswordPage.tsx')
  root.render(<ChangePasswordPage alone />)
}

async function confirmEmail(): Promise<void> {
  const { ConfirmEmailPage } = await import('./features/session/ConfirmEmailPage.tsx')
  root.render(<ConfirmEmailPage />)
}

async function forgottenPassword(): Promise<void> {
  const { ForgottenPasswordPage } = await import('./features/session/ForgottenPasswordPage.tsx')
  root.render(<ForgottenPasswordPage />)
}

async function enter(session: Session): Promise<void> {
  startSessionLife(session.msLength)
  if (session.passwordExpired && session.isMfaValid) return chooseNewPassword(returnTarget(session))
  history.replaceState(null, '', returnTarget(session))
  await showApplication()
}

async function showApplication(): Promise<void> {
  try {
    const { openApplication } = await loadApplication()
    const application = await openApplication()
    // In slices: drawn in one go, frame and page keep a phone from answering a touch for a tenth of a second.
    startTransition(() => root.render(application))
  } catch {
    const { ConnectionLost } = await import('./features/session/ConnectionLost.tsx')
    root.render(<ConnectionLost />)
  }
}

function returnTarget(session: Session): string {
  const query = new URLSearchParams(location.search)
  return safeReturn(query.get('fromUrl') ?? query.get('fromPath')) ?? homeOf(session.userRole)
}

const entranceToken = (): string | null => /^#enter=([\w-]{43})$/.exec(location.hash)?.[1] ?? null

function isPublicPage(): boolean {
  return location.pathname.startsWith('/error/')
}

const NEEDS_SESSION = { kind: 'session', roles: [], anyOf: [], minimum: 0, row: 'none' } as const
