/** The list of institutions states what their pages state: policies in force, and the value of the last month that has all of them. */
import { boliChart } from '@corridor/contract/charts.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postMonths, TEST_PERIOD } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()

const world = async () => {
  const { institutionIds, siteId } = await buildReportWorld(server, { institutions: 2, policiesEach: 3, months: 2 })
  const [one = 0] = institutionIds
  const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } })
  const listed = async () => {
    const { records } = (await server.callAs(staff, institutions.endpoints.list, { sort: 'cashSurrenderValueCents', desc: true })).body
    return records.find(({ id }) => id === one)
  }
  /** The figure and date of the list, from the institution's page. */
  const onPage = async () => {
    const { asOf, highlights } = (await server.callAs(staff, boliChart, { clientId: one })).body
    return { cashSurrenderValueCents: highlights?.cashSurrenderValueCents ?? null, valueAsOf: asOf }
  }
  return { one, siteId, listed, onPage }
}

test('the value is that of the last month with all its values, as the institution’s page states it, without any report', async () => {
  const { one, siteId, listed, onPage } = await world()
  const whole = await onPage()
  expect(whole).toMatchObject({ cashSurrenderValueCents: expect.any(Number), valueAsOf: TEST_PERIOD })
  const { rows: carriers } = await sql<{ name: string }>`
    select distinct c.short_name as name from policy p join carrier c on c.code = p.carrier_code where p.institution_id = ${one}`.execute(
    server.ownerDb,
  )
  const carrierNames = expect.arrayContaining(carriers.map(({ name }) => name))
  expect(await listed()).toMatchObject({ policies: 3, carrierNames, ...whole })
  // The month after is whole at first; then one policy lacks its value.
  const next = addMonthEnds(TEST_PERIOD, 1)
  await postMonths(server.ownerDb, siteId, [one], next, next)
  const newest = sql`(select min(id) from policy where institution_id = ${one})`
  const after = await onPage()
  expect([after.valueAsOf, await listed()]).toEqual([next, expect.objectContaining(after)])
  await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${one} and as_of_date = ${next} and policy_id = ${newest}`.execute(
    server.ownerDb,
  )
  expect(await onPage()).toEqual(whole)
  expect(await listed()).toMatchObject(whole)
  // It was surrendered in that month: the others' values are all there is.
  await sql`update policy set policy_status = 'SURRENDERED', status_date = ${next} where institution_id = ${one} and id = ${newest}`.execute(
    server.ownerDb,
  )
  const rest = await onPage()
  expect([rest.valueAsOf, rest.cashSurrenderValueCents !== after.cashSurrenderValueCents]).toEqual([next, true])
  expect(await listed()).toMatchObject({ policies: 2, ...rest })
})

test.each([
  ['no value at all', sql`delete from policy_valuation where institution_id = `],
  [
    'no month of three that is whole',
    sql`update policy_valuation v set status = 'SUPERSEDED' where policy_id = (select min(id) from policy p where p.institution_id = v.institution_id) and institution_id = `,
  ],
])('with %s the list states no value, as the page does', async (_case, statement) => {
  const { one, listed, onPage } = await world()
  await sql`${statement}${one}`.execute(server.ownerDb)
  expect(await onPage()).toEqual({ cashSurrenderValueCents: null, valueAsOf: null })
  expect(await listed()).toMatchObject({ cashSurrenderValueCents: null, valueAsOf: null })
})
