/** The review of a month's audits over HTTP, and their statement as a paper. */
import { auditReview, auditStatement, listSignOffs, signOffAudit, withdrawSignOff } from '@corridor/contract/audit-sign-offs.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendBytes } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { printedNow, renderPdf } from '../../reporting/pdf/pool.ts'
import { currentMonth } from '../../shared/auditing/audit-run.ts'
import { selectLogos } from '../../shared/institutions/portals.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { seesPersonal } from './birth-dates.ts'
import { paper } from './print.ts'
import { auditWords, pageOfSignOffs, reviewFor, signOff, withdraw } from './sign-offs.ts'
import { selectStatement } from './statement-view.ts'

export function reviewRoutes(app: FastifyInstance, kernel: Kernel): void {
  const today = (trx: Trx, scope: Scope): Promise<PlainDate> => dayOfSite(kernel, trx, scope.siteId)
  const monthOf = async (trx: Trx, scope: Scope, period: PlainDate | undefined) =>
    period ?? currentMonth(trx, scope, await today(trx, scope))

  route(app, kernel, auditReview, async ({ input: { check, period }, trx, scope }) =>
    reviewFor(trx, scope, check, await monthOf(trx, scope, period)),
  )
  route(app, kernel, listSignOffs, ({ input, trx, scope }) => pageOfSignOffs(trx, scope, input))
  route(app, kernel, signOffAudit, ({ input, ...call }) => signOff(call, input))
  route(app, kernel, withdrawSignOff, async ({ input, ...call }) => {
    await withdraw(call, input)
    return undefined
  })
  rawRoute(app, kernel, auditStatement, async ({ input, scope, session, transact, reply }) => {
    const { view, logos, period } = await transact(async ({ trx, record }) => {
      const month = await monthOf(trx, scope, input.period)
      await record({ action: 'audit.printed', entity: 'audit', after: auditWords(input.check, month) })
      return {
        view: await selectStatement(
          { trx, scope, record },
          { check: input.check, period: month, today: await today(trx, scope), showsBirthDates: seesPersonal(session) },
        ),
        logos: await selectLogos(trx, scope.siteId),
        period: month,
      }
    })
    return sendBytes(reply, (await printedNow(renderPdf(paper, view, await logosOf(kernel.files, logos)))).bytes, {
      fileName: `${view.header.title}, ${formatMonth(period)}.pdf`,
      mediaType: 'application/pdf',
      inline: input.inline,
    })
  })
}
