/** What an item of the menu can be chosen of. */

export interface MenuChoices {
  reportTypes: readonly { code: string; name: string }[]
  carriers: readonly { code: string; name: string }[]
}
