/** Items for tests of menus: what is not named is empty. */
import { newItem } from '../client-menu/editing.ts'
import type { ItemType, MenuItem } from '../client-menu/items.ts'

export function menuItem(id: number, parentId: number, type: ItemType, more: Partial<MenuItem> = {}): MenuItem {
  const made = { ...newItem(type, id), ParentId: parentId, Order: id, ...more }
  return { ...made, data: { ...made.data, Label: `Item ${id}`, Route: made.Route, ReportCode: made.ReportCode } }
}
