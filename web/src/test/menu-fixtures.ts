/** A client's menu for component tests: what the site published, what is counted, and what is new. */
import type { menuCounts, newFiles } from '@corridor/contract/client-menus.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { changeItem, newItem } from '@corridor/domain/client-menu/editing.ts'
import { ITEM_TYPES, type ItemType, type MenuItem } from '@corridor/domain/client-menu/items.ts'

const item = (id: number, parentId: number, type: ItemType, label: string, change: Parameters<typeof changeItem>[2] = {}): MenuItem[] =>
  changeItem([{ ...newItem(type, id), ParentId: parentId, Order: id }], id, { label, ...change })

const { group, reports, link, carrier } = ITEM_TYPES
export const siteNavigation: MenuItem[] = [
  ...item(1, 0, group, 'BOLI reports', { isPersistent: true }),
  ...item(2, 1, reports, 'Monthly reports', { code: 'MBR' }),
  ...item(3, 1, reports, 'Summary reports', { code: 'SMB' }),
  ...item(4, 1, reports, 'Form 8925', { code: 'EOL' }),
  ...item(5, 0, carrier, 'Carrier documents', { code: 'ABR' }),
  ...item(6, 0, link, 'Rates', { route: 'https://rates.example/today' }),
  ...item(7, 0, link, 'Bank uploads', { route: '/bank-uploads' }),
]
export const siteWithMenu = {
  id: 1,
  name: 'BOLI',
  displayName: 'Corridor BOLI',
  url: null,
  linkedUrl: null,
  logoUrl: null,
  siteNavigation,
}
export const counts: ReplyOf<typeof menuCounts> = {
  reports: [
    { typeCode: 'MBR', count: 14 },
    { typeCode: 'SMB', count: 2 },
  ],
  documents: [],
  carriers: [{ typeCode: 'ABR', carrierCode: 'TAMAR', carrierName: 'Tamarack Life', count: 1 }],
  vendors: [],
}
export const nothingNew: ReplyOf<typeof newFiles> = { since: null, total: 0, files: [] }
export const oneNew: ReplyOf<typeof newFiles> = {
  since: '2026-10-01T08:00:00.000Z',
  total: 1,
  files: [
    {
      kind: 'REPORT',
      id: 1,
      typeCode: 'MBR',
      typeName: 'Asset Report',
      carrierCode: null,
      carrierName: null,
      displayName: 'Asset Report, September 2026',
      extension: 'pdf',
      path: 'a.pdf',
      createdAt: '2026-10-12T15:04:00.000Z',
    },
  ],
}
