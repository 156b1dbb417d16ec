/** Whether the window is as narrow as those where the actions of a page's head stand behind one button. */
import { useSyncExternalStore } from 'react'

const PHONE = '(width <= 768px)'

const watch = (listener: () => void) => {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const usePhone = (): boolean => useSyncExternalStore(watch, () => matchMedia(PHONE).matches)
