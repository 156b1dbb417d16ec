/** One file as its page shows it above the rows: columns, sheets, totals, what was left out. */
import { columnForm } from '@corridor/contract/data-feeds.ts'
import { ROW_PARTS } from '@corridor/contract/row-parts.ts'
import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/data-feeds/columns.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type ImpliedPoints, readImpliedPoints } from '../../shared/policies/feed-layouts.ts'
import { asMapping } from './directory-query.ts'
import { lockedMonthsOf } from './locked-months.ts'
import { selectBrought } from './policies-from-file.ts'
import { selectFile } from './queries.ts'
import { hasValue, valued } from './row-values.ts'

const summaryForm = z.looseObject({
  periods: z.array(z.string()).catch([]),
  carriers: z.array(z.string()).catch([]),
  missingFields: z.array(z.string()).catch([]),
  forms: z.record(z.string(), columnForm).catch({}),
  fixed: z.object({ layoutOf: z.string().nullable() }).nullable().catch(null),
  contested: z
    .array(
      z.object({
        field: z.enum(FEED_FIELD_NAMES),
        headers: z.array(z.string()),
        chosen: z.string().nullable(),
        sheet: z.string().nullable(),
      }),
    )
    .catch([]),
  sheets: z
    .array(
      z.object({
        name: z.string(),
        isRead: z.boolean(),
        // Read before a person could choose.
        mayBeRead: z.boolean().default(false),
        reason: z.string().nullable(),
        headers: z.array(z.string()),
        rows: z.int(),
        period: z.string().nullable(),
        institutionName: z.string().nullable(),
      }),
    )
    .catch([]),
  skippedChecks: z.array(z.object({ ruleCode: z.string(), reason: z.string() })).catch([]),
  samples: z.record(z.string(), z.array(z.string())).catch({}),
})
const controlForm = z
  .looseObject({ rows: z.int().nullable(), cashSurrenderValueCents: z.int().nullable(), deathBenefitCents: z.int().nullable() })
  .nullable()
  .catch(null)

/** The facts above the rows of the file page. */
export async function selectFileDetail(trx: Trx, scope: Scope, id: number) {
  const file = await selectFile(trx, scope, id)
  const stored = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'headerLine', 'mapping', 'mappingSource', 'summary', 'controlTotals', 'layout', 'layoutOf', 'layoutVersion'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirstOrThrow()
  const institutions = await trx
    .selectFrom('carrierFileRow as r')
    .innerJoin('institution as i', 'i.id', 'r.institutionId')
    .select(['i.id', 'i.name', sql<number>`count(*)::int`.as('rows')])
    .where('r.fileId', '=', id)
    .groupBy(['i.id', 'i.name'])
    .orderBy('i.name')
    .orderBy('i.id')
    .limit(1000)
    .execute()
  const { periods, carriers, missingFields, forms, fixed, contested, sheets, skippedChecks, samples } = summaryForm.parse(
    stored.summary ?? {},
  )
  const mapping = asMapping(stored.mapping)
  const control = controlForm.parse(stored.controlTotals)
  return {
    ...file,
    discarded: file.status === 'REJECTED' && file.failure === null ? await selectDiscarded(trx, scope, id) : null,
    discardedBefore: await selectDiscardedBefore(trx, scope, file),
    headers: stored.headers,
    headerLine: stored.headerLine,
    fixedWidth: fixed !== null,
    mapping,
    mappingSource: stored.mappingSource,
    unmappedHeaders: stored.headers.filter((header) => !mapping[header]),
    missingFields,
    forms,
    contested,
    sheets,
    samples,
    skippedChecks,
    ...(await selectTotals(trx, id, mapping, await readImpliedPoints(trx, scope, stored))),
    broughtPolicies: (await selectBrought(trx, scope, id)).filter(({ held }) => !held).map(({ held: _, ...policy }) => policy),
    controlTotals: control && {
      rows: control.rows,
      cashSurrenderValueCents: control.cashSurrenderValueCents,
      deathBenefitCents: control.deathBenefitCents,
    },
    periods,
    lockedMonths: await lockedMonthsOf(trx, scope, id),
    carriers,
    carrierNames: await selectCarrierNames(trx, carriers),
    institutions,
  }
}

