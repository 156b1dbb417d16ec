/** Everything a test of reports starts from: a book, people of each kind signed in, and a maker that works when told to. */
import { assetReports, type ReportType } from '@corridor/contract/asset-reports.ts'
import { inScope, type Scope, scopeOfSystem } from '../platform/http/scope.ts'
import { type BatchRequest, startBatch } from '../reporting/batches.ts'
import { generateSome } from '../reporting/generation.ts'
import { type BookOptions, buildBook, buildReportTypes, type TestBook } from './book.ts'
import { buildUser, signedInAs, signIn } from './builders.ts'
import type { TestServer } from './call.ts'

export interface ReportWorld extends TestBook {
  scope: Scope
  /** Cookies: two of staff with every right, one that may only look, and one client of each institution. */
  staff: string
  otherStaff: string
  viewer: string
  clients: string[]
  clientIds: number[]
  /** Starts a batch as staff does, by the API, and answers its id. */
  start: (
    overrides?: Partial<{
      isRegenerating: boolean
      institutions: number[]
      ReportType: ReportType
      isQuarterly: boolean
      hold: boolean
      cookie: string
    }>,
  ) => Promise<number>
  /** Starts a batch below the API. */
  startDirectly: (overrides?: Partial<BatchRequest>) => Promise<number>
  /** Makes everything that a batch asks for. */
  make: (batchId: number) => Promise<void>
  reportOf: (institutionId: number) => Promise<{
    id: number
    status: string
    currentVersion: number
    releasedVersion: number | null
    failureCode: string | null
    batchId: number
  }>
}

export async function buildReportWorld(server: TestServer, options: BookOptions = {}): Promise<ReportWorld> {
  const db = server.ownerDb
  await buildReportTypes(db)
  const book = await buildBook(db, options)
  const { siteId } = book
  const all = { ASSET_REPORT: 2, ASSET_SUMMARY_REPORT: 2, C8925_REPORT: 2, ANNUAL_BOLI_REVIEW: 2, CLIENT_REPORTS: 2 } as const
  const [staff, otherStaff] = [
    await signedInAs(db, 'b', { siteId, permissions: all }),
    await signedInAs(db, 'd', { siteId, permissions: all }),
  ]
  const viewer = await signedInAs(db, 'b', { siteId, permissions: { ASSET_REPORT: 1 } })
  const clientIds: number[] = []
  const clients: string[] = []
  for (const institutionId of book.institutionIds) {
    const userId = await buildUser(db, 'c', { sites: [siteId], institutionId })
    clientIds.push(userId)
    clients.push(await signIn(db, userId, { siteId, institutionId }))
  }
  const scope = scopeOfSystem(siteId)
  const world: ReportWorld = {
    ...book,
    scope,
    staff,
    otherStaff,
    viewer,
    clients,
    clientIds,
    start: async ({ cookie = staff, ...overrides } = {}) => {
      const { status, body } = await server.callAs(cookie, assetReports.generateReports, {
        period: book.period,
        institutions: book.institutionIds,
        ...overrides,
      })
      if (status !== 202) throw new Error(`generate answered ${status} ${JSON.stringify(body)}`)
      return body.id
    },
    startDirectly: async (overrides = {}) =>
      (
        await inScope(server.kernel.db, scope, (trx) =>
          startBatch(server.kernel, trx, scope, {
            reportType: 'AssetReport',
            period: book.period,
            isQuarterly: false,
            isRegenerating: false,
            hold: true,
            targets: book.institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })),
            ...overrides,
          }),
        )
      ).batchId,
    make: async (batchId) => {
      while ((await generateSome(server.kernel, scope, batchId)) > 0) continue
    },
    reportOf: (institutionId) =>
      db
        .selectFrom('report')
        .select(['id', 'status', 'currentVersion', 'releasedVersion', 'failureCode', 'batchId'])
        .where('institutionId', '=', institutionId)
        .where('deletedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
  }
  return world
}
