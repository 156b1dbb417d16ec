/** Asset and summary asset reports: lists, generation, release, files, lineage, live progress. */
import {
  deleteReport as deleteReportCall,
  downloadReports,
  generateReports,
  getReport,
  listBatches,
  listInstitutionsToGenerate,
  listReports,
  makePreliminary,
  releaseReports as releaseReportsCall,
  reportEvents,
  restoreReport as restoreReportCall,
  traceValuation,
  withdrawReports as withdrawReportsCall,
} from '@corridor/contract/asset-reports.ts'
import { EXPORT_MAX } from '@corridor/contract/kernel/page.ts'
import { levelOf } from '@corridor/domain/access.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { openStream } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageInfoOf } from '../../kernel/lists.ts'
import { rawRoute, route } from '../../kernel/route.ts'
import { startBatch, startPreliminary } from '../../reporting/batches.ts'
import { closeGates, monthKey } from '../../reporting/close-gate.ts'
import { familyOf } from '../../reporting/family.ts'
import { currentPeriod } from '../../reporting/periods.ts'
import { deleteReport, releaseReports, restoreReport, withdrawReports } from '../../reporting/release.ts'
import { readSnapshot } from '../../reporting/versions.ts'
import { selectBatch, selectBatches, selectTargets } from './batch-queries.ts'
import { download } from './download.ts'
import './family.ts'
import { selectReport, selectReports } from './report-queries.ts'
import { assertQuarterEnds, permittedType, rightsOf } from './service.ts'
import { selectTrace, selectVersions } from './version-queries.ts'

/** An export has all rows of the filter. */
const whole = <Input extends { format?: 'xlsx' | 'csv' | undefined; take: number; skip: number }>(input: Input): Input =>
  input.format ? { ...input, take: EXPORT_MAX, skip: 0 } : input

