/** Correcting cells of a carrier's file before it is posted: the line as received is kept, who corrected what and why stands beside it. */
import type { checkFileAgain, correctCells } from '@corridor/contract/feed-lines.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { trackForms } from './checking/column-forms.ts'
import type { Mapping } from './checking/header.ts'
import { rowReader } from './checking/read-row.ts'
import { readCorrections } from './corrections-query.ts'
import { asMapping, formsRead } from './directory-query.ts'
import { lockOpenFile } from './lock.ts'
import { readAgain } from './read-again.ts'

/** @param seesPersonal may see dates of birth and the like (INSTITUTIONS 2) @throws AppError not_found, input naming the cells, wrong_status once posted */
export async function correct(
  { kernel, scope, trx, record }: Acting,
  { id, line, cells, reason, updatedAt }: ParsedOf<typeof correctCells>,
  seesPersonal: boolean,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  const row = await trx
    .selectFrom('carrierFileRow')
    .select('raw')
    .where('fileId', '=', id)
    .where('siteId', '=', scope.siteId)
    .where('lineNumber', '=', line)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const mapping = asMapping(file.mapping)
  const inForce = (await readCorrections(trx, id)).get(line) ?? {}
  const isRagged = await trx
    .selectFrom('carrierFileFinding')
    .select('id')
    .where('fileId', '=', id)
    .where('lineNumber', '=', line)
    .where('ruleCode', '=', 'RAGGED')
    .executeTakeFirst()
  if (isRagged)
    throw inputError({
      cells: ['The line does not fit the header, so its cells cannot be told apart. Exclude it, or ask for a corrected file.'],
    })
  const refused: Record<string, string[]> = {}
  const changed = cells.flatMap(({ header, value }) => {
    const received = row.raw[file.headers.indexOf(header)]
    const before = inForce[header] ?? null
    // The received text, written once more, takes the correction back.
    const wanted = value === received ? null : value
    if (received === undefined) refused[`cells.${header}`] = ['The file has no such column.']
    else if (!seesPersonal && isPersonal(header, mapping[header]))
      refused[`cells.${header}`] = [
        'This column holds dates of birth or the like. Correcting it requires the right to change institutions.',
      ]
    else if (!mapping[header]) refused[`cells.${header}`] = ['This column is not used. Choose its field under Column mapping first.']
    else if (wanted !== before) return [{ header, received, before, value: wanted }]
    return []
  })
  if (Object.keys(refused).length > 0) throw inputError(refused)
  if (changed.length === 0) throw inputError({ cells: ['Nothing would change: these are the values that are read already.'] })
  await trx
    .insertInto('carrierFileCorrection')
    .values(
      changed.map(({ header, received, value }) => ({
        siteId: scope.siteId,
        fileId: id,
        lineNumber: line,
        columnName: header,
        received,
        value,
        reason,
        correctedBy: scope.userId || null,
        isReasonPrinted: true,
      })),
    )
    .execute()
  const isChecked = await readAgain(kernel, scope, trx, file)
  if (isChecked) await refuseUnreadable(trx, id, line, changed)
  else refuseTyped(file, mapping, line, changed)
  const shown = (header: string, text: string | null) => (text !== null && isPersonal(header, mapping[header]) ? '•••' : text)
  await record({
    action: 'feed.cells.corrected',
    entity: 'carrierFile',
    entityId: id,
    before: Object.fromEntries(changed.map(({ header, received, before }) => [header, shown(header, before ?? received)])),
    after: {
      line,
      ...Object.fromEntries(changed.map(({ header, received, value }) => [header, shown(header, value ?? received)])),
      reason,
    },
  })
}

/** The file’s own reading is asked, which knows how the dates and rates of each column are written. Refusing takes back all that was written. A received value put back is nobody’s correction. */
async function refuseUnreadable(
  trx: Trx,
  fileId: number,
  line: number,
  changed: readonly { header: string; value: string | null }[],
): Promise<void> {
  const typed = changed.flatMap(({ header, value }) => (value === null ? [] : [header]))
  if (typed.length === 0) return
  const unread = await trx
    .selectFrom('carrierFileFinding')
    .select(['columnName', 'message'])
    .where('fileId', '=', fileId)
    .where('lineNumber', '=', line)
    .where('ruleCode', 'in', ['VALUE', 'MASTER'])
    .where('columnName', 'in', typed)
    .orderBy('id')
    .execute()
  if (unread.length > 0) throw inputError(Object.fromEntries(unread.map(({ columnName, message }) => [`cells.${columnName}`, [message]])))
}

/** A large file is read again by a job, too late to refuse: the typed cells are read here as that reading will read them. */
function refuseTyped(
  { headers, summary }: Pick<Awaited<ReturnType<typeof lockOpenFile>>, 'headers' | 'summary'>,
  mapping: Mapping,
  line: number,
  changed: readonly { header: string; value: string | null }[],
): void {
  const fields = new Map(
    headers.flatMap((header, column) => {
      const field = mapping[header]
      return field && isFeedField(field) ? [[column, field] as const] : []
    }),
  )
  const cells = headers.map((header) => changed.find((typed) => typed.header === header)?.value ?? '')
  const { problems } = rowReader({ headers, fields }, true, trackForms({}, formsRead(summary)))({ line, cells })
  const unread = problems.flatMap(({ ruleCode, column, message }) =>
    column !== null && (ruleCode === 'VALUE' || ruleCode === 'MASTER') ? [{ header: headers[column], message }] : [],
  )
  if (unread.length > 0) throw inputError(Object.fromEntries(unread.map(({ header, message }) => [`cells.${header}`, [message]])))
}

export async function checkAgain(
  { kernel, scope, trx, record }: Acting,
  { id, updatedAt }: ParsedOf<typeof checkFileAgain>,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  await readAgain(kernel, scope, trx, file)
  await record({ action: 'feed.checked', entity: 'carrierFile', entityId: id })
}
