/** Files of a questionnaire: attached to a question while it is open, taken away again, read by both sides. */
import type { attachToQuestionnaire, QuestionnaireAttachment } from '@corridor/contract/questionnaire-sheet.ts'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent, keepChecked } from '../../platform/files/inspection.ts'
import type { ReceivedFile } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting, RawCall } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { holdOpen, questionToAnswer } from './answers.ts'
import { selectAttachments } from './queries.ts'

const FILES_MOST = 20

type Attaching = Pick<RawCall<typeof attachToQuestionnaire>, 'kernel' | 'scope' | 'session' | 'transact'>

/** @throws AppError not_found, forbidden, wrong_status, input, and what the look at the file refuses */
export async function attach(
  { kernel, scope, session, transact }: Attaching,
  id: number,
  file: ReceivedFile,
): Promise<QuestionnaireAttachment> {
  const verdict = await acceptContent(kernel, file)
  return transact(async ({ trx, record }) => {
    const open = await holdOpen({ trx, scope, session }, id)
    const question = await questionToAnswer({ trx, scope, session }, open, file.fields.question ?? '')
    if (question.type !== 'file') throw inputError({ question: ['This question does not accept files.'] })
    const there = (await selectAttachments(trx, scope, id)).filter((one) => one.question === question.code)
    // An answer that was lost on the way is asked for again: the same file is there once.
    const same = there.find(({ uploadName, sha256 }) => uploadName === file.fileName && sha256 === file.sha256)
    if (same) return told(same)
    if (there.length >= FILES_MOST) throw inputError({ file: [`A question takes up to ${FILES_MOST} files.`] })
    await keepChecked(trx, file, verdict)
    const { id: attachmentId } = await trx
      .insertInto('questionnaireAttachment')
      .values({
        institutionId: open.institutionId,
        questionnaireId: id,
        questionCode: question.code,
        siteId: scope.siteId,
        uploadName: file.fileName,
        extension: verdict.extension,
        fileSha256: file.sha256,
        sizeBytes: file.sizeBytes,
        attachedBy: session.userId,
        createdAt: kernel.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record({
      action: 'questionnaire.attached',
      entity: 'questionnaire',
      entityId: id,
      institutionId: open.institutionId,
      after: { question: question.label, uploadName: file.fileName, sizeBytes: file.sizeBytes, sha256: file.sha256 },
    })
    const made = (await selectAttachments(trx, scope, id)).find((one) => one.id === attachmentId)
    if (!made) throw new AppError('not_found')
    return told(made)
  })
}

const told = ({ sha256: _, ...attachment }: QuestionnaireAttachment & { sha256: string }): QuestionnaireAttachment => attachment

/** @throws AppError not_found, forbidden, wrong_status */
export async function removeAttachment({ kernel, trx, scope, session, record }: Acting, id: number, attachmentId: number): Promise<void> {
  const open = await holdOpen({ trx, scope, session }, id)
  const found = (await selectAttachments(trx, scope, id)).find((one) => one.id === attachmentId)
  if (!found) throw new AppError('not_found')
  await questionToAnswer({ trx, scope, session }, open, found.question)
  await trx
    .updateTable('questionnaireAttachment')
    .set({ removedBy: session.userId, removedAt: kernel.now().toISOString() })
    .where('institutionId', '=', open.institutionId)
    .where('id', '=', attachmentId)
    .execute()
  await record({
    action: 'questionnaire.detached',
    entity: 'questionnaire',
    entityId: id,
    institutionId: open.institutionId,
    after: { uploadName: found.uploadName },
  })
}

/** A removed answer is nobody's to read any more. @throws AppError not_found */
export async function selectFile(trx: Trx, scope: Scope, id: number, attachmentId: number) {
  const file = await trx
    .selectFrom('questionnaireAttachment as f')
    .innerJoin('storedFile as s', 's.sha256', 'f.fileSha256')
    .select(['f.institutionId', 'f.uploadName as fileName', 'f.fileSha256 as sha256', 'f.sizeBytes', 's.mediaType'])
    .where(visible(scope, 'f'))
    .where('f.questionnaireId', '=', id)
    .where('f.id', '=', attachmentId)
    .where('f.removedAt', 'is', null)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  return file
}
