/** A page of the portal: where it stands, who may see it, and how it is loaded. */
import { type Access, type AccessSubject, allows } from '@corridor/domain/access/access.ts'
import { isBankUploads } from '@corridor/domain/client-menu/items.ts'
import type { ComponentType } from 'react'
import { PATTERNS } from './paths.ts'

export interface PortalRoute {
  path: string
  /** Title of the browser's tab, which a screen reader reads after a click. */
  title: string
  /** That of the call the page lives on, narrowed to the page's own permission. */
  access: Access
  page: () => Promise<{ default: ComponentType }>
}

/** Whether the page that an address of this portal names opens to a person; an address that names none is nobody's secret. */
export function pageOpens(pages: readonly Pick<PortalRoute, 'path' | 'access'>[], person: AccessSubject, address: string): boolean {
  // The form without scripts is the same page.
  const path = isBankUploads(address) ? PATTERNS.bankUploads : (address.split(/[?#]/)[0] ?? '').replace(/(?<=.)\/+$/, '')
  const page = pages.find((each) => each.path === path) ?? pages.find((each) => namesPage(each.path, path))
  return page === undefined || allows(person, page.access)
}

function namesPage(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('$') || part === given[index])
}
