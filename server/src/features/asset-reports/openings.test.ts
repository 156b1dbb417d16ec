/** The year to date of a report starts from the opening balances that are stored, and moves with them to the cent once they are restated. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { restateOpenings } from '@corridor/contract/audit-settings.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { explainAssetFigure } from '@corridor/domain/reports/asset-report/explanation.ts'
import { policyRows, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { storeOpenings } from '../../shared/auditing/audit-clients.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const YEAR_END = plainDate('2025-12-31')

test('a restated opening balance marks the report, and made again its year moves by exactly that, with the reason beside it', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institutionId = 0] = world.institutionIds
  const made = async () => {
    await world.make(await world.start({ isRegenerating: true }))
    return read()
  }
  const read = async () => {
    const { id, batchId } = await world.reportOf(institutionId)
    const { body } = await server.callAs(world.staff, assetReports.getReport, { batch: batchId, report: id })
    const view = readAssetReportView(body.view)
    if (!view) throw new Error('no view')
    return { view, isOutdated: body.report.outdatedSince !== null }
  }
  const plain = await made()
  expect(plain.view.openings).toBeNull()

  await inScope(server.kernel.db, world.scope, (trx) => storeOpenings(trx, world.scope, YEAR_END))
  const stored = await made()
  expect(stored.view.totals.ytdIncrease).toBe(plain.view.totals.ytdIncrease)
  expect(stored.view.openings?.notes).toEqual([
    'The year to date of every policy starts from its opening balance, stored when December 2025 was locked.',
  ])

  // Posted otherwise since, and not restated: the report keeps to the balance, and says what is posted now.
  await sql`update policy_valuation set cash_surrender_value_cents = cash_surrender_value_cents - 1800 where institution_id = ${institutionId} and as_of_date = ${YEAR_END}
    and policy_id = (select min(policy_id) from opening_balance where institution_id = ${institutionId})`.execute(server.ownerDb)
  const apart = await made()
  expect(apart.view.totals.ytdIncrease).toBe(plain.view.totals.ytdIncrease)
  expect(apart.view.notes.join(' ')).toContain('Earnings year to date are $18.00 less than from the posted values.')

  const reason = 'The carrier corrected its December file'
  const restated = await server.callAs(world.staff, restateOpenings, { institutionId, yearEnd: YEAR_END, reason })
  expect(restated.status).toBe(200)
  expect((await read()).isOutdated).toBe(true)
  const { view, isOutdated } = await made()
  expect(isOutdated).toBe(false)
  expect(view.totals.ytdIncrease).toBe((plain.view.totals.ytdIncrease ?? 0) + 1800)
  expect(view.totals.increase).toBe(plain.view.totals.increase)
  const today = formatDate(await inScope(server.kernel.db, world.scope, (trx) => dayOfSite(server.kernel, trx, world.siteId)))
  const source = `Opening balance stored when December 2025 was locked, restated on ${today} with reason “${reason}”.`
  const told = policyRows(view).map(
    ({ id }) => explainAssetFigure(view, { table: 'detail', row: id, column: 'yearStartValue' })?.source ?? '',
  )
  expect(told.toSorted()).toEqual([source, ...Array<string>(told.length - 1).fill('Opening balance stored when December 2025 was locked.')])
})
