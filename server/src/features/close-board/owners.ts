/** Giving banks and carriers' files to someone of the staff. */
import type { assignOwners } from '@corridor/contract/charts.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { selectFirm } from '../../shared/people/staff.ts'

/** @throws AppError not_found when a bank is not on the site or a carrier unknown: nothing is given then */
export async function giveOwner(
  kernel: Kernel,
  { trx, scope, record, input: { institutionIds, carrierCodes, userId } }: Call<typeof assignOwners>,
): Promise<{ assigned: number }> {
  const person = userId === null ? null : (await selectFirm(trx, scope)).find(({ id }) => id === userId)
  if (person === undefined) throw inputError({ userId: ['Choose someone of the site’s staff.'] })
  const to = person?.name ?? null
  const banks = [...new Set(institutionIds)]
  const { rows: changed } = await sql<{ id: number; name: string }>`
    update institution i set relationship_owner_id = ${userId}, updated_at = ${kernel.now().toISOString()}
    where i.id = any(${banks}::int[]) and exists (select from institution_site s where s.institution_id = i.id and s.site_id = ${scope.siteId})
    returning i.id, i.name`.execute(trx)
  if (changed.length !== banks.length) throw new AppError('not_found')
  for (const { id } of changed)
    await record({ action: 'owner.assigned', entity: 'institutions', entityId: id, institutionId: id, after: { to } })

  const carriers = await trx
    .selectFrom('carrier')
    .select(['id', 'code'])
    .where('code', '=', sql<string>`any(${[...new Set(carrierCodes)]}::text[])`)
    .execute()
  if (carriers.length !== new Set(carrierCodes).size) throw new AppError('not_found')
  for (const { id, code } of carriers) {
    await trx.deleteFrom('carrierOwner').where('siteId', '=', scope.siteId).where('carrierCode', '=', code).execute()
    if (userId !== null) await trx.insertInto('carrierOwner').values({ siteId: scope.siteId, carrierCode: code, userId }).execute()
    await record({ action: 'owner.assigned', entity: 'carriers', entityId: id, after: { to } })
  }
  return { assigned: changed.length + carriers.length }
}
