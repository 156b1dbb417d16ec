/** Editing a menu: each step takes the items and gives new ones, so that steps can be undone; and what two menus differ in, in words. */
import { ICON_NAMES, ITEM_TYPE_WORDS, ITEM_TYPES, type ItemType, MENU_LABEL_LONGEST, type MenuItem, mayHold } from './items.ts'
import { MENU_DEPTH } from './visibility.ts'

export type Direction = 'up' | 'down' | 'in' | 'out'
export interface Place {
  /** 0 is the top. */
  parentId: number
  /** Among the parent's items, the moved one left out. */
  index: number
}

/** The items of a parent in their order. */
export const childrenOf = (items: readonly MenuItem[], parentId: number): MenuItem[] =>
  items.filter(({ ParentId }) => ParentId === parentId).toSorted((one, other) => one.Order - other.Order || one.Id - other.Id)

/** Items in the order of the tree, each with its level; one that stands nowhere comes at the end of the top, where it can be taken up again. */
export function rowsOf(items: readonly MenuItem[]): { item: MenuItem; level: number; index: number; siblings: number }[] {
  const seen = new Set<number>()
  const walk = (parentId: number, level: number): ReturnType<typeof rowsOf> =>
    childrenOf(items, parentId).flatMap((item, index, siblings) => {
      if (seen.has(item.Id)) return []
      seen.add(item.Id)
      return [{ item, level, index, siblings: siblings.length }, ...walk(item.Id, level + 1)]
    })
  const rows = walk(0, 1)
  const lost = items.filter(({ Id }) => !seen.has(Id)).map((item, index, all) => ({ item, level: 1, index, siblings: all.length }))
  return [...rows, ...lost]
}

/** Where a step in that direction leads; undefined when there is no such place. */
export function placeAfter(items: readonly MenuItem[], id: number, direction: Direction): Place | undefined {
  const item = items.find(({ Id }) => Id === id)
  if (!item) return undefined
  const siblings = childrenOf(items, item.ParentId)
  const index = siblings.findIndex(({ Id }) => Id === id)
  const before = siblings[index - 1]
  const parent = items.find(({ Id }) => Id === item.ParentId)
  const place = {
    up: () => (before ? { parentId: item.ParentId, index: index - 1 } : undefined),
    down: () => (index < siblings.length - 1 ? { parentId: item.ParentId, index: index + 1 } : undefined),
    in: () => (before ? { parentId: before.Id, index: childrenOf(items, before.Id).length } : undefined),
    out: () =>
      parent
        ? { parentId: parent.ParentId, index: childrenOf(items, parent.ParentId).findIndex(({ Id }) => Id === parent.Id) + 1 }
        : undefined,
  }[direction]()
  return place && whyNot(items, id, place.parentId) === undefined ? place : undefined
}

/** Why an item cannot stand in another, as a sentence; undefined when it can. @param parentId 0 is the top */
export function whyNot(items: readonly MenuItem[], id: number, parentId: number): string | undefined {
  if (parentId === 0) return undefined
  const parent = items.find(({ Id }) => Id === parentId)
  if (!parent) return 'The item no longer exists.'
  if (subtree(items, id).some(({ Id }) => Id === parentId)) return 'An item cannot be moved into itself.'
  if (!mayHold(parent.ItemType)) return 'Only groups and reports hold other items.'
  const level = rowsOf(items).find(({ item }) => item.Id === parentId)?.level ?? 1
  return level + heightOf(items, id) > MENU_DEPTH ? `A menu has at most ${MENU_DEPTH} levels.` : undefined
}

export const moveItem = (items: readonly MenuItem[], id: number, { parentId, index }: Place): MenuItem[] => {
  if (whyNot(items, id, parentId) !== undefined) return [...items]
  const siblings = childrenOf(items, parentId).filter(({ Id }) => Id !== id)
  const order = [...siblings.slice(0, index).map(({ Id }) => Id), id, ...siblings.slice(index).map(({ Id }) => Id)]
  return items.map((item) => {
    const at = order.indexOf(item.Id)
    return at === -1 ? item : { ...item, ParentId: parentId, Order: at + 1 }
  })
}

