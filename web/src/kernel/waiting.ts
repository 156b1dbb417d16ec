/**
 * Typed text that the server does not have yet, in this browser's storage by person and paper: kept over a closed tab and a lost connection, gone as
 * soon as it is sent, and at sign-out.
 */
import { WAITING_ANSWERS } from './local-memory.ts'

export interface Waiting<Entry> {
  remember: (waiting: readonly Entry[]) => void
  recall: () => Entry[]
}

/** Each page keeps its own; a new page takes up what others left behind. `paper`: of which kind and number, e.g. "assessment.3". */
export function waitingOf<Entry>(
  userId: number,
  paper: string,
  isEntry: (found: unknown) => found is Entry,
  keyOf: (entry: Entry) => string,
): Waiting<Entry> {
  const place = `${WAITING_ANSWERS}.${userId}.${paper}.`
  const mine = place + crypto.randomUUID()
  return {
    remember: (waiting) => write(mine, waiting),
    recall: () => {
      const left = keys(place)
      const found = new Map(left.flatMap((key) => read(key).filter(isEntry)).map((entry) => [keyOf(entry), entry]))
      const waiting = [...found.values()]
      write(mine, waiting)
      for (const key of left) forget(key)
      return waiting
    },
  }
}

function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function read(key: string): unknown[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

function write(key: string, waiting: readonly unknown[]): void {
  try {
    if (waiting.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(waiting))
  } catch {
    // Without storage it lives as long as the page; the page says that it is not kept yet.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept there then.
  }
}
