/** The name of a quarterly report where files are listed by their types. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listBookFiles } from '@corridor/contract/board-books.ts'
import { searchFiles } from '@corridor/contract/search.ts'
import { expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a quarterly report is called quarterly in search and among the files of a board book, and a monthly one as its type is', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institution = 0] = world.institutionIds
  const [client = ''] = world.clients
  for (const isQuarterly of [false, true]) {
    const batch = await world.start({ isQuarterly })
    await world.make(batch)
    const { id } = await world.reportOf(institution)
    await server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds: [id], overrideReason: 'Closed by hand' })
  }
  const listed = (await server.callAs(client, listBookFiles, { clientId: institution })).body
  const found = (await server.callAs(client, searchFiles, { query: 'asset report' })).body.records
  const monthly = await server.ownerDb.selectFrom('reportType').select('name').where('code', '=', 'MBR').executeTakeFirstOrThrow()
  const expected = [monthly.name, 'Quarterly Asset Report'].toSorted()
  expect(listed.records.map(({ typeName }) => typeName).toSorted()).toEqual(expected)
  expect(found.map(({ typeName }) => typeName).toSorted()).toEqual(expected)
})
