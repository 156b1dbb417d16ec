/** /ie-bank-uploads: the same form as a page of the server's, for browsers whose scripts are off or too old. Same session, right, checks and log. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BANK_UPLOAD_FILES, type bankUpload, plainBankUploads, sendPlainBankUploads } from '@corridor/contract/bank-uploads.ts'
import { LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { styleNonce } from '../../platform/http/browser-safety.ts'
import { AppError } from '../../platform/http/errors.ts'
import { asAppError } from '../../platform/http/failures.ts'
import { type RawCall, rawRoute } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { sessionRowOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { mailTeam } from './mail.ts'
import { failurePage, plainPage, type Result } from './no-script-page.ts'
import { selectBankUploads, selectSent } from './queries.ts'
import { sendFile, withdraw } from './service.ts'

type Call = RawCall<typeof sendPlainBankUploads | typeof plainBankUploads>

const OLD_BROWSER = /\b(MSIE|Trident)\b/
/** Rows on the page; the full list is the other page's. */
const LISTED = 50

export function plainRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, plainBankUploads, (call) => answer(kernel, call, []), { failurePage })
  rawRoute(app, kernel, sendPlainBankUploads, async (call) => answer(kernel, call, await act(kernel, call)), { failurePage })
  // The page with scripts does not run on Internet Explorer.
  app.get('/bank-uploads', async (request, reply) => {
    reply.header('vary', 'user-agent')
    if (!OLD_BROWSER.test(request.headers['user-agent'] ?? '')) return reply.callNotFound()
    return reply.redirect(plainBankUploads.path)
  })
}

async function answer(kernel: Kernel, call: Call, results: readonly Result[]) {
  const { session, scope, request, reply, transact } = call
  const records: z.input<typeof bankUpload>[] = await transact(({ trx }) =>
    selectBankUploads(trx, scope).orderBy('b.createdAt', 'desc').orderBy('b.id', 'desc').limit(LISTED).execute(),
  )
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(plainPage({ session, records, results, token: tokenOf(kernel, request), uploadBatch: randomUUID(), nonce: styleNonce(reply) }))
}

/** Reads the form as it comes: its fields stand before its files, and no file is read before the token is. */
async function act(kernel: Kernel, call: Call): Promise<Result[]> {
  const { request } = call
  if (!request.isMultipart()) throw new AppError('unsupported_file', { message: 'Send the form as multipart/form-data.' })
  const fields: Record<string, string> = {}
  const results: Result[] = []
  for await (const part of request.parts({
    limits: { fileSize: LARGEST_FILE_BYTES + 1, files: BANK_UPLOAD_FILES, parts: BANK_UPLOAD_FILES + 10 },
  })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string' && part.value.trim() !== '') fields[part.fieldname] = part.value
      continue
    }
    checkToken(kernel, request, fields['token'])
    // A field for files in which none was chosen comes as a file without a name.
    if (part.filename === undefined || part.filename === '') part.file.resume()
    else results.push(await receive(kernel, call, { fileName: part.filename, content: part.file }, fields))
  }
  checkToken(kernel, request, fields['token'])
  const withdrawn = /^withdraw-(\d{1,9})$/.exec(fields['action'] ?? '')?.[1]
  if (withdrawn !== undefined) return [await tried(async () => `${await withdraw(kernel, call, Number(withdrawn))} was withdrawn.`, '')]
  if (results.length === 0) return [{ good: false, sentence: 'Choose a file to send.' }]
  if (results.some(({ good }) => good)) await tell(kernel, call, fields['uploadBatch'] ?? '')
  return results
}

async function receive(
  kernel: Kernel,
  call: Call,
  { fileName, content }: { fileName: string; content: Readable },
  { uploadBatch = '', note }: Record<string, string>,
): Promise<Result> {
  return tried(
    async () => {
      // Internet Explorer may send the whole path.
      const name = fileName.replace(/^.*[\\/]/, '')
      const stored = await put(kernel, content)
      const { status } = await sendFile(
        kernel,
        call,
        { ...stored, fileName: name },
        { uploadBatch, ...(note === undefined ? {} : { note }) },
      )
      return status === 'HELD' ? `${name} was sent. It is being checked for viruses first.` : `${name} was sent.`
    },
    fileName.replace(/^.*[\\/]/, ''),
  )
}

/** A part that cannot be kept is read to its end and dropped, so that the files behind it are reached. */
async function put(kernel: Kernel, content: Readable) {
  try {
    return await kernel.files.put(content, { limit: LARGEST_FILE_BYTES })
  } catch (cause) {
    content.resume()
    throw cause
  }
}

/** A refusal is a line of the page; what nobody foresaw is an error of the whole. */
async function tried(work: () => Promise<string>, name: string): Promise<Result> {
  try {
    return { good: true, sentence: await work() }
  } catch (cause) {
    const known = asAppError(cause)
    if (!(known instanceof AppError) || known.status >= 500) throw cause
    return { good: false, sentence: name === '' ? known.message : `${name} was not sent. ${known.message}` }
  }
}

const tell = (kernel: Kernel, { scope, transact }: Call, uploadBatch: string) =>
  transact(async ({ trx, record }) => {
    const sent = await selectSent(trx, scope, uploadBatch)
    const told = await asProduct(trx, scope, () => mailTeam(kernel, trx, scope.siteId, scope.institutionId, uploadBatch))
    await record({
      action: 'bank-uploads.told',
      entity: 'bank-uploads',
      institutionId: scope.institutionId,
      after: { batch: uploadBatch, files: sent.length, told },
    })
  })

/** Old browsers say in no header where a form comes from; it carries a word that only this session's own page knows. */
function tokenOf(kernel: Kernel, request: FastifyRequest): string {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  return createHmac('sha256', kernel.configuration.keys.encryption).update('ie-bank-uploads ').update(row.idHash).digest('base64url')
}

function checkToken(kernel: Kernel, request: FastifyRequest, given = ''): void {
  const [own, other] = [Buffer.from(tokenOf(kernel, request)), Buffer.from(given)]
  if (own.length !== other.length || !timingSafeEqual(own, other)) throw new AppError('cross_site')
}
