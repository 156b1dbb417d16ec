/** The items of a site's menu as siteNavigation carries them, how they are read, and where their links may lead. */
export const ITEM_TYPES = { group: 1, reports: 2, link: 3, carrier: 4, plans: 5, vendor: 6 } as const
export type ItemType = (typeof ITEM_TYPES)[keyof typeof ITEM_TYPES]
export const ITEM_TYPE_WORDS: Record<ItemType, { name: string; what: string }> = {
  1: { name: 'Group', what: 'Holds other items' },
  2: { name: 'Reports', what: 'Reports and documents of one type, by year' },
  3: { name: 'Link', what: 'A page of the portal, or a web address' },
  4: { name: 'Carrier documents', what: 'Documents of each carrier held, or of one' },
  5: { name: 'Plan documents', what: 'Reports and documents of the institution itself, by year' },
  6: { name: 'Vendor documents', what: 'Documents of the vendors, by year' },
}
export const ICON_NAMES = {
  1: 'Folder',
  2: 'Document',
  3: 'Certify',
  4: 'Institution',
  5: 'Calendar',
  6: 'Calendar day',
  7: 'Event',
  8: 'Service',
  9: 'People',
  10: 'Issue',
} as const
export type IconType = keyof typeof ICON_NAMES

/** Carrier code of what belongs to a vendor. */
export const VENDOR_CARRIER = 'BCC'
export const MENU_ITEMS_MOST = 200
export const MENU_LABEL_LONGEST = 80

/** Names as the wire has them; what an item says twice (outside and in `data`) is the same. */
export interface MenuItem {
  Id: number
  /** 0 for a root. */
  ParentId: number
  ItemType: ItemType
  ReportCode: string | null
  Route: string | null
  /** Open from the start. */
  IsPersistent: boolean
  Order: number
  /** A reports item that leads to a page instead of listing files. */
  isStatic: boolean
  linkRequiresPermission: boolean
  /** For a carrier item that shows one carrier; null shows each carrier held. */
  carrierCode: string | null
  data: { Label: string; Route: string | null; ItemType: ItemType; ReportCode: string | null; IconType: IconType }
}

/** Reads siteNavigation, whoever wrote it: an entry that is no item is left out, a missing field has its empty value. */
export function readNavigation(navigation: unknown): MenuItem[] {
  return Array.isArray(navigation) ? navigation.flatMap((each: unknown) => itemOf(each) ?? []) : []
}

function itemOf(value: unknown): MenuItem | undefined {
  if (!isRecord(value)) return undefined
  const data = isRecord(value.data) ? value.data : {}
  const id = value.Id ?? value.id
  const type = itemTypeOf(value.ItemType ?? data.ItemType)
  if (typeof id !== 'number' || type === undefined) return undefined
  const code = textOf(value.ReportCode ?? data.ReportCode ?? value.code)
  const route = textOf(value.Route ?? data.Route)
  return {
    Id: id,
    ParentId: typeof value.ParentId === 'number' ? value.ParentId : 0,
    ItemType: type,
    ReportCode: code,
    Route: route,
    IsPersistent: value.IsPersistent === true,
    Order: typeof value.Order === 'number' ? value.Order : 0,
    isStatic: value.isStatic === true,
    linkRequiresPermission: value.linkRequiresPermission === true,
    carrierCode: textOf(value.carrierCode),
    data: { Label: textOf(data.Label) ?? '', Route: route, ItemType: type, ReportCode: code, IconType: iconTypeOf(data.IconType) ?? 1 },
  }
}

/** Whether opening an item lists files. */
export const holdsFiles = (type: ItemType): boolean => type !== ITEM_TYPES.group && type !== ITEM_TYPES.link
export const mayHold = (type: ItemType): boolean => type === ITEM_TYPES.group || type === ITEM_TYPES.reports

/**
 * Where a stored link may lead: a page of the portal, or the web over http(s); anything else (javascript:, data:, another host's //) is null.
 * Held again where it is drawn, whoever stored it (ASVS 1.2.2).
 */
export function linkOf(route: string | null): { kind: 'page' | 'web'; href: string } | null {
  if (route === null || route.length > 500 || /[\s\\\p{Control}]/u.test(route)) return null
  if (/^\/(?!\/)/.test(route)) return { kind: 'page', href: route }
  return /^https?:\/\/[^/?#@]+([/?#].*)?$/i.test(route) ? { kind: 'web', href: route } : null
}

/** The page where a client hands files in; on old browsers the one without scripts. */
export const isBankUploads = (route: string | null): boolean => /^\/(ie-)?bank-uploads(?![\w-])/.test(route ?? '')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const TYPES: readonly ItemType[] = Object.values(ITEM_TYPES)
const itemTypeOf = (value: unknown): ItemType | undefined => TYPES.find((type) => type === value)
export const ICON_TYPES: readonly IconType[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const iconTypeOf = (value: unknown): IconType | undefined => ICON_TYPES.find((type) => type === value)
