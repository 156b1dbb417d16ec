/** The people of an institution who may answer its questionnaire: they are written to, and given sections. */
import type { Trx } from '../../platform/database/database.ts'
import { type PersonWith, selectPeopleWith } from '../../shared/people/people-with.ts'

export interface Answerer extends PersonWith {
  /** Signs and returns: the Client, and Team Members at level 2. */
  signs: boolean
}

/** Active people of these institutions on the site. With the rights of staff. */
export const selectAnswerers = async (trx: Trx, siteId: number, institutionIds: readonly number[]): Promise<Answerer[]> =>
  (await selectPeopleWith(trx, siteId, institutionIds, 'ANNUAL_QUESTIONNAIRE')).map((person) => ({ ...person, signs: person.level >= 2 }))
