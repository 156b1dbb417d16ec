/**
 * The client's menu: the tree from a site's flat list of items, and which of it a person sees.
 * Pure: the sidebar and the builder's preview draw what these functions say.
 */
import { compareNames } from '../primitives/name-order.ts'
import { type IconType, ITEM_TYPES, type ItemType, isBankUploads, type MenuItem, VENDOR_CARRIER } from './items.ts'

export const MENU_DEPTH = 6
/** The roots stand before the first pass, and each pass hangs one level under the one before: five make six levels. */
export const MENU_PASSES = 5

/** An item in the tree; the files of one that was opened are the sidebar's (domain/src/client-menu/file-counts.ts). */
export interface MenuNode {
  /** The item's number; of a carrier that the counts brought, with its code. */
  id: string
  itemId: number
  parentId: number
  itemType: ItemType
  label: string
  icon: IconType
  route: string | null
  isPersistent: boolean
  order: number
  /** 1 for a root. */
  level: number
  /** The item's own report code. */
  code: string | null
  /** Report codes of reports and plan documents in it, its own included. */
  reportCodes: string[]
  isStatic: boolean
  isLink: boolean
  linkRequiresPermission: boolean
  isCarrier: boolean
  isVendor: boolean
  /** Lists documents, not reports. */
  isDocument: boolean
  carrierCode: string | null
  carrierCodes: string[]
  /** Report codes of vendors' documents in it. */
  vendorCodes: string[]
  children: MenuNode[]
}

export type LeftWhy = 'duplicate' | 'orphan' | 'cycle' | 'depth'
export interface BuiltMenu {
  roots: MenuNode[]
  /** Items that stand nowhere, with the reason; nobody sees them. */
  left: { item: MenuItem; why: LeftWhy }[]
  /** By item; a duplicate has its first one's. */
  levels: ReadonlyMap<number, number>
  /** How many were needed. */
  passes: number
}

/** @returns roots and children by their Order, then by number: the list's own order counts for nothing */
export function buildMenu(items: readonly MenuItem[]): BuiltMenu {
  const first = new Map<number, MenuItem>()
  const left: BuiltMenu['left'] = []
  for (const item of items) {
    if (first.has(item.Id)) left.push({ item, why: 'duplicate' })
    else first.set(item.Id, item)
  }
  const ordered = [...first.values()].toSorted((one, other) => one.Order - other.Order || one.Id - other.Id)
  const roots = ordered.filter(({ ParentId }) => ParentId === 0).map((item) => nodeOf(item, 1))
  const placed = new Map(roots.map((node) => [node.itemId, node]))
  let waiting = ordered.filter(({ ParentId }) => ParentId !== 0)
  let passes = 0
  while (waiting.length > 0 && passes < MENU_PASSES) {
    // Only what earlier passes placed takes children in this one.
    const hung = waiting.flatMap((item) => {
      const parent = placed.get(item.ParentId)
      return parent ? [{ parent, node: nodeOf(item, parent.level + 1) }] : []
    })
    if (hung.length === 0) break
    for (const { parent, node } of hung) parent.children.push(node)
    for (const { node } of hung) placed.set(node.itemId, node)
    waiting = waiting.filter(({ Id }) => !placed.has(Id))
    passes += 1
  }
  left.push(...waiting.map((item) => ({ item, why: whyLeft(item, first) })))
  for (const root of roots) gatherCodes(root)
  return { roots, left, levels: new Map([...placed].map(([id, { level }]) => [id, level])), passes }
}

function whyLeft(item: MenuItem, items: ReadonlyMap<number, MenuItem>): LeftWhy {
  const seen = new Set<number>()
  for (let at: MenuItem | undefined = item; at.ParentId !== 0; ) {
    if (seen.has(at.Id)) return 'cycle'
    seen.add(at.Id)
    at = items.get(at.ParentId)
    if (!at) return 'orphan'
  }
  return 'depth'
}

