/** The Onboarding page over HTTP: templates, files, check, import, undo. What takes long is queued as a job. */
import {
  addOnboardingFile,
  checkOnboarding,
  downloadTemplates,
  getOnboarding,
  listOnboarding,
  listOnboardingFiles,
  listOnboardingProblems,
  listOnboardingRecords,
  listOnboardingTotals,
  ONBOARDING_FILE_BYTES,
  ONBOARDING_FILES_MOST,
  startOnboarding,
  undoOnboarding,
  writeOnboarding,
} from '@corridor/contract/onboarding.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { keepFile } from '../../platform/files/files.ts'
import { readForm } from '../../platform/files/uploads.ts'
import { XLSX_TYPE } from '../../platform/formats/xlsx-writer.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { type Acting, rawRoute, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendStream } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { enterImport } from '../../shared/onboarding/import-book.ts'
import { templateFiles, templateWorkbook } from '../../shared/onboarding/templates.ts'
import { ONLY_LAST } from '../../shared/onboarding/undo.ts'
import { beginWork, sendOnboarding } from './job.ts'
import { selectFiles, selectImport, selectImports, selectProblems, selectRecords, selectTotals } from './queries.ts'

export function onboardingRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listOnboarding, ({ input, trx, scope }) => selectImports(trx, scope, input))
  route(app, kernel, getOnboarding, ({ input, trx, scope }) => selectImport(trx, scope, input.id))
  route(app, kernel, listOnboardingProblems, ({ input, trx, scope }) => selectProblems(trx, scope, input))
  route(app, kernel, listOnboardingRecords, ({ input, trx, scope }) => selectRecords(trx, scope, input))
  route(app, kernel, listOnboardingFiles, ({ input, trx, scope }) => selectFiles(trx, scope, input))
  route(app, kernel, listOnboardingTotals, ({ input, trx, scope }) => selectTotals(trx, scope, input))
  rawRoute(app, kernel, downloadTemplates, async ({ input, reply }) =>
    input.format === 'zip'
      ? sendStream(reply, templateFiles(), { fileName: 'Onboarding templates.zip', mediaType: 'application/zip' })
      : sendStream(reply, templateWorkbook(kernel.now().toISOString().slice(0, 10)), {
          fileName: 'Onboarding templates.xlsx',
          mediaType: XLSX_TYPE,
        }),
  )

  route(app, kernel, startOnboarding, async ({ input, trx, scope, record }) => {
    const id = await enterImport(trx, scope, { name: input.name, purpose: 'CHECK' })
    await record({ action: 'onboarding.begun', entity: 'onboarding', entityId: id, after: { name: input.name } })
    return selectImport(trx, scope, id)
  })
  rawRoute(app, kernel, addOnboardingFile, async ({ input, request, scope, transact }) => {
    await transact(({ trx }) => locked(trx, scope, input.id, OPEN))
    const { file } = await readForm(request, kernel.files, ONBOARDING_FILE_BYTES)
    if (!file) throw inputError({ file: ['Choose a file to upload.'] })
    const name = cleanName(file.fileName)
    if (!/\.(csv|txt|xlsx|zip)$/i.test(name))
      throw new AppError('unsupported_file', { message: `${name} is neither a CSV file nor an XLSX workbook nor a zip of them.` })
    return transact(async ({ trx, record }) => {
      await locked(trx, scope, input.id, OPEN)
      await keepFile(trx, { sha256: file.sha256, sizeBytes: file.sizeBytes }, 'application/octet-stream')
      // The same name again is the corrected file.
      await trx
        .deleteFrom('onboardingSource')
        .where('importId', '=', input.id)
        .where('name', '=', name)
        .where('fileSha256', 'is not', null)
        .execute()
      const known = await trx
        .selectFrom('onboardingSource')
        .select('id')
        .where('importId', '=', input.id)
        .where('fileSha256', 'is not', null)
        .execute()
      if (known.length >= ONBOARDING_FILES_MOST)
        throw inputError({ file: [`An import takes up to ${ONBOARDING_FILES_MOST} files. Put them into a zip.`] })
      await trx
        .insertInto('onboardingSource')
        .values({ importId: input.id, siteId: scope.siteId, name, fileSha256: file.sha256, sizeBytes: file.sizeBytes })
        .execute()
      // The findings were of the files before.
      await trx.updateTable('onboardingImport').set({ status: 'WAITING' }).where('id', '=', input.id).execute()
      await record({
        action: 'onboarding.file_added',
        entity: 'onboarding',
        entityId: input.id,
        after: { name, sha256: file.sha256, sizeBytes: file.sizeBytes },
      })
      return selectImport(trx, scope, input.id)
    })
  })
  route(app, kernel, checkOnboarding, async (call) => queue(kernel, call, call.input.id, 'CHECK'))
  route(app, kernel, writeOnboarding, async (call) => queue(kernel, call, call.input.id, 'IMPORT', call.input.acceptedReason))
  route(app, kernel, undoOnboarding, async ({ input, trx, scope, record }) => {
    await locked(trx, scope, input.id, ['DONE', 'FAILED'])
    const { isLast, name } = await selectImport(trx, scope, input.id)
    if (!isLast) throw new AppError('wrong_status', { message: ONLY_LAST })
    await trx
      .updateTable('onboardingImport')
      // The failure of an import that ended early stays, and tells a refused undo what it goes back to.
      .set({ status: 'UNDOING', undoneBy: scope.userId, failure: sql`case when status = 'FAILED' then coalesce(failure, '') end` })
      .where('id', '=', input.id)
      .execute()
    await sendOnboarding(kernel, trx, { siteId: scope.siteId, id: input.id, userId: scope.userId, does: 'UNDO' })
    await record({ action: 'onboarding.undo_asked', entity: 'onboarding', entityId: input.id, after: { name } })
    return selectImport(trx, scope, input.id)
  })
}

const OPEN = ['WAITING', 'CHECKED', 'FAILED'] as const
type Status = (typeof OPEN)[number] | 'DONE'

/** The import, kept from two calls at once. @throws AppError not_found, wrong_status */
async function locked(trx: Trx, scope: Scope, id: number, allowed: readonly Status[]): Promise<void> {
  const found = await trx
    .selectFrom('onboardingImport')
    .select('status')
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  if (!allowed.some((status) => status === found.status)) throw new AppError('wrong_status')
}

async function queue(kernel: Kernel, { trx, scope, record }: Acting, id: number, does: 'CHECK' | 'IMPORT', acceptedReason?: string) {
  await locked(trx, scope, id, OPEN)
  const before = await selectImport(trx, scope, id)
  if (before.files.length === 0) throw new AppError('wrong_status', { message: 'Add the files first.' })
  await beginWork(kernel, trx, scope, { id, does, acceptedReason: acceptedReason ?? null })
  await record({
    action: does === 'CHECK' ? 'onboarding.check_asked' : 'onboarding.import_asked',
    entity: 'onboarding',
    entityId: id,
    after: { name: before.name, ...(acceptedReason === undefined ? {} : { acceptedReason }) },
  })
  return selectImport(trx, scope, id)
}

/** The last part of a path, without what could break a list or hide the end of the name. */
function cleanName(fileName: string): string {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}"]/gu, '')
    .trim()
    .slice(-200)
  return name || 'book.csv'
}
