/** The carrier that a file may be said to be of; the month and the bank of its values are those of its rows, not those stated at its upload, and never silently another's. */
import { closeBoard } from '@corridor/contract/charts.ts'
import { discardFile, listCarriersForFeeds, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { addDays, addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { closeGates, monthKey } from '../../reporting/release-check.ts'
import { buildCarrier } from '../../test/builders.ts'
import { feedText, HEADERS, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const board = async (period?: string) => (await feeds.server.callAs(feeds.staff, closeBoard, period === undefined ? {} : { period })).body
const filesOf = async (period: string) =>
  (await board(period)).carriers.find(({ carrierCode }) => carrierCode === feeds.carrier)?.files.map(({ id }) => id)

test('a file may be said to be of a carrier still sold, or of one whose policies are held; not of others that are no longer sold', async () => {
  const { ownerDb } = feeds.server
  const [sold, gone] = [await buildCarrier(ownerDb), await buildCarrier(ownerDb, { status: 'INACTIVE' })]
  await sql`update carrier set status = 'INACTIVE' where code = ${feeds.carrier}`.execute(ownerDb)
  const { records } = (await feeds.server.callAs(feeds.staff, listCarriersForFeeds, {})).body
  const offered = records.map(({ code }) => code)
  expect(offered).toEqual(expect.arrayContaining([sold, feeds.carrier]))
  expect(offered).not.toContain(gone)
})

test('a month that has not ended takes no value, and moves nobody’s months', async () => {
  const far = addMonthEnds(feeds.period, 12 * 36)
  const before = await board()
  const file = await feeds.handedIn(feedText(feeds.sound().map((line) => ({ ...line, valuationDate: far }))))
  expect((await feeds.rulesOf(file.id)).filter(([rule]) => rule === 'MONTH')).toHaveLength(feeds.policies.length)
  expect((await feeds.findingsOf(file.id))[0]?.message).toMatch(
    / has not ended, so nothing is posted to it\. Correct the date, or upload the file again on [0-9/]+ or later/,
  )
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(409)
  expect((await board()).period).toBe(before.period)
  // On its last day a month may be told; the day before it may not.
  for (const [day, found] of [
    [feeds.period, 0],
    [addDays(feeds.period, -1), feeds.policies.length],
  ] as const) {
    await feeds.goTo(day)
    const { id } = await feeds.handedIn(feedText(feeds.sound(), { preamble: [day] }))
    if (found > 0) {
      // Uploaded again once the month is over, the same bytes are read again.
      await feeds.goTo(feeds.period)
      expect((await feeds.handedIn(feedText(feeds.sound(), { preamble: [day] }))).duplicateOf).toBe(id)
      expect((await feeds.rulesOf(id)).filter(([rule]) => rule === 'MONTH')).toEqual([])
      continue
    }
    expect([day, (await feeds.rulesOf(id)).filter(([rule]) => rule === 'MONTH').length]).toEqual([day, found])
  }
})

test('the close board and the close gate go by the month and the carrier that the rows say', async () => {
  const other = feeds.book.carrierCodes[1] ?? ''
  const headers = { ...HEADERS, carrier: 'Carrier' }
  const lines = feeds.sound().slice(1)
  const said = await feeds.handedIn(feedText(lines))
  expect(await filesOf(feeds.period)).toEqual([said.id])
  const overridden = await feeds.handedIn(
    feedText(
      lines.map((line) => ({ ...line, carrier: feeds.carrier })),
      { headers },
    ),
    {
      carrierCode: other,
      period: addMonthEnds(feeds.period, -1),
    },
  )
  expect(await filesOf(feeds.period)).toEqual([overridden.id, said.id])
  expect(await filesOf(addMonthEnds(feeds.period, -1))).toEqual([])
  expect((await board()).period).toBe(feeds.period)
  await feeds.server.callAs(feeds.staff, discardFile, { id: overridden.id, reason: 'Sent twice by the carrier' })
  // The policy that is missing from the file has no line, and is counted all the same.
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  const gates = await inScope(feeds.server.kernel.db, scopeOfSystem(feeds.book.siteId), (trx) =>
    closeGates(trx, scopeOfSystem(feeds.book.siteId), [{ institutionId, period: feeds.period }]),
  )
  const errors = (await feeds.findingsOf(said.id, { status: ['OPEN'] })).filter(
    (finding) => finding.severity === 'error' && finding.institutionId === institutionId,
  )
  expect(errors.some(({ ruleCode, lineNumber }) => ruleCode === 'P4' && lineNumber === null)).toBe(true)
  expect(gates.get(monthKey({ institutionId, period: feeds.period }))).toContain(`${errors.length} open error`)
})

test('a policy that one month of a file lacks keeps that month open alone', async () => {
  const earlier = addMonthEnds(feeds.period, -1)
  const before = (await policiesOf(feeds.server.ownerDb, feeds.carrier, earlier)).map((policy) => ({
    ...soundLine(policy, earlier),
    begin: '',
  }))
  const file = await feeds.handedIn(feedText([...before, ...feeds.sound().slice(1)]))
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  expect((await feeds.findingsOf(file.id)).filter(({ ruleCode }) => ruleCode === 'P4')).toHaveLength(1)
  await feeds.server.ownerDb.updateTable('carrierFileFinding').set({ status: 'ACCEPTED' }).where('lineNumber', 'is not', null).execute()
  const scope = scopeOfSystem(feeds.book.siteId)
  const gates = await inScope(feeds.server.kernel.db, scope, (trx) =>
    closeGates(
      trx,
      scope,
      [earlier, feeds.period].map((period) => ({ institutionId, period })),
    ),
  )
  expect(
    [earlier, feeds.period].map((period) => gates.get(monthKey({ institutionId, period }))?.includes('in carrier files') ?? false),
  ).toEqual([false, true])
})

test('a row that names another bank is an error until somebody says why; a name that nobody knows is said once', async () => {
  const headers = { ...HEADERS, bank: 'Bank' }
  const [first] = feeds.policies
  const another = feeds.policies.find(({ institutionId }) => institutionId !== first?.institutionId)
  const named = (bank: string) => feeds.sound().map((line) => ({ ...line, bank }))
  const ours = feeds.policies.filter(({ institutionId }) => institutionId === first?.institutionId)
  const mixed = await feeds.handedIn(feedText(named(another?.institutionName ?? ''), { headers }))
  expect((await feeds.rulesOf(mixed.id)).filter(([rule]) => rule === 'P7')).toHaveLength(ours.length)
  expect((await feeds.findingsOf(mixed.id)).find(({ ruleCode }) => ruleCode === 'P7')?.message).toBe(
    `The carrier says the policy belongs to ${another?.institutionName}; the register has it with ${first?.institutionName}. Accept to post it there, or exclude the row.`,
  )
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: mixed.id })).status).toBe(409)
  // A carrier's own number of a client may be the id of another institution here; its name is right.
  const numbered = await feeds.handedIn(
    feedText(
      feeds
        .sound()
        .map((line, index) => ({ ...line, bank: feeds.policies[index]?.institutionName ?? '', client: another?.institutionId ?? 0 })),
      { headers: { ...headers, client: 'Client Number' } },
    ),
  )
  expect((await feeds.rulesOf(numbered.id)).filter(([rule]) => rule === 'P7')).toEqual([])
  const unknown = await feeds.handedIn(feedText(named('Second Atlantic Bank of Nowhere'), { headers }))
  expect((await feeds.findingsOf(unknown.id)).map(({ ruleCode, severity }) => [ruleCode, severity])).toEqual([
    ['V12', 'warning'],
    ['V12', 'warning'],
  ])
})