function nodeOf(item: MenuItem, level: number): MenuNode {
  const { Id, ItemType: itemType, ReportCode: code, carrierCode, data } = item
  const isVendor = itemType === ITEM_TYPES.vendor || (itemType === ITEM_TYPES.carrier && carrierCode === VENDOR_CARRIER)
  const isCarrier = itemType === ITEM_TYPES.carrier && !isVendor
  return {
    id: String(Id),
    itemId: Id,
    parentId: item.ParentId,
    itemType,
    label: data.Label,
    icon: data.IconType,
    route: item.Route,
    isPersistent: item.IsPersistent,
    order: item.Order,
    level,
    code,
    reportCodes: code !== null && !isVendor && !isCarrier ? [code] : [],
    isStatic: item.isStatic && itemType === ITEM_TYPES.reports,
    isLink: itemType === ITEM_TYPES.link,
    linkRequiresPermission: item.linkRequiresPermission,
    isCarrier,
    isVendor,
    isDocument: isVendor || itemType === ITEM_TYPES.plans || (isCarrier && carrierCode !== null),
    carrierCode: isVendor ? VENDOR_CARRIER : carrierCode,
    carrierCodes: isVendor ? [VENDOR_CARRIER] : carrierCode === null ? [] : [carrierCode],
    vendorCodes: isVendor && code !== null ? [code] : [],
    children: [],
  }
}

function gatherCodes(node: MenuNode): void {
  for (const child of node.children) gatherCodes(child)
  const union = (own: string[], of: (child: MenuNode) => string[]) => [...new Set([...own, ...node.children.flatMap(of)])]
  // A link's code says what it leads to; it holds no reports.
  node.reportCodes = node.isLink ? [] : union(node.reportCodes, ({ reportCodes }) => reportCodes)
  node.vendorCodes = union(node.vendorCodes, ({ vendorCodes }) => vendorCodes)
}

interface Counted {
  typeCode: string
  count: number
}
export interface MenuCounts {
  reports: readonly Counted[]
  /** The institution's own documents, which the three required counts do not name. */
  documents: readonly Counted[]
  carriers: readonly (Counted & { carrierCode: string; carrierName: string })[]
  vendors: readonly Counted[]
}

/** Facts about a person when their menu is drawn. */
export interface MenuFacts {
  counts: MenuCounts
  /** Report codes they are permitted. */
  codes: readonly string[]
  /** USR: they may hand files in. */
  holdsUploads: boolean
  /** Whether a page of the portal opens to them; an address that is no page of it is for everybody. */
  opens: (route: string) => boolean
  /** Reports items, by id, whose search returned nothing. */
  foundNothing?: ReadonlySet<string>
}

/** How an item is judged; a reports item also goes when its search found nothing. */
type ItemRule =
  | 'static'
  | 'reports'
  | 'group'
  | 'plans'
  | 'carrier'
  | 'carrierDocuments'
  | 'vendor'
  | 'link'
  | 'restrictedLink'
  | 'bankUploads'
  | 'closedPage'
export type MenuRule = ItemRule | 'nothingFound'

/** Every rule of visibility as a sentence, which the builder's preview shows for each item. */
export const MENU_RULES: Record<MenuRule, string> = {
  nothingFound: 'A reports item is hidden when its search returns nothing.',
  static: 'A fixed reports item needs at least one report of its type.',
  reports: 'Reports show with at least one file of a type that the person may see, or a link open to everyone in them.',
  group: 'A group shows with at least one file in it that the person may see, or a link open to everyone.',
  plans: 'Plan documents show with at least one report or document of a type that the person may see.',
  carrier: 'Carrier documents show with at least one carrier’s document of a type that the person may see.',
  carrierDocuments: 'One carrier’s documents show when that carrier has some of a type that the person may see.',
  vendor: 'Vendor documents show with at least one document of a type that the person may see.',
  link: 'A link always shows.',
  restrictedLink: 'This link is for people who may upload files (USR).',
  bankUploads: 'Bank uploads are for people who may upload files (USR).',
  closedPage: 'This link leads to a page that does not open to this person.',
}

/** Whether a person sees an item, and by which rule. */
export function judge(node: MenuNode, facts: MenuFacts): { shows: boolean; rule: MenuRule } {
  const rule = ruleFor(node, facts)
  if (rule === 'reports' && node.children.length === 0 && facts.foundNothing?.has(node.id)) return { shows: false, rule: 'nothingFound' }
  return { shows: HOLDS[rule](node, facts), rule }
}

/** A link that its own rule shows is still hidden from whom its page refuses: nobody is led to a refusal. */
function ruleFor(node: MenuNode, facts: MenuFacts): ItemRule {
  const rule = ruleOf(node)
  return node.isLink && node.route !== null && HOLDS[rule](node, facts) && !facts.opens(node.route) ? 'closedPage' : rule
}

