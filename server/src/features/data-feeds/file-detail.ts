/** One file as its page shows it above the rows: columns, sheets, totals, what was left out. */
import { columnForm } from '@corridor/contract/data-feeds.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/feed-columns.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../kernel/database.ts'
import type { Scope } from '../../kernel/scope.ts'
import { asMapping } from './book-query.ts'
import { lockedMonthsOf } from './locked-months.ts'
import { selectFile } from './queries.ts'

const summaryForm = z.looseObject({
  totals: z
    .object({ rows: z.int(), cashSurrenderValueCents: z.int(), deathBenefitCents: z.int() })
    .catch({ rows: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 }),
  periods: z.array(z.string()).catch([]),
  carriers: z.array(z.string()).catch([]),
  missingFields: z.array(z.string()).catch([]),
  forms: z.record(z.string(), columnForm).catch({}),
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

/** What the file page shows above the rows. */
export async function selectFileDetail(trx: Trx, scope: Scope, id: number) {
  const file = await selectFile(trx, scope, id)
  const stored = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'headerLine', 'mapping', 'mappingSource', 'summary', 'controlTotals'])
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
  const { totals, periods, carriers, missingFields, forms, contested, sheets, skippedChecks, samples } = summaryForm.parse(
    stored.summary ?? {},
  )
  const mapping = asMapping(stored.mapping)
  const control = controlForm.parse(stored.controlTotals)
  return {
    ...file,
    headers: stored.headers,
    headerLine: stored.headerLine,
    mapping,
    mappingSource: stored.mappingSource,
    unmappedHeaders: stored.headers.filter((header) => !mapping[header]),
    missingFields,
    forms,
    contested,
    sheets,
    samples,
    skippedChecks,
    totals,
    controlTotals: control && {
      rows: control.rows,
      cashSurrenderValueCents: control.cashSurrenderValueCents,
      deathBenefitCents: control.deathBenefitCents,
    },
    periods,
    lockedMonths: await lockedMonthsOf(trx, scope, id),
    carriers,
    institutions,
  }
}
