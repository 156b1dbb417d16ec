/** A scenario, or up to three beside each other, as a tagged PDF and as a workbook whose figures are formulas over its inputs. */
import type { SavedScenario } from '@corridor/contract/financial-impact.ts'
import type { FastifyReply } from 'fastify'
import { XLSX_TYPE } from '../../platform/formats/xlsx-writer.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { sendBytes } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { printedNow, renderPdf } from '../../reporting/pdf/pool.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { type ImpactPaper, paper, paperOf } from './print.ts'
import { impactXlsx } from './xlsx.ts'

export interface Downloaded {
  institution: ImpactPaper['institution'] & { id: number }
  portalLabel: string
  siteId: number
  format: 'pdf' | 'xlsx'
  scenarios: readonly SavedScenario[]
}

export async function download(kernel: Kernel, reply: FastifyReply, { siteId, format, ...of }: Downloaded): Promise<FastifyReply> {
  const preparedOn = await inScope(kernel.db, scopeOfSystem(siteId), (trx) => dayOfSite(kernel, trx, siteId))
  const shown = paperOf({ ...of, preparedOn })
  const bytes = format === 'pdf' ? (await printedNow(renderPdf(paper, shown))).bytes : await impactXlsx(shown)
  return sendBytes(reply, Buffer.from(bytes), {
    fileName: `${of.institution.id}-Financial Impact-${preparedOn}.${format}`,
    mediaType: format === 'pdf' ? 'application/pdf' : XLSX_TYPE,
  })
}
