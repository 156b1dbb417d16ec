/** Imports of a portal for the page: the list, one with its files and counts, its problems and totals. */
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type {
  listOnboarding,
  listOnboardingFiles,
  listOnboardingProblems,
  listOnboardingRecords,
  listOnboardingTotals,
  OnboardingDetail,
} from '@corridor/contract/onboarding.ts'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { BINDINGS } from '../../shared/onboarding/bindings.ts'
import { filledColumns } from '../../shared/onboarding/staged-columns.ts'

const imports = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('onboardingImport as o')
    .leftJoin('userAccount as s', 's.id', 'o.startedBy')
    .leftJoin('userAccount as u', 'u.id', 'o.undoneBy')
    .where('o.siteId', '=', scope.siteId)
    .select(['o.id', 'o.name', 'o.status', 'o.problemCount', 'o.differenceCount', 'o.startedAt', 'o.endedAt', 'o.undoneAt'])
    .select([
      sql<string | null>`s.first_name || ' ' || s.last_name`.as('startedBy'),
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('undoneBy'),
    ])

export const selectImports = (trx: Trx, scope: Scope, input: ParsedOf<typeof listOnboarding>) =>
  pageOf(input.withValues ? bringingValues(imports(trx, scope), input.month) : imports(trx, scope), input, {
    id: 'o.id',
    sort: {
      startedAt: 'o.startedAt',
      name: 'o.name',
      status: 'o.status',
      problemCount: 'o.problemCount',
      differenceCount: 'o.differenceCount',
    },
    search: ['o.name'],
  })

/** Values that gave way to a carrier's file or a correction are looked for there. */
const bringingValues = (found: ReturnType<typeof imports>, month: string | undefined) =>
  found
    .where('o.status', '=', 'DONE')
    .where(sql<boolean>`coalesce((o.counts -> 'values' ->> 'added')::int + (o.counts -> 'values' ->> 'changed')::int, 0) > 0`)
    .$if(month !== undefined, (query) =>
      query.where(sql<boolean>`exists (select from policy_valuation v join onboarding_source s on s.id = v.onboarding_source_id
        where s.import_id = o.id and v.site_id = o.site_id and v.as_of_date = ${month} and v.status = 'POSTED')`),
    )

const progressForm = z.object({ step: z.string(), rows: z.int().nullable() }).nullable().catch(null)
const countsForm = z.record(z.string(), z.object({ read: z.int(), added: z.int(), changed: z.int(), same: z.int() })).catch({})

/** @throws AppError not_found */
export async function selectImport(trx: Trx, scope: Scope, id: number): Promise<OnboardingDetail> {
  const found = await imports(trx, scope)
    .select(['o.failure', 'o.acceptedReason', 'o.progress', 'o.counts', 'o.statedTotals'])
    .select(
      sql<boolean>`o.id = (select max(l.id) from onboarding_import l where l.site_id = o.site_id and (l.status in ('DONE', 'UNDOING') or (l.status = 'FAILED' and l.purpose = 'IMPORT')))`.as(
        'isLast',
      ),
    )
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  const files = await trx
    .selectFrom('onboardingSource')
    .select(['name', sql<number>`coalesce(size_bytes, 0)`.as('sizeBytes')])
    .where('importId', '=', id)
    .where('siteId', '=', scope.siteId)
    .where('fileSha256', 'is not', null)
    .orderBy('id')
    .execute()
  return {
    ...found,
    isLast: found.isLast ?? false,
    progress: progressForm.parse(found.progress),
    counts: countsForm.parse(found.counts),
    files,
  }
}

const sheetOf = sql<string>`(case g.record_type ${sql.join(
  RECORD_TYPES.map(({ code, sheet }) => sql`when ${sql.lit(code)} then ${sql.lit(sheet)}`),
  sql` `,
)} else 'The files' end)`

export async function selectProblems(trx: Trx, scope: Scope, input: ParsedOf<typeof listOnboardingProblems>) {
  await selectImport(trx, scope, input.id)
  let query = trx
    .selectFrom('onboardingProblem as g')
    .where('g.importId', '=', input.id)
    .where('g.siteId', '=', scope.siteId)
    .select(['g.id', 'g.recordType', 'g.source', 'g.columnName', 'g.value', 'g.problem'])
    .select(sheetOf.as('sheet'))
  if (input.recordType) query = query.where('g.recordType', '=', input.recordType)
  return pageOf(query, input, {
    id: 'g.id',
    sort: { id: 'g.id', sheet: sheetOf, source: 'g.source', columnName: 'g.columnName', problem: 'g.problem' },
    search: ['g.source', 'g.columnName', 'g.value', 'g.problem'],
  })
}

