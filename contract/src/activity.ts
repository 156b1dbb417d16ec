/** The activity log, read: list with filters, one row with before and after, what can be chosen from. Rows are never written through a call. */

import { permission, ROLE_NAMES, ROLES, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { ACTIVITY_KIND_NAMES, ACTIVITY_KINDS } from '@corridor/domain/audit-log/sentences.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { OUTCOME_WORDS } from './words.ts'

const read = permission('ACTIVITY_REPORT', 1, STAFF_ROLES, 'site')

export const activityRow = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  kind: worded(z.enum(ACTIVITY_KIND_NAMES), ACTIVITY_KINDS),
  outcome: worded(z.enum(['done', 'refused']), OUTCOME_WORDS),
  /** Actor, action and record, as a person would put it. */
  sentence: z.string(),
  /** Null for visitors and for what the product did itself. */
  actorId: z.int().nullable(),
  actorName: z.string().nullable(),
  actorRole: worded(z.enum(ROLES), ROLE_NAMES).nullable(),
  actingAsName: z.string().nullable(),
  siteId: z.int().nullable(),
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  entity: z.string().nullable(),
  entityId: z.string().nullable(),
  entityName: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Its place in the chain; null until the sealer came by, some seconds after the event. */
  sealedSequence: z.int().nullable(),
})
export type ActivityRow = z.infer<typeof activityRow>

/** How far the chain of hashes is sealed; null before the first seal. */
export const sealStatus = z.object({
  sequence: z.int(),
  sealedAt: z.string(),
  /** The last seal, to be noted elsewhere. */
  head: z.string(),
})

/** A file of the list takes level 2 of ACTIVITY_REPORT, and is itself an entry of the log. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'The activity log of the active site, newest first; as a file for those who hold level 2.',
  access: read,
  input: pageInput(['at', 'action', 'actorName', 'institutionName'], 'at', true).extend({
    actorId: idParam.optional(),
    kind: z.enum(ACTIVITY_KIND_NAMES).optional(),
    action: z.string().max(80).optional(),
    entity: z.string().max(60).optional(),
    entityId: z.string().max(60).optional(),
    institutionId: idParam.optional(),
    outcome: z.enum(['done', 'refused']).optional(),
    /** Days where the site is, both included. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  reply: page(activityRow).extend({ seal: sealStatus.nullable(), unsealed: z.int() }),
})

export const activityDetail = activityRow.extend({
  userAgent: z.string().nullable(),
  /** The first eight bytes of the session's hash: enough to see which rows belong together. */
  session: z.string().nullable(),
  seal: z.string().nullable(),
  /** For a report or batch: the link to its page. */
  place: z.object({ batchId: z.int(), family: z.string() }).nullable(),
  before: z.unknown(),
  after: z.unknown(),
})
export type ActivityDetail = z.infer<typeof activityDetail>

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/activity/:id',
  summary: 'One entry of the activity log, with what was before and after.',
  access: read,
  input: z.strictObject({ id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  reply: activityDetail,
})

const named = z.object({ id: z.int(), name: z.string() })
export const activityChoices = endpoint({
  method: 'GET',
  path: '/api/activity/choices',
  summary: 'The people and institutions the activity log can be narrowed to.',
  access: read,
  background: true,
  input: z.strictObject({}),
  reply: z.object({ people: z.array(named), institutions: z.array(named), mayExport: z.boolean() }),
})
