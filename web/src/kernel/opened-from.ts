/** The page on which a link led to a dialog of another page: closing the dialog leads back there. */
import type { AnyRouter } from '@tanstack/react-router'
import { safeReturn } from '../paths.ts'
import { readQuery } from './query-text.ts'

let place: string | null = null

/** Addresses with a parameter of that name open a dialog above their page. */
const DIALOG = 'exception'

export const watchOpenings = (router: Pick<AnyRouter, 'subscribe'>): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (pathChanged) place = DIALOG in readQuery(toLocation.searchStr) ? safeReturn(fromLocation?.href) : null
  })
}

/** @returns null where the dialog was opened on its own page, or by its address */
export const openedFrom = (): string | null => place
