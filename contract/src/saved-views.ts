/** Views of a list under a name: search, filters, order and columns, for oneself, for a role, or as everybody's beginning. */
import { ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'

/** Views a person, or a site, keeps of one list. */
export const VIEWS_MOST = 50

/** The path of the list's call; two lists of one call are told apart behind a #: "/api/asset-reports#AssetReport". */
const list = z.string().regex(/^\/api\/[\w/:.-]{1,100}(#\w{1,40})?$/, 'Name the list by the path of its call')
const sharedWith = z.enum(['nobody', 'role', 'everyone'])
const query = z.record(z.string().max(60), z.union([z.string().max(1000), z.array(z.string().max(1000)).max(1000)]))

const savedView = z.object({
  id: z.int(),
  name: z.string(),
  sharedWith,
  role: z.enum(ROLES).nullable(),
  /** The address bar's query without the page. */
  query,
  /** The columns that the list opens with for everybody. */
  isDefault: z.boolean(),
  /** Whether the caller may change or delete it. */
  mine: z.boolean(),
  owner: z.string(),
})
export type SavedView = z.infer<typeof savedView>

const written = {
  name: z.string().trim().min(1, 'Give the view a name').max(80),
  sharedWith: sharedWith.default('nobody'),
  role: z.enum(ROLES).nullable().default(null),
  query,
  isDefault: z.boolean().default(false),
}

/** Clients keep views for themselves; staff share. */
export const shareViews = signedIn(STAFF_ROLES)

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/saved-views',
  summary: 'The views of a list that one may use: one’s own and those shared.',
  access: signedIn(),
  background: true,
  input: z.strictObject({ list }),
  reply: z.object({ records: z.array(savedView) }),
})
export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Keep a view of a list; managers make one the default for all.',
  access: signedIn(),
  input: z.strictObject({ list, ...written }),
  reply: savedView,
  success: 201,
  idempotent: true,
})
export const updateSavedView = endpoint({
  method: 'PUT',
  path: '/api/saved-views/:id',
  summary: 'Rename, share or overwrite a view.',
  access: signedIn(),
  input: z.strictObject({ id: idParam, ...written }),
  reply: savedView,
})
export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/saved-views/:id',
  summary: 'Delete a view.',
  access: signedIn(),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
