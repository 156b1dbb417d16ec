/** Employees at the end of a tax year, as the policyholder states them: line 1 of Form 8925 rests on these rows and on nothing else. */
import { type EmployeeCount, type EmployeeCounts, saveEmployeeCount } from '@corridor/contract/form-8925.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { addMonthEnds, monthOf, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { type Acting, refusedInput } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'

interface Holder {
  id: number
  legalName: string
  hasEin: boolean
  fiscalYearEndMonth: number
}

/** The institution on the caller's site; changes to what hangs on it take turns. @throws AppError not_found */
export async function holderOf(trx: Trx, scope: Scope, id: number, forChange: boolean): Promise<Holder> {
  const { rows } = await sql<Holder>`
    select i.id, i.legal_name, i.ein is not null as has_ein, i.fiscal_year_end_month from institution i
    where i.id = ${id} and exists (select from institution_site s where s.institution_id = i.id and s.site_id = ${scope.siteId}) ${forChange ? sql`for no key update of i` : sql``}`.execute(
    trx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const selectCounts = async (trx: Trx, id: number) =>
  (
    await sql<Omit<EmployeeCount, 'subsidary_id'> & { subsidiaryId: number | null }>`
      select e.id, e.subsidiary_id, e.tax_year_end, e.employees, e.source, nullif(concat_ws(' ', u.first_name, u.last_name), '') as entered_by, e.updated_at
      from employee_count e left join user_account u on u.id = e.entered_by
      where e.institution_id = ${id} order by e.tax_year_end desc, e.subsidiary_id nulls first, e.id`.execute(trx)
  ).rows

/** The filers: the institution, then its subsidiaries with an EIN of their own. */
export async function readPolicyholders(trx: Trx, holder: Holder): Promise<EmployeeCounts['policyholders']> {
  const subsidiaries = await trx
    .selectFrom('subsidiary')
    .select(['id', 'legalName'])
    .where('institutionId', '=', holder.id)
    .where('ein', 'is not', null)
    .orderBy('legalName')
    .orderBy('id')
    .execute()
  return [
    { subsidary_id: null, name: holder.legalName, ein: holder.hasEin },
    ...subsidiaries.map((one) => ({ subsidary_id: one.id, name: one.legalName, ein: true })),
  ]
}

export async function readEmployeeCounts(trx: Trx, scope: Scope, id: number): Promise<EmployeeCounts> {
  const holder = await holderOf(trx, scope, id, false)
  return {
    policyholders: await readPolicyholders(trx, holder),
    records: (await selectCounts(trx, id)).map(({ subsidiaryId, ...row }) => ({ ...row, subsidary_id: subsidiaryId })),
    latestYearEnd: lastYearEnd(await currentPeriod(trx, scope), holder.fiscalYearEndMonth),
  }
}

/** In an empty book the question of a year has no answer yet: the first one is as good as any. */
const FIRST = '2006-12-31'
function lastYearEnd(current: PlainDate | null, fiscalYearEndMonth: number): string {
  return current === null ? FIRST : addMonthEnds(current, -((monthOf(current) - fiscalYearEndMonth + 12) % 12))
}

/** The number a questionnaire or another paper states, whatever was stated before. @throws AppError not_found, input */
export async function stateEmployees(call: Acting, stated: Omit<ParsedOf<typeof saveEmployeeCount>, 'updatedAt'>): Promise<void> {
  const { id, subsidary_id: subsidiaryId, taxYearEnd } = stated
  await holderOf(call.trx, call.scope, id, true)
  const before = (await selectCounts(call.trx, id)).find((row) => row.taxYearEnd === taxYearEnd && row.subsidiaryId === subsidiaryId)
  const parsed = saveEmployeeCount.input.safeParse({ ...stated, updatedAt: before?.updatedAt ?? null })
  if (!parsed.success) throw refusedInput(parsed.error)
  await keepEmployeeCount(call, parsed.data)
}

/** @throws AppError conflict when somebody changed it meanwhile, not_found, input */
export async function keepEmployeeCount({ trx, scope, session, record }: Acting, input: ParsedOf<typeof saveEmployeeCount>): Promise<void> {
  const userId = session.userId
  const { id, subsidary_id: subsidiaryId, taxYearEnd, employees, source, updatedAt } = input
  const holder = await holderOf(trx, scope, id, true)
  if (monthOf(taxYearEnd) !== holder.fiscalYearEndMonth)
    throw inputError({ taxYearEnd: [`The fiscal year of ${holder.legalName} does not end on this date.`] })
  if (subsidiaryId !== null) {
    const own = await trx
      .selectFrom('subsidiary')
      .select('ein')
      .where('institutionId', '=', id)
      .where('id', '=', subsidiaryId)
      .executeTakeFirst()
    if (!own) throw new AppError('not_found')
    if (own.ein === null) throw inputError({ subsidary_id: ['A subsidiary without an EIN of its own is on its institution’s form.'] })
  }
  const before = (await selectCounts(trx, id)).find((row) => row.taxYearEnd === taxYearEnd && row.subsidiaryId === subsidiaryId)
  if ((before?.updatedAt ?? null) !== updatedAt)
    throw new AppError('conflict', { meta: { current: before ?? null, yours: { employees, source } } })
  const now = sql<string>`now()`
  if (before)
    await trx
      .updateTable('employeeCount')
      .set({ employees, source, enteredBy: userId, updatedAt: now })
      .where('institutionId', '=', id)
      .where('id', '=', before.id)
      .execute()
  else
    await trx
      .insertInto('employeeCount')
      .values({ institutionId: id, subsidiaryId, taxYearEnd, employees, source, enteredBy: userId })
      .execute()
  await record({
    action: before ? 'institutions.employee-counts.corrected' : 'institutions.employee-counts.added',
    entity: 'institutions',
    entityId: id,
    institutionId: id,
    ...(before ? { before: { employees: before.employees, source: before.source } } : {}),
    after: { subsidary_id: subsidiaryId, taxYearEnd, employees, source },
  })
}

/** @throws AppError not_found */
export async function removeEmployeeCountRow(trx: Trx, scope: Scope, id: number, count: number) {
  await holderOf(trx, scope, id, true)
  const removed = await trx
    .deleteFrom('employeeCount')
    .where('institutionId', '=', id)
    .where('id', '=', count)
    .returning(['subsidiaryId', 'taxYearEnd', 'employees', 'source'])
    .executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  return removed
}
