/** A menu's items as one field of a form: as text, so that drafts keep it and a merge compares it, and the editor that changes it. */

import { type MenuItem, readNavigation } from '@corridor/domain/client-menu/items.ts'
import type { MenuFault } from '@corridor/domain/client-menu/validation.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { OwnKind, Value } from '../../ui/form/form-fields.ts'
import type { MenuChoices } from './choices.ts'
import { TreeEditor } from './TreeEditor.tsx'

/** Read anew, items have one order of their fields: equal menus are equal texts. */
export const textOfItems = (items: unknown): string => JSON.stringify(readNavigation(items))

export function itemsIn(value: Value | undefined): MenuItem[] {
  try {
    return readNavigation(JSON.parse(String(value)))
  } catch {
    return []
  }
}

const NAMED = 12

export const menuKind = (choices: MenuChoices, faultsOf: (items: readonly MenuItem[]) => readonly MenuFault[]): OwnKind => ({
  typed: textOfItems,
  sent: itemsIn,
  words: (value) => {
    const items = itemsIn(value)
    const names = items.slice(0, NAMED).map(({ data }) => data.Label || 'unnamed')
    return `${counted(items.length, 'item')}: ${names.join(', ')}${items.length > NAMED ? ' …' : ''}`
  },
  Control: ({ value, onChange, error }) => (
    <TreeEditor
      items={itemsIn(value)}
      choices={choices}
      faults={faultsOf(itemsIn(value))}
      error={error}
      {...(onChange ? { onChange: (items: readonly MenuItem[]) => onChange(textOfItems(items)) } : {})}
    />
  ),
})
