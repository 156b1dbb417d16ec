/** What this browser remembers, under the seed's three keys. Hints for the interface only: the server decides. */
import type { Session } from '@corridor/contract/session.ts'

export interface RememberedState {
  /** Somebody was signed in here: the application's code is fetched without waiting for the session. */
  signedIn?: boolean
  colorScheme?: 'light' | 'dark' | 'auto'
  /** Row height of tables. */
  density?: 'comfortable' | 'compact'
  /** Columns hidden by the person, by table. */
  hiddenColumns?: Record<string, string[]>
  /** Up to where the person has seen released reports, by institution. */
  reportsSeenAt?: Record<string, string>
}

const STATE = 'bcc-dashboard'
const REPORT_CODES = 'codes'
const SIDEBAR = 'sidebarOpen'

export function remembered(): RememberedState {
  const state: unknown = read(STATE)
  return typeof state === 'object' && state !== null ? state : {}
}

export const remember = (change: RememberedState): void => write(STATE, { ...remembered(), ...change })

export const rememberReportCodes = (session: Session): void => write(REPORT_CODES, session.reportTypeCodes)

/** Null until the person has used the toggle. */
export function sidebarOpen(): boolean | null {
  const open = read(SIDEBAR)
  return typeof open === 'boolean' ? open : null
}
export const rememberSidebar = (open: boolean): void => write(SIDEBAR, open)

/** At logout: who was here and what they may see is nobody else's business; how the page looks may stay. */
export function forgetPerson(): void {
  try {
    localStorage.removeItem(REPORT_CODES)
  } catch {
    // Storage can be switched off; then there is nothing to forget.
  }
  const { signedIn: _signedIn, reportsSeenAt: _seen, ...appearance } = remembered()
  write(STATE, appearance)
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs a remembered choice, nothing more.
  }
}
