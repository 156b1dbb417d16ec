/** The endpoint: one value that types the browser's call, binds the server's route, and prints itself into the OpenAPI document. */
import type { Access, PermissionCode } from '@corridor/domain/access/access.ts'
import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  method: Method
  /** Fastify form: /api/asset-reports/:batch/reports */
  path: string
  /** One sentence for the OpenAPI page: what it does, in the user's words. */
  summary: string
  access: Access
  /** Path parameters, query and body as one flat object. Strict: what is not named here is refused. */
  input: Input
  /** Fields of a loaded record that a save cannot change: sent back with the rest of it, they are left out. */
  ignores: readonly string[]
  reply: Reply
  /** Status of success; 200 unless said. */
  success: 200 | 201 | 202 | 204
  /** `json`; `file` streams bytes; `multipart` takes files; `mail` takes a message of email; `events` is a live stream. */
  kind: 'json' | 'file' | 'multipart' | 'mail' | 'events'
  /** Whether the call starts work that an Idempotency-Key guards. */
  idempotent: boolean
  /** Background refetches do not restart the idle clock; a person's own action does. */
  background: boolean
  /** Refused while somebody views as a client. By the method unless said: a search that is a POST changes nothing. */
  changes: boolean
  /** Open to an API key that is for one carrier's files, too. */
  forCarriers: boolean
  /** Names a list where the last part of its path does not; `:check` stands for the word of that filter. Null: the path names it. */
  listName: string | null
  /** The permission that opens it to API keys, where people have it by being signed in. */
  forKeys: Access | null
}

type Options<Input extends z.ZodType, Reply extends z.ZodType> = Pick<
  Endpoint<Input, Reply>,
  'method' | 'path' | 'summary' | 'access' | 'input' | 'reply'
> &
  Partial<Pick<Endpoint, 'ignores' | 'success' | 'kind' | 'idempotent' | 'background' | 'changes' | 'forCarriers' | 'listName' | 'forKeys'>>

export function endpoint<Input extends z.ZodType, Reply extends z.ZodType>(options: Options<Input, Reply>): Endpoint<Input, Reply> {
  return {
    ignores: [],
    success: 200,
    kind: 'json',
    idempotent: false,
    background: false,
    changes: options.method !== 'GET',
    forCarriers: false,
    listName: null,
    forKeys: null,
    ...options,
  }
}

/** The caller's input, before defaults and coercion. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** The handler's input, parsed. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/**
 * Calls open to a half signed-in person, the second factor not given yet: the session itself, giving the factor, the site. Seeing as
 * others do, other sessions, confirming a sensitive change, and changing one's factors come after it. Public calls answer everybody.
 */
export const beforeSecondFactor = ({ access, path }: Endpoint): boolean =>
  access.kind === 'public' || /^\/api\/(session(?!\/(view-as|sessions|confirm))|mfa(?!\/(:id|recovery-codes))|site)(\/|$)/.test(path)

/**
 * Calls that an API key can be given: those that a permission opens. Never what a browser and its person do (the session, second factors, the keys themselves,
 * viewing as a client), what decides who may sign in and see what, or what a person signs.
 */
export const openToKeys = (endpoint: Endpoint): boolean => {
  const { path, kind, changes } = endpoint
  const access = accessOfKeys(endpoint)
  return (
    access.kind === 'permission' &&
    kind !== 'events' &&
    !PERSONS_OWN.test(path) &&
    // A key is for one site, this permission for all that its maker belongs to.
    !access.anyOf.includes('SITES') &&
    !(changes && (access.anyOf.some(isOfPeople) || OPENS_DOORS.test(path)))
  )
}

export const accessOfKeys = ({ access, forKeys }: Endpoint): Access => forKeys ?? access

const PERSONS_OWN = /^\/(api\/(session|mfa|api-keys|users\/:\w+\/(sessions|mfa))(\/|$)|ie-)|\/(sign|sign-offs)(\/|$)/
const OPENS_DOORS = /\/(identity-provider|membership|sites)(\/|$)/
const isOfPeople = (code: PermissionCode): boolean => code === 'USERS' || code === 'PERMISSION_TEMPLATES'

/**
 * Those of them that a key limited to one institution can be given: not what holds or decides for several institutions at once, such as carriers' files, jobs,
 * the list of users and reference data. What it reaches beyond these is the database's to refuse (0031_keys_of_one_bank.sql).
 */
export const openToLimitedKeys = (endpoint: Endpoint): boolean => openToKeys(endpoint) && beyondOneBank(endpoint) === undefined

/** The reason why a call is not for a key of one institution, as a sentence. */
export function beyondOneBank({ path, changes }: Endpoint): string | undefined {
  if (path === RESTORES_ROWS) return 'Questionnaires that were deleted are kept for all institutions together; a person restores them.'
  if (OF_SEVERAL.test(path)) return 'This call is about several institutions at once.'
  return changes && SHARED.test(path) ? 'This call changes what all institutions share.' : undefined
}

const RESTORES_ROWS = '/api/annual-questionnaire/:id/restore'

const OF_SEVERAL =
  /^\/api\/(activity|announcements|audit-tolerances\/preview|client-menus|close-board|etl|exceptions\/(review|runs|statement|summary)|institutions\/:id\/identity-provider|onboarding|report-schedules|users)(\/|$)/
const SHARED =
  /^\/api\/(audit-tolerances|carriers|email-templates|period-locks|permission-templates|rate-table|report-configuration|report-types|settings)(\/|$)/

/** A reply without a body. */
export const nothing = z.undefined()
/** A reply that is bytes, not JSON. */
export const bytes = z.unknown()

/** The values of a column of whole numbers. */
const MOST_INTEGER = 2_147_483_647
/** A whole number that arrives as text in a path or query. */
export const idParam = z.coerce.number().int().min(0).max(MOST_INTEGER, 'This id is too large')
/** An id inside a body, where numbers are numbers. */
export const rowId = z.int().min(1).max(MOST_INTEGER, 'This id is too large')
/** The version of something, as the page showed it; 0 when there was none. The next one has to fit as well. */
export const versionShown = z
  .int()
  .min(0)
  .max(MOST_INTEGER - 1)
/** 0, 1, true and false, in query text or JSON. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
/** An array query parameter repeats its key; one value arrives alone. */
export const repeated = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
    z.array(item).max(1000).optional(),
  )
/** Comma list of ids, as the download calls write it. */
export const idList = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'Enter ids separated by commas')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.every((id) => id <= MOST_INTEGER), 'This id is too large')

/** `/api/asset-reports/:batch` with its parameters filled in, and the rest of the input left over for query or body. */
export function fillPath(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}
