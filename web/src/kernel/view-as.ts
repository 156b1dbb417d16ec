/** Where a staff member was when they began to view as a client: where "End view" leads back to. Of this tab alone, and gone with it. */
const KEY = 'view-as-way-back'

export const rememberWayBack = (): void => sessionStorage.setItem(KEY, location.pathname + location.search)

/** Forgets it too. @returns '/' when the view began in another tab */
export function wayBack(): string {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/'
}
