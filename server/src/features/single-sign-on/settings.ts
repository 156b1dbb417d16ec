/** The settings of an institution's sign-in provider: kept by staff, the secret sealed, the provider asked who it is before it is turned on. */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { IdentityProvider, saveIdentityProvider } from '@corridor/contract/single-sign-on.ts'
import type { Configuration } from '../../kernel/configuration.ts'
import type { Trx } from '../../kernel/database.ts'
import { AppError, inputError } from '../../kernel/errors.ts'
import type { ActivityEvent, Kernel } from '../../kernel/kernel.ts'
import { mayCall } from '../../kernel/outbound.ts'
import type { Scope } from '../../kernel/scope.ts'
import { seal, unseal } from '../../kernel/seal.ts'
import { discover, secretPurpose } from './provider.ts'

interface SettingsCall {
  trx: Trx
  scope: Scope
  record: (event: ActivityEvent) => Promise<void>
}
type Wanted = ParsedOf<typeof saveIdentityProvider>

/** @throws AppError('not_found') for an institution that is not on the caller's site */
export async function selectSettings(trx: Trx, { siteId }: Scope, institutionId: number): Promise<IdentityProvider | null> {
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
  const domains = await trx
    .selectFrom('identityProviderDomain')
    .select('domain')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .orderBy('domain')
    .execute()
  return { ...found, domains: domains.map(({ domain }) => domain) }
}

/** Before the transaction: a provider that is turned on must answer, and be the one that was entered. */
export async function proveProvider(configuration: Configuration, { issuer, clientId, clientSecret, enabled }: Wanted): Promise<void> {
  if (!mayCall(configuration, issuer)) throw inputError({ issuer: ['Write an https address.'] })
  if (!enabled) return
  await discover(configuration, issuer, clientId, clientSecret).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw inputError({ issuer: [`This provider does not answer as it must (${why}). Check the address, or save it turned off.`] })
  })
}

export async function saveSettings(kernel: Kernel, { trx, scope, record }: SettingsCall, wanted: Wanted): Promise<IdentityProvider> {
  const { id: institutionId, updatedAt, clientSecret, domains, ...settings } = wanted
  const { siteId } = scope
  const key = { institutionId, siteId }
  const { keys } = kernel.configuration
  await lockInstitution(trx, institutionId)
  const before = await selectSettings(trx, scope, institutionId)
  if ((before?.updatedAt ?? null) !== updatedAt)
    throw new AppError('conflict', { meta: { current: before, yours: { ...settings, domains } } })
  if (!before && clientSecret === undefined) throw inputError({ clientSecret: ['Enter the client secret'] })
  await refuseTaken(trx, siteId, institutionId, domains)
  const sealedSecret = clientSecret === undefined ? await keptSecret(trx, key) : seal(keys, clientSecret, secretPurpose(key))
  // A secret that no longer opens would fail at the next sign-in: it is entered again instead.
  if (clientSecret === undefined && !opens())
    throw inputError({ clientSecret: ['The secret that was kept cannot be read. Enter it again.'] })
  const now = new Date(Math.max(kernel.now().getTime(), before ? Date.parse(before.updatedAt) + 1 : 0)).toISOString()
  await trx
    .insertInto('identityProvider')
    .values({ ...key, ...settings, sealedSecret, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['institutionId', 'siteId']).doUpdateSet({ ...settings, sealedSecret, updatedAt: now }))
    .execute()
  await trx.deleteFrom('identityProviderDomain').where('institutionId', '=', institutionId).where('siteId', '=', siteId).execute()
  await trx
    .insertInto('identityProviderDomain')
    .values([...new Set(domains)].map((domain) => ({ ...key, domain })))
    .execute()
  const after = await selectSettings(trx, scope, institutionId)
  if (!after) throw new AppError('not_found')
  await record({
    action: 'identity-provider.saved',
    entity: 'institutions',
    entityId: institutionId,
    institutionId,
    before: before ?? undefined,
    after: { ...after, ...(clientSecret === undefined ? {} : { clientSecret: '(masked)' }) },
  })
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

export async function removeSettings({ trx, scope, record }: SettingsCall, institutionId: number): Promise<undefined> {
  const before = await selectSettings(trx, scope, institutionId)
  if (!before) throw new AppError('not_found')
  await trx.deleteFrom('identityProvider').where('institutionId', '=', institutionId).where('siteId', '=', scope.siteId).execute()
  await record({ action: 'identity-provider.removed', entity: 'institutions', entityId: institutionId, institutionId, before })
}

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
