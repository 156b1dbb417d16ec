/** Every endpoint that hands out bytes, gathered from the contract: whoever is of another bank or another site gets none of a file, whole, in parts or by its head. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { type Endpoint, fillPath } from '@corridor/contract/kernel/endpoint.ts'
import { isStaff, PERMISSION_CODES, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { ASKED } from './test/asked.ts'
import { signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { type Holdings, useHoldings } from './test/holdings.ts'
import { buildServiceRequest } from './test/service-requests.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const FILES = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ kind }) => kind === 'file')

/** Those that take no number in their path, and so stand in no other table. */
const WITHOUT_ID: Record<string, (of: Holdings) => Record<string, unknown>> = {
  'GET /api/reports/download': ({ clientReportId }) => ({ ids: String(clientReportId) }),
  'GET /api/documents/download': ({ documentId }) => ({ ids: String(documentId) }),
  'GET /api/files': ({ institutionId }) => ({ path: `/clients/${institutionId}/documents/2026/MBR/d.pdf` }),
}
/** Bytes that are no file of an institution or site, each with the reason. */
const NOBODYS: Record<string, string> = {
  'GET /api/exceptions/statement': 'made of the caller’s own site, whatever is asked for, and no file of it',
  'GET /api/board-books/:id/file': 'its maker’s alone: whose it is, and while which parts are open, is tried in features/board-books',
  'GET /api/financial-impact/scenarios/:id/file':
    'made of a scenario: whose it is, and who has it shared, is tried in features/financial-impact',
  'GET /api/onboarding/templates': 'empty templates, the same for every portal',
  'GET /api/reports/month': 'names no file: each caller’s own month, which is tried in features/downloads',
  'GET /api/profile/avatar': 'the caller’s own portrait, whoever calls',
  'GET /api/carriers/:id/logo': 'carriers are shared by all sites',
  'GET /api/sites/:id/logo': 'the sign-in page shows it to everybody',
  'GET /ie-bank-uploads': 'a page of the caller’s own bank, without any file’s bytes',
  'GET /api/session/single-sign-on/callback': 'sends the browser on and has no body',
}
/** Made when it is asked for: no stored bytes tell it by; whoever may have it is answered, the others are refused. */
const MADE = new Set(['GET /api/annual-questionnaire/:batch/download'])
const asked = (name: string, of: Holdings): Record<string, unknown> | undefined => (WITHOUT_ID[name] ?? ASKED[name])?.(of)
/** How a PNG begins: a portrait or logo is served as a picture or not at all. */
const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex')
const markOf = ({ institutionId }: Holdings) => `the bytes of bank ${institutionId}, and of nobody else`

const cookies = new Map<Role, string>()
beforeAll(async () => {
  const { ownerDb } = server
  await ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
    .execute()
  for (const of of [book, book.neighbor, book.stranger]) {
    const file = await server.kernel.files.put(Buffer.concat([PICTURE, Buffer.from(markOf(of))]))
    await ownerDb
      .insertInto('storedFile')
      .values({ ...file, mediaType: 'application/pdf', safety: 'PASSED' })
      .execute()
    const { institutionId, siteId, clientId } = of
    const { sha256, sizeBytes } = file
    const stored = { fileSha256: sha256, sizeBytes }
    await ownerDb.updateTable('clientReport').set(stored).where('institutionId', '=', institutionId).execute()
    await ownerDb.updateTable('document').set(stored).where('institutionId', '=', institutionId).execute()
    await ownerDb.updateTable('documentVersion').set(stored).where('documentId', '=', of.documentId).execute()
    await ownerDb
      .insertInto('clientReportVersion')
      .values({ institutionId, siteId, clientReportId: of.clientReportId, version: 1, uploadName: 'r.pdf', extension: 'pdf', ...stored })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await ownerDb.updateTable('reportVersion').set({ pdfSha256: sha256 }).where('institutionId', '=', institutionId).execute()
    await ownerDb.updateTable('questionnaireAttachment').set(stored).where('institutionId', '=', institutionId).execute()
    await buildServiceRequest(ownerDb, of, sha256)
    await ownerDb.updateTable('bankUpload').set(stored).where('institutionId', '=', institutionId).execute()
    await ownerDb.updateTable('carrierFile').set({ sha256, sizeBytes }).where('id', '=', of.fileId).execute()
    await ownerDb.updateTable('institution').set({ logoSha256: sha256 }).where('id', '=', institutionId).execute()
    await ownerDb.updateTable('userAccount').set({ avatarSha256: sha256 }).where('id', '=', clientId).execute()
    // A bank sees the portraits of those who serve it: here its own client's.
    await ownerDb.insertInto('serviceTeamMember').values({ institutionId, siteId, userId: clientId, position: 1 }).execute()
  }
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  for (const role of ROLES)
    cookies.set(
      role,
      await signedInAs(ownerDb, role, { siteId: book.siteId, institutionId: isStaff(role) ? 0 : book.institutionId, permissions }),
    )
})

async function ask(role: Role, endpoint: Endpoint, of: Holdings, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { path, rest } = fillPath(endpoint.path, asked(nameOf(endpoint), of) ?? {})
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]))
  return server.app.inject({ method, url: `${path}?${query.toString()}`, headers, cookies: { sid: cookies.get(role) ?? '' } })
}

test('none is forgotten here', () => {
  const unknown = FILES.map(nameOf).filter((name) => !(name in NOBODYS) && asked(name, book) === undefined)
  expect(unknown).toEqual([])
  const gone = [...Object.keys(WITHOUT_ID), ...Object.keys(NOBODYS)].filter((name) => !FILES.map(nameOf).includes(name))
  expect(gone).toEqual([])
})

test.each(FILES.filter((endpoint) => !(nameOf(endpoint) in NOBODYS)).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  async (_, endpoint) => {
    let served = 0
    for (const role of ROLES) {
      const own = await ask(role, endpoint, book)
      if (MADE.has(nameOf(endpoint)) ? own.statusCode === 200 : own.rawPayload.includes(markOf(book))) served += 1
      for (const of of isStaff(role) ? [book.stranger] : [book.neighbor, book.stranger]) {
        for (const answer of [
          await ask(role, endpoint, of),
          await ask(role, endpoint, of, { range: 'bytes=0-63' }),
          await ask(role, endpoint, of, {}, 'HEAD'),
        ]) {
          expect([role, [403, 404].includes(answer.statusCode), answer.headers.etag]).toEqual([role, true, undefined])
          expect([role, answer.rawPayload.includes('the bytes of bank')]).toEqual([role, false])
        }
      }
    }
    // It is not that nobody ever gets it.
    expect(served).toBeGreaterThan(0)
  },
)
