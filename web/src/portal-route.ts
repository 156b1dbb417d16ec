/** A page of the portal: where it stands, who may see it, and how it is loaded. */
import type { Access } from '@corridor/domain/access/access.ts'
import type { ComponentType } from 'react'

export interface PortalRoute {
  path: string
  /** Title of the browser's tab, which a screen reader reads after a click. */
  title: string
  /** In the browser of a client, where the page has another name there. */
  clientTitle?: string
  /** That of the call the page lives on, narrowed to the page's own permission. */
  access: Access
  page: () => Promise<{ default: ComponentType }>
}
