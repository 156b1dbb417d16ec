import { assetReports } from '@corridor/contract/asset-reports.ts'
import { AUDIT_RULES } from '@corridor/domain/auditing/rules.ts'
import { expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}
async function madeWorld() {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await world.make(batchId)
  return { ...world, batchId, institutionId: first(world.institutionIds) }
}

test('a blocked report names each of its open exceptions: by policy, by carrier, or as the total of its institution', async () => {
  const { institutionId, batchId, staff, siteId, period } = await madeWorld()
  const policies = await server.ownerDb
    .selectFrom('policy')
    .select(['id', 'policyNumber', 'carrierCode'])
    .where('institutionId', '=', institutionId)
    .orderBy('policyNumber')
    .execute()
  const policy = first(policies)
  const { shortName } = await server.ownerDb
    .selectFrom('carrier')
    .select('shortName')
    .where('code', '=', policy.carrierCode)
    .executeTakeFirstOrThrow()
  const open = { institutionId, siteId, checkCode: 'client-exceptions', severity: 'error' as const, period, message: 'Differs' }
  await server.ownerDb
    .insertInto('auditException')
    .values([
      { ...open, ruleCode: 'B4', policyId: policy.id },
      { ...open, ruleCode: 'B4' },
      { ...open, ruleCode: 'P4', carrierCode: policy.carrierCode },
    ])
    .execute()
  const { body } = await server.callAs(staff, assetReports.listReports, { batch: batchId })
  expect(first(body.records).closeGate).toBe(
    `3 open audit errors: Year to date does not add up (${policy.policyNumber}, institution total), ${AUDIT_RULES.P4.title} (${shortName}).`,
  )
})

test('the file of a batch says the status and the version that its page shows: blocked where the page says so, and no version before the first', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batch = await world.start()
  const file = async () => {
    const columns = ['shown.status:Status', 'shown.version:Version']
    return (await server.callAs(world.staff, assetReports.listReports, { batch, format: 'csv', columns })).bytes
      .toString()
      .trim()
      .split('\r\n')
  }
  expect(await file()).toEqual([expect.stringMatching(/Status,Version$/), 'Scheduled,'])
  await world.make(batch)
  expect((await file()).at(-1)).toBe('Ready,1')
  await server.ownerDb
    .insertInto('auditException')
    .values({
      institutionId: first(world.institutionIds),
      siteId: world.siteId,
      period: world.period,
      checkCode: 'client-exceptions',
      ruleCode: 'B4',
      severity: 'error',
      message: 'Differs',
    })
    .execute()
  expect((await file()).at(-1)).toBe('Blocked,1')
})
