/** Client reports uploaded, and other files put in place of theirs: looked at first, then kept with their row in one transaction. */
import { replaceForm } from '@corridor/contract/file-versions.ts'
import { replaceReport, reportForm, reports } from '@corridor/contract/report-records.ts'
import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import type { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent, type Verdict } from '../../platform/files/inspection.ts'
import { type ReceivedFile, receiveFile } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { replayOr } from '../../platform/http/idempotency.ts'
import type { RawCall } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, lockRow, type Row } from '../../platform/records/resource-rows.ts'
import { announceFiles } from '../../shared/notifications/file-mails.ts'
import { keepReport, replaceReportFile, withEndingOf } from '../../shared/papers/client-reports.ts'
import { reportBinding } from './binding.ts'
import { checkNames } from './names.ts'

type Creating = RawCall<typeof reports.endpoints.create>
type Replacing = RawCall<typeof replaceReport>
const { create } = reports.endpoints

/** @throws AppError input with the required message, or why the file is not taken; unsupported_file, too_large. Nothing is then kept. */
export async function upload(kernel: Kernel, call: Creating): Promise<unknown> {
  const { scope, session, transact } = call
  const file = await receiveFile(call, 'CLIENT_REPORT')
  const { uploadBatch } = formOf(reportForm, file.fields)
  const thisYear = kernel.now().getUTCFullYear()
  // A refusal by the name alone comes before the content is looked at; whether the name is stored already is asked when its turn comes.
  const [early] = await transact(({ trx }) => checkNames(trx, scope, [file.fileName], thisYear))
  if (early?.message && early.problem !== 'duplicate') throw inputError({ file: [early.message] }, early.message)
  const verdict = await acceptContent(kernel, file)
  const input = { fileName: file.fileName, sha256: file.sha256, uploadBatch }
  return replayOr({ ...call, input }, create, (replay) =>
    transact(({ trx, record }) =>
      replay(trx, async () => {
        const id = await enter(kernel, trx, call, { file, verdict, uploadBatch })
        const row = await loadRow({ trx, session, scope }, reportBinding, create.access, id)
        await record({
          action: 'reports.received',
          entity: 'reports',
          entityId: id,
          institutionId: Number(row.institutionId),
          after: {
            uploadName: file.fileName,
            typeCode: row.typeCode,
            yearOverride: row.yearOverride,
            sizeBytes: file.sizeBytes,
            sha256: file.sha256,
          },
        })
        await announceFiles(kernel, trx, scope, { batch: uploadBatch ?? `report ${id}`, files: [{ kind: 'REPORT', id }] })
        return row
      }),
    ),
  )
}

interface Taken {
  file: ReceivedFile
  verdict: Verdict
  uploadBatch: string | undefined
}

/** When two come at once under one name, one is entered and the other told. */
async function enter(kernel: Kernel, trx: Trx, { scope, session }: Creating, { file, verdict, uploadBatch }: Taken): Promise<number> {
  const now = kernel.now()
  const [said] = await checkNames(trx, scope, [file.fileName], now.getUTCFullYear())
  if (
    !said ||
    said.institutionId === null ||
    said.typeCode === null ||
    said.yearOverride === null ||
    said.displayName === null ||
    said.message !== null
  )
    throw inputError({ file: [said?.message ?? ''] }, said?.message ?? '')
  const { institutionId, typeCode, yearOverride, displayName } = said
  const made = await keepReport(
    trx,
    { siteId: scope.siteId, by: session.userId, now },
    { institutionId, typeCode, yearOverride, displayName, name: nameOf(file.fileName, now), uploadBatch },
    { file, verdict },
  )
  if (made === undefined) {
    const message = `${file.fileName}: A report with this name is already stored. Rename the file, or replace the file of that report.`
    throw inputError({ file: [message] }, message)
  }
  return made
}

/**
 * Another file in place of a report's. One that is named by the rule has to say the same institution and type; any other name will do.
 * @throws AppError conflict with both versions when the record changed since the person saw it; wrong_status for a released one
 */
export async function replaceFile(kernel: Kernel, call: Replacing): Promise<Row> {
  const { scope, session, input, transact } = call
  const load = (trx: Trx) => loadRow({ trx, session, scope }, reportBinding, replaceReport.access, input.id)
  // Whoever may not change the report is told before a byte is kept.
  const seen = await transact(({ trx }) => load(trx))
  checkUploaded(seen)
  const file = await receiveFile(call, 'CLIENT_REPORT')
  const { updatedAt } = formOf(replaceForm, file.fields)
  const said = parseReportFileName(file.fileName, kernel.now().getUTCFullYear())
  if (!('message' in said) && (said.institutionId !== seen.institutionId || said.typeCode !== seen.typeCode)) {
    const message = `${file.fileName}: The name gives institution ${said.institutionId} and type ${said.typeCode}; the report is for institution ${Number(seen.institutionId)} and type ${String(seen.typeCode)}.`
    throw inputError({ file: [message] }, message)
  }
  const verdict = await acceptContent(kernel, file)
  return transact(async ({ trx, record }) => {
    await lockRow(trx, reportBinding, input.id)
    const before = await load(trx)
    checkUploaded(before)
    const stored = await trx
      .selectFrom('clientReport')
      .select(['institutionId', 'uploadName', 'version', 'fileSha256'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    // The same file again, after an answer that was lost, changes nothing.
    if (stored.fileSha256 === file.sha256) return before
    if (before.updatedAt !== new Date(updatedAt).toISOString()) throw new AppError('conflict', { meta: { current: before } })
    const version = await replaceReportFile(trx, { by: session.userId, now: kernel.now() }, input.id, file, verdict).catch(
      nameTaken(withEndingOf(stored.uploadName, file.fileName)),
    )
    await record({
      action: 'reports.replaced',
      entity: 'reports',
      entityId: input.id,
      institutionId: stored.institutionId,
      before: { version: stored.version, sha256: stored.fileSha256 },
      after: { version, fileName: file.fileName, sha256: file.sha256, sizeBytes: file.sizeBytes },
    })
    return load(trx)
  })
}

function checkUploaded({ origin }: Row): void {
  if (origin !== 'UPLOADED')
    throw new AppError('wrong_status', {
      message: 'This record follows the report it was released from. Correct that report, and release it again.',
    })
}

const nameTaken = (uploadName: string) => (cause: unknown) => {
  if (!(cause instanceof Error && 'code' in cause && cause.code === '23505')) throw cause
  const message = `${uploadName}: A report with this name is already stored.`
  throw inputError({ file: [message] }, message)
}

const nameOf = (fileName: string, now: Date): string => {
  const said = parseReportFileName(fileName, now.getUTCFullYear())
  return 'message' in said ? fileName : said.name
}

function formOf<Form extends z.ZodType>(form: Form, fields: Record<string, string>): z.output<Form> {
  const parsed = form.safeParse(fields)
  if (parsed.success) return parsed.data
  throw inputError(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'form', [message]])))
}
