import { assetReports } from '@corridor/contract/asset-reports.ts'
import { AUDIT_RULES } from '@corridor/domain/auditing/rules.ts'
import { cents, formatMoney, sumCents } from '@corridor/domain/primitives/money.ts'
import { sql } from 'kysely'
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

test('posted policies that a file lacks are named with what is posted of them, and a count of policies with both numbers', async () => {
  const { institutionId, batchId, staff, siteId, period, reportOf } = await madeWorld()
  const { rows: policies } = await sql<{ id: number; policyNumber: string; carrierCode: string; carrier: string; posted: number }>`
    select p.id, p.policy_number, p.carrier_code, c.short_name as carrier, v.cash_surrender_value_cents as posted
    from policy p join carrier c on c.code = p.carrier_code
    join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
    where p.institution_id = ${institutionId} order by p.policy_number limit 2`.execute(server.ownerDb)
  const { carrierCode, carrier } = first(policies)
  const counted = {
    institutionId,
    siteId,
    checkCode: 'policy-count-exceptions',
    severity: 'error' as const,
    period,
    carrierCode,
    message: 'Differs',
  }
  await server.ownerDb
    .insertInto('auditException')
    .values([
      { ...counted, ruleCode: 'P1', expected: '4', actual: '6' },
      { ...counted, ruleCode: 'P4', expected: '0', actual: '2', figures: JSON.stringify({ policyIds: policies.map(({ id }) => id) }) },
    ])
    .execute()
  const numbers = policies.map(({ policyNumber }) => policyNumber).join(', ')
  const { body } = await server.callAs(staff, assetReports.listReports, { batch: batchId })
  expect(first(body.records).closeGate).toContain(`${AUDIT_RULES.P4.title} (${numbers}).`)
  const preview = await server.callAs(staff, assetReports.previewRelease, {
    batch: batchId,
    reportIds: [(await reportOf(institutionId)).id],
  })
  expect(first(preview.body.records).openItems).toEqual([
    `${AUDIT_RULES.P1.title}, ${carrier}: policies posted 6, policies in the carrier’s file 4.`,
    `${AUDIT_RULES.P4.title}, policies ${numbers} (${carrier}), posted at ${formatMoney(cents(sumCents(policies.map(({ posted }) => cents(posted)))))} together.`,
  ])
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
