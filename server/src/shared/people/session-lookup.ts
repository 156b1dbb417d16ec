/** The one statement that finds a session and everything a request must know of its caller. */
import type { Session } from '@corridor/contract/session.ts'
import { PERMISSION_CODES, type Role, withheldFrom } from '@corridor/domain/access/access.ts'
import { passwordExpired } from '@corridor/domain/access/password-policy.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { imageUrl } from '../../platform/files/images.ts'
import { type FoundSession, MINUTE, portalLabel, writeEvery } from '../../platform/http/found-session.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { VERSION } from '../../platform/version.ts'

const named = z.array(z.object({ id: z.int(), name: z.string() }))
const permissionEntries = z.array(z.object({ code: z.string(), access: z.literal([0, 1, 2]) }))
const codes = new Map<string, Session['permissions'][number]['code']>(PERMISSION_CODES.map((code) => [code, code]))

/**
 * One statement for everything a request must know of its caller. A session counts only while its person is active, still belongs to the
 * site, and, on the client side, the institution is active, theirs and on that site: taking any of these away ends access at the next call.
 * While somebody views as a client both must hold: the client's own reach, and the right to look (USERS 1) of whoever looks; what they may not see as
 * themselves is left out.
 */
export async function findSession(kernel: Kernel, idHash: Buffer): Promise<FoundSession | undefined> {
  const row = await lookUp(kernel, sql`user_session`, sql`s.id_hash = ${idHash}`)
  if (!row) return undefined
  const { sessionId, actorId, actorRole, throughProvider } = row
  const found = { id: sessionId, idHash: row.idHash, actorId, actorRole, throughProvider }
  const times = { lastSeen: Date.parse(row.lastSeenAt), confirmedAt: Date.parse(row.confirmedAt), idleLength: row.sessionTimeout * MINUTE }
  return { ...found, ...times, session: toSession(kernel, row) }
}

