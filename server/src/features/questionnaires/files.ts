/** Questionnaires as files: printed or as workbooks, answered or empty, one by itself or several in an archive. */
import { Readable } from 'node:stream'
import { type downloadQuestionnaires, partsOf } from '@corridor/contract/questionnaire-sheet.ts'
import { buildBlankQuestionnaire } from '@corridor/domain/questionnaires/blank-form.ts'
import { buildQuestionnaire, type QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import type { FastifyReply } from 'fastify'
import { XLSX_TYPE } from '../../platform/formats/xlsx-writer.ts'
import { type ZipEntry, zipStream } from '../../platform/formats/zip.ts'
import { sendMade } from '../../platform/http/archives.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { RawCall } from '../../platform/http/route.ts'
import { sendBytes } from '../../platform/http/send-file.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { printedNow, renderPdf } from '../../reporting/pdf/pool.ts'
import { type LogoHashes, selectLogos } from '../../shared/institutions/portals.ts'
import { fileNameOf, selectFiled } from './filing.ts'
import { paper } from './print.ts'
import { readSheet } from './sheet.ts'
import { questionnaireXlsx } from './xlsx.ts'

/** @throws AppError not_found when one is out of reach, or not of the batch */
export async function download({
  kernel,
  input,
  session,
  scope,
  transact,
  request,
  reply,
}: RawCall<typeof downloadQuestionnaires>): Promise<FastifyReply> {
  const ids = [...new Set(input.reportIds)]
  const views = await transact(async ({ trx, record }) => {
    const found: { view: QuestionnaireView; filed: string | undefined; logos: LogoHashes }[] = []
    for (const id of ids) {
      const sheet = await readSheet({ kernel, trx, scope, session }, id)
      if (input.batch > 0 && sheet.questionnaire.batchId !== input.batch) throw new AppError('not_found')
      await record({
        action: 'questionnaire.downloaded',
        entity: 'questionnaire',
        entityId: id,
        institutionId: sheet.questionnaire.institutionId,
        after: { format: input.format, ...(input.blank ? { blank: true } : {}) },
      })
      const parts = partsOf(sheet, session.portalLabel)
      const view = input.blank ? buildBlankQuestionnaire(parts) : buildQuestionnaire(parts)
      found.push({
        view,
        filed: input.blank || input.format !== 'pdf' ? undefined : await selectFiled(trx, scope, session, id),
        logos: await selectLogos(trx, scope.siteId, sheet.questionnaire.institutionId),
      })
    }
    return found
  })
  // One that was returned is the file that is its record, as it was signed.
  const bytesOf = async ({ view, filed, logos }: (typeof views)[number]) => {
    if (filed) return kernel.files.read(filed)
    if (input.format === 'xlsx') return questionnaireXlsx(view)
    return (await printedNow(renderPdf(paper, view, await logosOf(kernel.files, logos)))).bytes
  }
  const nameOf = ({ view: { header, year, blank } }: (typeof views)[number]) =>
    fileNameOf(header.institutionId, year, `${header.title}${blank ? ', empty' : ''}`)
  const [first, ...others] = views
  if (!first) throw new AppError('not_found')
  if (others.length === 0)
    return sendBytes(reply, await bytesOf(first), {
      fileName: `${nameOf(first)}.${input.format}`,
      mediaType: input.format === 'pdf' ? 'application/pdf' : XLSX_TYPE,
      inline: input.inline,
    })
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const view of views)
      yield { name: `${nameOf(view)}.${input.format}`, content: async () => Readable.from([await bytesOf(view)]), compress: false }
  }
  return sendMade(request, reply, () => zipStream(entries()), {
    fileName: `annual-questionnaires-${first.view.year}.zip`,
    mediaType: 'application/zip',
  })
}
