/** Choices for a menu item. */

export interface MenuChoices {
  reportTypes: readonly { code: string; name: string }[]
  carriers: readonly { code: string; name: string }[]
}
