/** A generic resource: one value gives the five calls that list, load, create, save and delete its rows. */
import { type Access, type PermissionCode, permission, permissionOrOwn, type Role, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { BULK_MAX, page, pageInput } from './page.ts'

interface ResourceOptions<
  Fields extends z.ZodObject,
  Write extends z.ZodObject,
  Narrow extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Key extends z.ZodType<string | number>,
> {
  /** Its name in drafts and the activity log, and in the path, /api/{model}, unless `path` says where. */
  model: string
  path?: string
  /** Given where the required method is another than PUT. */
  saves?: 'PATCH'
  /** One and many, as a sentence says them. */
  words: readonly [string, string]
  permission: PermissionCode
  /** The columns shown to those who hold the permission. */
  record: Fields
  /** The columns shown to those who reach their own rows only, and who they are; without it nobody does. */
  narrow?: { record: Narrow; roles: readonly Role[]; list?: boolean }
  /** The fields written: required on creation, any of them on saving. */
  write: Write
  sortable: readonly [string, ...string[]]
  defaultSort: string
  filters?: Filters
  /** The path's parameter: a number, or a code. */
  key: Key
}

/** A resource as the server's mechanism takes it, whatever its fields. */
export interface Resource {
  model: string
  words: readonly [string, string]
  record: z.ZodObject
  narrow: z.ZodObject | undefined
  filters: readonly string[]
  endpoints: Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'restore' | 'bulk', Endpoint>
}

/** Outcome for the rows that were to be deleted: those that history refers to are set inactive instead, where the model says so. */
export const deletedRows = z.object({
  deleted: z.array(z.union([z.int(), z.string()])),
  deactivated: z.array(z.union([z.int(), z.string()])),
})

/** Outcome for the rows of a bulk action; a row that a rule protects is named with the reason, the others are done. */
export const bulkReply = z.object({
  done: z.array(z.union([z.int(), z.string()])),
  /** Rows of a deletion that were set inactive, because history refers to them. */
  deactivated: z.array(z.union([z.int(), z.string()])),
  refused: z.array(z.object({ id: z.union([z.int(), z.string()]), name: z.string(), message: z.string() })),
  /** Rows that were so already. */
  unchanged: z.int(),
})

export function defineResource<
  Fields extends z.ZodObject,
  Write extends z.ZodObject,
  Key extends z.ZodType<string | number>,
  Narrow extends z.ZodObject = Fields,
  Filters extends z.ZodRawShape = Record<never, never>,
>(options: ResourceOptions<Fields, Write, Narrow, Filters, Key>) {
  const { model, words, record, narrow, write, sortable, defaultSort, key } = options
  const filters = options.filters ?? noFilters<Filters>()
  const [one, many] = words
  const path = options.path ?? `/api/${model}`
  const read = permission(options.permission, 1, STAFF_ROLES, 'site')
  const change = permission(options.permission, 2, STAFF_ROLES, 'site')
  const own = (access: Access): Access => (narrow ? permissionOrOwn(access, narrow.roles) : access)
  const shown = narrow ? z.union([record, narrow.record]) : record
  const ids = {
    ids: z.preprocess(
      (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
      z.array(key).min(1, `Choose at least one ${one}`).max(1000),
    ),
  }
  const updatedAt = { updatedAt: z.iso.datetime() }
  return {
    model,
    words,
    record,
    narrow: narrow?.record,
    filters: Object.keys(filters),
    endpoints: {
      list: endpoint({
        method: 'GET',
        path,
        summary: `List ${many}.`,
        access: narrow?.list ? own(read) : read,
        input: pageInput(sortable, defaultSort).extend(filters),
        reply: page(narrow?.list ? shown : record),
      }),
      get: endpoint({
        method: 'GET',
        path: `${path}/:id`,
        summary: `Load one ${one}.`,
        access: own(read),
        input: z.strictObject({ id: key }),
        reply: shown,
      }),
      create: endpoint({
        method: 'POST',
        path,
        summary: `Create a ${one}.`,
        access: change,
        input: z.strictObject(write.shape),
        reply: record,
        success: 201,
        idempotent: true,
      }),
      update: endpoint({
        method: options.saves ?? 'PUT',
        path: `${path}/:id`,
        summary: `Save a ${one}; if someone else changed it in the meantime, the answer is 409 with both versions.`,
        access: change,
        input: z.strictObject({ ...optional<Write>(write), id: key, ...updatedAt }),
        ignores: Object.keys({ ...narrow?.record.shape, ...record.shape }).filter(
          (field) => !(field in write.shape || field === 'id' || field in updatedAt),
        ),
        reply: record,
      }),
      remove: endpoint({
        method: 'DELETE',
        path,
        summary: `Delete the chosen ${many}; what others depend on is named with 409, or set inactive.`,
        access: change,
        input: z.strictObject(ids),
        reply: deletedRows,
      }),
      restore: endpoint({
        method: 'POST',
        path: `${path}/restore`,
        summary: `Undo a deletion of ${many} within 30 days.`,
        access: change,
        input: z.strictObject(ids),
        reply: z.object({ restored: z.array(z.union([z.int(), z.string()])) }),
      }),
      bulk: endpoint({
        method: 'POST',
        path: `${path}/bulk`,
        summary: `Delete, restore, deactivate or reactivate chosen ${many}, or all that a filter matches.`,
        access: change,
        input: z
          .strictObject({
            action: z.enum(['delete', 'deactivate', 'reactivate', 'restore']),
            ids: z.array(key).min(1, `Choose at least one ${one}`).max(BULK_MAX).optional(),
            /** The list's own search and filters: all rows they match, found in the transaction that changes them. */
            matching: z.strictObject({ search: z.string().trim().max(200).optional(), ...filters }).optional(),
            /** The number the person was shown; when another number matches by now nothing is done. */
            expected: z.int().min(1).optional(),
          })
          .refine(({ ids: chosen, matching }) => (chosen === undefined) !== (matching === undefined), {
            path: ['ids'],
            message: 'Name the rows, or a filter that matches them',
          }),
        reply: bulkReply,
        idempotent: true,
      }),
    } satisfies Record<string, Endpoint>,
  }
}

/** TypeScript loses the fields of a generic object under `partial`; these are they. */
const optional = <Write extends z.ZodObject>(write: Write) =>
  write.partial().shape as { [Field in keyof Write['shape']]: z.ZodOptional<Write['shape'][Field]> }
const noFilters = <Filters extends z.ZodRawShape>() => ({}) as Filters
