/** Before each component test: a clean document, storage and session; what happy-dom lacks of a browser. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { stopSessionLife } from '../kernel/session-life.ts'
import { clearErrorTray, dismissToast, shownToasts } from '../kernel/toasts.ts'
import { queries } from '../kernel/use-endpoint.ts'

// Pages come as chunks; a busy machine takes its time to hand them over.
configure({ asyncUtilTimeout: 5_000 })

beforeEach(() => {
  // A file saved by the test before is, to happy-dom, a place gone to.
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  localStorage.clear()
  vi.stubGlobal('ResizeObserver', Measured)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})

/** Tells of each element when it begins to watch it, as browsers do, and never again: nothing is laid out here. */
class Measured {
  private readonly tell: () => void
  constructor(tell: () => void) {
    this.tell = tell
  }
  observe(): void {
    this.tell()
  }
  unobserve(): void {}
  disconnect(): void {}
}

afterEach(() => {
  cleanup()
  queries.clear()
  for (const shown of shownToasts.get()) dismissToast(shown.id)
  clearErrorTray()
  stopSessionLife()
  currentSession.set(null)
})
