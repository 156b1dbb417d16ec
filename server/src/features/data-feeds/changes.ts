/** Decisions of people about a file before it is posted: leave rows out, take them back, accept findings, say which column holds what. */

import type { acceptWarnings, chooseSheets, rejectRows, restoreRows, setMapping } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { COLUMN_FORMS } from '@corridor/domain/data-feeds/cell-values.ts'
import { isPersonal, isPersonalField, normalizeHeader, recognizeHeader, resolveHeaders } from '@corridor/domain/data-feeds/headers.ts'
import { mayAccept } from '@corridor/domain/data-feeds/rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import type { ColumnForms } from './checking/column-forms.ts'
import type { Mapping } from './checking/header.ts'
import { recount, settleDerived, settleDuplicates, touch } from './counts.ts'
import { asMapping } from './directory-query.ts'
import { keepMapping } from './kept-mapping.ts'
import { lockOpenFile } from './lock.ts'
import { noteLockedMonths } from './locked-months.ts'
import { readAgain } from './read-again.ts'
import { acceptStatuses, reopenStatuses } from './status-proposals.ts'

interface Action {
  kernel: Kernel
  scope: Scope
  trx: Trx
  record: (event: ActivityEvent) => Promise<void>
}

export async function rejectLines(
  { kernel, scope, trx, record }: Action,
  { id, lines, reason, updatedAt }: ParsedOf<typeof rejectRows>,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  const { rows } = await sql<{
    lineNumber: number
  }>`update carrier_file_row set match_status = 'REJECTED', rejected_reason = ${reason}, rejected_by = ${scope.userId || null}
    where file_id = ${file.id} and line_number = any(${lines}::int[]) and match_status <> 'REJECTED' returning line_number`.execute(trx)
  await refuseUnknownLines(trx, file.id, lines)
  await sql`update carrier_file_finding set status = 'RESOLVED', resolution = ${`Row excluded: ${reason}`}, resolved_by = ${scope.userId || null}, resolved_at = now()
    where file_id = ${file.id} and line_number = any(${lines}::int[]) and status = 'OPEN'`.execute(trx)
  await settle(kernel, scope, trx, file.id)
  await record({
    action: 'feed.rows.rejected',
    entity: 'carrierFile',
    entityId: file.id,
    after: { lines: rows.map(({ lineNumber }) => lineNumber).slice(0, 1000), count: rows.length, reason },
  })
}

export async function restoreLines(
  { kernel, scope, trx, record }: Action,
  { id, lines, updatedAt }: ParsedOf<typeof restoreRows>,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  await refuseUnknownLines(trx, file.id, lines)
  await sql`update carrier_file_row r set rejected_reason = null, rejected_by = null, match_status = case
      when r.policy_id is not null then 'MATCHED'
      when exists (select from carrier_file_finding f where f.file_id = r.file_id and f.line_number = r.line_number and f.rule_code in ('VALUE', 'RAGGED') and f.column_name is null) then 'UNMATCHED'
      when r.match_key is not null and r.carrier_code is not null and r.period is not null and r.master is not null then 'NEW' else 'UNMATCHED' end
    where file_id = ${file.id} and line_number = any(${lines}::int[]) and match_status = 'REJECTED'`.execute(trx)
  await sql`update carrier_file_finding set status = 'OPEN', resolution = null, resolved_by = null, resolved_at = null
    where file_id = ${file.id} and line_number = any(${lines}::int[]) and status = 'RESOLVED' and (resolution like 'Row excluded: %' or resolution like 'Row rejected: %')`.execute(
    trx,
  )
  await settle(kernel, scope, trx, file.id)
  await record({
    action: 'feed.rows.restored',
    entity: 'carrierFile',
    entityId: file.id,
    after: { lines: lines.slice(0, 1000), count: lines.length },
  })
}

