import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('before a release it is told what changes since the report that the institution saw last, who gets an email, and what is left out', async () => {
  const world = await buildReportWorld(server, { institutions: 2 })
  const [one = 0, two = 0] = world.institutionIds
  const preview = async (batch: number, reportIds: number[], as = world.staff) =>
    server.callAs(as, assetReports.previewRelease, { batch, reportIds })
  const august = await world.startDirectly({ period: plainDate('2026-08-31') })
  await world.make(august)
  const before = await world.reportOf(one)
  expect((await preview(august, [before.id])).body.records).toMatchObject([{ earlier: null, replacedCents: null }])
  await server.callAs(world.staff, assetReports.releaseReports, { batch: august, reportIds: [before.id] })
  const batchId = await world.start()
  await world.make(batchId)
  const [mine, theirs] = [await world.reportOf(one), await world.reportOf(two)]
  const shown = async (id: number) => (await server.callAs(world.staff, assetReports.getReport, { batch: 0, report: id })).body.report
  await buildUser(server.ownerDb, 'c', {
    sites: [world.scope.siteId],
    institutionId: one,
    passwordHash: null,
    firstName: 'Never',
    lastName: 'Asked',
  })
  const { body } = await preview(batchId, [mine.id])
  const { firstName, lastName } = await server.ownerDb
    .selectFrom('userAccount')
    .select(['firstName', 'lastName'])
    .where('institutionId', '=', one)
    .where('mailFrequency', '<>', 'NONE')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(body).toEqual({
    label: 'Cash surrender value',
    records: [
      {
        reportId: mine.id,
        institutionName: (await shown(mine.id)).institutionName,
        subsidiaryName: null,
        amountCents: (await shown(mine.id)).totalCashSurrenderValueCents,
        earlier: { period: '2026-08-31', amountCents: (await shown(before.id)).totalCashSurrenderValueCents },
        replacedCents: null,
        withdrawn: null,
        openItems: null,
        unaudited: ['2026-09-30'],
        outdatedControls: null,
        restates: null,
        readers: 2,
        unreadWhy: null,
        recipients: [`${firstName} ${lastName}`],
        uninvited: ['Never Asked'],
      },
    ],
    announced: true,
    leftOut: [
      {
        reportId: theirs.id,
        institutionName: (await shown(theirs.id)).institutionName,
        subsidiaryName: null,
        why: 'It can be released and was not selected.',
      },
    ],
  })
  // It changes nothing.
  expect(await shown(mine.id)).toMatchObject({ releasedVersion: null })
  expect((await preview(batchId, [before.id])).status).toBe(404)
  expect((await preview(batchId, [mine.id], world.clients[0] ?? '')).status).toBe(403)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [mine.id] })
  expect((await preview(batchId, [theirs.id])).body.leftOut).toEqual([])
  expect((await preview(batchId, [mine.id])).body.records).toMatchObject([
    { replacedCents: (await shown(mine.id)).totalCashSurrenderValueCents },
  ])
})

test('of a report that nobody can open it is told whether its type or the people are missing', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [one = 0] = world.institutionIds
  const batch = await world.start()
  await world.make(batch)
  const { id } = await world.reportOf(one)
  const why = async () =>
    (await server.callAs(world.staff, assetReports.previewRelease, { batch, reportIds: [id] })).body.records.map(
      ({ unreadWhy }) => unreadWhy,
    )
  const types = (codes: readonly string[]) =>
    sql`update membership set report_type_codes = ${codes}::text[] where institution_id = ${one} and user_id is null`.execute(
      server.ownerDb,
    )
  const { rows } = await sql<{ codes: string[] }>`
    select report_type_codes as codes from membership where institution_id = ${one} and user_id is null`.execute(server.ownerDb)
  expect(await why()).toEqual([null])
  await types([])
  expect(await why()).toEqual(['type'])
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('institutionId', '=', one).execute()
  expect(await why()).toEqual(['both'])
  await types(rows[0]?.codes ?? [])
  expect(await why()).toEqual(['nobody'])
})

