/** How states tax banks: rows by date that do not overlap, their review by a tax reviewer, and what they said before. */
import { reviewState, stateHistory, states, stateTaxRows } from '@corridor/contract/states.ts'
import { periodProblem, stateRowProblems } from '@corridor/domain/calculations/state-tax.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, lockRow, type ResourceBinding, type Row } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { dayOfSite, siteDayOf, THIS_SITE } from '../../shared/site-day.ts'

/** Tax profiles that take over the row: those of its state that hold on one of its days. Row-level security shows the site's alone. */
const PROFILES = sql`(select count(*) from institution_tax_profile p where p.uses_state_row and p.state_code = t.state_code and p.effective_from <= coalesce(t.effective_to, 'infinity')
  and coalesce((select min(n.effective_from) from institution_tax_profile n where n.institution_id = p.institution_id and n.effective_from > p.effective_from), 'infinity') > t.effective_from)`

const bindingOf = ({ now }: Pick<Kernel, 'now'>): ResourceBinding => ({
  resource: states,
  table: 'stateConfiguration',
  key: 'id',
  json: ['bracketTable'],
  // Read at each call: whether a review is due is a matter of the day.
  get fields() {
    return {
      reviewedBy: sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = t.reviewed_by)`,
      reviewStatus: sql`case when t.reviewed_at is null then 'UNREVIEWED' when t.review_due_at <= ${siteDayOf(sql`${now().toISOString()}::timestamptz`, THIS_SITE)} then 'DUE' else 'REVIEWED' end`,
      taxProfiles: PROFILES,
    }
  },
  reach: () => sql`true`,
  search: ['stateCode', 'stateName', 'taxName', 'sourceCitation'],
  filters: {
    on: (day) => sql<SqlBool>`t.effective_from <= ${day}::date and coalesce(t.effective_to, 'infinity') >= ${day}::date`,
    limits: (wanted) =>
      sql<SqlBool>`(coalesce(t.state_chartered_limit_per_carrier_fraction, t.state_chartered_limit_aggregate_fraction) is not null) = ${wanted}`,
  },
  dependants: [
    {
      what: 'tax profile',
      count: ({ id }) => sql`select ${PROFILES} from state_configuration t where t.id = ${id}`,
    },
  ],
  nameOf: ({ stateName, effectiveFrom }) => `${String(stateName)} from ${String(effectiveFrom)}`,
  check: async ({ trx, before, after }) => {
    if (after === undefined) return
    const row = rowOf({ ...EMPTY, ...before, ...after })
    // Two who enter rows of one state take turns, so that the second sees the first one's.
    await sql`select pg_advisory_xact_lock(hashtext('state_configuration'), hashtext(${row.stateCode}))`.execute(trx)
    const meta = stateRowProblems(row)
    const overlap = periodProblem(row, await periodsOf(trx, row.stateCode, before?.id))
    if (overlap) meta[overlap.field] = [...(meta[overlap.field] ?? []), overlap.message]
    if (Object.keys(meta).length > 0) throw inputError(meta)
  },
})

/** The row's values where none are given. */
const EMPTY = {
  effectiveTo: null,
  corporateRate: null,
  financialInstitutionRate: null,
  bracketTable: [],
  federalDeductibleFraction: 0,
  stateCharteredLimitPerCarrierFraction: null,
  stateCharteredLimitAggregateFraction: null,
  limitBasis: null,
}
const checked = states.record.pick({
  stateCode: true,
  effectiveFrom: true,
  effectiveTo: true,
  taxBasis: true,
  corporateRate: true,
  financialInstitutionRate: true,
  bracketTable: true,
  federalDeductibleFraction: true,
  boliGrowthTreatment: true,
  stateCharteredLimitPerCarrierFraction: true,
  stateCharteredLimitAggregateFraction: true,
  limitBasis: true,
})
function rowOf(given: Row) {
  const { effectiveFrom, effectiveTo, bracketTable, ...row } = checked.parse(given)
  return {
    ...row,
    effectiveFrom: plainDate(effectiveFrom),
    effectiveTo: effectiveTo === null ? null : plainDate(effectiveTo),
    bracketTable: bracketTable.map(({ fromCents, rate }) => ({ fromCents: cents(fromCents), rate })),
  }
}

const periodsOf = (trx: Trx, stateCode: string, except: unknown) =>
  trx
    .selectFrom('stateConfiguration')
    .select(['effectiveFrom', 'effectiveTo'])
    .where('stateCode', '=', stateCode)
    .where('id', '!=', typeof except === 'number' ? except : 0)
    .execute()

export function stateRoutes(app: FastifyInstance, kernel: Kernel): void {
  const binding = bindingOf(kernel)
  resourceRoutes(app, kernel, binding)
  route(app, kernel, stateTaxRows, async ({ trx }) => {
    const { rows } = await sql<Row>`select ${sql.join(
      Object.keys(stateTaxRows.reply.shape.records.element.shape).map(
        (name) => sql`${binding.fields?.[name] ?? sql.ref(`t.${name}`)} as ${sql.ref(name)}`,
      ),
    )} from state_configuration t order by t.state_code, t.effective_from desc limit 2000`.execute(trx)
    return stateTaxRows.reply.parse({ records: rows })
  })
  route(app, kernel, reviewState, async ({ input: { id, updatedAt, reviewDueAt }, ...call }) => {
    const { trx, session, scope, record } = call
    await lockRow(trx, binding, id)
    const before = await loadRow(call, binding, reviewState.access, id)
    if (before.updatedAt !== new Date(updatedAt).toISOString())
      throw new AppError('conflict', { meta: { current: before, yours: { reviewDueAt } } })
    const now = kernel.now().toISOString()
    if (reviewDueAt !== null && reviewDueAt <= (await dayOfSite(kernel, trx, scope.siteId)))
      throw inputError({ reviewDueAt: ['The next review must be after today.'] })
    await sql`update state_configuration set reviewed_by = ${session.userId}, reviewed_at = ${now}, review_due_at = ${reviewDueAt},
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond') where id = ${id}`.execute(trx)
    await record({ action: 'states.reviewed', entity: 'states', entityId: id, after: { reviewDueAt } })
    return reviewState.reply.parse(await loadRow(call, binding, reviewState.access, id))
  })
  route(app, kernel, stateHistory, async ({ input: { id }, ...call }) => {
    await loadRow(call, binding, stateHistory.access, id)
    const { rows } = await sql<Change>`select c.id, c.at, c.action, c.before, c.after, u.first_name || ' ' || u.last_name as by
      from state_configuration_change c left join user_account u on u.id = c.user_id where c.state_configuration_id = ${id} order by c.id desc limit 200`.execute(
      call.trx,
    )
    return { records: rows.map(({ before, after, ...change }) => ({ ...change, changes: differences(before ?? {}, after ?? {}) })) }
  })
}

interface Change {
  id: number
  at: string
  by: string | null
  action: 'ADDED' | 'CHANGED' | 'REMOVED'
  before: Row | null
  after: Row | null
}

/** By field, as the API names it. Who reviewed is told by whoever made the change. */
function differences(before: Row, after: Row): { field: string; before: unknown; after: unknown }[] {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((column) => column !== 'reviewed_by')
  return columns.flatMap((column) =>
    JSON.stringify(before[column]) === JSON.stringify(after[column])
      ? []
      : [
          {
            field: column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
            before: before[column] ?? null,
            after: after[column] ?? null,
          },
        ],
  )
}
