/** The five audits over HTTP: reports, checks, exceptions and how they are settled, tolerances and suppressions. */
import {
  liftSuppression,
  listOpenings,
  listSuppressions,
  listTolerances,
  previewTolerance,
  restateOpenings,
  setLedgerBalance,
  setTolerance,
  suppressException,
} from '@corridor/contract/audit-settings.ts'
import {
  assignExceptions,
  auditMovements,
  auditSummary,
  beginningYearReport,
  cashSurrenderReport,
  checkBeginningYear,
  checkCashSurrender,
  checkClientExceptions,
  checkPolicyCount,
  checkYields,
  clientExceptionsReport,
  countExceptions,
  getException,
  listAssignees,
  listExceptions,
  policyCountReport,
  settleExceptions,
  startAudit,
  yieldReport,
} from '@corridor/contract/auditing.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { askForAudit, currentMonth } from '../../shared/auditing/audit-run.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { seesPersonal } from './birth-dates.ts'
import { pageOfClients } from './client-queries.ts'
import { selectCounts } from './counts.ts'
import { selectDetail } from './exception-detail.ts'
import { pageOfExceptions } from './exception-queries.ts'
import { pageOfOpenings, restate, setLedger } from './openings.ts'
import { selectRun } from './runs.ts'
import { assign, settle } from './settling.ts'
import { countOpen, selectMovements, selectPeriods, selectSummary } from './summary.ts'
import { lift, pageOfSuppressions, suppress } from './suppressions.ts'
import { keep, preview, selectToleranceBook } from './tolerances.ts'

export function auditingRoutes(app: FastifyInstance, kernel: Kernel): void {
  const reader = async (trx: Trx, scope: Scope, session: Session) => ({
    seesPersonal: seesPersonal(session),
    today: await dayOfSite(kernel, trx, scope.siteId),
  })
  const current = async (trx: Trx, scope: Scope): Promise<PlainDate> => currentMonth(trx, scope, await dayOfSite(kernel, trx, scope.siteId))

  for (const [endpoint, check] of [
    [clientExceptionsReport, 'client-exceptions'],
    [policyCountReport, 'policy-count-exceptions'],
  ] as const)
    route(app, kernel, endpoint, async ({ input, trx, scope }) =>
      pageOfClients(trx, scope, check, input, input.period ?? (await current(trx, scope))),
    )
  for (const [endpoint, check] of [
    [cashSurrenderReport, 'cash-surrender-exceptions'],
    [beginningYearReport, 'beginning-year-balance'],
    [yieldReport, 'yield-exceptions'],
  ] as const)
    route(app, kernel, endpoint, async ({ input, trx, scope, session }) =>
      pageOfExceptions(trx, scope, { ...input, check }, input.period ?? (await current(trx, scope)), await reader(trx, scope, session)),
    )
  // A policy's exceptions and one's own are of every month, unless one is chosen.
  route(app, kernel, listExceptions, async ({ input, trx, scope, session }) => {
    const isOfAll = input.policyId !== undefined || input.mine || input.everyMonth
    return pageOfExceptions(
      trx,
      scope,
      input,
      input.period ?? (isOfAll ? null : await current(trx, scope)),
      await reader(trx, scope, session),
    )
  })
  route(app, kernel, countExceptions, ({ input, trx, scope }) => selectCounts(trx, scope, input))

  for (const [endpoint, check] of [
    [checkClientExceptions, 'client-exceptions'],
    [checkCashSurrender, 'cash-surrender-exceptions'],
    [checkPolicyCount, 'policy-count-exceptions'],
    [checkBeginningYear, 'beginning-year-balance'],
    [checkYields, 'yield-exceptions'],
  ] as const)
    route(app, kernel, endpoint, async ({ trx, scope }) => {
      const endOfMonth = await current(trx, scope)
      return { endOfMonth, ...(await countOpen(trx, scope, check, endOfMonth)) }
    })

  route(app, kernel, auditSummary, async ({ input: { check, ...reach }, trx, scope }) => {
    const now = await current(trx, scope)
    const period = reach.period ?? now
    return {
      ...(await selectSummary(trx, scope, check, { ...reach, period })),
      periods: await selectPeriods(trx, scope, now),
      run: await selectRun(trx, scope, { period }),
    }
  })
  route(app, kernel, auditMovements, async ({ input, trx, scope }) =>
    selectMovements(trx, scope, { ...input, period: input.period ?? (await current(trx, scope)) }),
  )
  route(app, kernel, getException, async ({ input, session, ...call }) => {
    const found = await selectDetail(call, input, seesPersonal(session))
    if (!found) throw new AppError('not_found')
    return found
  })

  route(app, kernel, settleExceptions, async ({ input, ...call }) => ({ settled: await settle(call, input) }))
  route(app, kernel, assignExceptions, async ({ input, ...call }) => ({ assigned: await assign(call, input) }))
  route(app, kernel, listAssignees, async ({ trx, scope }) => ({
    records: (await selectFirm(trx, scope)).map(({ id, name }) => ({ id, name })),
  }))
  route(app, kernel, startAudit, async ({ input, trx, scope, record }) => {
    const period = input.period ?? (await current(trx, scope))
    const id = await askForAudit(kernel, trx, scope, period)
    await record({ action: 'audit.asked', entity: 'audit', entityId: id, after: { period } })
    const run = await selectRun(trx, scope, { id })
    if (!run) throw new AppError('not_found')
    return run
  })

  route(app, kernel, listSuppressions, ({ input, trx, scope }) => pageOfSuppressions(trx, scope, input))
  route(app, kernel, suppressException, ({ input, ...call }) => suppress(call, input))
  route(app, kernel, liftSuppression, async ({ input, ...call }) => {
    await lift(call, input)
    return undefined
  })

  route(app, kernel, listOpenings, ({ input, trx, scope }) => pageOfOpenings(trx, scope, input))
  route(app, kernel, restateOpenings, ({ input, ...call }) => restate(call, input))
  route(app, kernel, setLedgerBalance, ({ input, ...call }) => setLedger(call, input))

  route(app, kernel, listTolerances, ({ trx, scope }) => selectToleranceBook(trx, scope))
  route(app, kernel, previewTolerance, ({ input, ...call }) => preview(call, input))
  route(app, kernel, setTolerance, ({ input, ...call }) => keep(call, input))
}
