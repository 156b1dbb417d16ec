/** Records that calls without an id show, asked of the whole server by every role: for clients their own institution, for staff their own site, nothing else for anybody. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { RECORD_KINDS } from '@corridor/contract/rights.ts'
import { isStaff, PERMISSION_CODES, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeStreams } from '../platform/jobs/events.ts'
import { signedInAs } from './builders.ts'
import { useServer } from './call.ts'
import { useHoldings } from './holdings.ts'

const NAMES = { own: 'Alder Bank of the own site', neighbor: 'Birch Bank next door', stranger: 'Cedar Bank elsewhere' }
/** The parameters a call needs to be asked at all; `kind` in every form it has. */
const INPUTS: Record<string, readonly Record<string, unknown>[]> = {
  'POST /api/sites/menu/types': [{ carrierCodes: ['BCC'], reportTypeCodes: ['MBR'] }],
  'GET /api/access-records': RECORD_KINDS.map((kind) => ({ kind })),
  'POST /api/announcements/audience': [{ siteIds: [], roles: [], institutionIds: [] }],
  // These name a person or an institution: whose is tried in features/email-templates.
  'POST /api/email-templates/preview': [],
  'GET /api/email-templates/readers': [],
  // It answers of the institution that is named: whose is tried in body-ids.test.ts.
  'GET /api/financial-impact/inputs': [],
  'GET /api/board-books/files': [],
  // Salesforce is asked, and no row of the portal.
  'GET /api/etl/Salesforce/objects': [],
  // A file name says an institution by its number, whoever's it is.
  'POST /api/reports/names': [{ fileNames: Array.from({ length: 50 }, (_, index) => `${index + 1}-MBR-26-x.pdf`) }],
  'GET /api/asset-reports/institutions': [{ period: '2026-09-30' }],
  'GET /api/8925-reports/institutions': [{ period: '2026-09-30' }],
  'GET /api/annual-boli-review/institutions': [{ period: '2026-09-30' }],
  'GET /api/annual-boli-review/clients': [{ reportingPeriod: '2026-09-30' }],
  'GET /api/annual-questionnaire/clients': [{ year: 2026 }],
  'GET /api/annual-questionnaire/institutions': [{ period: '2026-12-31' }],
  'GET /api/exceptions/summary': [{ check: 'client-exceptions' }],
  'GET /api/exceptions/review': [{ check: 'client-exceptions' }],
  'POST /api/audit-tolerances/preview': [{ ruleCode: 'V3', carrierCode: null, productId: null, limits: { absolute: 5 } }],
  'POST /api/rate-table/rates/preview': [{ text: 'Product,Effective date,Gross rate (%)\nNone,2026-01-01,4' }],
  // Asked by a product's number, which is nobody's.
  'POST /api/rate-table/charges/preview': [],
  'GET /api/search': [{ query: 'bank report' }, { query: 'birch' }, { query: 'cedar' }, { query: 'alderr' }, { query: '-alder' }],
  'GET /api/palette': [{ query: 'b' }, { query: 'bank' }, { query: 'report' }, { query: 'birch' }],
  'GET /api/asset-reports': [{}, { ReportType: 'AssetSummaryReport' }],
}
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const lists = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ changes, path, access, kind }) =>
    !changes && !path.includes('/:') && access.kind !== 'public' && access.row !== 'none' && kind === 'json',
)

export function testRows(): void {
  const server = useServer()
  const book = useHoldings(() => server.ownerDb)
  afterAll(closeStreams)
  const cookies = new Map<Role, string>()

  beforeAll(async () => {
    const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
    const { ownerDb } = server
    await ownerDb
      .updateTable('membership')
      .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
      .execute()
    for (const [name, { institutionId, clientId }] of [
      [NAMES.own, book],
      [NAMES.neighbor, book.neighbor],
      [NAMES.stranger, book.stranger],
    ] as const) {
      await ownerDb
        .updateTable('institution')
        .set({ name, legalName: `${name}, N.A.` })
        .where('id', '=', institutionId)
        .execute()
      await ownerDb
        .updateTable('userAccount')
        .set({ lastName: `of ${name}` })
        .where('id', '=', clientId)
        .execute()
      await ownerDb
        .updateTable('clientReport')
        .set({ displayName: `Report of ${name}` })
        .where('institutionId', '=', institutionId)
        .execute()
      await ownerDb
        .updateTable('announcement')
        .set({ title: `For ${name}` })
        .where('institutionIds', '=', sql<number[]>`${[institutionId]}::int[]`)
        .execute()
      await ownerDb
        .updateTable('document')
        .set({ displayName: `Document of ${name}` })
        .where('institutionId', '=', institutionId)
        .execute()
      await ownerDb
        .updateTable('carrierFile')
        .set({ fileName: `${name}.csv` })
        .where('siteId', '=', name === NAMES.stranger ? book.stranger.siteId : -1)
        .execute()
      await ownerDb
        .insertInto('activity')
        .values({
          action: 'session.ended',
          siteId: name === NAMES.stranger ? book.stranger.siteId : book.siteId,
          institutionId,
          after: { name },
        })
        .execute()
    }
    // The small book's snapshots hold nothing to draw: the charts look at the book itself.
    await ownerDb.updateTable('report').set({ withdrawnAt: '2026-10-11T12:00:00Z' }).execute()
    for (const role of ROLES)
      cookies.set(
        role,
        await signedInAs(ownerDb, role, { siteId: book.siteId, institutionId: isStaff(role) ? 0 : book.institutionId, permissions }),
      )
  })

  const shown = new Map<Role, Set<string>>(ROLES.map((role) => [role, new Set()]))

  test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
    for (const role of ROLES)
      for (const input of INPUTS[name] ?? [{}]) {
        const parsed = endpoint.input.safeParse(input)
        expect([name, parsed.success]).toEqual([name, true])
        const { status, bytes } = await server.callAs(cookies.get(role), endpoint, input)
        const body = bytes.toString()
        // A chart without an institution is nobody's.
        const answered = status === 200 || (status === 403 && body.includes('"forbidden"')) || (status === 404 && name.includes('/charts/'))
        expect([role, name, answered]).toEqual([role, name, true])
        const hidden = isStaff(role) ? [NAMES.stranger] : [NAMES.neighbor, NAMES.stranger]
        expect([role, hidden.filter((bank) => body.includes(bank))]).toEqual([role, []])
        if (body.includes(NAMES.own)) shown.get(role)?.add(name)
      }
  })

  test('and those who are shown rows are shown their own', () => {
    expect([...(shown.get('d') ?? [])]).toEqual(
      expect.arrayContaining([
        'GET /api/institutions',
        'GET /api/users',
        'POST /api/reports/search',
        'GET /api/access-records',
        'GET /api/activity',
      ]),
    )
    for (const role of ['c', 'a', 'e'] as const)
      expect([role, [...(shown.get(role) ?? [])]]).toEqual([
        role,
        expect.arrayContaining(['POST /api/reports/search', 'GET /api/institutions', 'GET /api/announcements/active']),
      ])
  })
}
