/** The activity log in words: which kind an action is and how it is described. Server, page and export read the same table. */
import { ACTIONS, type ActionWords, type ActivityKind, described, ENTITIES, VERBS } from './actions.ts'
import { listTitle } from './list-titles.ts'

export type { ActivityKind } from './actions.ts'

/** Choices of the filter: every one of these leaves a row. */
export const ACTIVITY_KINDS: Readonly<Record<ActivityKind, string>> = {
  sign_in: 'Sign-in',
  denial: 'Denial',
  view: 'View of personal detail',
  download: 'Download and export',
  release: 'Release',
  permission: 'Permission change',
  change: 'Change',
  system: 'System',
}
export const ACTIVITY_KIND_NAMES = ['sign_in', 'denial', 'view', 'download', 'release', 'permission', 'change', 'system'] as const

export type ActivityOutcome = 'done' | 'refused'

/** Beside what staff did while viewing as a client, the client's own log keeps that it was done in their name. */
const VIEWED = 'viewed.'
const plainAction = (action: string): string => (action.startsWith(VIEWED) ? action.slice(VIEWED.length) : action)

export function describeAction(action: string): ActionWords {
  const plain = plainAction(action)
  const known = ACTIONS[plain]
  if (known) return known
  const verb = VERBS[plain.slice(plain.lastIndexOf('.') + 1)]
  return verb ?? described('change', `${plain.replaceAll(/[._]/g, ' ')}:`)
}

export const kindOfAction = (action: string): ActivityKind => describeAction(action).kind
export const outcomeOfAction = (action: string): ActivityOutcome => describeAction(action).outcome ?? 'done'

const withViewed = (actions: readonly string[]): string[] => actions.flatMap((action) => [action, VIEWED + action])
/** The actions of a kind; `change` is also what no table names, so it is found by leaving the others out. */
export const actionsOfKind = (kind: ActivityKind): string[] =>
  withViewed(Object.keys(ACTIONS).filter((action) => ACTIONS[action]?.kind === kind))
export const REFUSED_ACTIONS: readonly string[] = withViewed(
  Object.keys(ACTIONS).filter((action) => ACTIONS[action]?.outcome === 'refused'),
)

export interface RecordedActivity {
  action: string
  /** Null: nobody known, or the product itself. */
  actorName: string | null
  actingAsName: string | null
  entity: string | null
  entityId: string | null
  /** The record's own name, where it is still there and in reach. */
  entityName: string | null
  after: unknown
}

/** One sentence: who did what to which record. */
export function sentenceOf(row: RecordedActivity): string {
  return [subjectOf(row), predicateOf(row), objectOf(row), overriddenOf(row)].filter((part) => part !== '').join(' ')
}

/** A release that needed a written reason does not read like any other: the reason itself stands in the entry. */
function overriddenOf({ action, after }: Pick<RecordedActivity, 'action' | 'after'>): string {
  if (action !== 'report.released') return ''
  return [textOf(after, 'gatePassedOver') && 'over its open items', textOf(after, 'incomplete') && 'before it was complete']
    .filter(Boolean)
    .join(' and ')
}

export function subjectOf({
  action,
  actorName,
  actingAsName,
  after,
}: Pick<RecordedActivity, 'action' | 'actorName' | 'actingAsName' | 'after'>): string {
  const kind = kindOfAction(action)
  const person = actorName ?? (kind === 'sign_in' || kind === 'denial' ? 'Unknown person' : 'Corridor')
  const key = textOf(valueOf(after, 'apiKey'), 'name')
  const who = key === undefined ? person : `API key “${key}” of ${person}`
  if (action.startsWith(VIEWED)) return `Unknown person, viewing as ${who}`
  return actingAsName ? `${who}, viewing as ${actingAsName},` : who
}

export const predicateOf = ({ action }: Pick<RecordedActivity, 'action'>): string => describeAction(action).did

/** "carrier file SM_UL_1026.csv", "user 41"; empty where the sentence is whole without it. */
export function objectOf({ action, entity, entityId, entityName, after }: Omit<RecordedActivity, 'actorName' | 'actingAsName'>): string {
  if (kindOfAction(action) === 'denial') return callOf(after)
  if (plainAction(action) === 'list.exported' && entity) return `(${textOf(after, 'list') ?? listTitle(entity)}${formatOf(after)})`
  if (describeAction(action).whole || entity === null) return ''
  // A report that is still there says itself what kind it is.
  if (entity === 'report' && entityName) return entityName
  const [audit, month] = [textOf(after, 'audit'), textOf(after, 'month')]
  if (entity === 'audit' && audit && month) return `audit “${audit}” of ${month}`
  const noun = ENTITIES[entity] ?? entity.replaceAll(/[-_]/g, ' ')
  return [noun, entityName ?? entityId].filter(Boolean).join(' ')
}

/** "(GET /api/reports/:id/file)": the route's pattern, never the address with what people typed into it. */
function callOf(after: unknown): string {
  const [method, route, path] = [textOf(after, 'method'), textOf(after, 'route'), textOf(after, 'path')]
  return method && route ? `(${method} ${route})` : path ? `(${path})` : ''
}
const formatOf = (after: unknown): string => {
  const format = textOf(after, 'format')
  return format ? `, as ${format.toUpperCase()}` : ''
}

function textOf(value: unknown, key: string): string | undefined {
  const found = valueOf(value, key)
  return typeof found === 'string' ? found : undefined
}
function valueOf(value: unknown, key: string): unknown {
  return typeof value !== 'object' || value === null ? undefined : Object.entries(value).find(([name]) => name === key)?.[1]
}
