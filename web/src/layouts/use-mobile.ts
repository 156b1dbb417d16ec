/** Whether the window is narrower than 800 px, where the sidebar lies over the page. */
import { useSyncExternalStore } from 'react'

const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 799.98px)')

const watch = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export const useMobile = (): boolean => useSyncExternalStore(watch, () => query?.matches ?? false)
