/** A scenario, or up to three beside each other, as a tagged PDF and as a workbook whose figures are formulas over its inputs. */
import type { SavedScenario } from '@corridor/contract/financial-impact.ts'
import type { FastifyReply } from 'fastify'
import { XLSX_TYPE } from '../../platform/formats/xlsx-writer.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { sendBytes } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { plainName } from '../../reporting/file-name.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { printedNow, renderPdf } from '../../reporting/pdf/pool.ts'
import { selectLogos } from '../../shared/institutions/portals.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { type ImpactPaper, paper, paperOf } from './print.ts'
import { impactXlsx } from './xlsx.ts'

export interface Downloaded {
  institution: ImpactPaper['institution'] & { id: number }
  portalLabel: string
  portal: string
  siteId: number
  format: 'pdf' | 'xlsx'
  scenarios: readonly SavedScenario[]
}

export async function download(
  kernel: Kernel,
  reply: FastifyReply,
  { siteId, format, scenarios, ...of }: Downloaded,
): Promise<FastifyReply> {
  const { preparedOn, dated, hashes } = await inScope(kernel.db, scopeOfSystem(siteId), async (trx) => ({
    preparedOn: await dayOfSite(kernel, trx, siteId),
    dated: await Promise.all(
      scenarios.map(async (each) => ({ ...each, savedOn: await dayOfSite({ now: () => new Date(each.updatedAt) }, trx, siteId) })),
    ),
    hashes: await selectLogos(trx, siteId, of.institution.id),
  }))
  const shown = paperOf({ ...of, preparedOn, scenarios: dated })
  const bytes =
    format === 'pdf' ? (await printedNow(renderPdf(paper, shown, await logosOf(kernel.files, hashes)))).bytes : await impactXlsx(shown)
  return sendBytes(reply, Buffer.from(bytes), {
    fileName: `${namesOf(of.institution, scenarios).join('-')}-${preparedOn}.${format}`,
    mediaType: format === 'pdf' ? 'application/pdf' : XLSX_TYPE,
  })
}

/** As the files of reports are named, with the scenarios in place of the kind; a name without a letter that files may have is left out. */
const namesOf = ({ id, name }: Downloaded['institution'], scenarios: readonly SavedScenario[]): (string | number)[] =>
  [id, plainName(`${name} Financial Impact`), plainName(scenarios.map((scenario) => scenario.name).join(' and '))].filter(
    (part) => part !== '',
  )
