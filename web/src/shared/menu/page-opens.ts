/** Links of a client's menu to pages of the portal: nobody is led to a page that refuses them. */
import { type Access, type AccessSubject, allows } from '@corridor/domain/access/access.ts'
import { isBankUploads } from '@corridor/domain/client-menu/items.ts'
import { PATTERNS } from '../../paths.ts'

export interface LinkedPage {
  path: string
  access: Access
}

/** Whether the page that an address of this portal names opens to a person; an address that names none is nobody's secret. */
export function pageOpens(pages: readonly LinkedPage[], person: AccessSubject, address: string): boolean {
  // The form without scripts is the same page.
  const path = isBankUploads(address) ? PATTERNS.bankUploads : (address.split(/[?#]/)[0] ?? '').replace(/(?<=.)\/+$/, '')
  const page = pages.find((each) => each.path === path) ?? pages.find((each) => namesPage(each.path, path))
  return page === undefined || allows(person, page.access)
}

function namesPage(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('$') || part === given[index])
}
