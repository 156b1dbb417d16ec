/** The calls of a report family, bound: lists, generation, release, files, live progress. One copy for all families. */
import { fillPath } from '@corridor/contract/kernel/endpoint.ts'
import { QUESTIONNAIRE_TYPE } from '@corridor/contract/questionnaires.ts'
import type { ReportCalls, reportTypeOf } from '@corridor/contract/reports.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, type Level, levelOf, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { shownStatus } from '@corridor/domain/reports/statuses.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { pageInfoOf } from '../platform/http/lists.ts'
import { type RawCall, rawRoute, route } from '../platform/http/route.ts'
import { inScope, type Scope, visible } from '../platform/http/scope.ts'
import { openStream } from '../platform/jobs/events.ts'
import type { Kernel } from '../platform/kernel.ts'
import { currentPeriod, latestCompletePeriod, latestPeriod } from '../shared/policies/periods.ts'
import { dayOfSite } from '../shared/site-day.ts'
import { noteReading } from '../shared/visibility/read-receipts.ts'
import { cancelBatch } from './batch-jobs.ts'
import { selectBatch, selectBatches, selectOtherYears, selectTargets } from './batch-list.ts'
import { startBatch, startPreliminary } from './batches.ts'
import { assertHolders, assertPeriodEnds, permittedType, rightsOf } from './call-rights.ts'
import { changesOf } from './changes.ts'
import { download } from './download.ts'
import { familyOf } from './family.ts'
import { selectVersions } from './history.ts'
import { selectReport, selectReports } from './list.ts'
import { deleteReport, releaseReports, restoreReport, withdrawReports } from './release.ts'
import { closeGates, monthKey } from './release-check.ts'
import { previewRelease } from './release-preview.ts'
import { selectTrace } from './trace.ts'
import { readVersion } from './versions.ts'

/** Institutions that can have reports at a period, the reports there are, and the release check. */
export async function institutionsToGenerate(
  kernel: Pick<Kernel, 'now'>,
  trx: Trx,
  scope: Scope,
  type: ReportTypeName,
  period: PlainDate,
  isQuarterly = false,
) {
  const targets = await selectTargets(trx, scope, type, period, isQuarterly)
  const gates = await closeGates(
    trx,
    scope,
    targets.map(({ id }) => ({ institutionId: id, period })),
  )
  const { rhythm } = REPORT_FAMILIES[type]
  const latest = await latestPeriod(trx, scope, type)
  const month = await currentPeriod(trx, scope)
  const completePeriod = latest === null ? null : await latestCompletePeriod(trx, scope, rhythm, latest)
  const completeMonth = rhythm === 'monthly' || month === null ? completePeriod : await latestCompletePeriod(trx, scope, 'monthly', month)
  return {
    records: targets.map(({ existing, ...target }) => {
      const closeGate = gates.get(monthKey({ institutionId: target.id, period })) ?? null
      return { ...target, closeGate, existing: existing && { ...existing, shown: shownStatus({ ...existing, closeGate }) } }
    }),
    otherYears: rhythm === 'annual' ? await selectOtherYears(trx, scope, period) : [],
    currentPeriod: latest ?? period,
    completePeriod,
    values: { latest: month ?? period, complete: completeMonth },
    today: await dayOfSite(kernel, trx, scope.siteId),
  }
}

/** Carriers’ files and audits are theirs who may read them, on whichever family’s page they are. */
const FEEDS = permission('ASSET_REPORT', 1, STAFF_ROLES)

