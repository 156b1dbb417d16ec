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
import { VALUATION_COLUMNS } from '../../shared/policies/valuation-columns.ts'

interface CorrectedRow {
  institutionId: number
  policyId: number
  field: string | null
  received: string
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

export async function readCorrected(trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate): Promise<Corrected> {
  const { rows } = await sql<CorrectedRow>`
    select * from (
      select distinct on (v.institution_id, v.policy_id, c.column_name) v.institution_id, v.policy_id, c.id, f.mapping ->> c.column_name as field,
        c.received, c.value, case when c.is_reason_printed then c.reason end as reason, jsonb_build_object(${AMOUNTS}) as posted
      from carrier_file_correction c
      join policy_valuation v on v.file_id = c.file_id and v.line_number = c.line_number
      join carrier_file f on f.id = c.file_id
      where c.site_id = ${scope.siteId} and v.site_id = ${scope.siteId} and v.institution_id = any(${institutionIds}::int[]) and v.as_of_date = ${period} and v.status = 'POSTED'
      order by v.institution_id, v.policy_id, c.column_name, c.id desc) latest
    where value is not null order by institution_id, policy_id, id`.execute(trx)
  const byPolicy = Map.groupBy(rows, keyOf)
  return (policy) => {
    const corrections = (byPolicy.get(keyOf(policy)) ?? []).flatMap(correctionOf)
    return corrections.length > 0 ? { corrections } : {}
  }
}

const keyOf = ({ institutionId, policyId }: Pick<CorrectedRow, 'institutionId' | 'policyId'>) => `${institutionId}/${policyId}`

function correctionOf({ field, received, value, reason, posted }: CorrectedRow): SnapshotCorrection[] {
  if (field === null || !isFeedField(field) || !isTold(field)) return []
  const amounts = amountsOf(field, received, value, posted)
  // The same amount written in another way is no other figure.
  if (amounts && amounts.stated === amounts.posted) return []
  return [{ label: FEED_FIELDS[field].label, ...(amounts ? { amounts } : {}), reason }]
}

/** Digits alone may be cents: positions of a fixed layout have no decimal point. */
const DIGITS = /^\s*[+-]?\d+[+-]?\s*$/

/** Only where the correction alone is what was posted: charges are added up, for one. */
function amountsOf(field: FeedField, received: string, value: string, posted: CorrectedRow['posted']): SnapshotCorrection['amounts'] {
  const [stated, meant] = [readMoney(received), readMoney(value)]
  if (!isMoneyField(field) || DIGITS.test(received) || isUnreadable(stated) || isUnreadable(meant) || posted[field] !== meant)
    return undefined
  return { stated, posted: meant }
}
