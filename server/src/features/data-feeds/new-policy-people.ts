/** The people whom new policies insure: known already by name and date of birth, and their notices and consents, each kept once. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** A notice and consent once, though every policy of the person's names it. */
export async function addConsent(trx: Trx, { siteId }: Scope, consent: Omit<Insertable<Database['consent']>, 'siteId'>): Promise<void> {
  const { institutionId, insuredId, noticeDate = null, consentDate = null } = consent
  const known = await trx
    .selectFrom('consent')
    .select('id')
    .where('institutionId', '=', institutionId)
    .where('insuredId', '=', insuredId)
    .where('noticeDate', 'is not distinct from', noticeDate)
    .where('consentDate', 'is not distinct from', consentDate)
    .executeTakeFirst()
  if (!known)
    await trx
      .insertInto('consent')
      .values({ ...consent, siteId })
      .execute()
}

/** Same name and date of birth at one institution is one person. Without a date of birth two of a name are two people. */
export const personKey = (
  institutionId: number,
  { firstName, lastName, dateOfBirth }: { firstName: string; lastName: string; dateOfBirth: PlainDate | null },
) => (dateOfBirth === null ? null : `${institutionId} ${dateOfBirth} ${firstName.toLowerCase()} ${lastName.toLowerCase()}`)

/** People insured under other policies of the institutions, by `personKey`. */
export async function knownPeople(trx: Trx, scope: Scope, drafts: readonly { institutionId: number }[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('insured')
    .select(['id', 'institutionId', 'firstName', 'lastName', 'dateOfBirth'])
    .where('institutionId', 'in', [...new Set(drafts.map(({ institutionId }) => institutionId))])
    .where('siteId', '=', scope.siteId)
    .where('dateOfBirth', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ id, institutionId, ...person }) => {
      const key = personKey(institutionId, person)
      return key === null ? [] : [[key, id] as const]
    }),
  )
}
