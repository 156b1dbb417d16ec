import { expect, test } from 'vitest'
import { ITEM_TYPES, type ItemType, type MenuItem } from './items.ts'
import { withOwnPages } from './own-pages.ts'
import { buildMenu, type JudgedNode, judgeMenu, type MenuFacts, showMenu } from './visibility.ts'

const item = (Id: number, ParentId: number, ItemType: ItemType, ReportCode: string | null, more: Partial<MenuItem> = {}): MenuItem => ({
  Id,
  ParentId,
  ItemType,
  ReportCode,
  Route: null,
  IsPersistent: false,
  Order: Id,
  isStatic: false,
  linkRequiresPermission: false,
  carrierCode: null,
  data: { Label: `Item ${Id}`, Route: null, ItemType, ReportCode, IconType: 1 },
  ...more,
})
const { group, reports, plans } = ITEM_TYPES
const questionnaire = { code: 'AQU', label: 'Answer online', route: '/questionnaires/annual' }
const facts = (more: Partial<MenuFacts> = {}): MenuFacts => ({
  counts: { reports: [{ typeCode: 'AQU', count: 2 }], documents: [], carriers: [], vendors: [] },
  codes: ['AQU'],
  holdsUploads: false,
  opens: () => true,
  ...more,
})
const shown = (items: readonly MenuItem[]) => showMenu(buildMenu(items).roots, facts())
const lines = (nodes: readonly JudgedNode[]): string[] =>
  nodes.flatMap((node) => [`${'.'.repeat(node.level)}${node.label} ${node.route ?? ''}`.trim(), ...lines(node.children)])

test('the page of a type stands first in the item of its type, and is a link', () => {
  const menu = withOwnPages(shown([item(1, 0, group, null), item(2, 1, reports, 'AQU'), item(3, 2, reports, 'AQU')]), [questionnaire])
  expect(lines(menu)).toEqual(['.Item 1', '..Item 2', '...Answer online /questionnaires/annual', '...Item 3'])
  expect(menu[0]?.children[0]?.children[0]).toMatchObject({ isLink: true, reportCodes: [], code: null, parentId: 2 })
})

test.each([
  ['no item of its type', [item(1, 0, plans, 'AQU')]],
  ['an item that leads to a page of its own', [item(1, 0, reports, 'AQU', { isStatic: true })]],
  ['an item on the last level', [1, 2, 3, 4, 5, 6].map((id) => item(id, id - 1, id < 6 ? group : reports, id < 6 ? null : 'AQU'))],
])('where the menu has %s, it stands as it is', (_, items) => {
  expect(lines(withOwnPages(shown(items), [questionnaire]))).toEqual(lines(shown(items)))
})

const leading = (Route: string) => item(1, 0, ITEM_TYPES.link, null, { Route })
const closed = { opens: (route: string) => route === '/elsewhere' }
test.each([
  ['its page is closed to the person', leading('/service-team'), closed, 'closedPage', false],
  ['with USR, and the page closed all the same', leading('/bank-uploads'), { ...closed, holdsUploads: true }, 'closedPage', false],
  ['without USR, which is the nearer reason', leading('/bank-uploads'), closed, 'bankUploads', false],
  ['another page is closed', leading('/elsewhere'), closed, 'link', true],
] as const)('a link, %s', (_, link, more, rule, shows) =>
  expect(judgeMenu(buildMenu([link]).roots, facts(more))).toMatchObject([{ rule, shows }]),
)

test('a group with nothing but a link to a closed page is hidden with it', () =>
  expect(showMenu(buildMenu([item(2, 0, group, null), { ...leading('/service-team'), ParentId: 2 }]).roots, facts(closed))).toEqual([]))
