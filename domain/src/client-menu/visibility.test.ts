import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { menuItem as item } from '../test/menus.ts'
import { ITEM_TYPES, type ItemType, type MenuItem } from './items.ts'
import {
  buildMenu,
  type JudgedNode,
  judgeMenu,
  MENU_DEPTH,
  MENU_PASSES,
  type MenuFacts,
  type MenuNode,
  type MenuRule,
  showMenu,
} from './visibility.ts'

const { group, reports, link, carrier, plans, vendor } = ITEM_TYPES
const labels = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map(({ itemId, children }) => (children.length > 0 ? [itemId, labels(children)] : itemId))

describe('the tree', () => {
  test('is built from the flat list whatever its order, roots by Order and then by number', () => {
    const items = [
      item(5, 2, reports),
      item(3, 1, reports, { Order: 9 }),
      item(2, 1, group, { Order: 1 }),
      item(1, 0, group),
      item(4, 0, link, { Order: 0 }),
    ]
    expect(labels(buildMenu(items).roots)).toEqual([4, [1, [[2, [5]], 3]]])
  })
  test('has six levels in five passes; what would stand deeper is named', () => {
    const chain = Array.from({ length: 8 }, (_, index) => item(8 - index, 7 - index, group))
    const { roots, passes, left, levels } = buildMenu(chain)
    expect(labels(roots)).toEqual([[1, [[2, [[3, [[4, [[5, [6]]]]]]]]]]])
    expect(passes).toBe(MENU_PASSES)
    expect(levels.get(6)).toBe(MENU_DEPTH)
    expect(left.map(({ item: { Id }, why }) => [Id, why])).toEqual([
      [7, 'depth'],
      [8, 'depth'],
    ])
  })
  test('leaves orphans, cycles and second items of a number out, and says which they are', () => {
    const items = [
      item(1, 0, group),
      item(2, 99, reports),
      item(3, 2, reports),
      item(4, 5, group),
      item(5, 4, group),
      item(6, 6, group),
      item(1, 0, link),
    ]
    const { roots, left } = buildMenu(items)
    expect(labels(roots)).toEqual([1])
    expect(left.map(({ item: { Id }, why }) => [Id, why])).toEqual([
      [1, 'duplicate'],
      [2, 'orphan'],
      [3, 'orphan'],
      [4, 'cycle'],
      [5, 'cycle'],
      [6, 'cycle'],
    ])
  })
  test('knows the report codes of what stands in an item', () => {
    const items = [
      item(1, 0, group),
      item(2, 1, reports, { ReportCode: 'MBR' }),
      item(3, 1, group),
      item(4, 3, plans, { ReportCode: 'LEG' }),
      item(5, 3, vendor, { ReportCode: 'PRE' }),
    ]
    const [root] = buildMenu(items).roots
    expect(root).toMatchObject({ reportCodes: ['MBR', 'LEG'], vendorCodes: ['PRE'] })
  })
  test('is the same whatever order the list comes in, and loses no item', () => {
    const lists = fc.array(
      fc.record({ Id: fc.integer({ min: 1, max: 30 }), ParentId: fc.integer({ min: 0, max: 30 }), Order: fc.integer({ min: 0, max: 5 }) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(lists, fc.infiniteStream(fc.nat()), (made, numbers) => {
        const unique = [...new Map(made.map((each) => [each.Id, item(each.Id, each.ParentId, group, { Order: each.Order })])).values()]
        const shuffled = unique
          .map((each) => ({ each, by: numbers.next().value ?? 0 }))
          .toSorted((one, other) => one.by - other.by)
          .map(({ each }) => each)
        const [one, other] = [buildMenu(unique), buildMenu(shuffled)]
        expect(other.roots).toEqual(one.roots)
        const count = (nodes: readonly MenuNode[]): number => nodes.reduce((sum, { children }) => sum + 1 + count(children), 0)
        expect(count(one.roots) + one.left.length).toBe(unique.length)
        const deepest = (nodes: readonly MenuNode[]): number =>
          Math.max(0, ...nodes.map(({ level, children }) => Math.max(level, deepest(children))))
        expect(deepest(one.roots)).toBeLessThanOrEqual(MENU_DEPTH)
      }),
    )
  })
})
const counted = (typeCode: string, count = 1) => ({ typeCode, count })
const facts = (more: Partial<MenuFacts['counts']> = {}, rest: Partial<Omit<MenuFacts, 'counts'>> = {}): MenuFacts => ({
  counts: { reports: [], documents: [], carriers: [], vendors: [], ...more },
  codes: ['MBR', 'LEG'],
  holdsUploads: false,
  opens: () => true,
  ...rest,
})
const ofCarrier = (carrierCode: string, count = 1, typeCode = 'LEG') => ({
  typeCode,
  carrierCode,
  carrierName: `${carrierCode} Life`,
  count,
})
const usr = { holdsUploads: true }
const mbr = item(1, 0, reports, { ReportCode: 'MBR' })
const leg = (type: ItemType, more: Partial<MenuItem> = {}) => item(1, 0, type, { ReportCode: 'LEG', ...more })
const inGroup = (...inside: MenuItem[]) => [
  item(1, 0, group),
  ...inside.map((each, index) => ({ ...each, Id: index + 2, ParentId: each.ParentId || 1 })),
]
const open = item(0, 0, link, { Route: '/service-team' })
const restricted = item(0, 0, link, { Route: '/service-team', linkRequiresPermission: true })
const uploads = item(0, 0, link, { Route: '/bank-uploads' })

/** Menu visibility, a row for each rule and each case that it meets: the rule, the menu, what is known, whether item 1 shows. */
const CASES: [rule: MenuRule, what: string, items: MenuItem[], facts: MenuFacts, shows: boolean][] = [
  ['reports', 'counted and held', [mbr], facts({ reports: [counted('MBR')] }), true],
  ['reports', 'not counted', [mbr], facts(), false],
  ['reports', 'counted at nothing', [mbr], facts({ reports: [counted('MBR', 0)] }), false],
  ['reports', 'counted and not held', [mbr], facts({ reports: [counted('MBR')] }, { codes: ['LEG'] }), false],
  ['reports', 'another type counted', [mbr], facts({ reports: [counted('LEG')] }), false],
  ['reports', 'documents of its type', [mbr], facts({ documents: [counted('MBR')] }), true],
  ['reports', 'carriers’ papers of its type are not its reports', [mbr], facts({ carriers: [ofCarrier('AAA', 1, 'MBR')] }), false],
  ['reports', 'empty, with an open link in it', [mbr, { ...open, Id: 2, ParentId: 1 }], facts(), true],
  ['reports', 'empty, with a restricted link in it', [mbr, { ...restricted, Id: 2, ParentId: 1 }], facts({}, usr), false],
  [
    'reports',
    'empty, with reports of another type in it',
    [mbr, item(2, 1, reports, { ReportCode: 'LEG' })],
    facts({ reports: [counted('LEG')] }),
    true,
  ],
  ['nothingFound', 'its search returned nothing', [mbr], facts({ reports: [counted('MBR')] }, { foundNothing: new Set(['1']) }), false],
  [
    'reports',
    'its search returned nothing, and a link stands in it',
    [mbr, { ...open, Id: 2, ParentId: 1 }],
    facts({}, { foundNothing: new Set(['1']) }),
    true,
  ],
  [
    'plans',
    'of another kind stay when empty',
    [leg(plans)],
    facts({ documents: [counted('LEG')] }, { foundNothing: new Set(['1']) }),
    true,
  ],
  ['static', 'counted', [leg(reports, { isStatic: true })], facts({ reports: [counted('LEG')] }), true],
  [
    'static',
    'counted and not held: the count alone decides',
    [leg(reports, { isStatic: true })],
    facts({ reports: [counted('LEG')] }, { codes: [] }),
    true,
  ],
  ['static', 'not counted', [leg(reports, { isStatic: true })], facts(), false],
  ['plans', 'documents counted and held', [leg(plans)], facts({ documents: [counted('LEG')] }), true],
  ['plans', 'reports of its type, as the list of reports counts them', [leg(plans)], facts({ reports: [counted('LEG')] }), true],
  ['plans', 'neither reports nor documents of its type', [leg(plans)], facts({ reports: [counted('MBR')] }), false],
  ['plans', 'not held', [leg(plans)], facts({ documents: [counted('LEG')] }, { codes: [] }), false],
  ['carrier', 'some carrier’s paper of its type, held', [leg(carrier)], facts({ carriers: [ofCarrier('AAA')] }), true],
  ['carrier', 'not held', [leg(carrier)], facts({ carriers: [ofCarrier('AAA')] }, { codes: ['MBR'] }), false],
  ['carrier', 'of another type', [leg(carrier)], facts({ carriers: [ofCarrier('AAA', 1, 'MBR')] }), false],
  ['carrier', 'counted at nothing', [leg(carrier)], facts({ carriers: [ofCarrier('AAA', 0)] }), false],
  ['carrier', 'the vendors are no carrier', [leg(carrier)], facts({ carriers: [ofCarrier('BCC')], vendors: [counted('LEG')] }), false],
  [
    'carrierDocuments',
    'its type and carrier match a count',
    [leg(carrier, { carrierCode: 'AAA' })],
    facts({ carriers: [ofCarrier('AAA')] }),
    true,
  ],
  [
    'carrierDocuments',
    'another carrier is counted',
    [leg(carrier, { carrierCode: 'AAA' })],
    facts({ carriers: [ofCarrier('BBB')] }),
    false,
  ],
  [
    'carrierDocuments',
    'its carrier with another type',
    [leg(carrier, { carrierCode: 'AAA' })],
    facts({ carriers: [ofCarrier('AAA', 1, 'MBR')] }),
    false,
  ],
  ['carrierDocuments', 'not held', [leg(carrier, { carrierCode: 'AAA' })], facts({ carriers: [ofCarrier('AAA')] }, { codes: [] }), false],
  [
    'vendor',
    'the vendors’ code is no carrier’s: vendors are counted',
    [leg(carrier, { carrierCode: 'BCC' })],
    facts({ vendors: [counted('LEG')] }),
    true,
  ],
  [
    'vendor',
    'the vendors’ code among carriers counts for nothing',
    [leg(carrier, { carrierCode: 'BCC' })],
    facts({ carriers: [ofCarrier('BCC')] }),
    false,
  ],
  ['vendor', 'counted and held', [leg(vendor)], facts({ vendors: [counted('LEG')] }), true],
  ['vendor', 'not counted', [leg(vendor)], facts({ carriers: [ofCarrier('AAA')], reports: [counted('LEG')] }), false],
  ['vendor', 'not held', [leg(vendor)], facts({ vendors: [counted('LEG')] }, { codes: [] }), false],
  ['link', 'always', [{ ...open, Id: 1 }], facts({}, { codes: [] }), true],
  ['restrictedLink', 'without USR', [{ ...restricted, Id: 1 }], facts(), false],
  ['restrictedLink', 'with USR', [{ ...restricted, Id: 1 }], facts({}, usr), true],
  ['bankUploads', 'without USR, flagged or not', [{ ...uploads, Id: 1 }], facts(), false],
  ['bankUploads', 'with USR', [{ ...uploads, Id: 1 }], facts({}, usr), true],
  ['bankUploads', 'the form without scripts', [item(1, 0, link, { Route: '/ie-bank-uploads?from=menu' })], facts(), false],
  ['link', 'a page whose name only begins so', [item(1, 0, link, { Route: '/bank-uploads-help' })], facts(), true],
  ['group', 'empty', [item(1, 0, group)], facts({ reports: [counted('MBR')] }), false],
  ['group', 'a report in it, counted and held', inGroup(mbr), facts({ reports: [counted('MBR')] }), true],
  ['group', 'a report in it, not held', inGroup(mbr), facts({ reports: [counted('MBR')] }, { codes: [] }), false],
  ['group', 'a report two levels down', inGroup(item(0, 0, group), { ...mbr, ParentId: 2 }), facts({ reports: [counted('MBR')] }), true],
  ['group', 'plan documents in it', inGroup(leg(plans)), facts({ documents: [counted('LEG')] }), true],
  ['group', 'a carrier in it', inGroup(leg(carrier)), facts({ carriers: [ofCarrier('AAA')] }), true],
  ['group', 'a carrier in it, not held', inGroup(leg(carrier)), facts({ carriers: [ofCarrier('AAA')] }, { codes: [] }), false],
  [
    'group',
    'one carrier’s documents in it, another counted',
    inGroup(leg(carrier, { carrierCode: 'AAA' })),
    facts({ carriers: [ofCarrier('BBB')] }),
    false,
  ],
  ['group', 'a vendor in it', inGroup(leg(vendor)), facts({ vendors: [counted('LEG')] }), true],
  ['group', 'a link open to everybody in it', inGroup(open), facts(), true],
  ['group', 'an open link two levels down', inGroup(item(0, 0, group), { ...open, ParentId: 2 }), facts(), true],
  ['group', 'only a restricted link in it, even with USR', inGroup(restricted), facts({}, usr), false],
  ['group', 'only bank uploads in it, even with USR', inGroup(uploads), facts({}, usr), false],
]

describe('who sees what', () => {
  test.each(CASES)('%s: %s', (rule, _, items, known, shows) => {
    const judged = judgeMenu(buildMenu(items).roots, known).find(({ itemId }) => itemId === 1)
    expect([judged?.rule, judged?.shows]).toEqual([rule, shows])
    expect(showMenu(buildMenu(items).roots, known).some(({ itemId }) => itemId === 1)).toBe(shows)
  })
  test('the table has both answers of every rule that has two', () => {
    for (const rule of ['reports', 'static', 'plans', 'carrier', 'carrierDocuments', 'vendor', 'restrictedLink', 'bankUploads', 'group'])
      expect([rule, new Set(CASES.filter((each) => each[0] === rule).map((each) => each[4])).size]).toEqual([rule, 2])
  })
  test('a carrier item holds a child for each carrier that is counted, by name', () => {
    const [node] = showMenu(
      buildMenu([leg(carrier)]).roots,
      facts({ carriers: [ofCarrier('ZED'), ofCarrier('AAA'), ofCarrier('BCC'), ofCarrier('MMM', 0)] }),
    )
    expect(node?.children.map(({ id, label, carrierCode, isDocument, level }) => [id, label, carrierCode, isDocument, level])).toEqual([
      ['1:AAA', 'AAA Life', 'AAA', true, 2],
      ['1:ZED', 'ZED Life', 'ZED', true, 2],
    ])
  })
  test('nothing shows in what does not show, and nothing without its rule', () => {
    const types = fc.constantFrom<ItemType[]>(1, 2, 3, 4, 5, 6)
    const codes = fc.constantFrom('MBR', 'LEG', 'PRE')
    const menus = fc.array(
      fc.record({
        ParentId: fc.integer({ min: 0, max: 12 }),
        ItemType: types,
        ReportCode: codes,
        carrierCode: fc.constantFrom(null, 'AAA', 'BCC'),
        linkRequiresPermission: fc.boolean(),
        isStatic: fc.boolean(),
        Route: fc.constantFrom('/x', '/bank-uploads'),
      }),
      { maxLength: 12 },
    )
    const list = fc.array(fc.record({ typeCode: codes, count: fc.integer({ min: 0, max: 2 }) }), { maxLength: 3 })
    const known = fc.record({
      reports: list,
      documents: list,
      vendors: list,
      carriers: list.map((each) => each.map((one) => ({ ...one, carrierCode: 'AAA', carrierName: 'A' }))),
    })
    fc.assert(
      fc.property(menus, known, fc.subarray(['MBR', 'LEG', 'PRE']), fc.boolean(), (made, counts, held, holdsUploads) => {
        const { roots } = buildMenu(made.map((each, index) => item(index + 1, each.ParentId, each.ItemType, each)))
        const given = { counts, codes: held, holdsUploads, opens: () => true }
        const judged = new Map(all(judgeMenu(roots, given)).map((node) => [node.id, node]))
        for (const node of all(showMenu(roots, given))) expect(judged.get(node.id)?.shows).toBe(true)
        for (const node of judged.values()) {
          // Without a type held and without a right only links open to everybody can bring something into sight.
          if (held.length === 0 && !holdsUploads && node.shows && !node.isStatic)
            expect(all([node]).some(({ rule }) => rule === 'link')).toBe(true)
        }
        const counted = [...counts.reports, ...counts.documents, ...counts.vendors, ...counts.carriers].some(({ count }) => count > 0)
        if (!counted && !made.some(({ ItemType }) => ItemType === link)) expect(showMenu(roots, given)).toEqual([])
      }),
    )
  })
  const all = (nodes: readonly JudgedNode[]): JudgedNode[] => nodes.flatMap((node) => [node, ...all(node.children)])
})
