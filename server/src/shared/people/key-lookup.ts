/** API keys as a call finds them: the session their maker would have at this moment, cut down to the key's scopes. */
import { levelOf } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { type FoundKey, MINUTE } from '../../platform/http/found-session.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { knownOf, lookUp, toSession } from './session-lookup.ts'

interface KeyRow {
  keyName: string
  scopes: unknown
  carrierCode: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
  keyInstitution: number | null
}

/**
 * By the statement that finds sessions: who was disabled, demoted or left the site or the institution has no key that does more. A key stays on the side
 * that it was made on: a client's ends when the person is no Client any more, one of staff when they are no staff. Password and second factor were asked
 * for when the key was made.
 * @param hash of the secret, or of the one before its last rotation
 */
export async function findKey(kernel: Kernel, hash: string): Promise<FoundKey | undefined> {
  const now = kernel.now().toISOString()
  const source = sql`(select k.id, ''::bytea as id_hash, k.owner_id as user_id, k.site_id, coalesce(k.institution_id, 0) as institution_id, true as mfa_valid, null::int as acting_as,
      ${now}::timestamptz as last_seen_at, ${now}::timestamptz as confirmed_at, ${now}::timestamptz as created_at, ${now}::timestamptz + interval '1 hour' as absolute_expiry,
      null::int as provider_site_id, null::timestamptz as provider_updated_at, k.name as key_name, k.scopes, k.carrier_code, k.last_used_at, k.last_used_from,
      k.institution_id as key_institution, k.of_client
    from api_key k join site home on home.id = k.site_id
    where k.revoked_at is null and k.expires_on >= (${now}::timestamptz at time zone home.time_zone)::date
      and (k.secret_hash = ${hash} or (k.former_hash = ${hash} and k.former_until > ${now}::timestamptz)))`
  const row = await lookUp<KeyRow>(
    kernel,
    source,
    sql`s.of_client = (u.role = 'c') and (s.key_institution is null or i.id is not null)`,
    sql`s.key_name, s.scopes, s.carrier_code, s.last_used_at, s.last_used_from, s.key_institution,`,
  )
  if (!row) return undefined
  const session = toSession(kernel, row)
  const scopes = knownOf(row.scopes)
  const { sessionId: id, keyName: name, carrierCode, lastUsedFrom, keyInstitution: institutionId } = row
  return {
    key: { id, name, ownerId: row.actorId, ownerRole: row.actorRole, siteId: row.siteId, carrierCode, institutionId },
    lastUsedAt: row.lastUsedAt === null ? null : Date.parse(row.lastUsedAt),
    lastUsedFrom,
    session: {
      ...session,
      // A key is made for one site, whichever others its maker belongs to.
      sites: session.sites.filter((site) => site.id === row.siteId),
      passwordExpired: false,
      permissions: scopes.map(({ code }) => ({ code, access: levelOf({ ...session, keyScopes: scopes }, code) })),
      keyScopes: scopes,
    },
  }
}

/** One row a key, whichever node it calls; a minute begins with the first call after the one before has passed. */
export async function countCall(kernel: Kernel, keyId: number): Promise<{ calls: number; since: number }> {
  const now = kernel.now().toISOString()
  const { rows } = await sql<{ calls: number; since: string }>`
    insert into api_key_calls as c (key_id, since, calls) values (${keyId}, ${now}, 1)
    on conflict (key_id) do update set
      since = case when c.since > excluded.since - interval '1 minute' then c.since else excluded.since end,
      calls = case when c.since > excluded.since - interval '1 minute' then c.calls + 1 else 1 end
    returning calls, since`.execute(kernel.db)
  const [counted] = rows
  if (!counted) throw new Error(`calls of key ${keyId} are not counted`)
  return { calls: counted.calls, since: Date.parse(counted.since) }
}

/** Once a minute is enough to tell whether a key is in use; a new address is written at once. */
export async function keyUsed(kernel: Kernel, { key, lastUsedAt, lastUsedFrom }: FoundKey, from: string): Promise<void> {
  const now = kernel.now()
  if (lastUsedAt !== null && lastUsedFrom === from && now.getTime() - lastUsedAt < MINUTE) return
  await kernel.db.updateTable('apiKey').set({ lastUsedAt: now.toISOString(), lastUsedFrom: from }).where('id', '=', key.id).execute()
}
