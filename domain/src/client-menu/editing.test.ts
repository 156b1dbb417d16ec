import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addItem,
  changeItem,
  childrenOf,
  compareMenus,
  type Direction,
  duplicateItem,
  moveItem,
  newItem,
  placeAfter,
  removeItem,
  rowsOf,
  whyNot,
} from './editing.ts'
import type { ItemType, MenuItem } from './items.ts'
import { buildMenu } from './visibility.ts'

/** "1 > 2": two stands in one. */
const shape = (items: readonly MenuItem[]) => rowsOf(items).map(({ item, level }) => `${'·'.repeat(level - 1)}${item.Id}`)
const item = (Id: number, ParentId: number, type: ItemType = 1): MenuItem => ({
  ...newItem(type, Id),
  ParentId,
  Order: Id,
  data: { ...newItem(type, Id).data, Label: `Item ${Id}` },
})
const MENU = [item(1, 0), item(2, 1, 2), item(3, 1, 3), item(4, 0), item(5, 0, 3)]
const step = (items: readonly MenuItem[], id: number, direction: Direction) => {
  const place = placeAfter(items, id, direction)
  return place ? shape(moveItem(items, id, place)) : undefined
}

describe('a step', () => {
  test.each<[number, Direction, string[] | undefined]>([
    [4, 'up', ['4', '1', '·2', '·3', '5']],
    [1, 'up', undefined],
    [1, 'down', ['4', '1', '·2', '·3', '5']],
    [5, 'down', undefined],
    [4, 'in', ['1', '·2', '·3', '·4', '5']],
    [3, 'in', ['1', '·2', '··3', '4', '5']],
    [2, 'in', undefined],
    [5, 'in', ['1', '·2', '·3', '4', '·5']],
    [2, 'out', ['1', '·3', '2', '4', '5']],
    [4, 'out', undefined],
  ])('item %i %s', (id, direction, expected) => expect(step(MENU, id, direction)).toEqual(expected))

  test('never leads into a link, into itself, or below the sixth level', () => {
    expect(whyNot(MENU, 4, 5)).toBe('Only groups and reports hold other items.')
    expect(whyNot(MENU, 1, 2)).toBe('An item cannot be moved into itself.')
    const deep = [...Array.from({ length: 6 }, (_, index) => item(index + 1, index)), item(7, 0)]
    expect(whyNot(deep, 7, 6)).toBe('A menu has at most 6 levels.')
    expect(whyNot(deep, 7, 5)).toBeUndefined()
  })
  test('whatever steps are taken, no item is lost and every item stands somewhere', () => {
    const steps = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 5 }), direction: fc.constantFrom<Direction[]>('up', 'down', 'in', 'out') }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(steps, (taken) => {
        const end = taken.reduce<readonly MenuItem[]>((items, { id, direction }) => {
          const place = placeAfter(items, id, direction)
          return place ? moveItem(items, id, place) : items
        }, MENU)
        expect(end.map(({ Id }) => Id).toSorted()).toEqual([1, 2, 3, 4, 5])
        expect(buildMenu(end).left).toEqual([])
      }),
    )
  })
})

test('a new item stands after the chosen one, or last of the top', () => {
  expect(shape(addItem(MENU, 3, 2).items)).toEqual(['1', '·2', '·6', '·3', '4', '5'])
  expect(shape(addItem(MENU, 1).items)).toEqual(['1', '·2', '·3', '4', '5', '6'])
})
test('an item goes with all that stands in it, and is copied so', () => {
  expect(shape(removeItem(MENU, 1))).toEqual(['4', '5'])
  const { items, id } = duplicateItem(MENU, 1)
  expect(shape(items)).toEqual(['1', '·2', '·3', '6', '·7', '·8', '4', '5'])
  expect(items.find(({ Id }) => Id === id)?.data.Label).toBe('Item 1 (copy)')
})
test('another kind drops what it has no field for, in both places where it stands', () => {
  const [link] = changeItem([item(1, 0, 3)], 1, { route: 'https://x.example', linkRequiresPermission: true })
  expect(link).toMatchObject({ Route: 'https://x.example', linkRequiresPermission: true, data: { Route: 'https://x.example' } })
  const [files] = link ? changeItem([link], 1, { type: 4, code: 'LEG', carrierCode: 'AAA' }) : []
  expect(files).toMatchObject({
    Route: null,
    linkRequiresPermission: false,
    ReportCode: 'LEG',
    carrierCode: 'AAA',
    data: { ItemType: 4, Route: null, ReportCode: 'LEG' },
  })
})
test('two menus differ in what was added, removed, moved and changed; a neighbor’s coming or going moves nobody', () => {
  const moved = moveItem(MENU, 4, { parentId: 1, index: 0 })
  const { items } = addItem(changeItem(removeItem(moved, 3), 2, { label: 'Rates' }), 3)
  expect(compareMenus(MENU, items).map(({ kind, sentence }) => [kind, sentence])).toEqual([
    ['moved', '“Item 4” moves in “Item 1”.'],
    ['changed', '“Item 2”: name was Item 2, becomes Rates.'],
    ['added', '“Item 6” is added.'],
    ['removed', '“Item 3” is removed.'],
  ])
  expect(compareMenus(MENU, MENU)).toEqual([])
  expect(compareMenus(MENU, moveItem(MENU, 5, { parentId: 0, index: 0 })).map(({ id }) => id)).toContain(5)
})
test('what stands nowhere is listed at the end, to be taken up again', () => {
  expect(shape([...MENU, item(8, 99), item(9, 9)])).toEqual(['1', '·2', '·3', '4', '5', '8', '9'])
  expect(childrenOf(MENU, 1).map(({ Id }) => Id)).toEqual([2, 3])
})

test('a new item has the icon of its kind until another is chosen', () => {
  expect(([1, 2, 3, 4, 5, 6] as const).map((type) => newItem(type, 1).data.IconType)).toEqual([1, 2, 7, 4, 3, 8])
  expect(newItem(2, 9)).toMatchObject({ Id: 9, ParentId: 0, Order: 0, isStatic: false, linkRequiresPermission: false, IsPersistent: false })
})
test('a copy stands after its original, also among those of the top, and holds copies of what that holds', () => {
  const ofTop = duplicateItem(MENU, 1)
  expect(shape(ofTop.items)).toEqual(['1', '·2', '·3', '6', '·7', '·8', '4', '5'])
  expect(ofTop.id).toBe(6)
  expect(ofTop.items.filter(({ Id }) => Id > 5).map(({ data }) => data.Label)).toEqual(['Item 1 (copy)', 'Item 2', 'Item 3'])
  expect(shape(duplicateItem(MENU, 2).items)).toEqual(['1', '·2', '·6', '·3', '4', '5'])
})
test('a new item stands after the one that was chosen, else last of the top', () => {
  expect(shape(addItem(MENU, 2, 2).items)).toEqual(['1', '·2', '·6', '·3', '4', '5'])
  expect(shape(addItem(MENU, 2).items)).toEqual(['1', '·2', '·3', '4', '5', '6'])
})
