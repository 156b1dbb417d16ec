/** Where a person went by the command palette, in this tab: the latest first. Theirs alone, at one place; gone with the tab or at logout. */
import type { Session } from '@corridor/contract/session.ts'

export interface RecentPlace {
  label: string
  detail: string
  to: string
}

const KEY = 'corridor-recent'
const MOST = 8

export function recentPlaces(session: Session): RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('of' in kept) || kept.of !== ownerOf(session) || !('places' in kept)) return []
    return Array.isArray(kept.places) ? kept.places.filter(isPlace) : []
  } catch {
    return []
  }
}

export function rememberPlace(session: Session, { label, detail, to }: RecentPlace): void {
  const places = [{ label, detail, to }, ...recentPlaces(session).filter((place) => place.to !== to)].slice(0, MOST)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of: ownerOf(session), places }))
  } catch {
    // Storage can be switched off; then nothing is remembered.
  }
}

export function forgetPlaces(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

const ownerOf = ({ userId, siteId, institutionId }: Session): string => `${userId} ${siteId} ${institutionId}`
const isPlace = (value: unknown): value is RecentPlace =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  typeof value.label === 'string' &&
  'detail' in value &&
  typeof value.detail === 'string' &&
  'to' in value &&
  typeof value.to === 'string' &&
  value.to.startsWith('/')
