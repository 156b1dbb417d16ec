/** The annual questionnaire: staff keep its questions, send it and read what comes back; an institution's people answer, sign and return it. */

import { decideQuestionnaireChanges } from '@corridor/contract/questionnaire-decisions.ts'
import {
  assignQuestionnaireSection,
  attachToQuestionnaire,
  downloadQuestionnaires,
  getMyQuestionnaire,
  getQuestionnaireResults,
  questionnaireAttachmentFile,
  removeQuestionnaireAttachment,
  returnQuestionnaire,
  saveQuestionnaireAnswer,
} from '@corridor/contract/questionnaire-sheet.ts'
import {
  deleteQuestionnaire,
  generateQuestionnaires,
  getQuestionnaireDefaults,
  listQuestionnaireBatches,
  listQuestionnaireClients,
  listQuestionnaireInstitutions,
  listQuestionnaires,
  listQuestionnairesOfInstitution,
  questionnaireEvents,
  remindQuestionnaires,
  reopenQuestionnaire,
  restoreQuestionnaire,
  saveQuestionnaireDefaults,
  sendQuestionnaires,
} from '@corridor/contract/questionnaires.ts'
import { monthOf, yearOf } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { receiveFile } from '../../platform/files/uploads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import { openStream } from '../../platform/jobs/events.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { assignSection, saveAnswer, signAndReturn } from './answers.ts'
import type { BookKeepers } from './apply-changes.ts'
import { attach, removeAttachment, selectFile } from './attachments.ts'
import { decide } from './decisions.ts'
import { download } from './files.ts'
import { readDecisions } from './proposals.ts'
import { SEARCHED, SORTS, selectBatches, selectQuestionnaires, selectReturns, selectRow, withActions } from './queries.ts'
import { remind, reopen, send } from './sending.ts'
import { readSheet } from './sheet.ts'
import { generate, readDefaults, remove, restore, saveDefaults, selectBatch } from './staff.ts'
import { institutionsOfYear, yearsOfSite } from './years.ts'

/** @param keepers who write into the book what is accepted */
export const questionnaireRoutes = (keepers: BookKeepers) => (app: FastifyInstance, kernel: Kernel) => {
  keepingRoutes(app, kernel)
  readingRoutes(app, kernel)
  answeringRoutes(app, kernel)
  route(app, kernel, decideQuestionnaireChanges, async (call) => {
    await decide(call, keepers, call.input)
    return readDecisions(call, call.input.id)
  })
  rawRoute(app, kernel, questionnaireEvents, async (call) => openStream(call, ({ type }) => type === 'questionnaire'))
}

/** For staff: the questions, and the course of a year's questionnaires. */
function keepingRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getQuestionnaireDefaults, ({ trx, scope, input }) => readDefaults(trx, scope, input.version))
  route(app, kernel, saveQuestionnaireDefaults, (call) => saveDefaults(call, call.input.updatedAt, call.input.content, call.input.note))
  route(app, kernel, listQuestionnaireClients, async ({ trx, scope, session, input }) => ({
    year: input.year,
    years: await yearsOfSite(trx, scope),
    records: await institutionsOfYear(trx, scope, session, input.year),
  }))
  route(app, kernel, listQuestionnaireInstitutions, async ({ trx, scope, session, input }) => ({
    period: input.period,
    records: await institutionsOfYear(trx, scope, session, yearOf(input.period), monthOf(input.period)),
  }))
  route(app, kernel, generateQuestionnaires, (call) =>
    generate(call, call.input.period, call.input.institutions, call.input.isRegenerating),
  )
  route(app, kernel, sendQuestionnaires, (call) => send(call, call.input.ids, call.input))
  route(app, kernel, remindQuestionnaires, (call) => remind(call, call.input.ids))
  route(app, kernel, reopenQuestionnaire, async (call) => {
    await reopen(call, call.input.id, call.input.note, call.input.dueOn)
    return selectRow(call.trx, call.scope, call.session, call.input.id)
  })
  route(app, kernel, deleteQuestionnaire, async (call) => {
    await remove(call, call.input.id)
    return undefined
  })
  route(app, kernel, restoreQuestionnaire, async (call) => {
    await restore(call, call.input.id)
    return selectRow(call.trx, call.scope, call.session, call.input.id)
  })
}

