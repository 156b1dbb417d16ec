/** Pages that a person opened from the command palette in this tab, the latest first. */
import type { Session } from '@corridor/contract/session.ts'
import { keepInTab, keptInTab } from './tab-memory.ts'

export interface RecentPlace {
  label: string
  detail: string
  to: string
}

const KEY = 'recent'
const MOST = 8

export function recentPlaces(session: Session): RecentPlace[] {
  const kept = keptInTab(session, KEY)
  return Array.isArray(kept) ? kept.filter(isPlace) : []
}

export function rememberPlace(session: Session, { label, detail, to }: RecentPlace): void {
  keepInTab(session, KEY, [{ label, detail, to }, ...recentPlaces(session).filter((place) => place.to !== to)].slice(0, MOST))
}

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
