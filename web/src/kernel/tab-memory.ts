/** The memory of this tab, by key: theirs alone who kept it, at one place; gone with the tab or at logout. Storage can be switched off; then nothing is remembered. */
import type { Session } from '@corridor/contract/session.ts'

const OWNED = 'corridor-of-'

/** @returns as it was kept, unchecked: anybody can write there */
export function keptInTab(session: Session, key: string): unknown {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(OWNED + key) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'of' in kept && kept.of === ownerOf(session) && 'value' in kept ? kept.value : null
  } catch {
    return null
  }
}

export function keepInTab(session: Session, key: string, value: unknown): void {
  attempt(() => sessionStorage.setItem(OWNED + key, JSON.stringify({ of: ownerOf(session), value })))
}

export function forgetInTab(key = ''): void {
  attempt(() => {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(OWNED + key)) sessionStorage.removeItem(name)
  })
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // As said above.
  }
}

const ownerOf = ({ userId, siteId, institutionId }: Session): string => `${userId} ${siteId} ${institutionId}`
