/** The figures told before a file is posted are those that the register then holds, to the cent, beside the month before. */
import { acceptWarnings, postFile, rejectRows } from '@corridor/contract/data-feeds.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const reason = 'The carrier told us on the phone'

const preview = async (id: number) => {
  const { status, body } = await feeds.server.callAs(feeds.staff, previewPosting, { id })
  expect(status).toBe(200)
  return body
}
/** The carrier's values in the register at a month end. */
async function registerAt(period: PlainDate) {
  const { rows } = await sql<{ policies: number; cashSurrenderValueCents: number; deathBenefitCents: number }>`
    select count(*)::int as policies, coalesce(sum(v.cash_surrender_value_cents), 0)::bigint as "cashSurrenderValueCents", coalesce(sum(v.death_benefit_cents), 0)::bigint as "deathBenefitCents"
    from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where p.site_id = ${feeds.book.siteId} and p.carrier_code = ${feeds.carrier} and v.as_of_date = ${period} and v.status = 'POSTED'`.execute(
    feeds.server.ownerDb,
  )
  return rows[0]
}

test('values told before posting are those of the register afterwards, and the month before is what was posted for it', async () => {
  const [excluded, ...rest] = feeds.sound()
  if (!excluded) throw new Error('no policies')
  const { id } = await feeds.handedIn(feedText([excluded, ...rest]))
  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [2], reason })
  const told = await preview(id)
  const before = await registerAt(addMonthEnds(feeds.period, -1))
  const prior = feeds.policies[0]
  expect(told.months).toMatchObject([
    {
      period: feeds.period,
      priorPeriod: addMonthEnds(feeds.period, -1),
      prior: before,
      restated: 0,
      unchanged: 0,
      added: { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 },
      missing: { policies: 1, cashSurrenderValueCents: prior?.priorCents, deathBenefitCents: prior?.deathBenefitCents },
    },
  ])
  expect(told.leftOut).toEqual([
    {
      part: 'rejected',
      rows: 1,
      cashSurrenderValueCents: excluded.cashSurrenderValue,
      deathBenefitCents: excluded.deathBenefit,
      cashSurrenderValueMissing: 0,
      deathBenefitMissing: 0,
    },
  ])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id, updatedAt: told.updatedAt })).status).toBe(200)
  expect(await registerAt(feeds.period)).toEqual(told.months[0]?.values)
  expect(told.months[0]?.values.policies).toBe(rest.length)
})

test('a restated file tells how many posted values it changes, and what another file gave is none of its comparison', async () => {
  const [first, second, ...others] = feeds.sound()
  if (!first || !second) throw new Error('too few policies')
  const { id: earlier } = await feeds.handedIn(feedText([first, second]))
  await feeds.server.callAs(feeds.staff, postFile, { id: earlier })
  const { id: rest } = await feeds.handedIn(feedText(others))
  const told = (await preview(rest)).months[0]
  const posted = (await registerAt(addMonthEnds(feeds.period, -1)))?.policies ?? 0
  expect([told?.values.policies, told?.prior.policies, told?.missing.policies]).toEqual([others.length, posted - 2, 0])

  const { id: again } = await feeds.handedIn(
    feedText([
      { ...first, cashSurrenderValue: first.cashSurrenderValue + 1, accountValue: first.accountValue + 1, interest: first.interest + 1 },
      second,
    ]),
  )
  const restated = (await preview(again)).months[0]
  expect([restated?.restated, restated?.unchanged, restated?.values.policies]).toEqual([1, 1, 2])
})

test('a file that lacks a bank altogether names it with its policies, beside those that another file gave a value', async () => {
  const bankOf = (row: number) => feeds.policies[row]?.institutionName ?? ''
  const lines = feeds.sound()
  const [first, last] = [bankOf(0), bankOf(lines.length - 1)]
  const linesOf = (name: string) => lines.filter((_, row) => bankOf(row) === name)
  const [ofFirst, ofLast] = [linesOf(first), linesOf(last)]
  const { id } = await feeds.handedIn(feedText(ofFirst))
  const carrierName = (
    await feeds.server.ownerDb.selectFrom('carrier').select('shortName').where('code', '=', feeds.carrier).executeTakeFirstOrThrow()
  ).shortName
  const all = { carrierName, policies: lines.length }
  expect((await preview(id)).months.map(({ carriers }) => carriers)).toEqual([
    [{ ...all, inFile: ofFirst.length, posted: 0, waiting: [{ institutionName: last, policies: ofLast.length }] }],
  ])
  const { id: other } = await feeds.handedIn(feedText(ofLast.slice(1)))
  const dropped = (await feeds.findingsOf(other, { status: ['OPEN'] }))
    .filter(({ settle }) => settle === 'accept')
    .map(({ id: finding }) => finding)
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: other, findings: dropped, reason })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: other })).status).toBe(200)
  expect((await preview(id)).months[0]?.carriers).toEqual([
    { ...all, inFile: ofFirst.length, posted: ofLast.length - 1, waiting: [{ institutionName: last, policies: 1 }] },
  ])
})

test('the warning about the row with the most value is named, and a file that was changed since is not posted as it was shown', async () => {
  const most = feeds.policies.reduce((one, other) => (other.priorCents > one.priorCents ? other : one))
  const lines = feeds.sound().map((line) => ({ ...line, surrenderCharge: 5_000_00 }))
  const { id } = await feeds.handedIn(feedText(lines))
  const told = await preview(id)
  expect(told.openWarnings).toBe(lines.length)
  expect(told.largestWarning).toMatchObject({ ruleTitle: 'Surrender value does not add up', policyNumber: most.policyNumber })
  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [2], reason })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id, updatedAt: told.updatedAt })).status).toBe(409)
})
