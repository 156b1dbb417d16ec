/** The layout of each role. Most people are a bank's own: theirs comes with the application, the others are files of their own. */
import type { Session } from '@corridor/contract/session.ts'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { withTimeOut } from '../kernel/chunk.ts'
import { remembered } from '../kernel/local-memory.ts'
import { ClientLayout } from './ClientLayout.tsx'

type Layout = ComponentType<{ children: ReactNode }>
type Role = Session['userRole']

const administrative = (): Promise<Layout> => import('./AdministrativeLayout.tsx').then((file) => file.AdministrativeLayout)
const representative = (): Promise<Layout> => import('./OutsideSalesRepLayout.tsx').then((file) => file.OutsideSalesRepLayout)
const FETCH: Partial<Record<Role, () => Promise<Layout>>> = { b: administrative, d: administrative, e: representative }

const later = (fetch: () => Promise<Layout>): Layout => lazy(async () => ({ default: await fetch() }))
const staff = later(administrative)

/** A role that changes while its holder is here has its layout a moment later. */
export const LAYOUTS: Record<Role, Layout> = { a: ClientLayout, b: staff, c: ClientLayout, d: staff, e: later(representative) }

// Whoever comes back does not wait for the session first.
if (remembered().staff) void administrative().catch(() => undefined)

/** To be waited for before the first page is drawn, so that it is drawn in its frame at once. */
export async function fetchLayout(role: Role): Promise<void> {
  const fetch = FETCH[role]
  if (fetch) LAYOUTS[role] = await withTimeOut(fetch())
}
