/** Saved scenarios: one's own, those the bank's people share, and those shared with the service team. */
import { type SavedScenario, SCENARIOS_MOST, scenario as scenarioSchema } from '@corridor/contract/financial-impact.ts'
import { flawsOf, HOLDINGS_WITHHELD, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'
import { sql } from 'kysely'
import type { JsonValue } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { readsHoldings } from '../../reporting/holdings/current.ts'
import { personName } from '../../shared/people/person-name.ts'

export type Written = Pick<SavedScenario, 'name' | 'withBank' | 'withTeam' | 'scenario'>

const usable = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('impactScenario as s')
    .select(['s.institutionId', 's.id', 's.name', 's.withBank', 's.withTeam', 's.scenario', 's.ownerId', 's.updatedAt'])
    .select(personName('s.ownerId').as('owner'))
    .where(visible(scope, 's'))
    // A scenario shared with the other side alone is not shown to this one.
    .where((where) =>
      where.or([where('s.ownerId', '=', scope.userId), where(scope.side === 'staff' ? 's.withTeam' : 's.withBank', '=', true)]),
    )

/** The person who reads scenarios: a saved one tells its reader no holdings beyond their rights, whoever shares it. */
type Reader = Pick<Acting, 'trx' | 'scope' | 'session'>

export async function selectScenarios(reader: Reader, institutionId: number): Promise<SavedScenario[]> {
  const rows = await usable(reader.trx, reader.scope)
    .where('s.institutionId', '=', institutionId)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .execute()
  return rows.map((row) => shown(row, reader))
}

/** @throws AppError not_found for one that is neither the caller's nor shared with them */
export async function loadScenario(reader: Reader, id: number) {
  const row = await usable(reader.trx, reader.scope).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { row, saved: shown(row, reader) }
}

type Row = Awaited<ReturnType<ReturnType<typeof usable>['executeTakeFirstOrThrow']>>

const shown = ({ ownerId, institutionId: _, scenario, owner, ...row }: Row, { scope, session }: Reader): SavedScenario => ({
  ...row,
  owner: owner ?? 'A former user',
  scenario: { ...scenarioSchema.parse(scenario), ...(readsHoldings(session) ? {} : HOLDINGS_WITHHELD) },
  mine: ownerId === scope.userId,
})

/** @throws AppError input for inputs that cannot be computed with, a name that is taken, or one scenario too many */
export async function insertScenario(trx: Trx, scope: Scope, institutionId: number, written: Written): Promise<number> {
  refuseFlaws(written.scenario)
  const { count } = await trx
    .selectFrom('impactScenario')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institutionId', '=', institutionId)
    .where('ownerId', '=', scope.userId)
    .executeTakeFirstOrThrow()
  if (count >= SCENARIOS_MOST)
    throw inputError({ name: [`You keep ${SCENARIOS_MOST} scenarios of this institution already. Delete one first.`] })
  const { id } = await nameOnce(() =>
    trx
      .insertInto('impactScenario')
      .values({ ...stored(written), institutionId, siteId: scope.siteId, ownerId: scope.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export async function updateOwn(trx: Trx, scope: Scope, { institutionId, id, ownerId }: Row, written: Written, now: string): Promise<void> {
  mayChange(scope, ownerId)
  refuseFlaws(written.scenario)
  await nameOnce(() =>
    trx
      .updateTable('impactScenario')
      .set({ ...stored(written), updatedAt: now })
      .where('institutionId', '=', institutionId)
      .where('id', '=', id)
      .execute(),
  )
}

export async function deleteOwn(trx: Trx, scope: Scope, { institutionId, id, ownerId }: Row): Promise<void> {
  mayChange(scope, ownerId)
  await trx.deleteFrom('impactScenario').where('institutionId', '=', institutionId).where('id', '=', id).execute()
}

function mayChange(scope: Scope, ownerId: number): void {
  if (ownerId !== scope.userId)
    throw new AppError('forbidden', { message: 'This scenario is another person’s. Save it under a name of your own.' })
}

function refuseFlaws(scenario: Scenario): void {
  const flaws = flawsOf(scenario)
  if (Object.keys(flaws).length > 0)
    throw inputError(Object.fromEntries(Object.entries(flaws).map(([key, sentence]) => [`scenario.numbers.${key}`, [sentence]])))
}

const stored = (written: Written) => ({ ...written, scenario: sql<JsonValue>`${JSON.stringify(written.scenario)}::jsonb` })

async function nameOnce<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'impact_scenario_name')
      throw inputError({ name: ['You have a scenario of this name already.'] })
    throw cause
  }
}
