/** The way from a printed figure back to the carrier's line, or to the row of the firm's book. */

import type { BookRow } from '@corridor/contract/book-row.ts'
import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import { reasonShown } from '@corridor/domain/policies/kept-reasons.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { bookRowOfValue } from '../shared/onboarding/book-row.ts'
import { cellsOf, correctionsOf, mappingForm, maskedCorrections, rowOf, sheetOf } from '../shared/policies/feed-line.ts'
import type { Traced } from './family.ts'

interface ValuationRow {
  asOfDate: PlainDate
  version: number
  status: string
  cashSurrenderValueCents: Cents
  deathBenefitCents: Cents
  restatementReason: string | null
  postedAt: string
  postedBy: string | null
  fileId: number | null
  fileName: string | null
  sha256: string | null
  receivedAt: string | null
  sheet: string | null
  lineNumber: number | null
  headers: string[] | null
  mapping: unknown
  raw: string[] | null
  corrections: CorrectedCell[]
  salesforceObject: string | null
  bookRow: BookRow | null
}

/**
 * Every version of the values that a policy's row prints, each with the line of the file, or the row of the firm's book, that it was read from.
 * @param seesPersonal whether dates of birth and the like may be shown (INSTITUTIONS 2)
 */
export async function selectTrace(trx: Trx, scope: Scope, traced: Traced, reportId: number, policyId: number, seesPersonal: boolean) {
  const policy = (
    await sql<{
      institutionId: number
      policyId: number
      policyNumber: string
      carrierCode: string
      period: PlainDate
      isQuarterly: boolean
      fiscalYearEndMonth: number
    }>`
      select p.institution_id, p.id as policy_id, p.policy_number, p.carrier_code, r.period, r.is_quarterly, i.fiscal_year_end_month
      from report r
      join institution i on i.id = r.institution_id
      join policy p on p.institution_id = r.institution_id and p.site_id = r.site_id
        and (${traced.withSubsidiaries} or coalesce(p.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0))
      where r.id = ${reportId} and p.id = ${policyId} and r.deleted_at is null and ${visible(scope, 'r')}`.execute(trx)
  ).rows[0]
  if (!policy) return undefined
  const { rows } = await sql<ValuationRow>`
    select v.as_of_date, v.version, v.status, v.cash_surrender_value_cents, v.death_benefit_cents, v.restatement_reason, v.posted_at, concat_ws(' ', u.first_name, u.last_name) as posted_by,
      f.id as file_id, f.file_name, f.sha256, f.received_at, ${sheetOf('v.lineNumber')} as sheet, ${rowOf('v.lineNumber')} as line_number, f.headers, f.mapping, w.raw, ${correctionsOf('v.fileId', 'v.lineNumber')} as corrections,
      (select s.object from salesforce_pull s where s.file_id = f.id order by s.id limit 1) as salesforce_object, ${bookRowOfValue} as book_row
    from policy_valuation v
    left join carrier_file f on f.id = v.file_id
    left join carrier_file_row w on w.file_id = v.file_id and w.line_number = v.line_number
    left join user_account u on u.id = v.posted_by
    where v.institution_id = ${policy.institutionId} and v.policy_id = ${policyId} and v.as_of_date = any(${[...new Set(traced.monthEnds(policy))]}::date[]) and ${visible(scope, 'v')}
    order by v.as_of_date desc, v.version desc`.execute(trx)
  return {
    policyId: policy.policyId,
    policyNumber: policy.policyNumber,
    carrierCode: policy.carrierCode,
    valuations: rows.map(
      ({
        fileId,
        fileName,
        sha256,
        receivedAt,
        sheet,
        lineNumber,
        headers,
        mapping,
        raw,
        corrections,
        salesforceObject,
        ...valuation
      }) => ({
        ...valuation,
        restatementReason: reasonShown(valuation.restatementReason),
        postedBy: valuation.postedBy || null,
        source:
          fileId === null || fileName === null || sha256 === null || receivedAt === null || lineNumber === null
            ? null
            : {
                fileId,
                fileName,
                sha256,
                receivedAt,
                sheet,
                lineNumber,
                raw: cellsOf(headers ?? [], raw ?? [], seesPersonal ? null : mappingForm.parse(mapping)),
                corrections: maskedCorrections(corrections, seesPersonal ? null : mappingForm.parse(mapping)),
                salesforce: recordOf(salesforceObject, mappingForm.parse(mapping), raw ?? []),
              },
      }),
    ),
  }
}

/** The first two cells of a pull's row are its record's id and when it was changed. */
function recordOf(object: string | null, mapping: Record<string, string | null>, [recordId, modified]: readonly string[]) {
  if (object === null || recordId === undefined || modified === undefined) return null
  const fields = Object.entries(mapping).flatMap(([path, field]) => (field === null ? [] : [[field, path] as const]))
  return { object, recordId, modified, fields: Object.fromEntries(fields) }
}