test('a number that policies of two banks have is matched to neither, unless the row says whose it is', async () => {
  const [own, theirs] = feeds.book.institutionIds
  const number = async (institutionId = 0) =>
    feeds.server.ownerDb
      .selectFrom('policy')
      .select(['id', 'policyNumber', 'matchKey'])
      .where('institutionId', '=', institutionId)
      .where('carrierCode', '=', feeds.carrier)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
  const [one, other] = [await number(own), await number(theirs)]
  const { policyNumber, matchKey } = one
  await feeds.server.ownerDb.updateTable('policy').set({ policyNumber, matchKey }).where('id', '=', other.id).execute()
  const line = feeds.sound().find((each) => each.policyNumber === policyNumber)
  if (!line) throw new Error('the policy is not in the file')
  const file = await feeds.handedIn(feedText([line]))
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, message }) => [ruleCode, message])).toContainEqual([
    'V2',
    `2 policies of this carrier have the number ${policyNumber}, at different institutions. A column with the institution or its FDIC certificate would tell them apart.`,
  ])
  const { name } = await feeds.server.ownerDb
    .selectFrom('institution')
    .select('name')
    .where('id', '=', theirs ?? 0)
    .executeTakeFirstOrThrow()
  const named = await feeds.handedIn(feedText([{ ...line, institution: name }], { headers: { ...HEADERS, institution: 'Institution' } }))
  const { records } = (await feeds.server.callAs(feeds.staff, listRows, { id: named.id })).body
  expect(records.map(({ matchStatus, policyId }) => [matchStatus, policyId])).toEqual([['MATCHED', other.id]])
})

test('a carrier is known by its NAIC company code, with or without the zeros in front', async () => {
  await feeds.server.ownerDb.updateTable('carrier').set({ naicCompanyCode: '00927' }).where('code', '=', feeds.carrier).execute()
  for (const code of ['00927', '927']) {
    const read = await feeds.handedIn(
      feedText(
        feeds.sound().map((each) => ({ ...each, company: code })),
        { headers: { ...HEADERS, company: 'Company' } },
      ),
      {},
    )
    expect(read.matched).toBe(feeds.policies.length)
  }
})
