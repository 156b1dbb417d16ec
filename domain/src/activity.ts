/** The activity log in words: what each action is called, which kind it is, and what it was done to. Server, page and export read the same table. */

/** What people filter by; product.md 7 and issue "who gets in": every one of these leaves a row. */
export const ACTIVITY_KINDS = {
  sign_in: 'Sign-in',
  denial: 'Denial',
  view: 'View of personal detail',
  download: 'Download and export',
  release: 'Release',
  permission: 'Permission change',
  change: 'Change',
  system: 'System',
} as const
export type ActivityKind = keyof typeof ACTIVITY_KINDS
export const ACTIVITY_KIND_NAMES = ['sign_in', 'denial', 'view', 'download', 'release', 'permission', 'change', 'system'] as const

export const ACTIVITY_OUTCOMES = { done: 'Done', refused: 'Refused' } as const
export type ActivityOutcome = keyof typeof ACTIVITY_OUTCOMES

interface Told {
  kind: ActivityKind
  /** Reads on from the person's name: "Ada Quill {did}". */
  did: string
  /** True: what it was done to is part of `did` already. */
  whole?: true
  outcome?: 'refused'
}
const told = (kind: ActivityKind, did: string): Told => ({ kind, did })
const whole = (kind: ActivityKind, did: string): Told => ({ kind, did, whole: true })
const refused = (kind: ActivityKind, did: string): Told => ({ kind, did, whole: true, outcome: 'refused' })

/** Every action that is recorded; a test compares this table with the server's code. */
export const ACTIONS: Readonly<Record<string, Told>> = {
  'session.started': whole('sign_in', 'signed in'),
  'session.refused': refused('sign_in', 'was refused at sign-in'),
  'session.locked': refused('sign_in', 'was locked out after too many attempts'),
  'session.ended': whole('sign_in', 'signed out'),
  'session.institution': told('sign_in', 'switched to'),
  'session.site': told('sign_in', 'switched to'),

  'access.not_signed_in': refused('denial', 'called with a session that has ended'),
  'access.forbidden': refused('denial', 'was refused for want of a right'),
  'access.mfa_required': refused('denial', 'was refused before the second factor'),
  'access.read_only_view': refused('denial', 'was refused a change while viewing as somebody else'),
  'access.cross_site': refused('denial', 'was refused: the call came from another web site'),
  'access.not_found': refused('denial', 'asked for something that is not there, or not theirs to see'),
  'access.folded': refused('denial', 'was refused more often than one row each could tell'),

  'policy.viewed': told('view', 'looked at the detail of'),
  'feed.rows.viewed': told('view', 'looked at personal detail in'),

  'report.downloaded': told('download', 'downloaded'),
  'client_report.downloaded': told('download', 'downloaded'),
  'feed.downloaded': told('download', 'downloaded'),
  'list.exported': whole('download', 'exported a list'),

  'report.released': told('release', 'released'),
  'report.withdrawn': told('release', 'withdrew'),
  'batch.started': told('change', 'asked for the reports of'),
  'report.made_preliminary': told('change', 'had a preliminary version made of'),
  'report.deleted': told('change', 'deleted'),
  'report.restored': told('change', 'brought back'),

  'feed.received': told('change', 'handed in'),
  'feed.posted': told('change', 'posted'),
  'feed.discarded': told('change', 'discarded'),
  'feed.rows.rejected': told('change', 'rejected rows of'),
  'feed.rows.restored': told('change', 'took back rejected rows of'),
  'feed.findings.accepted': told('change', 'accepted findings of'),
  'feed.mapping.changed': told('change', 'changed the column mapping of'),
  'policy.created': told('change', 'entered'),

  'users.invited': told('change', 'invited'),
  'user.created': told('system', 'was made a manager at the command line:'),
  'backup.made': whole('system', 'made a backup'),
  'backup.restored': whole('system', 'restored a backup'),
  'keys.rotated': whole('system', 'changed the encryption keys'),
}

