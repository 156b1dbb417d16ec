/** Carriers' files over HTTP: upload, look, decide, post. */

import { Readable } from 'node:stream'
import {
  acceptPolicies,
  acceptWarnings,
  changeRegister,
  chooseSheets,
  discardFile,
  downloadFile,
  getFile,
  listCarriersForFeeds,
  listChoices,
  listClientsToPolicies,
  listFiles,
  listFindings,
  listNewPolicies,
  listRows,
  listStatusProposals,
  postFile,
  rejectRows,
  restoreRows,
  setMapping,
  uploadFile,
} from '@corridor/contract/data-feeds.ts'
import { listArrivals, setArrival } from '@corridor/contract/feed-arrivals.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { getFileLayout, setFileLayout } from '@corridor/contract/feed-layouts.ts'
import { checkFileAgain, correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import { unlockFile } from '@corridor/contract/feed-passwords.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { allows, levelOf } from '@corridor/domain/access/access.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { MAX_FEED_BYTES } from '../../platform/formats/reading/open.ts'
import { keyOf } from '../../platform/http/api-keys.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { beside } from '../../platform/http/lists.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { selectArrivals, switchPosting } from './arrivals.ts'
import { acceptFindings, changeMapping, changeSheets, rejectLines, restoreLines } from './changes.ts'
import { selectCarriers, selectChoices, selectClientsToPolicies } from './choice-queries.ts'
import { checkAgain, correct } from './corrections.ts'
import { discard } from './discard.ts'
import { selectFileDetail } from './file-detail.ts'
import { inboxOf } from './inbox-folders.ts'
import { changeLayout, selectLayout } from './layouts.ts'
import { selectLine } from './line-detail.ts'
import { proposeForFile } from './mapping-proposals.ts'
import { takeIntoBook } from './new-policies.ts'
import { selectNewPolicies } from './new-policy-groups.ts'
import type { RemovePolicy } from './policies-from-file.ts'
import { checkIfStale, postInTransaction } from './post-valuations.ts'
import { selectPostingPreview } from './posting-preview.ts'
import { holdsPersonal, refuseOthers, selectFile, selectFiles, selectFindings, selectRows } from './queries.ts'
import { receiveFile, spooled } from './receive.ts'
import { listProposals } from './status-proposals.ts'
import { openProtected, protectedBytes, readOpened } from './unlock.ts'

/** @param removePolicy the register's: a file that is set aside may take out what it brought */
export const dataFeedRoutes =
  (removePolicy: RemovePolicy) =>
  (app: FastifyInstance, kernel: Kernel): void => {
    route(app, kernel, listFiles, ({ input, trx, scope }) => selectFiles(trx, scope, input))
    route(app, kernel, getFile, async ({ input, trx, scope, request }) => {
      const key = keyOf(request)
      if (key?.carrierCode) await refuseOthers(trx, scope, input.id, key)
      const detail = await selectFileDetail(trx, scope, input.id)
      // A carrier's script asks how its file stands; the book that the file is compared with is none of its business.
      return key?.carrierCode
        ? { ...detail, institutions: [], broughtPolicies: [], samples: {}, discarded: null, discardedBefore: null }
        : detail
    })
    route(app, kernel, listArrivals, async ({ input, trx, scope }) => ({
      ...(await selectArrivals(trx, scope, input)),
      inbox: await beside(() => inboxOf(kernel, trx, scope)),
    }))
    route(app, kernel, setArrival, switchPosting)
    route(app, kernel, listFindings, async ({ input, trx, scope, session, record }) => {
      const page = await selectFindings(trx, scope, input, levelOf(session, 'INSTITUTIONS') >= 2)
      const lines = page.records.flatMap(({ birthDates, line }) => (birthDates === null ? [] : [line]))
      if (lines.length > 0) await record({ action: 'feed.rows.viewed', entity: 'carrierFile', entityId: input.id, after: { lines } })
      return page
    })
    route(app, kernel, listRows, async ({ input, trx, scope, session, record }) => {
      const seesPersonal = levelOf(session, 'INSTITUTIONS') >= 2
      const page = await selectRows(trx, scope, input, seesPersonal)
      // Dates of birth and the like were shown: an export leaves a row of its own.
      if (seesPersonal && page.records.length > 0 && !input.format && (await holdsPersonal(trx, scope, input.id)).personal)
        await record({
          action: 'feed.rows.viewed',
          entity: 'carrierFile',
          entityId: input.id,
          after: { lines: page.records.map(({ line }) => line) },
        })
      return page
    })
    route(app, kernel, getFileLayout, async ({ input, kernel, trx, scope, session, record }) => {
      const seesPersonal = levelOf(session, 'INSTITUTIONS') >= 2
      const layout = await selectLayout(kernel, trx, scope, input.id, seesPersonal)
      if (layout.lines !== null)
        await record({ action: 'feed.rows.viewed', entity: 'carrierFile', entityId: input.id, after: { lines: layout.lines.length } })
      return layout
    })
    route(app, kernel, setFileLayout, async (call) => {
      // Cells are shown by their columns: who says where one begins may open what others may not see.
      if (!allows(call.session, changeRegister)) throw new AppError('forbidden')
      await changeLayout(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, getFileLine, async ({ input, trx, scope, session, record }) => {
      const seesPersonal = levelOf(session, 'INSTITUTIONS') >= 2
      const line = await selectLine(trx, scope, input, seesPersonal)
      if (seesPersonal && (await holdsPersonal(trx, scope, input.id)).personal)
        await record({ action: 'feed.rows.viewed', entity: 'carrierFile', entityId: input.id, after: { lines: [line.line] } })
      return line
    })
    route(app, kernel, correctCells, async (call) => {
      await correct(call, call.input, levelOf(call.session, 'INSTITUTIONS') >= 2)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, checkFileAgain, async (call) => {
      await checkAgain(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, listStatusProposals, async ({ input, trx, scope }) => {
      await selectFile(trx, scope, input.id)
      return listProposals(trx, scope, input)
    })
    route(app, kernel, listNewPolicies, ({ input, kernel, trx, scope }) => selectNewPolicies(kernel, trx, scope, input.id))
    route(app, kernel, listMappingProposals, ({ input, trx, scope }) => proposeForFile(trx, scope, input.id))
    route(app, kernel, listChoices, ({ input, trx, scope }) => selectChoices(trx, scope, input.id))
    route(app, kernel, listCarriersForFeeds, async ({ trx, scope }) => ({ records: await selectCarriers(trx, scope) }))
    route(app, kernel, listClientsToPolicies, ({ input, trx, scope }) => selectClientsToPolicies(trx, scope, input))

    rawRoute(app, kernel, uploadFile, async ({ input, kernel, scope, session, request, reply, transact }) => {
      const key = keyOf(request)
      const { id, duplicateOf } = await readUpload(request, input.fileName, async ({ path, fileName, texts }) => {
        const given = uploadFile.input.safeParse({ ...input, ...texts })
        if (!given.success)
          throw inputError(Object.fromEntries(given.error.issues.map((issue) => [issue.path.join('.') || 'form', [issue.message]])))
        const { carrierCode = key?.carrierCode, period } = given.data
        if (key?.carrierCode && carrierCode !== key.carrierCode)
          throw inputError({ carrierCode: [`This API key sends files of ${key.carrierCode} alone.`] })
        if (period !== undefined && !isPlainDate(period)) throw inputError({ period: ['Choose a month end.'] })
        return receiveFile(
          kernel,
          scope,
          {
            content: { path },
            fileName,
            carrierCode: carrierCode || null,
            period: period ?? null,
            ...(key ? { arrival: { way: 'API_KEY' as const, name: key.name, keyId: key.id } } : {}),
          },
          (trx, event) => recordActivity(trx, { session, request }, event),
        )
      })
      const address = uploadedAt(id)
      reply.header('location', address)
      return transact(async ({ trx }) => ({ ...(await selectFile(trx, scope, id)), duplicateOf, address }))
    })
    route(app, kernel, setMapping, async (call) => {
      await changeMapping(call, call.input, levelOf(call.session, 'INSTITUTIONS') >= 2)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, chooseSheets, async (call) => {
      await changeSheets(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, rejectRows, async (call) => {
      await rejectLines(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, restoreRows, async (call) => {
      await restoreLines(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, acceptWarnings, async (call) => {
      await acceptFindings(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    route(app, kernel, acceptPolicies, async (call) => {
      if (!allows(call.session, changeRegister)) throw new AppError('forbidden')
      await takeIntoBook(call, call.input)
      return selectFile(call.trx, call.scope, call.input.id)
    })
    rawRoute(app, kernel, unlockFile, async ({ input, kernel, scope, transact }) => {
      const sha256 = await transact(({ trx }) => protectedBytes(trx, scope, input))
      const stored = await openProtected(kernel, sha256, input.password)
      return transact(async ({ trx, record }) => {
        await readOpened(kernel, scope, trx, input, stored, record)
        return selectFile(trx, scope, input.id)
      })
    })
    route(app, kernel, previewPosting, ({ input, trx, scope }) => selectPostingPreview(trx, scope, input.id))
    rawRoute(app, kernel, postFile, async ({ input, kernel, scope, transact }) => {
      // Checking again is kept even when it stops the posting: the person must see what it found.
      const checkedAgain = await transact(({ trx }) => checkIfStale(kernel, scope, trx, input.id))
      return transact(async ({ trx, record }) => {
        const result = await postInTransaction(kernel, scope, trx, checkedAgain ? { ...input, updatedAt: undefined } : input, record)
        return { ...(await selectFile(trx, scope, input.id)), ...result }
      })
    })
    route(app, kernel, discardFile, async (call) => {
      if (call.input.policies === 'remove' && !allows(call.session, changeRegister)) throw new AppError('forbidden')
      return discard(call, call.input, removePolicy)
    })
    rawRoute(app, kernel, downloadFile, async ({ input, kernel, scope, session, reply, transact }) => {
      const file = await transact(async ({ trx, record }) => {
        const found = await holdsPersonal(trx, scope, input.id)
        if (found.personal && levelOf(session, 'INSTITUTIONS') < 2)
          throw new AppError('forbidden', {
            message: 'The file holds dates of birth or the like. Downloading it requires the right to change institutions.',
          })
        await record({ action: 'feed.downloaded', entity: 'carrierFile', entityId: input.id })
        return found
      })
      const { stream, sizeBytes } = await kernel.files.open(file.sha256)
      return reply
        .header('content-length', sizeBytes)
        .header(
          'content-disposition',
          `attachment; filename="${asciiName(file.fileName)}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
        )
        .type(file.mediaType)
        .send(stream)
    })
  }

const uploadedAt = (id: number): string => getFile.path.replace(':id', String(id))

/** The file as a form of a browser, or as the body of a script's call. */
async function readUpload<Result>(
  request: FastifyRequest,
  fileName: string | undefined,
  work: (form: { path: string; fileName: string; texts: Record<string, string> }) => Promise<Result>,
): Promise<Result> {
  if (request.isMultipart()) return readForm(request, work)
  if (!(request.body instanceof Readable))
    throw new AppError('unsupported_file', {
      message: 'Send the file as multipart/form-data, or as the body with the type application/octet-stream.',
    })
  if (!fileName) throw inputError({ fileName: ['Name the file in the query: ?fileName=extract.csv'] })
  return spooled(request.body, (path) => work({ path, fileName, texts: {} }))
}

/** The form's one file on disk and its text parts, in whatever order they come. */
async function readForm<Result>(
  request: FastifyRequest,
  work: (form: { path: string; fileName: string; texts: Record<string, string> }) => Promise<Result>,
): Promise<Result> {
  const texts: Record<string, string> = {}
  const parts = request.parts({ limits: { fileSize: MAX_FEED_BYTES + 1, files: 1 } })
  for (;;) {
    const next = await parts.next()
    if (next.done) throw inputError({ file: ['Choose a file to upload.'] })
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value === 'string' && part.value !== '') texts[part.fieldname] = part.value
      continue
    }
    return spooled(part.file, async (path) => {
      for await (const later of parts)
        if (later.type === 'field' && typeof later.value === 'string' && later.value !== '') texts[later.fieldname] = later.value
      return work({ path, fileName: part.filename, texts })
    })
  }
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/g, '_')