function ruleOf(node: MenuNode): ItemRule {
  if (node.isLink) return isBankUploads(node.route) ? 'bankUploads' : node.linkRequiresPermission ? 'restrictedLink' : 'link'
  if (node.isStatic) return 'static'
  if (node.isVendor) return 'vendor'
  if (node.isCarrier) return node.carrierCode === null ? 'carrier' : 'carrierDocuments'
  if (node.itemType === ITEM_TYPES.plans) return 'plans'
  return node.itemType === ITEM_TYPES.group ? 'group' : 'reports'
}

const isCounted = (counted: readonly Counted[], code: string | null) =>
  counted.some(({ typeCode, count }) => typeCode === code && count > 0)
const holds = (node: MenuNode, { codes }: MenuFacts) => node.code !== null && codes.includes(node.code)
const anyHeld = (node: MenuNode, { codes, counts }: MenuFacts) =>
  node.reportCodes.some((code) => codes.includes(code) && (isCounted(counts.reports, code) || isCounted(counts.documents, code)))

const HOLDS: Record<ItemRule, (node: MenuNode, facts: MenuFacts) => boolean> = {
  static: ({ code }, { counts }) => isCounted(counts.reports, code),
  reports: holdsSomething,
  group: holdsSomething,
  plans: (node, facts) =>
    holds(node, facts) && (isCounted(facts.counts.documents, node.code) || isCounted(facts.counts.reports, node.code)),
  carrier: (node, facts) => holds(node, facts) && carriersOf(node, facts).length > 0,
  carrierDocuments: (node, facts) =>
    holds(node, facts) && carriersOf(node, facts).some(({ carrierCode }) => carrierCode === node.carrierCode),
  vendor: (node, facts) => holds(node, facts) && isCounted(facts.counts.vendors, node.code),
  link: () => true,
  restrictedLink: (_, { holdsUploads }) => holdsUploads,
  bankUploads: (_, { holdsUploads }) => holdsUploads,
  closedPage: () => false,
}

/** Rule of groups and reports; what carriers and vendors hold in a group counts as its reports do. */
function holdsSomething(node: MenuNode, facts: MenuFacts): boolean {
  return (
    anyHeld(node, facts) ||
    node.children.some((child) => {
      const rule = ruleFor(child, facts)
      if (rule === 'group' || rule === 'reports') return holdsSomething(child, facts)
      return (rule === 'link' || child.isCarrier || child.isVendor) && judge(child, facts).shows
    })
  )
}

const carriersOf = ({ code }: MenuNode, { counts }: MenuFacts) =>
  counts.carriers.filter(({ typeCode, carrierCode, count }) => typeCode === code && carrierCode !== VENDOR_CARRIER && count > 0)

export interface JudgedNode extends MenuNode {
  shows: boolean
  rule: MenuRule
  children: JudgedNode[]
}

/** The whole tree with a verdict on each item; carriers stand under their item as the counts know them. */
export const judgeMenu = (roots: readonly MenuNode[], facts: MenuFacts): JudgedNode[] =>
  roots.map((node) => ({ ...node, ...judge(node, facts), children: judgeMenu([...node.children, ...carrierNodes(node, facts)], facts) }))

/** The menu of one person: an item whose rule is not met is gone, with everything in it. */
export const showMenu = (roots: readonly MenuNode[], facts: MenuFacts): JudgedNode[] => shown(judgeMenu(roots, facts))

const shown = (nodes: readonly JudgedNode[]): JudgedNode[] =>
  nodes.filter(({ shows }) => shows).map((node) => ({ ...node, children: shown(node.children) }))

function carrierNodes(node: MenuNode, facts: MenuFacts): MenuNode[] {
  if (!node.isCarrier || node.carrierCode !== null || node.level >= MENU_DEPTH) return []
  const names = new Map(carriersOf(node, facts).map(({ carrierCode, carrierName }) => [carrierCode, carrierName]))
  return [...names]
    .toSorted(([oneCode, one], [otherCode, other]) => compareNames(one, other) || (oneCode < otherCode ? -1 : 1))
    .map(([carrierCode, label], index) => ({
      ...node,
      id: `${node.id}:${carrierCode}`,
      parentId: node.itemId,
      label,
      icon: 4,
      order: index,
      level: node.level + 1,
      isPersistent: false,
      isDocument: true,
      carrierCode,
      carrierCodes: [carrierCode],
      children: [],
    }))
}
