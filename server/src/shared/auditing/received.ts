/**
 * Changes by hand of the cash surrender values and death benefits that carriers sent for a month: cells corrected before posting, rows excluded. Told of the lines that an audit
 * takes as the carrier's, with the received cells read anew; a line that a newer file replaced counts no more.
 */
import { MEASURES, type Measure, perMeasure, type Received, UNCHANGED } from '@corridor/domain/auditing/received.ts'
import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type ImpliedPoints, readPointsOf } from '../policies/feed-layouts.ts'
import { HELD_STATUSES } from '../policies/in-force-policies.ts'

/** The changes of an institution's policies with a carrier. */
export interface ReceivedPart extends Received {
  /** Null where an excluded row names none of the register. */
  institutionId: number | null
  carrierCode: string | null
}

/** One of the two amounts of a line. */
interface ChangedLine {
  measure: Measure
  fileId: number
  institutionId: number | null
  carrierCode: string | null
  isExcluded: boolean
  isCorrected: boolean
  header: string | null
  received: string
  read: number | null
}

export async function selectReceived(trx: Trx, scope: Scope, period: PlainDate): Promise<ReceivedPart[]> {
  const { rows } = await sql<ChangedLine>`
    with file as materialized (
      select f.id, f.headers, f.mapping, f.period, f.carrier_code, row_number() over (order by f.received_at, f.id) as place
      from carrier_file f where f.site_id = ${scope.siteId} and f.is_audited and f.periods ? ${period}::text),
    header as materialized (
      select distinct on (file.id, m.value) file.id as file_id, m.value as measure, m.key as name, array_position(file.headers, m.key) as at
      from file cross join jsonb_each_text(file.mapping) m where m.value in (${sql.join(MEASURES)}) order by file.id, m.value, array_position(file.headers, m.key)),
    corrected as materialized (
      select distinct on (c.file_id, c.line_number, header.measure) c.file_id, c.line_number, header.measure, c.value
      from carrier_file_correction c join header on header.file_id = c.file_id and header.name = c.column_name
      order by c.file_id, c.line_number, header.measure, c.id desc),
    line as (
      select r.file_id, r.line_number, file.place, r.institution_id, coalesce(r.carrier_code, file.carrier_code) as carrier_code, r.policy_id, r.match_key,
        r.match_status = 'REJECTED' as is_excluded, c.value is not null as is_corrected, header.name as header,
        coalesce(r.raw[header.at], '') as received, amount.measure, amount.read
      from file join carrier_file_row r on r.file_id = file.id
      cross join lateral (values ('cashSurrenderValue', r.cash_surrender_value_cents), ('deathBenefit', r.death_benefit_cents)) as amount (measure, read)
      left join header on header.file_id = r.file_id and header.measure = amount.measure
      left join corrected c on c.file_id = r.file_id and c.line_number = r.line_number and c.measure = amount.measure
      where coalesce(r.period, file.period) = ${period} and (r.match_status = 'REJECTED'
        or r.match_status = 'MATCHED' and c.value is not null and (r.policy_status is null or r.policy_status in ${HELD_STATUSES})
          and r.cash_surrender_value_cents is not null and r.death_benefit_cents is not null))
    select line.file_id, line.institution_id, line.carrier_code, line.is_excluded, line.is_corrected, line.header, line.received, line.measure, line.read from line
    where not exists (select from file other join carrier_file_row o on o.file_id = other.id
      where o.period = ${period} and o.carrier_code = line.carrier_code and (o.policy_id = line.policy_id or line.policy_id is null and o.match_key = line.match_key)
        and case when line.is_excluded then other.place > line.place and o.match_status in ('MATCHED', 'REJECTED')
          else o.match_status = 'MATCHED' and (other.place > line.place or other.place = line.place and o.line_number < line.line_number) end)
    order by line.file_id, line.line_number, line.measure`.execute(trx)
  const points = await readPointsOf(trx, scope, [...new Set(rows.map(({ fileId }) => fileId))])
  const parts = new Map<string, ReceivedPart>()
  for (const row of rows) {
    const { institutionId, carrierCode } = row
    const key = `${institutionId} ${carrierCode}`
    const part = parts.get(key) ?? { ...perMeasure(() => ({ ...UNCHANGED })), institutionId, carrierCode }
    parts.set(key, part)
    const changes = part[row.measure]
    const received = receivedValue(row, points.get(row.fileId))
    if (received === null) changes.unreadRows += 1
    if (row.isExcluded) {
      changes.excludedRows += 1
      changes.excludedCents += received ?? 0
    } else {
      changes.correctedPolicies += 1
      changes.correctedCents += (row.read ?? 0) - (received ?? 0)
    }
  }
  return [...parts.values()]
}

/** A row without a correction was read as it came. Null where the cell is blank or no amount. */
function receivedValue({ header, received, isCorrected, read }: ChangedLine, pointed: ImpliedPoints | undefined): number | null {
  if (!isCorrected) return read
  const value = header === null || !pointed ? null : readMoney(pointed(header, received))
  return isUnreadable(value) ? null : value
}