/** The activity log alone tells who discarded a file; null where its line is not kept any more. */
async function selectDiscarded(trx: Trx, scope: Scope, id: number) {
  const found = await trx
    .selectFrom('activity as a')
    .leftJoin('userAccount as u', 'u.id', 'a.actorId')
    .select([
      'a.at',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('by'),
      sql<string | null>`a.after ->> 'reason'`.as('reason'),
    ])
    .where('a.entity', '=', 'carrierFile')
    .where('a.entityId', '=', String(id))
    .where('a.siteId', '=', scope.siteId)
    .where('a.action', '=', 'feed.discarded')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

async function selectDiscardedBefore(trx: Trx, scope: Scope, { id, sha256 }: { id: number; sha256: string }) {
  const found = await trx
    .selectFrom('carrierFile')
    .select(['id', 'receivedAt'])
    .where('siteId', '=', scope.siteId)
    .where('sha256', '=', sha256)
    .where('id', '<', id)
    .where('status', '=', 'REJECTED')
    .where('failure', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** A code that no carrier has any more stands for itself. */
async function selectCarrierNames(trx: Trx, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await trx.selectFrom('carrier').select(['code', 'shortName']).where('code', 'in', codes).execute()
  return codes.map((code) => rows.find((row) => row.code === code)?.shortName ?? code)
}

const NOTHING_CORRECTED = { cashSurrenderValueCents: 0, deathBenefitCents: 0, cashSurrenderValueMissing: 0, deathBenefitMissing: 0 }
const NONE = { rows: 0, ...NOTHING_CORRECTED }
const AMOUNTS = ['cashSurrenderValueCents', 'deathBenefitCents', 'cashSurrenderValueMissing', 'deathBenefitMissing'] as const

/** The file's rows by their outcome, each part summed over them as they are read. Of a file that was set aside nothing is posted: its rows wait for good. */
export async function selectParts(trx: Trx, id: number) {
  const { rows } = await sql<{ part: (typeof ROW_PARTS)[number] } & typeof NONE>`
    select case when r.match_status = 'REJECTED' then 'rejected' when r.match_status <> 'MATCHED' then 'unsettled' when ${valued} then 'posted' when ${hasValue} then 'incomplete' else 'ended' end as part,
      count(*)::int as rows, coalesce(sum(r.cash_surrender_value_cents), 0)::bigint as "cashSurrenderValueCents",
      coalesce(sum(r.death_benefit_cents), 0)::bigint as "deathBenefitCents",
      (count(*) filter (where r.cash_surrender_value_cents is null and ${hasValue}))::int as "cashSurrenderValueMissing",
      (count(*) filter (where r.death_benefit_cents is null and ${hasValue}))::int as "deathBenefitMissing"
    from carrier_file_row r where r.file_id = ${id} group by 1`.execute(trx)
  // The two that a reader compares stand there also when they are nothing.
  return ROW_PARTS.flatMap((part) => {
    const found = rows.find((row) => row.part === part)
    return found ? [found] : part === 'posted' || part === 'rejected' ? [{ part, ...NONE }] : []
  })
}

/** The totals of the file as received, what corrections by hand added to them, and what becomes of both. */
async function selectTotals(trx: Trx, id: number, mapping: Record<string, string | null>, pointed: ImpliedPoints) {
  const parts = await selectParts(trx, id)
  const corrected = await selectCorrected(trx, id, mapping, pointed)
  const sum = (name: keyof typeof NONE) => parts.reduce((total, part) => total + part[name], 0)
  const totals = { ...NONE, rows: sum('rows') }
  for (const name of AMOUNTS) totals[name] = sum(name) - corrected[name]
  const { rows, cashSurrenderValueCents, deathBenefitCents } = corrected
  return { totals, corrected: { rows, cashSurrenderValueCents, deathBenefitCents }, parts }
}

/** By how much the rows as they are read differ from the received cells that corrections stand in for; an unreadable one added nothing. */
async function selectCorrected(trx: Trx, id: number, mapping: Record<string, string | null>, pointed: ImpliedPoints) {
  const { rows } = await sql<{
    line: number
    header: string
    received: string
    cashSurrenderValue: number | null
    deathBenefit: number | null
    hasValue: boolean
  }>`
    select c.line_number as line, c.column_name as header, coalesce(r.raw[array_position(f.headers, c.column_name)], '') as received, r.cash_surrender_value_cents as cash_surrender_value, r.death_benefit_cents as death_benefit, ${hasValue} as has_value
    from (select distinct on (line_number, column_name) line_number, column_name, value from carrier_file_correction where file_id = ${id}
      order by line_number, column_name, id desc) c
    join carrier_file_row r on r.file_id = ${id} and r.line_number = c.line_number
    join carrier_file f on f.id = r.file_id
    where c.value is not null`.execute(trx)
  const corrected = { ...NOTHING_CORRECTED, rows: new Set(rows.map(({ line }) => line)).size }
  for (const { header, received, ...row } of rows) {
    const field = mapping[header]
    if (field !== 'cashSurrenderValue' && field !== 'deathBenefit') continue
    const read = readMoney(pointed(header, received))
    const [before, after] = [isUnreadable(read) ? null : read, row[field]]
    corrected[`${field}Cents`] += (after ?? 0) - (before ?? 0)
    if (row.hasValue) corrected[`${field}Missing`] += (after === null ? 1 : 0) - (before === null ? 1 : 0)
  }
  return corrected
}