/** @throws AppError input naming the findings that no reason can settle, and what proposed statuses still need */
export async function acceptFindings(
  { kernel, scope, trx, record }: Action,
  { id, findings, statuses, reason, updatedAt }: ParsedOf<typeof acceptWarnings>,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  const chosen = await trx
    .selectFrom('carrierFileFinding')
    .select(['id', 'ruleCode', 'severity', 'status'])
    .where('fileId', '=', file.id)
    .where('id', 'in', findings)
    .execute()
  if (chosen.length < new Set(findings).size) throw new AppError('not_found')
  const refused = [
    ...new Set(chosen.filter(({ ruleCode, severity }) => severity === 'error' && !mayAccept(ruleCode)).map(({ ruleCode }) => ruleCode)),
  ]
  if (refused.length > 0)
    throw inputError({
      findings: [
        `${refused.join(', ')} cannot be accepted as they are: correct the columns, accept the policy as new, or exclude the row.`,
      ],
    })
  const proposed = chosen.some(({ ruleCode }) => ruleCode === 'V10')
  if (proposed) await acceptStatuses({ kernel, scope, trx, record }, file.id, { findings, statuses, reason })
  await trx
    .updateTable('carrierFileFinding')
    .set({
      status: 'ACCEPTED',
      resolution: sql`case rule_code when 'V10' then resolution else ${reason} end`,
      resolvedBy: scope.userId || null,
      resolvedAt: sql`now()`,
    })
    .where('fileId', '=', file.id)
    .where('id', 'in', findings)
    .where('status', '=', 'OPEN')
    .execute()
  await settle(kernel, scope, trx, file.id)
  await record({
    action: 'feed.findings.accepted',
    entity: 'carrierFile',
    entityId: file.id,
    after: { findings: findings.slice(0, 1000), count: findings.length, reason },
  })
}

/** @param seesPersonal whether the caller may see dates of birth and the like (INSTITUTIONS 2) */
export async function changeMapping(
  { kernel, scope, trx, record }: Action,
  { id, mapping, forms, keep, carrierCode, period, updatedAt }: ParsedOf<typeof setMapping>,
  seesPersonal: boolean,
): Promise<void> {
  const before = await lockOpenFile(trx, scope, id, updatedAt)
  if (carrierCode && !(await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirst()))
    throw inputError({ carrierCode: ['No carrier has this code.'] })
  const { forms: said, sheets } = summaryForm.parse(before.summary ?? {})
  refuseDoubleUse(sheets.length > 0 ? sheets : [before.headers], mapping)
  if (!seesPersonal) refuseOpening(asMapping(before.mapping), mapping)
  // A mapping of a column stays until somebody changes it.
  const given = { mapping, forms: { ...said, ...forms } }
  const defaults = {
    carrierCode: carrierCode === undefined ? before.carrierCode : carrierCode,
    period: period === undefined ? before.period : period,
  }
  await trx
    .updateTable('carrierFile')
    .set({
      ...defaults,
      mapping: sql<never>`${JSON.stringify(given.mapping)}::jsonb`,
      forms: sql<never>`${JSON.stringify(given.forms)}::jsonb`,
      mappingSource: 'given',
    })
    .where('id', '=', id)
    .execute()
  await record({
    action: 'feed.mapping.changed',
    entity: 'carrierFile',
    entityId: id,
    before: before.mapping,
    after: { ...given, ...defaults, kept: keep },
  })
  await readAgain(kernel, scope, trx, { ...before, ...defaults, ...given, mappingSource: 'given' })
  if (keep) await keepMapping(trx, scope, id, defaults.carrierCode, given)
}

/** Reads the chosen sheets of a workbook in place of those that were read before. @throws AppError input naming a sheet that holds no policies */
export async function changeSheets(
  { kernel, scope, trx, record }: Action,
  { id, sheets, reason, updatedAt }: ParsedOf<typeof chooseSheets>,
): Promise<void> {
  const before = await lockOpenFile(trx, scope, id, updatedAt)
  const { choices } = sheetChoices.parse(before.summary ?? {})
  const chosenSheets = choices.flatMap(({ name, mayBeRead }) => (mayBeRead && sheets.includes(name) ? [name] : []))
  const unknown = sheets.filter((name) => !chosenSheets.includes(name))
  if (unknown.length > 0) throw inputError({ sheets: unknown.map((name) => `“${name}” is no sheet of the workbook that holds policies.`) })
  await trx.updateTable('carrierFile').set({ chosenSheets }).where('id', '=', id).execute()
  await record({
    action: 'feed.sheets.chosen',
    entity: 'carrierFile',
    entityId: id,
    before: { sheets: choices.flatMap(({ name, isRead }) => (isRead ? [name] : [])) },
    after: { sheets: chosenSheets, reason },
  })
  await readAgain(kernel, scope, trx, { ...before, chosenSheets })
}

