/** The memory of this browser, under three required keys. Hints for the interface only: the server decides. */
import type { Session } from '@corridor/contract/session.ts'
import { forgetInTab } from './tab-memory.ts'

/** How one person reads the wide tables of reports. */
export interface ReportTableChoices {
  /** Set of columns, by table. */
  sets?: Readonly<Record<string, string>>
  /** False: policies as one list instead of by carrier and product. */
  isGrouped?: boolean
}

export interface RememberedState {
  /** Somebody was signed in here: the application's code is fetched without waiting for the session. */
  signedIn?: boolean
  /** It was one of the team, whose frame is a file of its own: likewise. */
  staff?: boolean
  colorScheme?: 'light' | 'dark' | 'auto'
  /** Row height of tables. */
  density?: 'comfortable' | 'compact'
  /** How high the announcements stood last: their place is kept while they are asked for, so that nothing jumps. */
  announced?: number
  /** How high the client's menu stood as it came, in the open sidebar and as a rail of icons: likewise. */
  menuHeight?: number
  railHeight?: number
  /** Pages that it led to: the sidebar does not name them a second time while it is asked for. */
  menuLinks?: MenuLinks
  /** Groups of the sidebar that stood open, until the server has said which. */
  openGroups?: readonly string[]
  /** Columns hidden by the person, by table. */
  hiddenColumns?: Record<string, string[]>
  /** By person. */
  reportTables?: Readonly<Record<string, ReportTableChoices>>
}

/** Pages that a menu leads to, and whose menu it is. */
export interface MenuLinks {
  whose: string
  routes: readonly string[]
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

/** Which report codes the person here was permitted when they last signed in: a hint for drawing, never for deciding. */
export function reportCodesHint(): string[] {
  const codes = read(REPORT_CODES)
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
}

/** Null until the person has used the toggle. */
export function sidebarOpen(): boolean | null {
  const open = read(SIDEBAR)
  return typeof open === 'boolean' ? open : null
}
export const rememberSidebar = (open: boolean): void => write(SIDEBAR, open)

/** Answers and conclusions that wait for a connection, by person (waiting.ts). */
export const WAITING_ANSWERS = 'corridor-answers'

/** At a deliberate logout; a session that ends by itself leaves them for the person who comes back. */
export function forgetWaitingAnswers(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(WAITING_ANSWERS)) localStorage.removeItem(key)
  } catch {
    // Storage can be switched off; then there is nothing to forget.
  }
}

/** At logout: who was here and what they may see is nobody else's business; how the page looks may stay. */
export function forgetPerson(): void {
  try {
    localStorage.removeItem(REPORT_CODES)
  } catch {
    // Storage can be switched off; then there is nothing to forget.
  }
  forgetInTab()
  const { signedIn: _signedIn, staff: _staff, ...appearance } = remembered()
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
