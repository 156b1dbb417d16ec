/**
 * The settings of an institution's sign-in provider: kept by managers, the secret sealed, the provider asked who it is before it is turned on. They let
 * nobody in until the bank itself confirmed them, and whatever decides who gets in needs that confirmation anew (proofs.ts).
 */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { IdentityProvider, saveIdentityProvider } from '@corridor/contract/single-sign-on.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { mayCall } from '../../platform/http/outbound.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { seal, unseal } from '../../platform/security/encryption.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { mailBank } from './mails.ts'
import { selectProofs } from './proofs.ts'
import { discover, secretPurpose } from './provider.ts'

interface SettingsCall {
  trx: Trx
  scope: Scope
  session: Session
  record: (event: ActivityEvent) => Promise<void>
}
type Wanted = ParsedOf<typeof saveIdentityProvider>

/** @throws AppError('not_found') for an institution that is not on the caller's site */
export async function selectSettings(trx: Trx, keys: Keys, { siteId }: Scope, institutionId: number): Promise<IdentityProvider | null> {
  const reached = await trx
    .selectFrom('institutionSite')
    .select('siteId')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  if (!reached) throw new AppError('not_found')
  const found = await trx
    .selectFrom('identityProvider')
    .select(['issuer', 'clientId', 'strongAcrValues', 'enabled', 'updatedAt'])
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  if (!found) return null
  const proofs = await selectProofs(trx, keys, { institutionId, siteId, ...found })
  return { ...found, domains: proofs.map(({ domain }) => domain), proofs }
}

/** Before the transaction: a provider that is turned on must answer, and be the one that was entered. */
export async function proveProvider(configuration: Configuration, { issuer, clientId, enabled }: Wanted): Promise<void> {
  if (!mayCall(configuration, issuer)) throw inputError({ issuer: ['Enter an https address.'] })
  if (!enabled) return
  await discover(configuration, issuer, clientId).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw inputError({ issuer: [`This provider does not answer as required (${why}). Check the address, or save it turned off.`] })
  })
}

export async function saveSettings(
  kernel: Kernel,
  { trx, scope, session, record }: SettingsCall,
  wanted: Wanted,
): Promise<IdentityProvider> {
  const { id: institutionId, updatedAt, clientSecret, domains, ...settings } = wanted
  const { siteId } = scope
  const key = { institutionId, siteId }
  const { keys } = kernel.configuration
  await lockInstitution(trx, institutionId)
  const before = await selectSettings(trx, keys, scope, institutionId)
  if ((before?.updatedAt ?? null) !== updatedAt)
    throw new AppError('conflict', { meta: { current: before, yours: { ...settings, domains } } })
  if (!before && clientSecret === undefined) throw inputError({ clientSecret: ['Enter the client secret'] })
  await refuseTaken(trx, siteId, institutionId, domains)
  const sealedSecret = clientSecret === undefined ? await keptSecret(trx, key) : seal(keys, clientSecret, secretPurpose(key))
  // A secret that no longer opens would fail at the next sign-in: it is entered again instead.
  if (clientSecret === undefined && !opens()) throw inputError({ clientSecret: ['The stored secret cannot be read. Enter it again.'] })
  const now = new Date(Math.max(kernel.now().getTime(), before ? Date.parse(before.updatedAt) + 1 : 0)).toISOString()
  await trx
    .insertInto('identityProvider')
    .values({ ...key, ...settings, sealedSecret, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['institutionId', 'siteId']).doUpdateSet({ ...settings, sealedSecret, updatedAt: now }))
    .execute()
  // The confirmation was given for just this issuer, client and acr values.
  const confirmed = before !== null && decidesTheSame(before, settings)
  const gone = trx.deleteFrom('identityProviderDomain').where('institutionId', '=', institutionId).where('siteId', '=', siteId)
  await (confirmed ? gone.where('domain', 'not in', domains) : gone).execute()
  await trx
    .insertInto('identityProviderDomain')
    .values([...new Set(domains)].map((domain) => ({ ...key, domain })))
    .onConflict((conflict) => conflict.columns(['institutionId', 'siteId', 'domain']).doNothing())
    .execute()
  const after = await selectSettings(trx, keys, scope, institutionId)
  if (!after) throw new AppError('not_found')
  await record({
    action: 'identity-provider.saved',
    entity: 'institutions',
    entityId: institutionId,
    institutionId,
    before: before ?? undefined,
    after: { ...after, ...(clientSecret === undefined ? {} : { clientSecret: '(masked)' }) },
  })
  await mailBank(kernel, trx, { ...key, by: session, happened: before ? 'changed' : 'entered', provider: after })
  return after

  function opens(): boolean {
    try {
      unseal(keys, sealedSecret, secretPurpose(key))
      return true
    } catch {
      return false
    }
  }
}

export async function removeSettings(
  kernel: Kernel,
  { trx, scope, session, record }: SettingsCall,
  institutionId: number,
): Promise<undefined> {
  const before = await selectSettings(trx, kernel.configuration.keys, scope, institutionId)
  if (!before) throw new AppError('not_found')
  await trx.deleteFrom('identityProvider').where('institutionId', '=', institutionId).where('siteId', '=', scope.siteId).execute()
  await record({ action: 'identity-provider.removed', entity: 'institutions', entityId: institutionId, institutionId, before })
  await mailBank(kernel, trx, { institutionId, siteId: scope.siteId, by: session, happened: 'removed', provider: before })
}

const decidesTheSame = (before: IdentityProvider, after: Pick<IdentityProvider, 'issuer' | 'clientId' | 'strongAcrValues'>): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  before.strongAcrValues.toSorted().join('\n') === after.strongAcrValues.toSorted().join('\n')

const lockInstitution = (trx: Trx, institutionId: number) =>
  trx.selectFrom('institution').select('id').where('id', '=', institutionId).forUpdate().executeTakeFirst()

async function keptSecret(trx: Trx, { institutionId, siteId }: { institutionId: number; siteId: number }): Promise<Buffer> {
  const { sealedSecret } = await trx
    .selectFrom('identityProvider')
    .select('sealedSecret')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .executeTakeFirstOrThrow()
  return sealedSecret
}

async function refuseTaken(trx: Trx, siteId: number, institutionId: number, domains: readonly string[]): Promise<void> {
  const taken = await trx
    .selectFrom('identityProviderDomain')
    .select('domain')
    .where('siteId', '=', siteId)
    .where('institutionId', '<>', institutionId)
    .where('domain', 'in', domains)
    .execute()
  if (taken.length > 0)
    throw inputError({ domains: [`Another institution’s people sign in with ${taken.map(({ domain }) => domain).join(', ')}.`] })
}