test('a version that was withdrawn is left out of a release of several, and goes out on its own after who took it back and why is quoted', async () => {
  const world = await buildReportWorld(server, { institutions: 2 })
  const [one = 0, two = 0] = world.institutionIds
  const batch = await world.start()
  await world.make(batch)
  const [mine, theirs] = [(await world.reportOf(one)).id, (await world.reportOf(two)).id]
  const release = async (...reportIds: number[]) =>
    (await server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds })).body
  const preview = async (...reportIds: number[]) =>
    (await server.callAs(world.staff, assetReports.previewRelease, { batch, reportIds })).body
  const bank = async () =>
    (await server.callAs(world.staff, closeBoard, {})).body.banks.find(({ institutionId }) => institutionId === one)?.status
  await release(mine)
  await server.callAs(world.staff, assetReports.withdrawReports, { batch, reportIds: [mine], reason: 'Carrier corrects a value' })
  const quoted = /^Withdrawn by .+ on \d\d\/\d\d\/\d{4}\. Reason: Carrier corrects a value\.$/
  expect(await bank()).toBe('withdrawn')
  expect((await preview(theirs)).leftOut).toMatchObject([{ reportId: mine, why: expect.stringMatching(quoted) }])
  expect(await release(mine, theirs)).toMatchObject({
    released: [theirs],
    refused: [{ reportId: mine, code: 'wrong_status', message: 'This version was withdrawn. Release it on its own.' }],
  })
  expect((await preview(mine)).records).toMatchObject([{ withdrawn: expect.stringMatching(quoted) }])
  expect(await release(mine)).toMatchObject({ released: [mine], refused: [] })
  expect(await bank()).toBe('released')
  expect((await preview(mine)).records).toMatchObject([{ withdrawn: null }])
})

test('a version that restates another is told with whether any figure differs from it, down to a policy', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 2 })
  const [bank = 0] = world.institutionIds
  const batch = await world.start()
  await world.make(batch)
  const { id } = await world.reportOf(bank)
  const restates = async () =>
    (await server.callAs(world.staff, assetReports.previewRelease, { batch: 0, reportIds: [id] })).body.records[0]?.restates
  const again = async () => world.make(await world.start({ isRegenerating: true }))
  await server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds: [id] })
  expect(await restates()).toBeNull()
  await again()
  expect(await restates()).toEqual({ from: 1, to: 2, isUnchanged: true })
  // One policy's gain is the other's loss: the totals stay.
  await sql`update policy_valuation v set cash_surrender_value_cents = cash_surrender_value_cents
      + case when policy_id = (select min(p.id) from policy p where p.institution_id = ${bank}) then 100 else -100 end
    where institution_id = ${bank} and as_of_date = ${world.period}`.execute(server.ownerDb)
  await again()
  expect(await restates()).toEqual({ from: 1, to: 3, isUnchanged: false })
})

test('reports of two batches released together are announced each under the address of its own batch', async () => {
  const world = await buildReportWorld(server)
  const released = []
  for (const institutionId of world.institutionIds.slice(0, 2)) {
    const batch = await world.start({ institutions: [institutionId] })
    await world.make(batch)
    released.push({ institutionId, batch, reportId: (await world.reportOf(institutionId)).id })
  }
  await server.callAs(world.staff, assetReports.releaseReports, { batch: 0, reportIds: released.map(({ reportId }) => reportId) })
  for (const { institutionId, batch, reportId } of released) {
    const { bodyText } = await server.ownerDb
      .selectFrom('mailOutbox')
      .innerJoin('userAccount', 'userAccount.email', 'mailOutbox.recipient')
      .select('mailOutbox.bodyText')
      .where('userAccount.institutionId', '=', institutionId)
      .executeTakeFirstOrThrow()
    expect(bodyText).toContain(encodeURIComponent(`/asset-reporting/${batch}/report/${reportId}`))
  }
})
