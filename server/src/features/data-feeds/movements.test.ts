/** A month that does not follow from the month before is found before it is posted, however small it looks. */
import { acceptWarnings, getFile, postFile } from '@corridor/contract/data-feeds.ts'
import { checkFileAgain } from '@corridor/contract/feed-lines.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feedText, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const reasons = async (id: number) =>
  Object.fromEntries(
    (await feeds.server.callAs(feeds.staff, getFile, { id })).body.skippedChecks.map(({ ruleCode, reason }) => [ruleCode, reason]),
  )

test('two digits exchanged make a rise of less than 1 %: it is off expectation, its yield stops the posting', async () => {
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.cashSurrenderValue + 900_000
  const file = await feeds.handedIn(
    feedText(feeds.changed(0, { interest: line.interest + 900_000, accountValue: value, cashSurrenderValue: value })),
  )
  expect((value - (feeds.policies[0]?.priorCents ?? 0)) / (feeds.policies[0]?.priorCents ?? 1)).toBeLessThan(0.01)
  expect(
    (await feeds.findingsOf(file.id)).map(({ ruleCode, severity, lineNumber, columnName }) => [ruleCode, severity, lineNumber, columnName]),
  ).toEqual([
    ['Y4', 'error', 2, 'CSV'],
    ['M2', 'warning', 2, 'CSV'],
  ])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('open_errors')
})

test('an increase that was accepted in the words of before stays accepted when the file is checked again, and reads as today', async () => {
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.cashSurrenderValue + 300_000
  const { id } = await feeds.handedIn(
    feedText(feeds.changed(0, { interest: line.interest + 300_000, accountValue: value, cashSurrenderValue: value })),
  )
  const increase = async () => (await feeds.findingsOf(id)).find(({ ruleCode }) => ruleCode === 'M2')
  const before = await increase()
  const words =
    /^The value rose by (\S+); at last month’s yield, (\S+) was expected\. The difference of (\S+) is more than the (\S+) allowed\.$/
  expect(before?.message).toMatch(words)
  const reason = 'Bonus interest by the carrier’s letter'
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id, findings: [before?.id ?? 0], reason })
  const message = before?.message.replace(words, 'The value rose by $1; last month’s yield makes $2, $3 apart where $4 may be.')
  await feeds.server.ownerDb
    .updateTable('carrierFileFinding')
    .set({ message: message ?? '' })
    .where('id', '=', before?.id ?? 0)
    .execute()
  await feeds.server.callAs(feeds.staff, checkFileAgain, { id })
  expect(await increase()).toMatchObject({ status: 'ACCEPTED', resolution: reason, message: before?.message })
})

test('a doubled death benefit is a warning, unless a change of face amount is recorded in the month', async () => {
  const doubled = feeds.changed(1, { deathBenefit: 1_000_000_000 })
  const file = await feeds.handedIn(feedText(doubled))
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, severity, lineNumber }) => [ruleCode, severity, lineNumber])).toEqual([
    ['M5', 'warning', 3],
  ])
  const policy = feeds.policies[1]
  await feeds.server.ownerDb
    .insertInto('policyTransaction')
    .values({
      institutionId: policy?.institutionId ?? 0,
      siteId: feeds.book.siteId,
      policyId: policy?.policyId ?? 0,
      transactionDate: feeds.period,
      type: 'FACE_CHANGE',
      note: 'Doubled on request',
    })
    .execute()
  const explained = await feeds.handedIn(feedText(doubled, { preamble: ['Second delivery'] }))
  expect(await feeds.rulesOf(explained.id)).toEqual([])
})

test('what nothing could be expected of is said: first months, and separate accounts without a wrap', async () => {
  await sql`delete from policy_valuation where site_id = ${feeds.book.siteId} and as_of_date = ${addMonthEnds(feeds.period, -2)}`.execute(
    feeds.server.ownerDb,
  )
  const file = await feeds.handedIn(feedText(feeds.changed(0, { cashSurrenderValue: 0, accountValue: 0 })))
  expect((await reasons(file.id)).M2).toBe(
    'Increase off expectation: not tried for 4 policies without values at both month ends before, which are needed for last month’s yield.',
  )
  const separate = feeds.book.carrierCodes[2] ?? ''
  const lines = (await policiesOf(feeds.server.ownerDb, separate, feeds.period)).map((policy) => {
    const sound = soundLine(policy, feeds.period)
    const value = sound.accountValue - 500_000
    return { ...sound, interest: sound.interest - 500_000, accountValue: value, cashSurrenderValue: value }
  })
  const market = await feeds.handedIn(feedText(lines), { carrierCode: separate })
  expect(await feeds.rulesOf(market.id)).toEqual([])
  expect((await reasons(market.id)).M2).toBe(
    `Increase off expectation: not tried for ${lines.length} policies of separate accounts without a stable value wrap, which follow the market.`,
  )
})

test('premiums and withdrawals of the month before do not spoil what is expected of this one', async () => {
  // Half of the value came in on the first day of the month before: it earned on all of it, and does again.
  const policy = feeds.policies[0]
  await sql`update policy_valuation set cash_surrender_value_cents = ${Math.round((policy?.priorCents ?? 0) / 2)} where policy_id = ${policy?.policyId ?? 0}
    and as_of_date = ${addMonthEnds(feeds.period, -2)}`.execute(feeds.server.ownerDb)
  await feeds.server.ownerDb
    .insertInto('policyTransaction')
    .values({
      institutionId: policy?.institutionId ?? 0,
      siteId: feeds.book.siteId,
      policyId: policy?.policyId ?? 0,
      transactionDate: addMonthEnds(feeds.period, -1),
      type: 'PREMIUM',
      amountCents: cents(Math.round((policy?.priorCents ?? 0) / 2) - 300_000),
    })
    .execute()
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect(await feeds.rulesOf(file.id)).toEqual([])
})
