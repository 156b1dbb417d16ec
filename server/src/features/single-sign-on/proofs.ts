/**
 * A bank's own word that its people sign in through this provider. Whoever enters a provider decides who gets in as whom, so nobody at the firm can do it
 * alone: the bank's DNS holds a record that only these settings have, or a Client whose address is of the domain confirms them.
 */
import { createHmac } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { IdentityProvider } from '@corridor/contract/single-sign-on.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { Keys } from '../../platform/security/keys.ts'

type Settings = Pick<IdentityProvider, 'issuer' | 'clientId' | 'strongAcrValues'> & { institutionId: number; siteId: number }

export async function selectProofs(trx: Trx, keys: Keys, settings: Settings): Promise<IdentityProvider['proofs']> {
  const domains = await trx
    .selectFrom('identityProviderDomain as d')
    .leftJoin('userAccount as u', 'u.id', 'd.provedBy')
    .select(['d.domain', 'd.proof', 'd.provedAt', 'u.firstName', 'u.lastName'])
    .where('d.institutionId', '=', settings.institutionId)
    .where('d.siteId', '=', settings.siteId)
    .orderBy('d.domain')
    .execute()
  return domains.map(({ domain, proof, provedAt, firstName, lastName }) => ({
    domain,
    proof,
    provedAt,
    provedBy: firstName === null ? null : `${firstName} ${lastName}`,
    recordName: `_corridor-sign-in.${domain}`,
    recordValue: recordFor(keys, settings, domain),
  }))
}

/** Keyed, so that a record published for one bank, or for other settings, proves nothing here. */
function recordFor({ encryption }: Keys, { institutionId, siteId, issuer, clientId, strongAcrValues }: Settings, domain: string): string {
  const said = JSON.stringify([institutionId, siteId, domain, issuer, clientId, strongAcrValues.toSorted()])
  return `corridor-sign-in=${createHmac('sha256', encryption).update(`sign-in provider ${said}`).digest('base64url')}`
}

/** Asked before any transaction: an answer may take seconds. @throws AppError('input') saying what was found instead */
export async function findRecord(kernel: Kernel, { recordName, recordValue }: IdentityProvider['proofs'][number]): Promise<void> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const { dnsServers } = kernel.configuration
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const found = await resolver.resolveTxt(recordName).catch((cause: unknown) => {
    kernel.log.info(`the TXT record ${recordName} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`)
    return []
  })
  if (found.some((parts) => parts.join('') === recordValue)) return
  throw inputError({
    domain: [
      found.length === 0
        ? `There is no TXT record at ${recordName} yet. After it is entered, DNS may take an hour to show it.`
        : `The TXT record at ${recordName} has another value. It must be exactly the one shown here.`,
    ],
  })
}

/** @throws AppError('conflict') when the settings changed since they were looked at */
export async function keepProof(
  trx: Trx,
  { institutionId, siteId }: Pick<Settings, 'institutionId' | 'siteId'>,
  domain: string,
  proof: { proof: 'DNS' | 'SIGNER'; provedAt: string; provedBy: number },
  updatedAt: string,
): Promise<void> {
  const provider = await trx
    .selectFrom('identityProvider')
    .select('updatedAt')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .forUpdate()
    .executeTakeFirst()
  if (provider?.updatedAt !== new Date(updatedAt).toISOString())
    throw new AppError('conflict', { message: 'These settings were changed in the meantime. Review them again first.' })
  await trx
    .updateTable('identityProviderDomain')
    .set(proof)
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .where('domain', '=', domain)
    .execute()
}