export const newItem = (type: ItemType, id: number): MenuItem => ({
  Id: id,
  ParentId: 0,
  ItemType: type,
  ReportCode: null,
  Route: null,
  IsPersistent: false,
  Order: 0,
  isStatic: false,
  linkRequiresPermission: false,
  carrierCode: null,
  data: { Label: '', Route: null, ItemType: type, ReportCode: null, IconType: FIRST_ICON[type] },
})
const FIRST_ICON: Record<ItemType, keyof typeof ICON_NAMES> = { 1: 1, 2: 2, 3: 7, 4: 4, 5: 3, 6: 8 }

/** @param after the new item stands after this one, or as the last of the top */
export function addItem(items: readonly MenuItem[], type: ItemType, after?: number): { items: MenuItem[]; id: number } {
  const id = nextId(items)
  const beside = items.find(({ Id }) => Id === after)
  const parentId = beside?.ParentId ?? 0
  const siblings = childrenOf(items, parentId)
  const index = beside ? siblings.findIndex(({ Id }) => Id === beside.Id) + 1 : siblings.length
  return { items: moveItem([...items, newItem(type, id)], id, { parentId, index }), id }
}

export interface ItemChange {
  label?: string
  type?: ItemType
  icon?: keyof typeof ICON_NAMES
  code?: string | null
  route?: string | null
  carrierCode?: string | null
  isPersistent?: boolean
  isStatic?: boolean
  linkRequiresPermission?: boolean
}

/** A change of kind drops what the new kind has no field for. */
export const changeItem = (items: readonly MenuItem[], id: number, change: ItemChange): MenuItem[] =>
  items.map((item) => (item.Id === id ? changed(item, change) : item))

function changed(item: MenuItem, change: ItemChange): MenuItem {
  const type = change.type ?? item.ItemType
  const isLink = type === ITEM_TYPES.link
  const isStatic = type === ITEM_TYPES.reports && (change.isStatic ?? item.isStatic)
  const code = type === ITEM_TYPES.group || isLink ? null : change.code === undefined ? item.ReportCode : change.code
  const route = isLink || isStatic ? (change.route === undefined ? item.Route : change.route) : null
  return {
    ...item,
    ItemType: type,
    ReportCode: code,
    Route: route,
    IsPersistent: !isLink && (change.isPersistent ?? item.IsPersistent),
    isStatic,
    linkRequiresPermission: isLink && (change.linkRequiresPermission ?? item.linkRequiresPermission),
    carrierCode: type !== ITEM_TYPES.carrier ? null : change.carrierCode === undefined ? item.carrierCode : change.carrierCode,
    data: {
      Label: change.label ?? item.data.Label,
      Route: route,
      ItemType: type,
      ReportCode: code,
      IconType: change.icon ?? item.data.IconType,
    },
  }
}

/** With all that stands in it. */
export function removeItem(items: readonly MenuItem[], id: number): MenuItem[] {
  const gone = new Set(subtree(items, id).map(({ Id }) => Id))
  return items.filter(({ Id }) => !gone.has(Id))
}

/** With all that stands in it, after the original. */
export function duplicateItem(items: readonly MenuItem[], id: number): { items: MenuItem[]; id: number } {
  const copied = subtree(items, id)
  const first = nextId(items)
  const numbers = new Map(copied.map(({ Id }, index) => [Id, first + index]))
  const copies = copied.map((item) => ({
    ...item,
    Id: numbers.get(item.Id) ?? item.Id,
    ParentId: numbers.get(item.ParentId) ?? item.ParentId,
    data: item.Id === id ? { ...item.data, Label: `${item.data.Label} (copy)`.slice(0, MENU_LABEL_LONGEST) } : item.data,
  }))
  const original = items.find(({ Id }) => Id === id)
  const index = childrenOf(items, original?.ParentId ?? 0).findIndex(({ Id }) => Id === id) + 1
  return { items: moveItem([...items, ...copies], first, { parentId: original?.ParentId ?? 0, index }), id: first }
}

/** An item and all that stands in it. */
export function subtree(items: readonly MenuItem[], id: number): MenuItem[] {
  const found: MenuItem[] = []
  const seen = new Set<number>()
  const walk = (at: number) => {
    const item = items.find(({ Id }) => Id === at)
    if (!item || seen.has(at)) return
    seen.add(at)
    found.push(item)
    for (const child of childrenOf(items, at)) walk(child.Id)
  }
  walk(id)
  return found
}

const nextId = (items: readonly MenuItem[]): number => items.reduce((most, { Id }) => Math.max(most, Id), 0) + 1
/** Levels that an item and what stands in it take. */
function heightOf(items: readonly MenuItem[], id: number): number {
  const inside = new Map<number, number>([[id, 1]])
  for (const { Id, ParentId } of subtree(items, id)) if (Id !== id) inside.set(Id, (inside.get(ParentId) ?? 1) + 1)
  return Math.max(...inside.values())
}

