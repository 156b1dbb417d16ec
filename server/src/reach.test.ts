/** Another institution's row, and another site's, is 404 with the body of a row that never was: for every endpoint that takes an id. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { PERMISSION_CODES, STAFF_ROLES } from '@corridor/domain/access.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { keepFile } from './kernel/files.ts'
import { signedInAs, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { type Holdings, useHoldings } from './test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', clients: {} as Record<string, string>, sessions: {} as Record<number, number> }
const NEVER = 2_147_483_000
/** An entry of the activity log on a site, by the site. */
const activityOn = new Map<number, number>()

beforeAll(async () => {
  for (const { clientId, siteId, institutionId } of [book.neighbour, book.stranger]) {
    await signIn(server.ownerDb, clientId, { siteId, institutionId })
    const { id } = await server.ownerDb.selectFrom('userSession').select('id').where('userId', '=', clientId).executeTakeFirstOrThrow()
    world.sessions[clientId] = id
  }
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  world.staff = await signedInAs(server.ownerDb, 'd', { siteId: book.siteId, permissions })
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
    .execute()
  for (const { clientId } of [book, book.neighbour, book.stranger])
    await server.ownerDb.insertInto('mfaMethod').values({ id: clientId, userId: clientId, channel: 'email', name: 'E-mail' }).execute()
  for (const { siteId } of [book, book.stranger]) {
    const { id } = await server.ownerDb
      .insertInto('activity')
      .values({ action: 'session.ended', siteId })
      .returning('id')
      .executeTakeFirstOrThrow()
    activityOn.set(siteId, id)
  }
  // The small book's files have bytes here, so that what is one's own is really served.
  const { sha256, sizeBytes } = await server.kernel.files.put(Buffer.from('a small file'))
  await keepFile(server.ownerDb, { sha256, sizeBytes }, 'application/pdf')
  await server.ownerDb.updateTable('clientReport').set({ fileSha256: sha256, sizeBytes }).execute()
  await server.ownerDb.updateTable('carrierFile').set({ sha256, sizeBytes }).execute()
  await server.ownerDb.updateTable('reportVersion').set({ pdfSha256: sha256 }).execute()
  const made = await server.ownerDb
    .insertInto('permissionTemplate')
    .values({ name: 'Analyst', permissions: sql`'{"CARRIERS": 1}'::jsonb`, updatedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  template.id = made.id
  for (const role of ['c', 'a', 'e'] as const)
    world.clients[role] = await signedInAs(server.ownerDb, role, { siteId: book.siteId, institutionId: book.institutionId, permissions })
})

type Ids = Pick<Holdings, 'institutionId' | 'clientId' | 'policyId' | 'batchId' | 'reportId' | 'clientReportId' | 'fileId'> & {
  siteId: number
}
const never: Ids = {
  siteId: NEVER,
  institutionId: NEVER,
  clientId: NEVER,
  policyId: NEVER,
  batchId: NEVER,
  reportId: NEVER,
  clientReportId: NEVER,
  fileId: NEVER,
}
const updatedAt = '2026-11-01T00:00:00.000Z'
/** Permission templates belong to the firm; one is there, so that what is missing is the person. */
const template = { id: 0, updatedAt }
const reason = 'because of a test'
const taxProfile = {
  federalRate: 0.21,
  stateRate: 0.06,
  stateCode: 'OH',
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED',
  combinedRateOverride: null,
  source: 'Tax return',
}
const capital = {
  tier1CapitalCents: 1,
  allowanceForCreditLossesCents: null,
  tier2CapitalCents: null,
  totalRiskBasedCapitalCents: null,
  totalAssetsCents: null,
  source: 'STAFF',
}
const policyLimits = {
  perCarrierLimitFraction: 0.15,
  aggregateLimitFraction: 0.25,
  capitalBasis: 'TIER1',
  minAmBest: null,
  minSp: null,
  minMoodys: null,
  minFitch: null,
  minComdex: null,
  maxDeathBenefitMultipleOfSalary: null,
  boardApprovalDate: null,
  nextReviewDate: null,
}
const exported = z.object({ records: z.array(z.unknown()), page: z.object({ totalRecords: z.int() }) })

/** How each endpoint is asked for rows by their ids: path, query and body that are valid but for whose they are. */
const ASKED: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'GET /api/asset-reports/:batch/reports': ({ batchId }) => ({ batch: batchId }),
  'GET /api/asset-reports/:batch/reports/:report': ({ batchId, reportId }) => ({ batch: batchId, report: reportId }),
  'POST /api/asset-reports/:batch/reports/:report/preliminary': ({ batchId, reportId }) => ({ batch: batchId, report: reportId, reason }),
  'POST /api/asset-reports/:batch/release': ({ batchId, reportId }) => ({ batch: batchId, reportIds: [reportId] }),
  'POST /api/asset-reports/:batch/withdraw': ({ batchId, reportId }) => ({ batch: batchId, reportIds: [reportId], reason }),
  'DELETE /api/asset-reports/:batch/reports/:report': ({ batchId, reportId }) => ({ batch: batchId, report: reportId }),
  'POST /api/asset-reports/:batch/reports/:report/restore': ({ batchId, reportId }) => ({ batch: batchId, report: reportId }),
  'GET /api/asset-reports/:batch/download': ({ batchId, reportId }) => ({ batch: batchId, reportIds: String(reportId) }),
  'GET /api/asset-reports/:batch/reports/:report/policies/:policy': ({ batchId, reportId, policyId }) => ({
    batch: batchId,
    report: reportId,
    policy: policyId,
  }),
  'GET /api/etl/files/:id': ({ fileId }) => ({ id: fileId }),
  'GET /api/etl/files/:id/choices': ({ fileId }) => ({ id: fileId }),
  'GET /api/etl/files/:id/findings': ({ fileId }) => ({ id: fileId }),
  'GET /api/etl/files/:id/rows': ({ fileId }) => ({ id: fileId }),
  'PUT /api/etl/files/:id/mapping': ({ fileId }) => ({ id: fileId, mapping: {}, updatedAt }),
  'POST /api/etl/files/:id/reject': ({ fileId }) => ({ id: fileId, lines: [1], reason }),
  'POST /api/etl/files/:id/restore': ({ fileId }) => ({ id: fileId, lines: [1] }),
  'POST /api/etl/files/:id/accept': ({ fileId, institutionId }) => ({ id: fileId, policies: [{ line: 1, institutionId }] }),
  'POST /api/etl/files/:id/findings/accept': ({ fileId }) => ({ id: fileId, findings: [1], reason }),
  'POST /api/etl/files/:id/post': ({ fileId }) => ({ id: fileId }),
  'DELETE /api/etl/files/:id': ({ fileId }) => ({ id: fileId }),
  'GET /api/etl/files/:id/download': ({ fileId }) => ({ id: fileId }),
  'GET /api/reports/:id/file': ({ clientReportId }) => ({ id: clientReportId }),
  'GET /api/institutions/:id': ({ institutionId }) => ({ id: institutionId }),
  'GET /api/institutions/:id/related-data': ({ institutionId }) => ({ id: institutionId }),
  'PUT /api/institutions/:id': ({ institutionId }) => ({ id: institutionId, updatedAt, city: 'X' }),
  'GET /api/institutions/:id/logo': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/institutions/:id/logo': ({ institutionId }) => ({ id: institutionId }),
  'DELETE /api/institutions/:id/logo': ({ institutionId }) => ({ id: institutionId }),
  'GET /api/institutions/:id/sites': ({ institutionId }) => ({ id: institutionId }),
  'PUT /api/institutions/:id/sites': ({ institutionId }) => ({ id: institutionId, siteIds: [book.siteId] }),
  'GET /api/institutions/:id/subsidiaries': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/institutions/:id/subsidiaries': ({ institutionId }) => ({ id: institutionId, name: 'X', legalName: 'X' }),
  'PUT /api/institutions/:id/subsidiaries/:subsidiaryId': ({ institutionId }) => ({
    id: institutionId,
    subsidiaryId: 1,
    name: 'X',
    legalName: 'X',
    updatedAt,
  }),
  'DELETE /api/institutions/:id/subsidiaries/:subsidiaryId': ({ institutionId }) => ({ id: institutionId, subsidiaryId: 1 }),
  'GET /api/institutions/:id/tax-profiles': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/institutions/:id/tax-profiles': ({ institutionId }) => ({ id: institutionId, effectiveOn: '2026-01-01', ...taxProfile }),
  'PUT /api/institutions/:id/tax-profiles/:date': ({ institutionId }) => ({
    id: institutionId,
    date: '2026-01-01',
    effectiveOn: '2026-01-01',
    reason,
    updatedAt,
    ...taxProfile,
  }),
  'DELETE /api/institutions/:id/tax-profiles/:date': ({ institutionId }) => ({ id: institutionId, date: '2026-01-01', reason, updatedAt }),
  'GET /api/institutions/:id/capital': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/institutions/:id/capital': ({ institutionId }) => ({ id: institutionId, effectiveOn: '2026-01-01', ...capital }),
  'PUT /api/institutions/:id/capital/:date': ({ institutionId }) => ({
    id: institutionId,
    date: '2026-01-01',
    effectiveOn: '2026-01-01',
    reason,
    updatedAt,
    ...capital,
  }),
  'DELETE /api/institutions/:id/capital/:date': ({ institutionId }) => ({ id: institutionId, date: '2026-01-01', reason, updatedAt }),
  'GET /api/institutions/:id/policy-limits': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/institutions/:id/policy-limits': ({ institutionId }) => ({ id: institutionId, effectiveOn: '2026-01-01', ...policyLimits }),
  'PUT /api/institutions/:id/policy-limits/:date': ({ institutionId }) => ({
    id: institutionId,
    date: '2026-01-01',
    effectiveOn: '2026-01-01',
    reason,
    updatedAt,
    ...policyLimits,
  }),
  'DELETE /api/institutions/:id/policy-limits/:date': ({ institutionId }) => ({ id: institutionId, date: '2026-01-01', reason, updatedAt }),
  'GET /api/institutions/:id/service-team': ({ institutionId }) => ({ id: institutionId }),
  'PUT /api/institutions/:id/service-team': ({ institutionId }) => ({ id: institutionId, userIds: [], before: [] }),
  'GET /api/institutions/:id/service-requests': ({ institutionId }) => ({ id: institutionId }),
  'GET /api/service-team/:id/avatar': ({ clientId }) => ({ id: clientId }),
  'GET /api/sites/:id': ({ siteId }) => ({ id: siteId }),
  'GET /api/sites/:id/logo': ({ siteId }) => ({ id: siteId }),
  'POST /api/sites/:id/logo': ({ siteId }) => ({ id: siteId }),
  'DELETE /api/sites/:id/logo': ({ siteId }) => ({ id: siteId }),
  'PUT /api/sites/:id': ({ siteId }) => ({ id: siteId, updatedAt, displayName: 'X' }),
  'GET /api/activity/:id': ({ siteId }) => ({ id: activityOn.get(siteId) ?? NEVER }),
  'GET /api/users/:id': ({ clientId }) => ({ id: clientId }),
  'PUT /api/users/:id': ({ clientId }) => ({ id: clientId, updatedAt, firstName: 'X' }),
  'GET /api/users/:id/invitation': ({ clientId }) => ({ id: clientId }),
  'POST /api/users/:id/invitation': ({ clientId }) => ({ id: clientId }),
  'GET /api/users/:id/avatar': ({ clientId }) => ({ id: clientId }),
  'GET /api/memberships/:userId': ({ clientId }) => ({ userId: clientId }),
  // Whose view it is, and of which site, is tried in features/saved-views.
  'PUT /api/saved-views/:id': () => ({ id: NEVER, name: 'X', query: {} }),
  'DELETE /api/saved-views/:id': () => ({ id: NEVER }),
  // Each of the three people has a second factor of the same number.
  'PUT /api/mfa/:id': ({ clientId }) => ({ id: clientId, preferred: true }),
  'DELETE /api/mfa/:id': ({ clientId }) => ({ id: clientId }),
  'GET /api/users/:userId/mfa': ({ clientId }) => ({ userId: clientId }),
  'DELETE /api/users/:userId/identities': ({ clientId }) => ({ userId: clientId }),
  'GET /api/institutions/:id/identity-provider': ({ institutionId }) => ({ id: institutionId }),
  'PUT /api/institutions/:id/identity-provider': ({ institutionId }) => ({
    id: institutionId,
    issuer: 'https://login.bank.example',
    clientId: 'portal',
    domains: ['bank.example'],
    strongAcrValues: [],
    enabled: true,
    updatedAt: null,
  }),
  'DELETE /api/institutions/:id/identity-provider': ({ institutionId }) => ({ id: institutionId }),
  'DELETE /api/session/sessions/:id': ({ clientId }) => ({ id: world.sessions[clientId] ?? NEVER }),
  'GET /api/users/:id/sessions': ({ clientId }) => ({ id: clientId }),
  'DELETE /api/users/:id/sessions': ({ clientId }) => ({ id: clientId }),
  'GET /api/users/:id/permissions': ({ clientId }) => ({ id: clientId }),
  'PUT /api/users/:id/permissions': ({ clientId }) => ({ id: clientId, permissions: [], updatedAt }),
  'POST /api/users/:id/permissions/template': ({ clientId }) => ({
    id: clientId,
    templateId: template.id,
    mode: 'merge',
    updatedAt,
    templateUpdatedAt: template.updatedAt,
  }),
  'GET /api/memberships/:userId/institutions': ({ clientId }) => ({ userId: clientId }),
  'PUT /api/memberships/:userId': ({ clientId, institutionId }) => ({
    userId: clientId,
    institutionId,
    ownTypeCodes: null,
    updatedAt: null,
  }),
  'GET /api/institutions/:id/membership': ({ institutionId }) => ({ id: institutionId }),
  'PUT /api/institutions/:id/membership': ({ institutionId }) => ({ id: institutionId, reportTypeCodes: [], updatedAt: null }),
  'POST /api/session/view-as/:userId': ({ clientId }) => ({ userId: clientId }),
  'GET /api/users/:id/access': ({ clientId }) => ({ id: clientId }),
  'GET /api/users/:id/access/:kind/:record': ({ clientId, reportId }) => ({ id: clientId, kind: 'assetReport', record: reportId }),
  'POST /api/session/institution/:id': ({ institutionId }) => ({ id: institutionId }),
  'POST /api/session/site/:id': ({ siteId }) => ({ id: siteId }),
}
/** Shared by all sites, or without a row behind the parameter. */
const SHARED =
  /^\w+ \/api\/(permission-templates|carriers|report-types|email-templates|drafts)\/|^GET \/api\/(users\/:email\/sites|mfa\/verify\/:phone)$/

/** Pictures that nobody took: what is kept and served of them is tested where they are taken in. */
const NO_PICTURE = /\/(logo|avatar)$/

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const withIds = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  (endpoint) => endpoint.path.includes('/:') && !SHARED.test(nameOf(endpoint)),
)

