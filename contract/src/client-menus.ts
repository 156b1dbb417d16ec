/** The client's menu: what a sidebar counts and what is new in it, and the builder's drafts and publications. */
import { CLIENT_ROLES, PERMISSION_CODES, permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { ICON_TYPES, MENU_ITEMS_MOST, MENU_LABEL_LONGEST } from '@corridor/domain/client-menu/items.ts'
import { z } from 'zod'
import { endpoint, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { defineResource } from './kernel/resource.ts'
import { MENU_STATUS_WORDS } from './words.ts'

// ---------------------------------------------------------------- what the sidebar asks

const counted = z.object({ typeCode: z.string(), count: z.int() })
const counts = z.object({
  reports: z.array(counted),
  /** The institution's own documents, which the three required counts do not name. */
  documents: z.array(counted),
  carriers: z.array(counted.extend({ carrierCode: z.string(), carrierName: z.string() })),
  vendors: z.array(counted),
})
/** Decides which menu items show. */
export const menuCounts = endpoint({
  method: 'GET',
  path: '/api/sites/menu/counts',
  summary: 'How many reports, documents, carriers’ and vendors’ papers of each type the caller may see.',
  access: signedIn(undefined, 'institution'),
  background: true,
  input: z.strictObject({}),
  reply: counts,
})

const newFile = z.object({
  kind: z.enum(['REPORT', 'DOCUMENT']),
  id: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable().meta({ description: 'Files of several carriers often have one name.' }),
  displayName: z.string(),
  extension: z.string(),
  path: z.string(),
  createdAt: z.string(),
})
export type NewFile = z.infer<typeof newFile>
/** How many of the newest are named; more are only counted. */
export const NEW_FILES_MOST = 200
export const newFiles = endpoint({
  method: 'GET',
  path: '/api/sites/menu/new',
  summary: 'Files that came for the caller since the month before their first visit and were not opened by them.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    /** The caller's first visit, before which nothing is called new; null when they have not arrived yet. */
    since: z.string().nullable(),
    total: z.int(),
    files: z.array(newFile),
  }),
})

// ---------------------------------------------------------------- the builder

const code = z.string().trim().toUpperCase().max(12).nullable()
const itemType = z.literal([1, 2, 3, 4, 5, 6])
const route = z.string().trim().max(500).nullable()
/** The places of items and their targets are checked by domain/src/client-menu/validation.ts. */
const menuItem = z.strictObject({
  Id: z.int().min(1).max(1_000_000),
  ParentId: z.int().min(0).max(1_000_000),
  ItemType: itemType,
  ReportCode: code,
  Route: route,
  IsPersistent: z.boolean(),
  Order: z.int().min(0).max(100_000),
  isStatic: z.boolean(),
  linkRequiresPermission: z.boolean(),
  carrierCode: code,
  data: z.strictObject({
    Label: z.string().trim().max(MENU_LABEL_LONGEST, `A name has at most ${MENU_LABEL_LONGEST} characters`),
    Route: route,
    ItemType: itemType,
    ReportCode: code,
    IconType: z.literal(ICON_TYPES),
  }),
})
const items = z.array(menuItem).max(MENU_ITEMS_MOST, `A menu has at most ${MENU_ITEMS_MOST} items`)
const status = worded(z.enum(['DRAFT', 'PUBLISHED', 'EARLIER']), MENU_STATUS_WORDS)

const published = {
  id: z.int(),
  name: z.string(),
  status,
  itemCount: z.int(),
  /** The publisher's note. */
  note: z.string().nullable(),
  /** The earlier publication that was published again. */
  copiedFrom: z.int().nullable(),
  publishedAt: z.string().nullable(),
  /** Null when the product did it itself. */
  publishedByName: z.string().nullable(),
}

export const clientMenus = defineResource({
  model: 'client-menus',
  key: idParam,
  words: ['client menu', 'client menus'],
  permission: 'CLIENT_MENU',
  record: z.object({ ...published, items, createdAt: z.string(), updatedAt: z.string() }),
  write: z.object({ name: z.string().trim().min(1, 'Give the menu a name').max(100), items }),
  sortable: ['name', 'itemCount', 'createdAt', 'updatedAt', 'publishedAt'],
  defaultSort: 'updatedAt',
  filters: { status: status.optional() },
})

const read = permission('CLIENT_MENU', 1, STAFF_ROLES, 'site')
const change = permission('CLIENT_MENU', 2, STAFF_ROLES, 'site')

export const listMenuHistory = endpoint({
  method: 'GET',
  path: '/api/client-menus/history',
  summary: 'Every publication of the site’s menu: when, by whom, and why.',
  access: read,
  input: pageInput(['publishedAt', 'name', 'publishedByName', 'itemCount'], 'publishedAt', true),
  reply: page(z.object(published)),
})
export const publishMenu = endpoint({
  method: 'POST',
  path: '/api/client-menus/:id/publish',
  summary: 'Publish a draft, or an earlier menu again: clients see it at once.',
  access: change,
  input: z.strictObject({
    id: idParam,
    updatedAt: z.iso.datetime(),
    note: z.string().trim().min(1, 'Enter what changed and why; it is kept in the history').max(500),
  }),
  reply: z.object(published),
  idempotent: true,
})
export const previewMenu = endpoint({
  method: 'GET',
  path: '/api/client-menus/preview/:institutionId',
  summary: 'What decides the menu of an institution’s client, or of a Team Member with chosen permissions.',
  access: read,
  background: true,
  input: z.strictObject({
    institutionId: idParam,
    role: z.enum(CLIENT_ROLES).default('c'),
    /** For a Team Member; Clients and representatives hold none. */
    permissions: repeated(z.enum(PERMISSION_CODES)),
  }),
  reply: z.object({ counts, codes: z.array(z.string()), holdsUploads: z.boolean() }),
})
export const menuChoices = endpoint({
  method: 'GET',
  path: '/api/client-menus/choices',
  summary: 'The report types, carriers and institutions that a menu’s builder chooses from.',
  access: read,
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    reportTypes: z.array(z.object({ code: z.string(), name: z.string() })),
    carriers: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
})