/** Binds everything a family is called with; a feature adds what only its family has. */
export function reportRoutes(app: FastifyInstance, kernel: Kernel, calls: ReportCalls): void {
  const permitted = (session: Session, input: Parameters<typeof reportTypeOf>[1], minimum: Level) =>
    permittedType(calls, session, input, minimum)

  rawRoute(app, kernel, calls.reportEvents, async (call) => {
    permitted(call.session, call.input, 1)
    const hearsOfFeeds = allows(call.session, FEEDS)
    return openStream(call, (event) => (event.type !== 'file' && event.type !== 'audit') || hearsOfFeeds)
  })

  route(app, kernel, calls.listBatches, async ({ input, session, scope, trx }) => {
    const { records, total } = await selectBatches(trx, scope, permitted(session, input, 1), input, input)
    return { records, page: pageInfoOf(input, total) }
  })

  route(app, kernel, calls.listReports, async ({ input, session, scope, trx }) => {
    const type = permitted(session, input, 1)
    const batch = input.batch === 0 ? null : await selectBatch(trx, scope, type, input.batch)
    if (batch === undefined) throw new AppError('not_found')
    const { records, total } = await selectReports(
      trx,
      scope,
      type,
      { ...input, batchId: input.batch },
      input,
      await rightsOf(kernel, trx, scope, session, type),
    )
    return { records, page: pageInfoOf(input, total), batch }
  })

  route(app, kernel, calls.listInstitutionsToGenerate, async ({ input, session, scope, trx }) => {
    return institutionsToGenerate(kernel, trx, scope, permitted(session, input, 1), input.period, input.isQuarterly)
  })

  route(app, kernel, calls.generateReports, async ({ input, session, scope, trx, record }) => {
    const reportType = permitted(session, input, 2)
    const targets = input.institutions.map((target) =>
      typeof target === 'number'
        ? { institutionId: target, subsidiaryId: null }
        : { institutionId: target.id, subsidiaryId: target.subsidary_id },
    )
    assertHolders(reportType, targets)
    await assertPeriodEnds(
      trx,
      { reportType, isQuarterly: input.isQuarterly, period: input.period },
      targets.map(({ institutionId }) => institutionId),
    )
    const { batchId, isNew, beingMade } = await startBatch(kernel, trx, scope, {
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
    return { ...found(await selectBatch(trx, scope, reportType, batchId)), beingMade }
  })

  route(app, kernel, calls.makePreliminary, async ({ input, session, scope, trx, record }) => {
    const type = permitted(session, input, 2)
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

  route(app, kernel, calls.getReport, async ({ input, session, scope, trx }) => {
    const type = permitted(session, input, 1)
    const report = found(await selectReport(trx, scope, type, input.batch, input.report, await rightsOf(kernel, trx, scope, session, type)))
    const versions = await selectVersions(trx, scope, report)
    const wanted = input.version ?? versions.find(({ current }) => current)?.version
    if (wanted === undefined) return { report, version: 0, view: null, versions }
    if (!versions.some(({ version }) => version === wanted)) throw new AppError('not_found')
    const stored = await readVersion(trx, scope, { institutionId: report.institutionId, reportId: report.id, version: wanted })
    const { documents, render } = familyOf(type)
    const paper = documents?.[input.ReportType ?? input.reportType ?? type]
    if (!paper) await noteReading(trx, scope, [report.id])
    return { report, version: wanted, view: paper ? paper.view(stored) : render(stored).view, versions }
  })

  route(app, kernel, calls.listChanges, async ({ input, session, scope, trx }) => {
    const type = permitted(session, input, 1)
    const report = found(await selectReport(trx, scope, type, input.batch, input.report, await rightsOf(kernel, trx, scope, session, type)))
    return changesOf(trx, scope, type, report, input)
  })

  route(app, kernel, calls.tracePolicy, async ({ input, session, scope, trx, record }) => {
    const type = permitted(session, input, 1)
    const { id, institutionId } = found(
      await selectReport(trx, scope, type, input.batch, input.report, await rightsOf(kernel, trx, scope, session, type)),
    )
    const seesPersonal = levelOf(session, 'INSTITUTIONS') >= 2
    const trace = found(await selectTrace(trx, scope, familyOf(type).traced, id, input.policy, seesPersonal))
    await record({ action: 'policy.viewed', entity: 'policy', entityId: input.policy, institutionId, after: { reportId: id } })
    return trace
  })

  rawRoute(app, kernel, calls.downloadReports, (call) => sendFiles(kernel, calls, call))

  route(app, kernel, calls.previewRelease, ({ input, session, scope, trx }) =>
    previewRelease(trx, scope, { reportType: permitted(session, input, 2), batchId: input.batch, reportIds: input.reportIds }),
  )

  route(app, kernel, calls.releaseReports, async ({ input, session, scope, trx, record }) => {
    const reportType = permitted(session, input, 2)
    const { batch, reportIds, overrideReason, overrideReasons, incompleteReason, incompleteReasons } = input
    const { released, refused, mailsQueued } = await releaseReports(
      kernel,
      trx,
      scope,
      { reportType, batchId: batch, reportIds },
      { userId: session.userId, overrideReason, overrideReasons, incompleteReason, incompleteReasons },
    )
    for (const { reportId, institutionId, version, gatePassedOver, reason, incomplete, printedReason } of released)
      await record({
        action: 'report.released',
        entity: 'report',
        entityId: reportId,
        institutionId,
        after: {
          version,
          ...(gatePassedOver === null ? {} : { gatePassedOver, reason }),
          ...(incomplete === null ? {} : { incomplete, printedReason }),
        },
      })
    return { released: released.map(({ reportId }) => reportId), refused, mailsQueued }
  })

  route(app, kernel, calls.cancelBatch, async ({ input, session, scope, trx, record }) => {
    const type = permitted(session, input, 2)
    const { batchName } = found(await selectBatch(trx, scope, type, input.batch))
    const canceled = await cancelBatch({ kernel, trx, scope, id: input.batch })
    await record({ action: 'batch.canceled', entity: 'report_batch', entityId: input.batch, after: { batchName, canceled } })
    return { ...found(await selectBatch(trx, scope, type, input.batch)), canceled }
  })

  route(app, kernel, calls.withdrawReports, async ({ input, session, scope, trx, record }) => {
    const reportType = permitted(session, input, 2)
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

  route(app, kernel, calls.deleteReport, async ({ input, session, scope, trx, record }) => {
    const { id, institutionId } = await deleteReport(kernel, trx, scope, {
      reportType: permitted(session, input, 2),
      batchId: input.batch,
      reportIds: [input.report],
    })
    await record({ action: 'report.deleted', entity: 'report', entityId: id, institutionId })
    return undefined
  })

  route(app, kernel, calls.restoreReport, async ({ input, session, scope, trx, record }) => {
    const type = permitted(session, input, 2)
    const { id, institutionId } = await restoreReport(kernel, trx, scope, {
      reportType: type,
      batchId: input.batch,
      reportIds: [input.report],
    })
    await record({ action: 'report.restored', entity: 'report', entityId: id, institutionId })
    return found(await selectReport(trx, scope, type, input.batch, id, await rightsOf(kernel, trx, scope, session, type)))
  })
}

/** A family's files; those that are kept elsewhere are asked for there, with the rights of there. */
export async function sendFiles(kernel: Kernel, calls: ReportCalls, call: RawCall<ReportCalls['downloadReports']>): Promise<FastifyReply> {
  const { batch, reportIds, format, inline, ...asked } = call.input
  const named = asked.ReportType ?? asked.reportType
  const elsewhere = named === undefined ? await keptElsewhere(kernel, calls, call) : calls.elsewhere[named]
  if (!elsewhere) return download(kernel, call, permittedType(calls, call.session, call.input, 1))
  const query = new URLSearchParams({ reportIds: reportIds.join(','), format, ...(inline ? { inline: 'true' } : {}) })
  return call.reply.redirect(`${fillPath(elsewhere.path, { batch }).path}?${query.toString()}`)
}

/** Batches of all families are numbered by one sequence: where no type is named, the number says whose files are meant. */
async function keptElsewhere(
  kernel: Kernel,
  { elsewhere }: ReportCalls,
  { input, scope }: RawCall<ReportCalls['downloadReports']>,
): Promise<ReportCalls['elsewhere'][string] | undefined> {
  const kept = elsewhere[QUESTIONNAIRE_TYPE]
  if (!kept || input.batch === 0) return undefined
  const one = await inScope(kernel.db, scope, (trx) =>
    trx.selectFrom('questionnaire').select('id').where('batchId', '=', input.batch).where(visible(scope)).limit(1).executeTakeFirst(),
  )
  return one && kept
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('not_found')
  return value
}
