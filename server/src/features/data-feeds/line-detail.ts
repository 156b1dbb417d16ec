/** One line of a file for the page that shows and corrects it: as received, as corrected, and what it likely should be. */
import type { getFileLine } from '@corridor/contract/feed-lines.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { matchKey, readText } from '@corridor/domain/data-feeds/cell-values.ts'
import { type FeedField, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { closeNumber, LOOK_ALIKE, lineCorrections, sameNumber } from '@corridor/domain/data-feeds/corrections.ts'
import type { LineCells } from '@corridor/domain/data-feeds/footing.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { placeOf } from '../../platform/formats/reading/lines.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { readImpliedPoints } from '../../shared/policies/feed-layouts.ts'
import { correctionsOf, maskedCorrections } from '../../shared/policies/feed-line.ts'
import { readBooked } from './booked.ts'
import { asMapping, formsRead } from './directory-query.ts'
import { ruleWords } from './queries.ts'

/** @param seesPersonal whether dates of birth and the like may be shown (INSTITUTIONS 2) */
export async function selectLine(
  trx: Trx,
  scope: Scope,
  { id, line }: { id: number; line: number },
  seesPersonal: boolean,
): Promise<ReplyOf<typeof getFileLine>> {
  const found = await trx
    .selectFrom('carrierFileRow as r')
    .innerJoin('carrierFile as f', 'f.id', 'r.fileId')
    .leftJoin('institution as i', 'i.id', 'r.institutionId')
    .where('r.fileId', '=', id)
    .where('r.lineNumber', '=', line)
    .where('r.siteId', '=', scope.siteId)
    .select([
      'f.headers',
      'f.mapping',
      'f.summary',
      'f.sheets',
      'f.status',
      'f.layout',
      'f.layoutOf',
      'f.layoutVersion',
      'r.raw',
      'r.policyNumber',
      'r.carrierCode',
      'r.period',
      'r.matchKey',
    ])
    .select(['i.name as institutionName', correctionsOf('r.fileId', 'r.lineNumber').as('corrections')])
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  const mapping = asMapping(found.mapping)
  const masked = (header: string) => !seesPersonal && isPersonal(header, mapping[header])
  const isOpen = found.status !== 'POSTED' && found.status !== 'REJECTED'
  const fieldOf = (header: string): FeedField | null => {
    const field = mapping[header]
    return field && isFeedField(field) ? field : null
  }
  const { sheet, row } = placeOf(found.sheets, line)
  const findings = await selectOpen(trx, id, line)
  const told = isOpen
    ? await likely(trx, scope, { ...found, id, line, mapping, fieldOf }, new Set(findings.map(({ columnName }) => columnName)))
    : { likely: [], following: [] }
  return {
    line,
    lineNumber: row,
    sheet,
    policyNumber: found.policyNumber,
    institutionName: found.institutionName,
    cells: found.headers.map((header, column) => ({
      header,
      received: masked(header) ? '•••' : found.raw[column] || null,
      field: fieldOf(header),
      correctable: isOpen && fieldOf(header) !== null && !masked(header),
    })),
    corrections: maskedCorrections(found.corrections, seesPersonal ? null : mapping),
    findings: findings.map((finding) => ({ ...finding, ...ruleWords(finding.ruleCode) })),
    likely: told.likely.filter(({ header }) => !masked(header)),
    following: told.following.filter(({ header }) => !masked(header)),
  }
}

interface FoundLine {
  id: number
  line: number
  headers: string[]
  raw: string[]
  summary: unknown
  layout: unknown
  layoutOf: string | null
  layoutVersion: number | null
  corrections: { header: string; value: string }[]
  mapping: Record<string, string | null>
  carrierCode: string | null
  matchKey: string | null
  period: Parameters<typeof readBooked>[4]
  fieldOf: (header: string) => FeedField | null
}

const selectOpen = async (trx: Trx, id: number, line: number) =>
  await trx
    .selectFrom('carrierFileFinding')
    .select(['id', 'columnName', 'ruleCode', 'message'])
    .where('fileId', '=', id)
    .where('lineNumber', '=', line)
    .where('status', '=', 'OPEN')
    .orderBy(sql`case severity when 'error' then 1 when 'warning' then 2 else 3 end`)
    .orderBy('id')
    .execute()

/** @param columns those with an open finding */
async function likely(trx: Trx, scope: Scope, found: FoundLine, columns: ReadonlySet<string | null>) {
  const cells: LineCells = {}
  const pointed = await readImpliedPoints(trx, scope, found)
  for (const [column, header] of found.headers.entries()) {
    const field = found.fieldOf(header)
    if (field) cells[field] = found.corrections.find((cell) => cell.header === header)?.value ?? pointed(header, found.raw[column] ?? '')
  }
  const numbers = await alikeNumbers(trx, scope, found, cells.policyNumber ?? '')
  // A line whose number is written otherwise is compared with the policy that it likely is.
  const [only, other] = numbers
  const key = only && !other ? matchKey(only.policyNumber) : (found.matchKey ?? '')
  const { book, month } = await readBooked(trx, scope, [key], found.carrierCode, found.period)
  const fileMonth = await selectMainMonth(trx, scope, found)
  const forms = formsRead(found.summary)
  const orderOf = (field: FeedField) =>
    found.headers.some((header) => found.mapping[header] === field && forms[header] === 'DMY') ? ('DMY' as const) : ('MDY' as const)
  const headerOf = new Map(found.headers.flatMap((header) => [[found.fieldOf(header), header] as const]))
  const fields = [...columns].flatMap((header) => (header === null ? [] : (found.fieldOf(header) ?? [])))
  const { likely: offered, following } = lineCorrections(fields, {
    cells,
    booked: book.get(key) ?? null,
    month,
    fileMonth,
    orderOf,
    numbers,
  })
  const under = <Told extends { field: FeedField }>(told: Told[]) =>
    told.flatMap(({ field, ...rest }) => {
      const header = headerOf.get(field)
      return header === undefined ? [] : [{ header, ...rest }]
    })
  return { likely: under(offered), following: under(following) }
}

async function selectMainMonth(trx: Trx, scope: Scope, { id }: FoundLine): Promise<PlainDate | null> {
  const { rows } = await sql<{ period: PlainDate }>`
    select period from carrier_file_row where site_id = ${scope.siteId} and file_id = ${id} and period is not null
    group by period order by count(*) desc, period desc limit 1`.execute(trx)
  return rows[0]?.period ?? null
}

/** Policies of the carrier whose number differs from the line's in its leading zeros, or in letters and digits that look alike. */
async function alikeNumbers(trx: Trx, scope: Scope, found: FoundLine, cell: string) {
  const { carrierCode, matchKey: known } = found
  const written = readText(cell)
  const key = known ?? matchKey(written)
  if (key === '' || carrierCode === null) return []
  const { rows } = await sql<{ policyNumber: string }>`
    select p.policy_number from policy p
    where p.site_id = ${scope.siteId} and p.carrier_code = ${carrierCode} and not exists (select from policy o where o.site_id = p.site_id and o.carrier_code = p.carrier_code and o.match_key = ${key})
      and (ltrim(p.match_key, '0') = ltrim(${key}, '0') or translate(p.match_key, ${LOOK_ALIKE.letters}, ${LOOK_ALIKE.digits}) = translate(${key}, ${LOOK_ALIKE.letters}, ${LOOK_ALIKE.digits}))
    order by p.policy_number, p.id limit 3`.execute(trx)
  const alike = withReason(rows, (policyNumber) => sameNumber(written, policyNumber))
  return alike.length > 0 ? alike : await closeNumbers(trx, scope, found, written)
}

/** The one policy of the carrier that the month's rows lack and that a slip of the pen would make of the line's number; of several, none is offered. */
async function closeNumbers(trx: Trx, scope: Scope, { id, carrierCode, matchKey: known, period }: FoundLine, written: string) {
  const key = known ?? matchKey(written)
  const { rows } = await sql<{ policyNumber: string }>`
    select p.policy_number from policy p
    where p.site_id = ${scope.siteId} and p.carrier_code = ${carrierCode} and length(p.match_key) = ${key.length}
      and p.policy_status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING') and (p.issue_date is null or p.issue_date <= ${period})
      and p.institution_id in (select institution_id from carrier_file_row where file_id = ${id} and institution_id is not null)
      and not exists (select from carrier_file_row r where r.file_id = ${id} and r.institution_id = p.institution_id and r.policy_id = p.id and r.period = ${period})
      and not exists (select from policy o where o.site_id = ${scope.siteId} and o.carrier_code = ${carrierCode} and o.match_key = ${key})
    order by p.policy_number, p.id`.execute(trx)
  const close = withReason(rows, (policyNumber) => closeNumber(written, policyNumber))
  return close.length === 1 ? close : []
}

const withReason = (rows: readonly { policyNumber: string }[], reasonOf: (policyNumber: string) => string | null) =>
  rows.flatMap(({ policyNumber }) => {
    const reason = reasonOf(policyNumber)
    return reason === null ? [] : [{ policyNumber, reason }]
  })
