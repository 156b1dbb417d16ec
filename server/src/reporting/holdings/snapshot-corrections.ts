/** Cells of carriers' lines that the firm corrected before the values of a period were posted from them: the latest correction of each, unless it took the others back. */
import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import { FEED_FIELDS, type FeedField, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { FeedKind } from '@corridor/domain/data-feeds/field.ts'
import { isMoneyField } from '@corridor/domain/data-feeds/row.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { SnapshotCorrection, SnapshotPolicy } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type ImpliedPoints, readPointsOf } from '../../shared/policies/feed-layouts.ts'
import { VALUATION_COLUMNS } from '../../shared/policies/valuation-columns.ts'

interface CorrectedRow {
  institutionId: number
  policyId: number
  asOfDate: PlainDate
  fileId: number
  columnName: string
  field: string | null
  /** The cell of the line as the file is cut into columns now; null where it is gone. */
  received: string | null
  value: string
  /** Null where it was typed before reports printed reasons. */
  reason: string | null
  posted: Record<string, Cents | null>
}

/** Corrections of the line that a policy's value was posted from. */
export type Corrected = (policy: Pick<CorrectedRow, 'institutionId' | 'policyId'>) => Pick<SnapshotPolicy, 'corrections'>

/** Values, and what says of which policy and month they are. Other cells post nothing that a report shows. */
const TOLD_KINDS: ReadonlySet<FeedKind> = new Set<FeedKind>(['money', 'charge', 'rate', 'policyNumber'])
const isTold = (field: FeedField): boolean => field === 'asOfDate' || TOLD_KINDS.has(FEED_FIELDS[field].kind)

const AMOUNTS = sql.raw(
  VALUATION_COLUMNS.flatMap(({ field, name, type }) => (type === 'bigint' ? [`'${field}', v.${name}`] : [])).join(', '),
)

/** @param months the month ends whose values the report shows; the last is its own date */
export async function readCorrected(trx: Trx, scope: Scope, institutionIds: number[], months: readonly PlainDate[]): Promise<Corrected> {
  const { rows } = await sql<CorrectedRow>`
    select * from (
      select distinct on (v.institution_id, v.policy_id, v.as_of_date, c.column_name) v.institution_id, v.policy_id, v.as_of_date, c.id, c.file_id, c.column_name, f.mapping ->> c.column_name as field,
        r.raw[array_position(f.headers, c.column_name)] as received, c.value, case when c.is_reason_printed then c.reason end as reason, jsonb_build_object(${AMOUNTS}) as posted
      from carrier_file_correction c
      join policy_valuation v on v.file_id = c.file_id and v.line_number = c.line_number
      join carrier_file f on f.id = c.file_id
      left join carrier_file_row r on r.file_id = c.file_id and r.line_number = c.line_number
      where c.site_id = ${scope.siteId} and v.site_id = ${scope.siteId} and v.institution_id = any(${institutionIds}::int[]) and v.as_of_date in (${sql.join(months)}) and v.status = 'POSTED'
      order by v.institution_id, v.policy_id, v.as_of_date, c.column_name, c.id desc) latest
    where value is not null order by institution_id, policy_id, as_of_date, id`.execute(trx)
  const points = await readPointsOf(trx, scope, [...new Set(rows.map(({ fileId }) => fileId))])
  const byPolicy = Map.groupBy(rows, keyOf)
  return (policy) => {
    const corrections = (byPolicy.get(keyOf(policy)) ?? []).flatMap((row) =>
      correctionOf(row, points.get(row.fileId)).map((correction) => ({
        ...correction,
        ...(row.asOfDate === months.at(-1) ? {} : { asOf: row.asOfDate }),
      })),
    )
    return corrections.length > 0 ? { corrections } : {}
  }
}

const keyOf = ({ institutionId, policyId }: Pick<CorrectedRow, 'institutionId' | 'policyId'>) => `${institutionId}/${policyId}`

function correctionOf(row: CorrectedRow, pointed: ImpliedPoints | undefined): SnapshotCorrection[] {
  const { field, reason } = row
  if (field === null || !isFeedField(field) || !isTold(field)) return []
  const amounts = amountsOf(field, row, pointed)
  // The same amount written in another way is no other figure.
  if (amounts && amounts.stated === amounts.posted) return []
  return [{ label: FEED_FIELDS[field].label, ...(amounts ? { amounts } : {}), reason }]
}

/** Only where the file's layout says what its digits are, and the correction alone is what was posted: charges are added up, for one. */
function amountsOf(
  field: FeedField,
  { columnName, received, value, posted }: CorrectedRow,
  pointed: ImpliedPoints | undefined,
): SnapshotCorrection['amounts'] {
  if (!isMoneyField(field) || !pointed || received === null) return undefined
  const [stated, meant] = [readMoney(pointed(columnName, received)), readMoney(value)]
  if (isUnreadable(stated) || isUnreadable(meant) || posted[field] !== meant) return undefined
  return { stated, posted: meant }
}
