/**
 * The tabs about a person's rights on their page, made by the feature "rights"; features do not import each other, so they meet here, as pages do in
 * the route table. Each panel is fetched when it is opened.
 */
import type { ComponentType } from 'react'

interface RightsTab {
  key: string
  label: string
  Panel: ComponentType<{ userId: number }>
}
interface UserRights {
  /** A button in the page's header: "View as …". */
  ViewAs: ComponentType<{ userId: number }> | null
  tabs: readonly RightsTab[]
}

export const USER_RIGHTS: UserRights = {
  ViewAs: null,
  tabs: [],
}