export interface MenuChange {
  id: number
  kind: 'added' | 'removed' | 'moved' | 'changed'
  sentence: string
}

/** Changes that publishing would make, in the new menu's order and then the items removed. */
export function compareMenus(before: readonly MenuItem[], after: readonly MenuItem[]): MenuChange[] {
  const earlier = new Map(rowsOf(before).map((row) => [row.item.Id, row.item]))
  const now = new Set(after.map(({ Id }) => Id))
  const among = movedAmongNeighbors(before, after)
  const changes = rowsOf(after).flatMap(({ item }): MenuChange[] => {
    const was = earlier.get(item.Id)
    const name = nameOf(item)
    if (!was) return [{ id: item.Id, kind: 'added', sentence: `${name} is added${inside(after, item)}.` }]
    const words = differences(was, item)
    const moved = was.ParentId !== item.ParentId || among.has(item.Id)
    return [
      ...(words.length > 0 ? [{ id: item.Id, kind: 'changed' as const, sentence: `${nameOf(was)}: ${words.join('; ')}.` }] : []),
      ...(moved
        ? [
            {
              id: item.Id,
              kind: 'moved' as const,
              sentence: `${name} moves${was.ParentId === item.ParentId ? ' within its level' : inside(after, item) || ' to the top level'}.`,
            },
          ]
        : []),
    ]
  })
  const gone = [...earlier.values()].filter(({ Id }) => !now.has(Id))
  return [...changes, ...gone.map((item): MenuChange => ({ id: item.Id, kind: 'removed', sentence: `${nameOf(item)} is removed.` }))]
}

/** Picks among those that keep their parent: the fewest whose moving explains the new order. */
function movedAmongNeighbors(before: readonly MenuItem[], after: readonly MenuItem[]): Set<number> {
  const parents = new Map(before.map(({ Id, ParentId }) => [Id, ParentId]))
  const moved = new Set<number>()
  for (const parentId of new Set(parents.values())) {
    const rank = new Map(childrenOf(before, parentId).map(({ Id }, index) => [Id, index]))
    const stayed = childrenOf(after, parentId).flatMap(({ Id }) => (parents.get(Id) === parentId ? [Id] : []))
    const kept = new Set(longestRising(stayed, (id) => rank.get(id) ?? 0))
    for (const id of stayed) if (!kept.has(id)) moved.add(id)
  }
  return moved
}

function longestRising(ids: readonly number[], rankOf: (id: number) => number): number[] {
  const runs: number[][] = []
  for (const id of ids) {
    const before = runs
      .filter((run) => rankOf(run.at(-1) ?? id) < rankOf(id))
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), [])
    runs.push([...before, id])
  }
  return runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), [])
}

function differences(was: MenuItem, item: MenuItem): string[] {
  const yes = (value: boolean) => (value ? 'yes' : 'no')
  const pairs: [string, string, string][] = [
    ['name', was.data.Label, item.data.Label],
    ['kind', ITEM_TYPE_WORDS[was.ItemType].name, ITEM_TYPE_WORDS[item.ItemType].name],
    ['icon', ICON_NAMES[was.data.IconType], ICON_NAMES[item.data.IconType]],
    ['report type', was.ReportCode ?? 'none', item.ReportCode ?? 'none'],
    ['leads to', was.Route ?? 'nowhere', item.Route ?? 'nowhere'],
    ['carrier', was.carrierCode ?? 'all', item.carrierCode ?? 'all'],
    ['expanded by default', yes(was.IsPersistent), yes(item.IsPersistent)],
    ['fixed page', yes(was.isStatic), yes(item.isStatic)],
    ['only for people who may upload files', yes(was.linkRequiresPermission), yes(item.linkRequiresPermission)],
  ]
  return pairs.filter(([, one, other]) => one !== other).map(([what, one, other]) => `${what} was ${one}, becomes ${other}`)
}

const nameOf = ({ data, Id }: MenuItem): string => `“${data.Label || `Item ${Id}`}”`
function inside(items: readonly MenuItem[], item: MenuItem): string {
  const parent = items.find(({ Id }) => Id === item.ParentId)
  return parent ? ` in ${nameOf(parent)}` : ''
}