export async function selectRecords(
  trx: Trx,
  scope: Scope,
  input: ParsedOf<typeof listOnboardingRecords>,
): Promise<ReplyOf<typeof listOnboardingRecords>> {
  await selectImport(trx, scope, input.id)
  const isNew = sql<boolean>`g.before is null`
  let query = trx
    .selectFrom('onboardingRecord as g')
    .leftJoin('institution as i', 'i.id', 'g.institutionId')
    .where('g.importId', '=', input.id)
    .where('g.siteId', '=', scope.siteId)
    .select(['g.id', 'g.recordType', 'i.name as institutionName', 'g.sourceKey as ownNumber', 'g.source'])
    .select([sheetOf.as('sheet'), isNew.as('isNew'), sql<string[]>`array(select jsonb_object_keys(g.after))`.as('changed')])
  if (input.recordType) query = query.where('g.recordType', '=', input.recordType)
  if (input.isNew !== undefined) query = query.where(isNew, '=', input.isNew)
  const { records, page } = await pageOf(query, input, {
    id: 'g.id',
    sort: { id: 'g.id', sheet: sheetOf, institutionName: 'i.name', ownNumber: 'g.sourceKey', source: 'g.source', isNew },
    search: ['i.name', 'g.sourceKey', 'g.source'],
  })
  return { records: records.map(({ recordType, changed, ...row }) => ({ ...row, changed: headersOf(recordType, changed) })), page }
}

export async function selectFiles(trx: Trx, scope: Scope, input: ParsedOf<typeof listOnboardingFiles>) {
  await selectImport(trx, scope, input.id)
  const ownerName = sql<
    string | null
  >`coalesce(f.institution_name, f.vendor_name, (select c.short_name from carrier c where c.code = f.carrier_code), f.carrier_code)`
  let query = trx
    .selectFrom('onboardingFile as f')
    .where('f.importId', '=', input.id)
    .where('f.siteId', '=', scope.siteId)
    .select([
      'f.id',
      'f.path',
      'f.listedIn',
      'f.kind',
      'f.typeCode',
      'f.yearOverride',
      'f.uploadName',
      'f.sizeBytes',
      'f.outcome',
      'f.reason',
    ])
    .select([ownerName.as('ownerName'), sql<boolean>`f.safety is not distinct from 'HELD'`.as('isHeld')])
  if (input.outcome !== undefined) query = query.where('f.outcome', '=', input.outcome)
  return pageOf(query, input, {
    id: 'f.id',
    sort: { id: 'f.id', path: 'f.path', ownerName, typeCode: 'f.typeCode', yearOverride: 'f.yearOverride', outcome: 'f.outcome' },
    search: ['f.path', 'f.institutionName', 'f.reason'],
  })
}

/** Columns of the book in the words of their sheet; some cells fill more than one, and a list has a sheet of its own. */
function headersOf(recordType: string, changed: readonly string[]): string[] {
  const { columns = [] } = RECORD_TYPES.find(({ code }) => code === recordType) ?? {}
  const list = BINDINGS.find(({ type }) => type.code === recordType)?.list
  return [
    ...columns.filter((column) => filledColumns(column).some((name) => changed.includes(name))).map(({ header }) => header),
    ...(list && changed.includes(list.column) ? [list.type.sheet] : []),
  ]
}

export async function selectTotals(trx: Trx, scope: Scope, input: ParsedOf<typeof listOnboardingTotals>) {
  await selectImport(trx, scope, input.id)
  let query = trx
    .selectFrom('onboardingTotal as t')
    .where('t.importId', '=', input.id)
    .where('t.siteId', '=', scope.siteId)
    .select([
      't.id',
      't.institutionName',
      't.monthEnd',
      't.statedPolicies',
      't.policies',
      't.statedCashSurrenderValueCents',
      't.cashSurrenderValueCents',
      't.statedDeathBenefitCents',
      't.deathBenefitCents',
      't.differs',
    ])
  if (input.differs !== undefined) query = query.where('t.differs', '=', input.differs)
  return pageOf(query, input, {
    id: 't.id',
    sort: {
      institutionName: 't.institutionName',
      monthEnd: 't.monthEnd',
      policies: 't.policies',
      cashSurrenderValueCents: 't.cashSurrenderValueCents',
      deathBenefitCents: 't.deathBenefitCents',
      differs: 't.differs',
    },
    search: ['t.institutionName'],
  })
}