/** Verbs of the generic resources: `carriers.saved`. */
const VERBS: Readonly<Record<string, Told>> = {
  created: told('change', 'created'),
  saved: told('change', 'changed'),
  deleted: told('change', 'deleted'),
  deactivated: told('change', 'deactivated'),
  reactivated: told('change', 'reactivated'),
  restored: told('change', 'brought back'),
}

/** What an entity of the log is called in a sentence. */
export const ENTITIES: Readonly<Record<string, string>> = {
  report: 'asset report',
  report_batch: 'batch',
  client_report: 'released report',
  carrierFile: 'carrier file',
  policy: 'policy',
  users: 'user',
  user: 'user',
  institution: 'institution',
  institutions: 'institution',
  site: 'site',
  sites: 'site',
  carriers: 'carrier',
  'report-types': 'report type',
  'email-templates': 'email template',
  'saved-views': 'saved view',
}

export function tellingOf(action: string): Told {
  const known = ACTIONS[action]
  if (known) return known
  const [verb = ''] = action.split('.').slice(-1)
  return VERBS[verb] ?? told('change', `${action.replaceAll(/[._]/g, ' ')}:`)
}

export const kindOfAction = (action: string): ActivityKind => tellingOf(action).kind
export const outcomeOfAction = (action: string): ActivityOutcome => tellingOf(action).outcome ?? 'done'

/** The actions of a kind; `change` is also what no table names, so it is found by leaving the others out. */
export const actionsOfKind = (kind: ActivityKind): string[] => Object.keys(ACTIONS).filter((action) => ACTIONS[action]?.kind === kind)
export const REFUSED_ACTIONS: readonly string[] = Object.keys(ACTIONS).filter((action) => ACTIONS[action]?.outcome === 'refused')

export interface ActivityTold {
  action: string
  /** Null: nobody known, or the product itself. */
  actorName: string | null
  actingAsName: string | null
  entity: string | null
  entityId: string | null
  /** What the record calls itself, where it is still there and in reach. */
  entityName: string | null
  after: unknown
}

/** One sentence: who did what to which record. */
export function sentenceOf(row: ActivityTold): string {
  return [subjectOf(row), predicateOf(row), objectOf(row)].filter((part) => part !== '').join(' ')
}

export function subjectOf({ action, actorName, actingAsName }: Pick<ActivityTold, 'action' | 'actorName' | 'actingAsName'>): string {
  const who = actorName ?? (kindOfAction(action) === 'sign_in' || kindOfAction(action) === 'denial' ? 'Somebody unknown' : 'Corridor')
  return actingAsName ? `${who}, viewing as ${actingAsName},` : who
}

export const predicateOf = ({ action }: Pick<ActivityTold, 'action'>): string => tellingOf(action).did

/** "carrier file SM_UL_1026.csv", "user 41"; empty where the sentence is whole without it. */
export function objectOf({ action, entity, entityId, entityName, after }: Omit<ActivityTold, 'actorName' | 'actingAsName'>): string {
  if (kindOfAction(action) === 'denial') return callOf(after)
  if (action === 'list.exported' && entity) return `(${entity.replace(/^\/api\//, '')}${formatOf(after)})`
  if (tellingOf(action).whole || entity === null) return ''
  const noun = ENTITIES[entity] ?? entity.replaceAll(/[-_]/g, ' ')
  return [noun, entityName ?? entityId].filter(Boolean).join(' ')
}

/** "(GET /api/reports/:id/file)": the route's pattern, never the address with what people typed into it. */
function callOf(after: unknown): string {
  const [method, route] = [textOf(after, 'method'), textOf(after, 'route')]
  return method && route ? `(${method} ${route})` : ''
}
const formatOf = (after: unknown): string => {
  const format = textOf(after, 'format')
  return format ? `, as ${format.toUpperCase()}` : ''
}

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : undefined
}
