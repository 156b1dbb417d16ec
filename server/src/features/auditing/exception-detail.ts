/** One exception: its steps, the months before, and the carrier’s line behind it. */
import type { getException } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { REASON_CODES, STATUS_TABLE } from '@corridor/domain/auditing/exceptions.ts'
import { isPersonal, namesInsured } from '@corridor/domain/data-feeds/headers.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Acting } from '../../platform/http/route.ts'
import { personName } from '../../shared/people/person-name.ts'
import { cellsOf, correctionsOf, mappingForm, maskedCorrections } from '../../shared/policies/feed-line.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { BIRTH_CELL, type BirthCell, birthDatesOf, recordBirthDates } from './birth-dates.ts'
import { selectExceptions, selectNamedPolicies, toRecord, withOverdue } from './exception-queries.ts'

/** Links back no further than this. */
const MONTHS_BACK = 12

type Earlier = ReplyOf<typeof getException>['earlier'][number]

/** @param seesPersonal has the right to the personal data of insureds: is shown their names */
export async function selectDetail(
  { kernel, trx, scope, record }: Pick<Acting, 'kernel' | 'trx' | 'scope' | 'record'>,
  { institutionId, id }: { institutionId: number; id: number },
  seesPersonal: boolean,
) {
  const found = await selectExceptions(trx, scope, {}, null)
    .where('x.institutionId', '=', institutionId)
    .where('x.id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const shown = toRecord(found, scope.userId, seesPersonal)
  const steps = await trx
    .selectFrom('auditExceptionStep as s')
    .where('s.institutionId', '=', institutionId)
    .where('s.exceptionId', '=', id)
    .select([
      's.id',
      's.at',
      's.status',
      's.reasonCode',
      's.note',
      's.dueOn',
      personName('s.user_id').as('by'),
      personName('s.assigned_to').as('assignedTo'),
    ])
    .orderBy('s.id')
    .execute()
  const { rows: earlier } = await sql<Earlier>`
    with recursive back as (
      select x.id, x.period, x.status, x.message, x.reason_code, x.note, x.resolved_by, x.resolved_at, x.previous_id, 1 as depth from audit_exception x where x.institution_id = ${institutionId}
        and x.id = (select o.previous_id from audit_exception o where o.institution_id = ${institutionId} and o.id = ${id})
      union all
      select x.id, x.period, x.status, x.message, x.reason_code, x.note, x.resolved_by, x.resolved_at, x.previous_id, back.depth + 1 from audit_exception x join back on x.institution_id = ${institutionId} and x.id = back.previous_id
      where back.depth < ${MONTHS_BACK})
    select id, period, status, message, reason_code, note, ${personName('back.resolved_by')} as settled_by, resolved_at as settled_at from back order by depth`.execute(
    trx,
  )
  const { rows: locks } = await sql<{ isLocked: boolean }>`
    select exists (select from period_lock l where l.site_id = ${scope.siteId} and l.period_end = ${found.period}) as is_locked`.execute(
    trx,
  )
  const { lineInFile, ...line } = await selectLine(trx, { fileId: found.fileId, institutionId, id }, seesPersonal)
  if (found.fileId !== null && line.birthDates && !line.birthDates.hidden) {
    const { insuredId } = line.birthDates
    await recordBirthDates(record, {
      fileId: found.fileId,
      lines: lineInFile === null ? [] : [lineInFile],
      insureds: [{ institutionId, insuredId }],
    })
  }
  return {
    ...withOverdue(shown, await dayOfSite(kernel, trx, scope.siteId)),
    steps: steps.map((step) => ({ ...step, reasonCode: REASON_CODES.find((code) => code === step.reasonCode) ?? null })),
    earlier,
    policies: await selectNamedPolicies(trx, { institutionId, id, period: found.period }),
    ...line,
    isLocked: locks[0]?.isLocked ?? false,
    nextStatuses: [...STATUS_TABLE[shown.status].next],
  }
}

/**
 * The line as the carrier wrote it: without dates of birth and numbers, and without names for whoever has no right to personal data.
 * An exception about the date of birth itself shows it to those who may see it.
 */
async function selectLine(trx: Trx, { fileId, institutionId, id }: AboutLine, seesPersonal: boolean) {
  if (fileId === null) return NO_LINE
  const { rows } = await sql<FoundLine>`
    select x.line_number, f.headers, f.mapping, r.raw, ${correctionsOf('x.fileId', 'x.lineNumber')} as corrections, b.header, b.is_day_first, n.id as insured_id, n.date_of_birth
    from audit_exception x join carrier_file f on f.id = x.file_id join carrier_file_row r on r.file_id = x.file_id and r.line_number = x.line_number
    ${BIRTH_CELL}
    where x.institution_id = ${institutionId} and x.id = ${id}`.execute(trx)
  const [line] = rows
  if (!line) return NO_LINE
  const mapping = mappingForm.parse(line.mapping)
  const isMasked = (header: string, field: string | null | undefined) =>
    seesPersonal ? isPersonal(header, field) && header !== line.header : isPersonal(header, field) || namesInsured(header, field)
  return {
    line: Object.entries(cellsOf(line.headers, line.raw, mapping, isMasked)).map(([header, cell]) => ({ header, cell })),
    corrections: maskedCorrections(line.corrections, mapping, isMasked),
    birthDates: birthDatesOf(line, seesPersonal),
    lineInFile: line.lineNumber,
  }
}

interface AboutLine {
  fileId: number | null
  institutionId: number
  id: number
}

interface FoundLine extends BirthCell {
  lineNumber: number
  mapping: unknown
}

const NO_LINE = { line: null, corrections: [], birthDates: null, lineInFile: null }
