/** Released and uploaded reports as records: search and file. */
import { menuCounts, reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff, levelOf, MEMBERSHIP_TYPES, PERMISSION_CODES } from '@corridor/domain/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rawRoute, route } from '../../kernel/route.ts'
import { isFirstPart, sendFile } from '../../kernel/send-file.ts'
import { selectClientReportFile, selectClientReports, selectCounts, selectTypeCodes, VENDOR } from './queries.ts'

export function clientReportRoutes(app: FastifyInstance, kernel: Kernel): void {
  // The ids in the body are compared with the session and never used: a foreign one is as good as missing.
  route(app, kernel, searchReports, async ({ input, session, scope, trx }) => {
    const foreign = [
      [input.siteId, session.siteId],
      [input.userId, session.userId],
    ].some(([given, own]) => given !== undefined && given !== 0 && given !== own)
    const wrongInstitution =
      !isStaff(session.userRole) &&
      input.institutionId !== undefined &&
      input.institutionId !== 0 &&
      input.institutionId !== session.institutionId
    if (foreign || wrongInstitution) throw new AppError('not_found')
    const institutionId = isStaff(session.userRole) ? input.institutionId || session.institutionId || undefined : session.institutionId
    const { records, total } = await selectClientReports(
      trx,
      scope,
      { typeCode: input.filter?.typeCode, typeCodes: await typesOf(trx, session), institutionId },
      input,
    )
    return { page: { totalRecords: total }, records }
  })

  route(app, kernel, menuCounts, async ({ session, scope, trx }) => {
    const rows = await selectCounts(trx, scope, await typesOf(trx, session))
    const of = (wanted: (carrierCode: string | null) => boolean) => rows.filter(({ carrierCode }) => wanted(carrierCode))
    return {
      reports: of((carrierCode) => carrierCode === null).map(({ typeCode, count }) => ({ typeCode, count })),
      carriers: of((carrierCode) => carrierCode !== null && carrierCode !== VENDOR).map(({ typeCode, count, carrierCode }) => ({
        typeCode,
        count,
        carrierCode: carrierCode ?? '',
      })),
      vendors: of((carrierCode) => carrierCode === VENDOR).map(({ typeCode, count }) => ({ typeCode, count })),
    }
  })

  rawRoute(app, kernel, reportFile, async ({ input, session, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectClientReportFile(trx, scope, input.id, await typesOf(trx, session))
      if (!found) throw new AppError('not_found')
      if (isFirstPart(request))
        await record({
          action: 'client_report.downloaded',
          entity: 'client_report',
          entityId: found.id,
          institutionId: found.institutionId,
          after: { version: found.sourceVersion },
        })
      return found
    })
    return sendFile(request, reply, kernel.files, {
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      fileName: file.uploadName,
      mediaType: MEDIA_TYPES[file.extension] ?? 'application/octet-stream',
      inline: input.inline,
    })
  })
}

/** Report types whose records a person may see: staff by CLIENT_REPORTS or the family's permission, client roles by their membership, Team Members by both. */
async function typesOf(trx: Trx, session: Session): Promise<string[]> {
  const all = await selectTypeCodes(trx)
  const families = PERMISSION_CODES.flatMap((code) => (MEMBERSHIP_TYPES[code] && levelOf(session, code) > 0 ? MEMBERSHIP_TYPES[code] : []))
  if (isStaff(session.userRole)) return levelOf(session, 'CLIENT_REPORTS') > 0 ? all : families
  const guarded = new Set(Object.values(MEMBERSHIP_TYPES).flat())
  return session.reportTypeCodes.filter((code) =>
    guarded.has(code) ? families.includes(code) : session.userRole !== 'a' || levelOf(session, 'CLIENT_REPORTS') > 0,
  )
}

const MEDIA_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