const sheetChoices = z
  .looseObject({
    sheets: z.array(z.looseObject({ name: z.string(), isRead: z.boolean(), mayBeRead: z.boolean().default(false) })).catch([]),
  })
  .transform(({ sheets }) => ({ choices: sheets }))
  .catch({ choices: [] })

/** A file as it was read: the headers of each sheet, and a person's decisions on the columns' dates and rates. */
const summaryForm = z.looseObject({
  sheets: z
    .array(z.looseObject({ headers: z.array(z.string()) }).transform(({ headers }) => headers))
    .catch([])
    .default([]),
  forms: z
    .record(z.string(), z.object({ form: z.enum(COLUMN_FORMS), by: z.string() }))
    .transform(
      (forms): ColumnForms =>
        Object.fromEntries(Object.entries(forms).flatMap(([header, { form, by }]) => (by === 'given' ? [[header, form]] : []))),
    )
    .catch({})
    .default({}),
})

/** A field comes from one column of a sheet. @throws AppError input naming the others */
function refuseDoubleUse(sheets: readonly (readonly string[])[], mapping: Mapping): void {
  const meta: Record<string, string[]> = {}
  for (const headers of sheets)
    for (const { columns } of resolveHeaders(headers, silencedBut(headers, mapping)).contests) {
      const [first = '', ...others] = columns.map((column) => headers[column] ?? '')
      for (const header of others) meta[`mapping.${header}`] = [`“${first}” is read as this already. A field comes from one column.`]
    }
  if (Object.keys(meta).length > 0) throw inputError(meta)
}

/** The mapping alone: headers that it does not speak of are not recognized besides. */
function silencedBut(headers: readonly string[], mapping: Mapping): Mapping {
  const alike = new Set(Object.keys(mapping).flatMap((header) => (headers.includes(header) ? [] : [normalizeHeader(header)])))
  const silent = headers.filter((header) => !Object.hasOwn(mapping, header) && !alike.has(normalizeHeader(header)))
  return { ...mapping, ...Object.fromEntries(silent.map((header) => [header, null])) }
}

/** A column that is masked stays so: read as a policy number, its cells would show in lists and findings. */
function refuseOpening(before: Mapping, mapping: Mapping): void {
  const given = new Map(Object.entries(mapping).map(([header, field]) => [normalizeHeader(header), field]))
  const meta: Record<string, string[]> = {}
  for (const header of new Set([...Object.keys(before), ...Object.keys(mapping)])) {
    if (!isPersonal(header, before[header])) continue
    const name = normalizeHeader(header)
    const field = given.has(name) ? given.get(name) : recognizeHeader(header)
    const isOpened = field ? !isPersonalField(field) && field !== before[header] : !isPersonal(header, null)
    if (isOpened)
      meta[`mapping.${header}`] = [
        'This column holds dates of birth or the like. Changing how it is read requires the right to change institutions.',
      ]
  }
  if (Object.keys(meta).length > 0) throw inputError(meta)
}

async function refuseUnknownLines(trx: Trx, fileId: number, lines: readonly number[]): Promise<void> {
  const wanted = [...new Set(lines)]
  const { count } = await trx
    .selectFrom('carrierFileRow')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('fileId', '=', fileId)
    .where('lineNumber', 'in', wanted)
    .executeTakeFirstOrThrow()
  if (Number(count) < wanted.length) throw inputError({ lines: ['The file has no row on one of these lines.'] })
}

export async function settle(kernel: Kernel, scope: Scope, trx: Trx, fileId: number): Promise<void> {
  await hashJoins(trx)
  await settleDuplicates(trx, fileId)
  await reopenStatuses(trx, scope, fileId)
  await settleDerived(trx, fileId)
  await noteLockedMonths(trx, scope, fileId)
  await recount(trx, fileId)
  await touch(trx, fileId)
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId, status: 'VALIDATED' })
}
