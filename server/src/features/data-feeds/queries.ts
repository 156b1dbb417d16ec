/** Reading files, findings and rows for the pages; what only some may see is masked here. */

import type { CarrierFile } from '@corridor/contract/carrier-file.ts'
import type { FileFinding, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import { KEPT_KEYS } from '@corridor/domain/data-feeds/kept-values.ts'
import { FEED_RULES, isRuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { shownFileStatus } from '@corridor/domain/data-feeds/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { placeOf } from '../../platform/formats/reading/lines.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { correctionsOf, maskedCorrections } from '../../shared/policies/feed-line.ts'
import { selectBirthDates } from './birth-dates.ts'
import { asMapping } from './directory-query.ts'
import { masterColumns } from './master-columns.ts'
import { proposedBasisOf } from './new-policy-facts.ts'

/** The value that all rows have; the upload's statement where they have none. Several values are no one value. */
const saidByAll = (rows: string, given: string) =>
  sql<
    string | null
  >`(case jsonb_array_length(coalesce(f.summary->${rows}, '[]')) when 0 then ${sql.ref(`f.${given}`)}::text when 1 then f.summary->${rows}->>0 end)`
const [carrierOf, periodOfFile] = [saidByAll('carriers', 'carrier_code'), saidByAll('periods', 'period')]
const countOf = (rows: string) => sql<number>`jsonb_array_length(coalesce(f.summary->${rows}, '[]'))`

const files = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('carrierFile as f')
    .leftJoin('carrier as c', (join) => join.on(sql<boolean>`c.code = ${carrierOf}`))
    .leftJoin('userAccount as received', 'received.id', 'f.receivedBy')
    .leftJoin('userAccount as posted', 'posted.id', 'f.postedBy')
    .where('f.siteId', '=', scope.siteId)
    .select([
      'f.id',
      'f.fileName',
      'f.status',
      'f.failure',
      'f.needsPassword',
      'f.sizeBytes',
      'f.sha256',
      'f.rowCount',
      'f.matched',
      'f.unmatched',
      'f.newPolicies',
      'f.rejected',
      'f.openErrors',
      'f.openWarnings',
      'f.receivedAt',
      'f.arrival',
      'f.arrivalName',
      'f.postedAt',
      'f.updatedAt',
      'c.shortName as carrierName',
    ])
    .select([
      carrierOf.as('carrierCode'),
      periodOfFile.as('period'),
      countOf('carriers').as('carrierCount'),
      countOf('periods').as('periodCount'),
      sql<string | null>`received.first_name || ' ' || received.last_name`.as('receivedBy'),
      sql<string | null>`posted.first_name || ' ' || posted.last_name`.as('postedBy'),
    ])

export async function selectFiles(trx: Trx, scope: Scope, input: ParsedOf<typeof listFiles>): Promise<Page<CarrierFile>> {
  let query = files(trx, scope)
  if (input.carrierCode)
    query = query.where(sql<boolean>`(f.carrier_code = ${input.carrierCode} or f.summary->'carriers' ? ${input.carrierCode})`)
  if (input.period) query = query.where(sql<boolean>`(f.period = ${input.period} or f.summary->'periods' ? ${input.period})`)
  if (input.status) query = query.where('f.status', 'in', input.status)
  if (input.arrival) query = query.where('f.arrival', 'in', input.arrival)
  const { records, page } = await pageOf(query, input, {
    id: 'f.id',
    sort: { receivedAt: 'f.receivedAt', fileName: 'f.fileName', carrierCode: carrierOf, period: periodOfFile, status: 'f.status' },
    search: ['f.fileName', 'c.shortName', 'f.carrierCode'],
  })
  return { records: records.map(withShown), page }
}

export async function selectFile(trx: Trx, scope: Scope, id: number): Promise<CarrierFile> {
  const file = await files(trx, scope).where('f.id', '=', id).executeTakeFirst()
  if (!file) throw new AppError('not_found')
  return withShown(file)
}
const withShown = <File extends Omit<CarrierFile, 'shown'>>(file: File) => ({ ...file, shown: shownFileStatus(file) })

/** A key for one carrier's files asks about those it sent, and about that carrier's. @throws AppError not_found for every other */
export async function refuseOthers(trx: Trx, scope: Scope, id: number, key: { id: number; carrierCode: string | null }): Promise<void> {
  const own = await files(trx, scope)
    .where('f.id', '=', id)
    .where(sql<boolean>`(f.api_key_id = ${key.id} or ${carrierOf} = ${key.carrierCode})`)
    .executeTakeFirst()
  if (!own) throw new AppError('not_found')
}

/** @param seesPersonal whether dates of birth may be shown (INSTITUTIONS 2); a file of the list has none */
export async function selectFindings(
  trx: Trx,
  scope: Scope,
  input: ParsedOf<typeof listFindings>,
  seesPersonal: boolean,
): Promise<Page<FileFinding>> {
  await selectFile(trx, scope, input.id)
  const sheets = await selectSheets(trx, scope, input.id)
  let query = trx
    .selectFrom('carrierFileFinding as g')
    .leftJoin('institution as i', 'i.id', 'g.institutionId')
    .leftJoin('policy as p', (join) => join.onRef('p.institutionId', '=', 'g.institutionId').onRef('p.id', '=', 'g.policyId'))
    .leftJoin('carrierFileRow as r', (join) => join.onRef('r.fileId', '=', 'g.fileId').onRef('r.lineNumber', '=', 'g.lineNumber'))
    .where('g.fileId', '=', input.id)
    .where('g.siteId', '=', scope.siteId)
    .select([
      'g.id',
      'g.lineNumber as line',
      'g.columnName',
      'g.value',
      'g.ruleCode',
      'g.severity',
      'g.message',
      'g.institutionId',
      'i.name as institutionName',
      'g.policyId',
      'g.status',
      'g.resolution',
    ])
    .select(sql<string | null>`coalesce(p.policy_number, r.policy_number)`.as('policyNumber'))
  if (input.severity) query = query.where('g.severity', 'in', input.severity)
  if (input.status) query = query.where('g.status', 'in', input.status)
  if (input.ruleCode) query = query.where('g.ruleCode', '=', input.ruleCode)
  const bySeverity = sql`case g.severity when 'error' then 1 when 'warning' then 2 else 3 end`
  const { records, page } = await pageOf(query, input, {
    id: 'g.id',
    sort: {
      lineNumber: 'g.lineNumber',
      urgency: sql`case when g.status = 'OPEN' then 0 else 3 end + ${bySeverity}`,
      severity: bySeverity,
      ruleCode: 'g.ruleCode',
      status: 'g.status',
    },
    search: ['g.message', 'g.columnName', 'g.value', 'p.policyNumber', 'r.policyNumber'],
  })
  const birthDates =
    seesPersonal && !input.format
      ? await selectBirthDates(
          trx,
          scope,
          records.map(({ id }) => id),
        )
      : null
  return {
    page,
    records: records.map((finding) => ({
      ...finding,
      birthDates: birthDates?.get(finding.id) ?? null,
      ...(finding.line === null ? { sheet: null, lineNumber: null } : placed(sheets, finding.line)),
      ...ruleWords(finding.ruleCode),
    })),
  }
}

export async function selectSheets(trx: Trx, scope: Scope, id: number): Promise<string[] | null> {
  const file = await trx
    .selectFrom('carrierFile')
    .select('sheets')
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  return file?.sheets ?? null
}

export const placed = (sheets: readonly string[] | null, line: number): { sheet: string | null; lineNumber: number } => {
  const { sheet, row } = placeOf(sheets, line)
  return { sheet, lineNumber: row }
}

export const ruleWords = (code: string): { ruleTitle: string; settle: 'accept' | 'reject' | 'derived' } =>
  isRuleCode(code) ? { ruleTitle: FEED_RULES[code].title, settle: FEED_RULES[code].settle } : { ruleTitle: code, settle: 'accept' }

/** @param seesPersonal whether dates of birth and the like may be shown (INSTITUTIONS 2) */
export async function selectRows(trx: Trx, scope: Scope, input: ParsedOf<typeof listRows>, seesPersonal: boolean) {
  const file = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'mapping', 'sheets'])
    .where('id', '=', input.id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  let query = trx
    .selectFrom('carrierFileRow as r')
    .leftJoin('institution as i', 'i.id', 'r.institutionId')
    .leftJoin('product', (join) =>
      join.on(
        sql<boolean>`r.match_status = 'NEW' and product.carrier_code = r.carrier_code and lower(product.product_name) = lower(r.master->>'productName')`,
      ),
    )
    .where('r.fileId', '=', input.id)
    .where('r.siteId', '=', scope.siteId)
    .select([
      'r.lineNumber as line',
      'r.matchStatus',
      'r.policyId',
      'r.policyNumber',
      'r.insuredName',
      'r.institutionId',
      'i.name as institutionName',
      'r.period',
      'r.carrierCode',
      ...KEPT_KEYS.map((key) => `r.${key}` as const),
      'r.rejectedReason',
      'r.raw as cells',
      'r.master as said',
      'product.id as productId',
      correctionsOf('r.fileId', 'r.lineNumber').as('corrections'),
    ])
  if (input.matchStatus) query = query.where('r.matchStatus', 'in', input.matchStatus)
  if (input.corrected !== undefined)
    query = query.where(sql<boolean>`(${correctionsOf('r.fileId', 'r.lineNumber')} <> '[]') = ${input.corrected}`)
  if (input.lineNumber !== undefined) query = query.where('r.lineNumber', '=', input.lineNumber)
  const { records, page } = await pageOf(query, input, {
    id: 'r.lineNumber',
    sort: { lineNumber: 'r.lineNumber', matchStatus: 'r.matchStatus' },
    search: ['r.policyNumber', 'r.insuredName', 'i.name'],
  })
  const mapping = asMapping(file.mapping)
  const masked = file.headers.map((header) => !seesPersonal && isPersonal(header, mapping[header]))
  return {
    page,
    records: records.map(({ cells, said, productId, corrections, ...row }) => ({
      ...row,
      corrections: maskedCorrections(corrections, seesPersonal ? null : mapping),
      ...placed(file.sheets, row.line),
      master: said === null ? null : proposal(said, { ...row, productId }, seesPersonal),
      raw: Object.fromEntries(file.headers.map((header, column) => [header, masked[column] ? '•••' : (cells[column] ?? '') || null])),
    })),
  }
}

function proposal(
  said: unknown,
  row: Parameters<typeof proposedBasisOf>[0] & { faceAmountCents: number | null; productId: number | null },
  seesPersonal: boolean,
) {
  const { insuredSsnLast4: _, insuredDateOfBirth, ...columns } = masterColumns.parse(said)
  const proposedBasisCents = proposedBasisOf(row, columns, columns.issueDate)
  return { ...columns, proposedBasisCents, insuredDateOfBirth: seesPersonal ? insuredDateOfBirth : null, ...row }
}

/** Whether the file holds what only few may see: then they alone may fetch its bytes. */
export async function holdsPersonal(
  trx: Trx,
  scope: Scope,
  id: number,
): Promise<{ personal: boolean; sha256: string; fileName: string; mediaType: string }> {
  const file = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'mapping', 'sha256', 'fileName', 'mediaType'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  const mapping = asMapping(file.mapping)
  // A file that was never read may hold anything.
  const personal = file.headers.length === 0 || file.headers.some((header) => isPersonal(header, mapping[header]))
  return { personal, sha256: file.sha256, fileName: file.fileName, mediaType: file.mediaType }
}