export function assetReportRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, reportEvents, async (call) => {
    permittedType(call.session, call.input, 1)
    return openStream(call, (event) => event.type !== 'file')
  })

  route(app, kernel, listBatches, async ({ input, session, scope, trx }) => {
    const { records, total } = await selectBatches(trx, scope, permittedType(session, input, 1), input, whole(input))
    return { records, page: pageInfoOf(input, total) }
  })

  route(app, kernel, listReports, async ({ input, session, scope, trx }) => {
    const type = permittedType(session, input, 1)
    const batch = input.batch === 0 ? null : await selectBatch(trx, scope, type, input.batch)
    if (batch === undefined) throw new AppError('not_found')
    const { records, total } = await selectReports(
      trx,
      scope,
      type,
      { ...input, batchId: input.batch },
      whole(input),
      await rightsOf(kernel, trx, scope, session, type),
    )
    return { records, page: pageInfoOf(input, total), batch }
  })

  route(app, kernel, listInstitutionsToGenerate, async ({ input, session, scope, trx }) => {
    const targets = await selectTargets(trx, scope, permittedType(session, input, 1), input.period, input.isQuarterly ?? false)
    const gates = await closeGates(
      trx,
      scope,
      targets.map(({ id }) => ({ institutionId: id, period: input.period })),
    )
    return {
      records: targets.map((target) => ({
        ...target,
        closeGate: gates.get(monthKey({ institutionId: target.id, period: input.period })) ?? null,
      })),
      currentPeriod: (await currentPeriod(trx, scope)) ?? input.period,
    }
  })

  route(app, kernel, generateReports, async ({ input, session, scope, trx, record }) => {
    const reportType = permittedType(session, input, 2)
    const targets = input.institutions.map((target) =>
      typeof target === 'number'
        ? { institutionId: target, subsidiaryId: null }
        : { institutionId: target.id, subsidiaryId: target.subsidary_id },
    )
    if (input.isQuarterly)
      await assertQuarterEnds(
        trx,
        targets.map(({ institutionId }) => institutionId),
        input.period,
      )
    const { batchId, isNew } = await startBatch(kernel, trx, scope, {
      reportType,
      period: input.period,
      isQuarterly: input.isQuarterly,
      targets,
      isRegenerating: input.isRegenerating,
      hold: input.hold,
    })
    if (isNew)
      await record({
        action: 'batch.started',
        entity: 'report_batch',
        entityId: batchId,
        after: {
          reportType,
          period: input.period,
          isQuarterly: input.isQuarterly,
          isRegenerating: input.isRegenerating,
          hold: input.hold,
          reports: targets.length,
        },
      })
    return found(await selectBatch(trx, scope, reportType, batchId))
  })

  route(app, kernel, makePreliminary, async ({ input, session, scope, trx, record }) => {
    const type = permittedType(session, input, 2)
    const rights = await rightsOf(kernel, trx, scope, session, type)
    found(await selectReport(trx, scope, type, input.batch, input.report, rights))
    const { institutionId } = await startPreliminary(kernel, trx, scope, input.report, input.reason)
    await record({
      action: 'report.made_preliminary',
      entity: 'report',
      entityId: input.report,
      institutionId,
      after: { reason: input.reason },
    })
    return found(await selectReport(trx, scope, type, input.batch, input.report, rights))
  })

  route(app, kernel, getReport, async ({ input, session, scope, trx }) => {
    const type = permittedType(session, input, 1)
    const report = found(await selectReport(trx, scope, type, input.batch, input.report, await rightsOf(kernel, trx, scope, session, type)))
    const versions = await selectVersions(trx, scope, report.institutionId, report.id)
    const wanted = input.version ?? versions.find(({ current }) => current)?.version
    if (wanted === undefined) return { report, version: 0, view: null, versions }
    if (!versions.some(({ version }) => version === wanted)) throw new AppError('not_found')
    const snapshot = await readSnapshot(trx, scope, { institutionId: report.institutionId, reportId: report.id, version: wanted })
    return { report, version: wanted, view: familyOf(type).render(snapshot).view, versions }
  })

  route(app, kernel, traceValuation, async ({ input, session, scope, trx, record }) => {
    const type = permittedType(session, input, 1)
    const { institutionId } = found(
      await selectReport(trx, scope, type, input.batch, input.report, { mayWrite: false, userId: session.userId, fourEyes: false }),
    )
    const trace = found(await selectTrace(trx, scope, input.report, input.policy, levelOf(session, 'INSTITUTIONS') >= 2))
    await record({ action: 'policy.viewed', entity: 'policy', entityId: input.policy, institutionId, after: { reportId: input.report } })
    return trace
  })

  rawRoute(app, kernel, downloadReports, (call) => download(kernel, call, permittedType(call.session, call.input, 1)))

  route(app, kernel, releaseReportsCall, async ({ input, session, scope, trx, record }) => {
    const reportType = permittedType(session, input, 2)
    const { released, refused, mailsQueued } = await releaseReports(
      kernel,
      trx,
      scope,
      { reportType, batchId: input.batch, reportIds: input.reportIds },
      { userId: session.userId, overrideReason: input.overrideReason },
    )
    for (const { reportId, institutionId, version, gatePassedOver } of released)
      await record({
        action: 'report.released',
        entity: 'report',
        entityId: reportId,
        institutionId,
        after: { version, ...(gatePassedOver === null ? {} : { gatePassedOver, reason: input.overrideReason }) },
      })
    return { released: released.map(({ reportId }) => reportId), refused, mailsQueued }
  })

  route(app, kernel, withdrawReportsCall, async ({ input, session, scope, trx, record }) => {
    const reportType = permittedType(session, input, 2)
    const { withdrawn, refused } = await withdrawReports(kernel, trx, scope, {
      reportType,
      batchId: input.batch,
      reportIds: input.reportIds,
    })
    for (const { id, institutionId, releasedVersion } of withdrawn)
      await record({
        action: 'report.withdrawn',
        entity: 'report',
        entityId: id,
        institutionId,
        before: { version: releasedVersion },
        after: { reason: input.reason },
      })
    return { withdrawn: withdrawn.map(({ id }) => id), refused }
  })

  route(app, kernel, deleteReportCall, async ({ input, session, scope, trx, record }) => {
    const { id, institutionId } = await deleteReport(kernel, trx, scope, {
      reportType: permittedType(session, input, 2),
      batchId: input.batch,
      reportIds: [input.report],
    })
    await record({ action: 'report.deleted', entity: 'report', entityId: id, institutionId })
    return undefined
  })

  route(app, kernel, restoreReportCall, async ({ input, session, scope, trx, record }) => {
    const type = permittedType(session, input, 2)
    const { id, institutionId } = await restoreReport(kernel, trx, scope, {
      reportType: type,
      batchId: input.batch,
      reportIds: [input.report],
    })
    await record({ action: 'report.restored', entity: 'report', entityId: id, institutionId })
    return found(await selectReport(trx, scope, type, input.batch, id, await rightsOf(kernel, trx, scope, session, type)))
  })
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('not_found')
  return value
}
