/** Both dates of the findings that a line's date of birth is another than the register's. */
import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import type { FileFinding } from '@corridor/contract/data-feeds.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { birthDateOf, correctionsOf } from '../../shared/policies/feed-line.ts'

interface Compared {
  id: number
  header: string
  headers: string[]
  raw: string[]
  corrections: CorrectedCell[]
  isDayFirst: boolean
  register: PlainDate | null
}

/** For whoever may see dates of birth: being shown them is recorded. @returns by finding */
export async function selectBirthDates(trx: Trx, scope: Scope, findings: readonly number[]) {
  const { rows } = await sql<Compared>`
    select g.id, g.column_name as header, f.headers, r.raw, ${correctionsOf('g.fileId', 'g.lineNumber')} as corrections,
      coalesce(f.read_forms -> g.column_name ->> 'form' = 'DMY', false) as is_day_first, n.date_of_birth as register
    from carrier_file_finding g join carrier_file f on f.id = g.file_id join carrier_file_row r on r.file_id = g.file_id and r.line_number = g.line_number
    join policy p on p.institution_id = g.institution_id and p.id = g.policy_id
    join insured n on n.institution_id = p.institution_id and n.id = p.insured_id
    where g.id = any(${[...findings]}::int[]) and g.site_id = ${scope.siteId} and g.rule_code = 'V12' and f.mapping ->> g.column_name = 'insuredDateOfBirth'`.execute(
    trx,
  )
  return new Map(
    rows.map(({ id, register, ...cell }): [number, NonNullable<FileFinding['birthDates']>] => [
      id,
      { carrier: birthDateOf(cell), register },
    ]),
  )
}
