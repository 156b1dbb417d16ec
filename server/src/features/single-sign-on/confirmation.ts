/** A bank's Client looks at the provider that was entered for the bank, and confirms or refuses it. */
import type { answerOwnProvider, OwnProvider } from '@corridor/contract/single-sign-on.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { requireRecentSignIn, sessionRowOf } from '../../platform/http/sessions.ts'
import { isSettled, SETTLED_DAYS } from '../../shared/people/settled-accounts.ts'
import { mailBank, mailManagers } from './mails.ts'
import { keepProof } from './proofs.ts'

type Asked = Call<typeof answerOwnProvider>
type OwnBank = Pick<Asked, 'trx' | 'scope' | 'session'>

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const selectOwn = ({ trx, scope, session }: OwnBank): Promise<OwnProvider | null> =>
  asProduct(trx, scope, () => readOwn(trx, scope, domainOf(session.email)))

async function readOwn(trx: Trx, { institutionId, siteId }: OwnBank['scope'], own: string): Promise<OwnProvider | null> {
  const provider = await trx
    .selectFrom('identityProvider')
    .select(['issuer', 'strongAcrValues', 'enabled', 'updatedAt'])
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  if (!provider) return null
  const domains = await trx
    .selectFrom('identityProviderDomain')
    .select(['domain', 'proof'])
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .orderBy('domain')
    .execute()
  return { ...provider, domains: domains.map(({ domain, proof }) => ({ domain, confirmed: proof !== null, mine: domain === own })) }
}

/** @throws AppError confirm_required, forbidden, conflict */
export async function answerOwn(call: Asked): Promise<OwnProvider | null> {
  const { trx, scope, session, request, record, kernel, input } = call
  requireRecentSignIn(call)
  // Whoever came in through the provider proves nothing about it.
  if (sessionRowOf(request)?.throughProvider)
    throw new AppError('forbidden', { message: 'You signed in through this provider. Sign in with your password to confirm or refuse it.' })
  const { institutionId, siteId } = scope
  await asProduct(trx, scope, async () => {
    const provider = await readOwn(trx, scope, domainOf(session.email))
    if (!provider) throw new AppError('not_found')
    const happening = {
      institutionId,
      siteId,
      by: session,
      provider: { ...provider, domains: provider.domains.map(({ domain }) => domain) },
    }
    await (input.answer === 'confirm' ? confirm(call, provider) : refuse(call))
    if (input.answer === 'refuse') await mailManagers(kernel, trx, { ...happening, happened: 'refused' })
    await mailBank(kernel, trx, { ...happening, happened: input.answer === 'confirm' ? 'confirmed' : 'refused' })
  })
  await record({
    action: input.answer === 'confirm' ? 'identity-provider.confirmed' : 'identity-provider.refused',
    entity: 'institutions',
    entityId: institutionId,
    institutionId,
  })
  return selectOwn(call)
}

/** For the domain of the signer's own address: a link sent there opened the account, so the bank's mail reaches this person. */
async function confirm({ trx, scope, session, kernel, input }: Asked, { domains }: OwnProvider): Promise<void> {
  const { joined } = await trx
    .selectFrom('userAccount')
    .select('passwordChangedAt as joined')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  const mine = domains.find((one) => one.mine)
  if (!mine || joined === null)
    throw inputError({
      answer: [
        `Your own address is not in any of these domains. A Client with an address at ${domains.map(({ domain }) => domain).join(' or ')} must confirm it, or a record in the bank’s DNS.`,
      ],
    })
  // Whoever enters a provider could open an account beside the bank's own where several firms share a domain, and confirm with it.
  if (!(await isSettled(trx, session.userId, kernel.now())))
    throw inputError({
      answer: [
        `Your account is less than ${SETTLED_DAYS} days old. Another Client with an address at ${mine.domain} must confirm it, or a record in the bank’s DNS.`,
      ],
    })
  const provedAt = kernel.now().toISOString()
  await keepProof(trx, scope, mine.domain, { proof: 'SIGNER', provedAt, provedBy: session.userId }, input.updatedAt)
}

/** Off, with its confirmations gone and every session begun through it over. */
async function refuse({ trx, scope: { institutionId, siteId }, kernel, input }: Asked): Promise<void> {
  const at = new Date(Math.max(kernel.now().getTime(), Date.parse(input.updatedAt) + 1)).toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('identityProvider')
    .set({ enabled: false, updatedAt: at })
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .where('updatedAt', '=', new Date(input.updatedAt).toISOString())
    .executeTakeFirst()
  if (numUpdatedRows !== 1n)
    throw new AppError('conflict', { message: 'These settings were changed in the meantime. Review them again first.' })
  await trx
    .updateTable('identityProviderDomain')
    .set({ proof: null, provedAt: null, provedBy: null })
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .execute()
}