/** The statement itself, of whatever stands for a session: its row, or an API key in the shape of one. */
export async function lookUp<More = unknown>(
  kernel: Kernel,
  source: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<(FoundRow & More) | undefined> {
  const now = kernel.now()
  const { rows: found } = await sql<FoundRow & More>`
    select ${more} s.id as session_id, s.id_hash, s.user_id as actor_id, actor.role as actor_role, s.site_id, s.mfa_valid, s.acting_as, s.last_seen_at, s.confirmed_at, s.created_at, s.absolute_expiry, s.provider_site_id is not null as through_provider,
      case when actor.has_password then actor.password_changed_at end as password_changed_at, settings.expiration_days, u.id as user_id, u.role, u.first_name, u.last_name, u.email,
      u.title, u.avatar_sha256, u.mfa_channel, settings.session_timeout, site.display_name as site_name, site.time_zone, site.contact_email,
      i.id as institution_id, i.name as institution_name, i.logo_sha256 as institution_logo,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions,
      case when s.acting_as is not null then coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = actor.id), '[]') end as actor_permissions,
      (select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.display_name) order by x.id)
         from user_site us join site x on x.id = us.site_id and x.status = 'ACTIVE' where us.user_id = u.id
         and (u.role in ('b', 'd') or exists (select from institution_site xs where xs.site_id = us.site_id and (xs.institution_id = u.institution_id
           or exists (select from user_institution ui where ui.user_id = u.id and ui.institution_id = xs.institution_id))))) as sites,
      case when u.role = 'e' then coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id)
         from user_institution ui join institution x on x.id = ui.institution_id and x.status = 'ACTIVE'
         join institution_site xs on xs.institution_id = x.id and xs.site_id = s.site_id where ui.user_id = u.id), '[]') else '[]' end as institutions,
      case when i.id is null then '{}' else coalesce(
        (select array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes) order by 1)
           from membership own join membership ours on ours.institution_id = own.institution_id and ours.site_id = own.site_id and ours.user_id is null
           where own.institution_id = i.id and own.site_id = s.site_id and own.user_id = u.id),
        (select ours.report_type_codes from membership ours where ours.institution_id = i.id and ours.site_id = s.site_id and ours.user_id is null), '{}') end as report_type_codes
    from ${source} s
    join user_account u on u.id = coalesce(s.acting_as, s.user_id) and u.status = 1
    join user_account actor on actor.id = s.user_id and actor.status = 1
    join site on site.id = s.site_id and site.status = 'ACTIVE'
    join user_site on user_site.user_id = s.user_id and user_site.site_id = s.site_id
    cross join settings
    left join institution i on i.id = s.institution_id and i.status = 'ACTIVE'
      and exists (select from institution_site x where x.institution_id = i.id and x.site_id = s.site_id)
      and case u.role when 'e' then exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id)
                      when 'a' then u.institution_id = i.id when 'c' then u.institution_id = i.id else true end
    where ${which} and s.absolute_expiry > ${now.toISOString()}::timestamptz
      and s.last_seen_at > ${now.toISOString()}::timestamptz - settings.session_timeout * interval '1 minute'
      and (i.id is not null or u.role in ('b', 'd'))
      and (s.provider_site_id is null or exists (select from identity_provider p where p.institution_id = actor.institution_id
        and p.site_id = s.provider_site_id and p.enabled and p.updated_at = s.provider_updated_at))
      and (s.acting_as is null or u.role in ('a', 'c', 'e') and actor.role in ('b', 'd')
        and exists (select from user_site x where x.user_id = u.id and x.site_id = s.site_id)
        and exists (select from user_permission p where p.user_id = actor.id and p.code = 'USERS' and p.access > 0))`.execute(kernel.db)
  return found[0]
}

export function toSession(kernel: Kernel, row: FoundRow): Session {
  const idleLength = row.sessionTimeout * MINUTE
  const msAbsolute = Math.max(0, Date.parse(row.absoluteExpiry) - kernel.now().getTime())
  return {
    userId: row.userId,
    userRole: row.role,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    title: row.title,
    avatarUrl: imageUrl('/api/profile/avatar', row.avatarSha256),
    mfaChannel: row.mfaChannel,
    isMfaValid: row.mfaValid,
    isMFAEnabled: row.mfaValid,
    isMFAValid: row.mfaValid,
    permissions: knownOf(row.permissions),
    reportTypeCodes: row.reportTypeCodes,
    siteId: row.siteId,
    siteName: row.siteName,
    timeZone: row.timeZone,
    portalLabel: portalLabel(row.siteId),
    sites: named.parse(row.sites),
    institutionId: row.institutionId ?? 0,
    institutionName: row.institutionName ?? '',
    institutionLogo: imageUrl(`/api/institutions/${row.institutionId ?? 0}/logo`, row.institutionLogo),
    institutions: named.parse(row.institutions),
    msLength: Math.min(idleLength - writeEvery(idleLength), msAbsolute),
    msAbsolute,
    // Judged at sign-in, so that nobody's password expires under their hands; of who signed in, whoever they view as.
    passwordExpired: passwordExpired(
      row.passwordChangedAt ? Date.parse(row.passwordChangedAt) : null,
      row.expirationDays,
      Date.parse(row.createdAt),
    ),
    serviceRequest: row.contactEmail ?? '',
    environment: kernel.configuration.environmentText,
    version: VERSION,
    actingAs:
      row.actingAs === null
        ? null
        : { userId: row.actingAs, name: `${row.firstName} ${row.lastName}`, withheld: withheldFrom(knownOf(row.actorPermissions)) },
  }
}

/** A code that the product no longer knows grants nothing. */
export const knownOf = (held: unknown): Session['permissions'] =>
  permissionEntries.parse(held).flatMap(({ code, access }) => {
    const known = codes.get(code)
    return known ? [{ code: known, access }] : []
  })

interface FoundRow {
  sessionId: number
  idHash: Buffer
  actorId: number
  actorRole: Role
  siteId: number
  mfaValid: boolean
  actingAs: number | null
  lastSeenAt: string
  confirmedAt: string
  createdAt: string
  absoluteExpiry: string
  throughProvider: boolean
  passwordChangedAt: string | null
  expirationDays: number
  userId: number
  role: Session['userRole']
  firstName: string
  lastName: string
  email: string
  title: string | null
  avatarSha256: string | null
  mfaChannel: string | null
  sessionTimeout: number
  siteName: string
  timeZone: string
  institutionId: number | null
  institutionName: string | null
  institutionLogo: string | null
  contactEmail: string | null
  permissions: unknown
  /** The real user, while somebody views as a client. */
  actorPermissions: unknown
  sites: unknown
  institutions: unknown
  reportTypeCodes: string[]
}