/** For everybody, each within their own rights. */
function readingRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listQuestionnaireBatches, ({ trx, scope, input }) => {
    let query = selectBatches(trx, scope)
    if (input.year !== undefined) query = query.where(sql<boolean>`extract(year from b.period) = ${input.year}`)
    return pageOf(query, input, {
      id: 'b.id',
      sort: { createdAt: 'b.createdAt', batchName: 'b.batchName', period: 'b.period' },
      search: ['b.batchName'],
    })
  })
  route(app, kernel, listQuestionnaires, async ({ trx, scope, session, input }) => {
    let query = selectQuestionnaires(trx, scope)
    const batch = typeof input.batch === 'number' && input.batch > 0 ? await selectBatch(trx, scope, input.batch) : null
    if (batch) query = query.where('q.batchId', '=', batch.id)
    else if (typeof input.batch === 'string') query = query.where('q.period', '=', input.batch)
    if (input.status) query = query.where(sql<boolean>`q.status = any(${input.status}::int[])`)
    if (input.year !== undefined) query = query.where('q.year', '=', input.year)
    if (input.questionnaireName)
      query = query.where(sql<boolean>`'Annual Questionnaire ' || q.year ilike ${`%${input.questionnaireName}%`}`)
    if (input.createdAt) query = query.where(sql<boolean>`${siteDayOf(sql`q.created_at`, scope.siteId)} = ${input.createdAt}`)
    const { records, page } = await pageOf(query, input, { id: 'q.id', sort: SORTS, search: SEARCHED })
    return { records: withActions(session, records), page, batch }
  })
  route(app, kernel, listQuestionnairesOfInstitution, async ({ trx, scope, session, input }) => {
    const institution = await trx
      .selectFrom('institution as i')
      .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
      .select('i.name')
      .where('i.id', '=', input.institutionId)
      .where('s.siteId', '=', scope.siteId)
      .where(sql<boolean>`${scope.side === 'staff' || scope.institutionId === input.institutionId}`)
      .executeTakeFirst()
    if (!institution) throw new AppError('not_found')
    const rows = await selectQuestionnaires(trx, scope)
      .where('q.institutionId', '=', input.institutionId)
      .orderBy('q.year', 'desc')
      .execute()
    const returns = await selectReturns(
      trx,
      scope,
      rows.map(({ id }) => id),
    )
    return {
      institutionName: institution.name,
      records: withActions(session, rows).map((row) => ({
        ...row,
        returns: returns.filter(({ questionnaireId }) => questionnaireId === row.id),
      })),
    }
  })
  rawRoute(app, kernel, downloadQuestionnaires, download)
  route(app, kernel, getQuestionnaireResults, async (call) => {
    const { input } = call
    const sheet = await readSheet(call, input.report)
    if (input.batch > 0 && sheet.questionnaire.batchId !== input.batch) throw new AppError('not_found')
    return { ...sheet, ...(await readDecisions(call, input.report)) }
  })
}

/** For an institution's people. */
function answeringRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getMyQuestionnaire, async (call) => {
    const rows = await selectQuestionnaires(call.trx, call.scope).orderBy('q.year', 'desc').execute()
    const open = rows.filter(({ status }) => status === 1)
    const wanted = call.input.year === undefined ? (open.at(-1) ?? rows[0]) : rows.find(({ year }) => year === call.input.year)
    return { sheet: wanted ? await readSheet(call, wanted.id) : null, years: rows.map(({ year }) => year) }
  })
  route(app, kernel, saveQuestionnaireAnswer, (call) => saveAnswer(call, call.input.id, call.input))
  route(app, kernel, assignQuestionnaireSection, (call) => assignSection(call, call.input.id, call.input.section, call.input.userId))
  rawRoute(app, kernel, attachToQuestionnaire, async (call) => {
    // The questionnaire's institution, before its bytes are kept.
    await call.transact(({ trx }) => selectRow(trx, call.scope, call.session, call.input.id))
    return attach(call, call.input.id, await receiveFile(call, 'QUESTIONNAIRE'))
  })
  route(app, kernel, removeQuestionnaireAttachment, async (call) => {
    await removeAttachment(call, call.input.id, call.input.attachment)
    return undefined
  })
  rawRoute(app, kernel, questionnaireAttachmentFile, async ({ input, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectFile(trx, scope, input.id, input.attachment)
      if (isFirstPart(request))
        await record({
          action: input.inline ? 'questionnaire.opened' : 'questionnaire.downloaded',
          entity: 'questionnaire',
          entityId: input.id,
          institutionId: found.institutionId,
          after: { uploadName: found.fileName },
        })
      return found
    })
    return sendFile(request, reply, kernel.files, { ...file, inline: input.inline })
  })
  route(app, kernel, returnQuestionnaire, (call) => signAndReturn(call, call.input.id, call.input))
}
