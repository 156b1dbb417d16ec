/** The controls statement of an institution's month, from the records of its audits. A client reads no note and no name of staff. */
import { controlsOf } from '@corridor/domain/auditing/controls.ts'
import { REASON_CODES } from '@corridor/domain/auditing/exceptions.ts'
import { isAuditRule } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

const coverageForm = z.object({
  asked: z.record(z.string(), z.number()).catch({}),
  skipped: z.array(z.object({ ruleCode: z.string() })).catch([]),
})

/** Rules that are asked of a client as a whole, or of its policies with a carrier, wherever a month was audited. */
const ALWAYS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'M8', 'Y6']

export async function selectControls(trx: Trx, scope: Scope, institutionId: number, period: PlainDate) {
  const { rows: coverage } = await sql<{
    expected: number
    posted: number
    fileIds: number[]
    asked: unknown
    skipped: unknown
    auditedAt: string
  }>`
    select expected, posted, file_ids, asked, skipped, audited_at from audit_coverage
    where institution_id = ${institutionId} and site_id = ${scope.siteId} and period = ${period}`.execute(trx)
  if (coverage.length === 0) return { asOf: period, examined: null, lines: [] }
  const { rows: exceptions } = await sql<{ ruleCode: string; status: string; reasonCode: string | null }>`
    select rule_code, status, reason_code from audit_exception where institution_id = ${institutionId} and site_id = ${scope.siteId} and period = ${period} order by rule_code, id`.execute(
    trx,
  )
  const { rows: openings } = await sql<{ isStored: boolean }>`
    select exists (select from opening_balance where institution_id = ${institutionId} and site_id = ${scope.siteId} and year_end < ${period} and year_end >= ${period}::date - interval '1 year') as is_stored`.execute(
    trx,
  )
  const opening = ['B1', 'B2', 'B3', 'B4', 'B5']
  const asked = new Set([...ALWAYS, ...(openings[0]?.isStored ? opening : [])])
  const skipped = new Set(openings[0]?.isStored ? [] : opening)
  for (const row of coverage) {
    const form = coverageForm.parse(row)
    for (const code of Object.keys(form.asked)) asked.add(code)
    for (const { ruleCode } of form.skipped) skipped.add(ruleCode)
  }
  return {
    asOf: period,
    examined: {
      policies: coverage.reduce((sum, { expected }) => sum + expected, 0),
      valued: coverage.reduce((sum, { posted }) => sum + posted, 0),
      carriers: coverage.length,
      files: new Set(coverage.flatMap(({ fileIds }) => fileIds)).size,
      auditedAt:
        coverage
          .map(({ auditedAt }) => auditedAt)
          .toSorted()
          .at(-1) ?? '',
    },
    lines: controlsOf(
      exceptions.flatMap(({ ruleCode, status, reasonCode }) =>
        isAuditRule(ruleCode)
          ? [{ ruleCode, isOpen: status === 'OPEN', reasonCode: REASON_CODES.find((code) => code === reasonCode) ?? null }]
          : [],
      ),
      asked,
      new Set([...skipped].filter((code) => !asked.has(code))),
    ),
  }
}
