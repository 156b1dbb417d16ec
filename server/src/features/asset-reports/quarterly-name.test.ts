/** The name of a quarterly report where files are listed by their types. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listBookFiles } from '@corridor/contract/board-books.ts'
import { newFiles } from '@corridor/contract/client-menus.ts'
import { searchReports } from '@corridor/contract/client-reports.ts'
import { listInstitutionFiles } from '@corridor/contract/documents.ts'
import { reports } from '@corridor/contract/report-records.ts'
import { searchFiles } from '@corridor/contract/search.ts'
import { viewReport } from '@corridor/contract/viewers.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { selectTellable } from '../../shared/notifications/file-mail-recipients.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a quarterly report is called quarterly wherever files are listed, in its viewer and in emails, and a monthly one as its type is', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institution = 0] = world.institutionIds
  const [client = ''] = world.clients
  for (const isQuarterly of [false, true]) {
    const batch = await world.start({ isQuarterly })
    await world.make(batch)
    const { id } = await world.reportOf(institution)
    await server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds: [id], overrideReason: 'Closed by hand' })
  }
  const listed = (await server.callAs(client, listBookFiles, { clientId: institution })).body.records
  const found = (await server.callAs(client, searchFiles, { query: 'asset report' })).body.records
  const own = (await server.callAs(client, searchReports, {})).body.records
  const viewed = await Promise.all(own.map(async ({ id }) => (await server.callAs(client, viewReport, { id })).body))
  await sql`insert into site_visit (user_id, site_id, institution_id, began_at) select id, ${world.siteId}, institution_id, '2020-01-01' from user_account where institution_id = ${institution}
    on conflict do nothing`.execute(server.ownerDb)
  const fresh = (await server.callAs(client, newFiles, {})).body.files
  const staff = await signedInAs(server.ownerDb, 'b', {
    siteId: world.siteId,
    permissions: { CLIENT_REPORTS: 1, DOCUMENT_CENTER: 1, ASSET_REPORT: 1 },
  })
  const records = (await server.callAs(staff, reports.endpoints.list, {})).body.records
  const ofBank = (await server.callAs(staff, listInstitutionFiles, { id: institution })).body.records
  const told = await server.ownerDb.transaction().execute((trx) =>
    selectTellable(
      trx,
      world.siteId,
      own.map(({ id }) => ({ kind: 'REPORT', id, place: null })),
    ),
  )
  const monthly = await server.ownerDb.selectFrom('reportType').select('name').where('code', '=', 'MBR').executeTakeFirstOrThrow()
  const expected = [monthly.name, 'Quarterly Asset Report'].toSorted()
  for (const list of [listed, found, own, viewed, fresh, records, ofBank, told])
    expect(list.map((file) => 'typeName' in file && file.typeName).toSorted()).toEqual(expected)
})
