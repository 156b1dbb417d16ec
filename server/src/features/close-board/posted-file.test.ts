import { closeBoard } from '@corridor/contract/charts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()

test('a carrier whose file is posted is not missing: the board counts its policies without a value', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 3 })
  const [carrierCode = ''] = world.carrierCodes
  await sql`delete from policy_valuation v using policy p where v.institution_id = p.institution_id and v.policy_id = p.id
    and p.carrier_code = ${carrierCode} and p.site_id = ${world.siteId} and v.as_of_date = ${world.period}`.execute(server.ownerDb)
  const ofBoard = async () => {
    const { banks, carriers } = (await server.callAs(world.staff, closeBoard, {})).body
    const carrier = carriers.find((each) => each.carrierCode === carrierCode)
    return { name: carrier?.name, status: carrier?.status, blockers: banks[0]?.blockers }
  }
  const { name, blockers } = await ofBoard()
  expect(blockers).toEqual([`${name}’s feed is missing`])
  await server.ownerDb
    .insertInto('carrierFile')
    .values({
      siteId: world.siteId,
      carrierCode,
      period: world.period,
      fileName: 'september.csv',
      sha256: 'c'.repeat(64),
      sizeBytes: 10,
      mediaType: 'text/csv',
      status: 'POSTED',
    })
    .execute()
  expect(await ofBoard()).toEqual({
    name,
    status: 'incomplete',
    blockers: [expect.stringMatching(new RegExp(`^\\d ${name} (policy has|policies have) no value for September 2026$`))],
  })
})
