/** Documents uploaded, and new versions of their files: looked at first, then kept with their row in one transaction. */
import { documentForm, type documents, type finishDocumentBatch, replaceDocument } from '@corridor/contract/documents.ts'
import { replaceForm } from '@corridor/contract/file-versions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent } from '../../platform/files/inspection.ts'
import { type ReceivedFile, receiveFile } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call, RawCall } from '../../platform/http/route.ts'
import { visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, lockRow, type Row } from '../../platform/records/resource-rows.ts'
import { announceFiles } from '../../shared/notifications/file-mails.ts'
import { keepDocument, replaceDocumentFile } from '../../shared/papers/documents.ts'
import { checkPlace, columnsOfOwner, documentBinding } from './binding.ts'

type Creating = RawCall<typeof documents.endpoints.create>
type Replacing = RawCall<typeof replaceDocument>

export async function upload(kernel: Kernel, call: Creating): Promise<Row> {
  const { scope, session, transact } = call
  const file = await receiveFile(call, 'DOCUMENT')
  const about = formOf(documentForm, file.fields)
  const verdict = await acceptContent(kernel, file)
  return transact(async ({ trx, record }) => {
    await checkPlace(trx, scope, about)
    const owner = columnsOfOwner(about.owner, about)
    // An answer that was lost on the way is asked for again, perhaps while the first call still works: the same file of the same batch is there once.
    if (about.uploadBatch)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`document ${about.uploadBatch} ${file.sha256}`}, 0))`.execute(trx)
    const same = about.uploadBatch && (await selectSame(trx, scope.siteId, about.uploadBatch, file))
    if (same) return loadRow({ trx, session, scope }, documentBinding, documentBinding.resource.endpoints.create.access, same.id)
    const id = await keepDocument(
      trx,
      { siteId: scope.siteId, by: session.userId, now: kernel.now() },
      {
        ...owner,
        typeCode: about.typeCode,
        yearOverride: about.yearOverride,
        displayName: about.displayName ?? null,
        description: about.description ?? null,
        uploadBatch: about.uploadBatch,
      },
      { file, verdict },
    )
    await record({
      action: 'documents.created',
      entity: 'documents',
      entityId: id,
      ...(owner.institutionId === null ? {} : { institutionId: owner.institutionId }),
      after: {
        ...owner,
        typeCode: about.typeCode,
        yearOverride: about.yearOverride,
        uploadName: file.fileName,
        sizeBytes: file.sizeBytes,
        sha256: file.sha256,
      },
    })
    await announceFiles(kernel, trx, scope, { batch: about.uploadBatch ?? `document ${id}`, files: [{ kind: 'DOCUMENT', id }] })
    return loadRow({ trx, session, scope }, documentBinding, documentBinding.resource.endpoints.create.access, id)
  })
}

/** @throws AppError conflict with both versions when the document changed since the person saw it */
export async function replaceFile(kernel: Kernel, call: Replacing): Promise<Row> {
  const { scope, session, input, transact } = call
  // Whoever may not change the document is told before a byte is kept.
  await transact(({ trx }) => loadRow({ trx, session, scope }, documentBinding, replaceDocument.access, input.id))
  const file = await receiveFile(call, 'DOCUMENT')
  const { updatedAt } = formOf(replaceForm, file.fields)
  const verdict = await acceptContent(kernel, file)
  return transact(async ({ trx, record }) => {
    await lockRow(trx, documentBinding, input.id)
    const before = await loadRow({ trx, session, scope }, documentBinding, replaceDocument.access, input.id)
    const stored = await trx
      .selectFrom('document')
      .select(['fileSha256', 'version', 'uploadName', 'institutionId'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    // The same file again, after an answer that was lost, changes nothing.
    if (stored.fileSha256 === file.sha256) return before
    if (before.updatedAt !== new Date(updatedAt).toISOString()) throw new AppError('conflict', { meta: { current: before } })
    const version = await replaceDocumentFile(trx, { by: session.userId, now: kernel.now() }, input.id, file, verdict)
    await record({
      action: 'documents.replaced',
      entity: 'documents',
      entityId: input.id,
      ...(stored.institutionId === null ? {} : { institutionId: stored.institutionId }),
      before: { version: stored.version, uploadName: stored.uploadName, sha256: stored.fileSha256 },
      after: { version, uploadName: file.fileName, sha256: file.sha256, sizeBytes: file.sizeBytes },
    })
    return loadRow({ trx, session, scope }, documentBinding, replaceDocument.access, input.id)
  })
}

/** @throws AppError not_found for a batch without a document on the site */
export async function finishBatch(kernel: Kernel, { trx, scope, input, record }: Call<typeof finishDocumentBatch>) {
  const { files } = await trx
    .selectFrom('document')
    .select(sql<number>`count(*)::int`.as('files'))
    .where(visible(scope))
    .where('uploadBatch', '=', input.uploadBatch)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (files === 0) throw new AppError('not_found')
  const mails = await announceFiles(kernel, trx, scope, { batch: input.uploadBatch, files: [], done: true })
  await record({ action: 'documents.told', entity: 'documents', after: { batch: input.uploadBatch, files, mails } })
  return { files, mails }
}

const selectSame = (trx: Trx, siteId: number, batch: string, { fileName, sha256 }: ReceivedFile) =>
  trx
    .selectFrom('document')
    .select('id')
    .where('siteId', '=', siteId)
    .where('uploadBatch', '=', batch)
    .where('uploadName', '=', fileName)
    .where('fileSha256', '=', sha256)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

function formOf<Form extends z.ZodType>(form: Form, fields: Record<string, string>): z.output<Form> {
  const parsed = form.safeParse(fields)
  if (parsed.success) return parsed.data
  throw inputError(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'form', [message]])))
}
