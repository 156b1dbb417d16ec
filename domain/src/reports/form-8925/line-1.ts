/** Line 1 of Form 8925: where its number comes from, who recorded it, and how many directors were recorded as part of it. */
import { employmentStatusAt, roleAt } from '../../policies/register.ts'
import { counted } from '../../primitives/counted.ts'
import { formatDate } from '../../primitives/period.ts'
import type { Form8925Finding } from './rules.ts'
import type { Form8925Snapshot, StatedEmployees } from './snapshot.ts'

const DIRECTORS = /^(.+?)[,;]\s*(\d{1,6}) directors? included\.?$/i

/** Staff end a source with the directors that the number includes. That is theirs to record: the paper named before it may state the whole number alone. */
export function recordedSource(written: string): Pick<StatedEmployees, 'source' | 'directors'> {
  const [, source, directors] = DIRECTORS.exec(written.trim()) ?? []
  return source === undefined ? { source: written } : { source, directors: Number(directors) }
}

/** "Annual questionnaire 2025, returned 02/14/2026; recorded 03/04/2026 by Ann Doe, with 9 directors included" */
export function originOfLine1({ source, returnedOn, statedOn, statedBy, directors }: StatedEmployees): string {
  const origin = returnedOn === undefined ? source : `${source}, returned ${formatDate(returnedOn)}`
  const recorded = `recorded ${formatDate(statedOn)}${statedBy === undefined ? '' : ` by ${statedBy}`}`
  return `${origin}; ${recorded}${directors === undefined ? '' : `, with ${counted(directors, 'director')} included`}`
}

/** Said where fewer directors were recorded as included than are on line 2, each of whom is an employee; null elsewhere, and where no number was recorded. */
export function tooFewDirectors({ employees, period }: Form8925Snapshot, findings: readonly Form8925Finding[]): string | null {
  const active = findings.filter(
    ({ reason, insured }) =>
      reason === 'IN_SCOPE' && roleAt(insured, period) === 'DIRECTOR' && employmentStatusAt(insured, period) === 'ACTIVE',
  )
  const insured = new Set(active.map(({ insured: { personId } }) => personId)).size
  if (employees?.directors === undefined || employees.directors >= insured) return null
  return `Line 1 was recorded with ${counted(employees.directors, 'director')} included, but line 2 counts ${counted(insured, 'active director')}, who are employees for this form (IRC 101(j)(5)(A)). Ask for the number again, with all directors included.`
}
