/** Both dates of exceptions that a carrier states another date of birth than the register, for those who may see them: being shown them is recorded. */
import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import { changeInstitutions } from '@corridor/contract/institutions.ts'
import type { Session } from '@corridor/contract/session.ts'
import { holds } from '@corridor/domain/access/access.ts'
import { differenceInWords, differingParts } from '@corridor/domain/auditing/birth-dates.ts'
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Acting } from '../../platform/http/route.ts'
import { birthDateOf, correctionsOf } from '../../shared/policies/feed-line.ts'

/** The right to the personal data of insureds opens their names and dates of birth here. */
export const seesPersonal = (session: Session): boolean => holds(session, changeInstitutions)

/** The column of exception `x` of line `r` that it is about, where that is the date of birth; and the insured. */
export const BIRTH_CELL = sql`left join lateral (select g.column_name as header, coalesce(f.read_forms -> g.column_name ->> 'form' = 'DMY', false) as is_day_first
      from carrier_file_finding g where g.file_id = x.file_id and g.line_number = x.line_number and g.rule_code = x.rule_code and g.message = x.message
        and f.mapping ->> g.column_name = 'insuredDateOfBirth' order by g.id limit 1) b on true
    left join policy p on p.institution_id = x.institution_id and p.id = x.policy_id
    left join insured n on n.institution_id = p.institution_id and n.id = p.insured_id`

export interface BirthCell {
  headers: string[]
  raw: string[]
  corrections: CorrectedCell[]
  header: string | null
  isDayFirst: boolean | null
  insuredId: number | null
  dateOfBirth: PlainDate | null
}

/** Both dates for those who may see them, and for all in which parts they differ; null where the exception is of something else. */
export function birthDatesOf(
  { header, headers, raw, corrections, isDayFirst, insuredId, dateOfBirth: register }: BirthCell,
  isShown: boolean,
) {
  if (header === null || insuredId === null) return null
  const carrier = birthDateOf({ header, headers, raw, corrections, isDayFirst: isDayFirst ?? false })
  return {
    insuredId,
    ...(isShown ? { carrier, register } : { carrier: null, register: null }),
    differ: carrier === null || register === null ? null : differingParts(carrier, register),
    hidden: !isShown,
  }
}

/** Two looks at personal data: each leaves the row in the log that it leaves on the page of the file and of the insured. */
export async function recordBirthDates(
  record: Acting['record'],
  { fileId, lines, insureds }: { fileId: number; lines: number[]; insureds: { institutionId: number; insuredId: number }[] },
) {
  await record({ action: 'feed.rows.viewed', entity: 'carrierFile', entityId: fileId, after: { lines } })
  for (const { institutionId, insuredId } of insureds)
    await record({ action: 'insured.viewed', entity: 'register.insured', entityId: insuredId, institutionId, after: { personal: true } })
}

/** A printed statement says behind such exceptions, by institution and exception: both dates, or in which parts they differ. */
export async function selectBirthDateWords(
  { trx, record }: { trx: Trx; record: Acting['record'] },
  exceptions: readonly { institutionId: number; id: number }[],
  isShown: boolean,
): Promise<Map<string, string>> {
  if (exceptions.length === 0) return new Map()
  const { rows } = await sql<BirthCell & { institutionId: number; id: number; fileId: number; lineNumber: number }>`
    select x.institution_id, x.id, x.file_id, x.line_number, f.headers, r.raw, ${correctionsOf('x.fileId', 'x.lineNumber')} as corrections, b.header, b.is_day_first, n.id as insured_id, n.date_of_birth
    from jsonb_to_recordset(${JSON.stringify(exceptions)}::jsonb) as asked ("institutionId" int, id int)
    join audit_exception x on x.institution_id = asked."institutionId" and x.id = asked.id
    join carrier_file f on f.id = x.file_id join carrier_file_row r on r.file_id = x.file_id and r.line_number = x.line_number
    ${BIRTH_CELL}
    where b.header is not null order by x.file_id, x.line_number`.execute(trx)
  if (isShown)
    for (const [fileId, of] of Map.groupBy(rows, (row) => row.fileId))
      await recordBirthDates(record, {
        fileId,
        lines: of.map(({ lineNumber }) => lineNumber),
        insureds: of.flatMap(({ institutionId, insuredId }) => (insuredId === null ? [] : [{ institutionId, insuredId }])),
      })
  return new Map(rows.map((row) => [exceptionKey(row), wordsOf(birthDatesOf(row, isShown))]))
}
export const exceptionKey = ({ institutionId, id }: { institutionId: number; id: number }): string => `${institutionId} ${id}`

function wordsOf(dates: ReturnType<typeof birthDatesOf>): string {
  if (dates === null) return ''
  if (!dates.hidden) return ` The carrier says ${dayOr(dates.carrier)}, the register ${dayOr(dates.register)}.`
  return dates.differ === null || dates.differ.length === 0 ? '' : ` ${differenceInWords(dates.differ)}`
}
const dayOr = (day: PlainDate | null): string => (day === null ? 'none' : formatDate(day))