test('no endpoint that takes an id is forgotten here', () => {
  expect(withIds.map(nameOf).toSorted()).toEqual(Object.keys(ASKED).toSorted())
})

async function ask(endpoint: Endpoint, cookie: string, ids: Ids): Promise<string> {
  const { status, bytes } = await server.callAs(cookie, endpoint, ASKED[nameOf(endpoint)]?.(ids) ?? {})
  return `${status} ${bytes.toString()}`
}

test.each(withIds.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
  const ofStranger = await ask(endpoint, world.staff, book.stranger)
  expect(ofStranger).toBe(await ask(endpoint, world.staff, never))
  expect(ofStranger).toMatch(/^404 .*"code":"not_found"/)
  // And it is not that nothing is ever found.
  if (!endpoint.changes && !NO_PICTURE.test(name)) expect(await ask(endpoint, world.staff, book)).not.toContain('"code":"not_found"')
  for (const [role, cookie] of Object.entries(world.clients)) {
    for (const ids of [book.neighbour, book.stranger]) {
      // The site itself is the client's own; everything on it is the neighbour's.
      const asked = name.includes('/sites/') || name.includes('/site/') ? { ...ids, siteId: book.stranger.siteId } : ids
      const answer = await ask(endpoint, cookie, asked)
      expect([role, answer]).toEqual([role, await ask(endpoint, cookie, never)])
      expect(answer).toMatch(/^(404 .*"code":"not_found"|403 .*"code":"forbidden")/)
    }
  }
})

const lists = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint.kind === 'json' &&
    endpoint.input.safeParse({ ...ASKED[nameOf(endpoint)]?.(never), format: 'csv' }).success,
)
const readerOf = ({ access }: Endpoint) => (STAFF_ROLES.some((role) => access.roles.includes(role)) ? world.staff : (world.clients.c ?? ''))
test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s exports every row of its filter', async (name, endpoint) => {
  const ids = ASKED[name]?.(book) ?? {}
  const all = await server.callAs(readerOf(endpoint), endpoint, { ...ids, take: 1000 })
  const { records, page } = exported.parse(all.body)
  const { status, bytes } = await server.callAs(readerOf(endpoint), endpoint, { ...ids, take: 1, format: 'csv' })
  expect(status).toBe(200)
  expect(records).toHaveLength(page.totalRecords)
  // A line for the header, and nothing after the last line's end.
  expect(bytes.toString().split('\r\n').length - 2).toBe(records.length)
})
