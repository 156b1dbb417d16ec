/** A file's totals: what is in it, what was rejected, what is posted, and what is neither; they add up. */
import { acceptWarnings, getFile, listFiles, listFindings, listRows, postFile, rejectRows } from '@corridor/contract/data-feeds.ts'
import { correctCells } from '@corridor/contract/feed-lines.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const reason = 'The carrier told us on the phone'

async function partsOf(id: number) {
  const { parts, totals, corrected } = (await feeds.server.callAs(feeds.staff, getFile, { id })).body
  const sum = (name: 'rows' | 'cashSurrenderValueCents' | 'deathBenefitCents') => parts.reduce((total, part) => total + part[name], 0)
  expect({
    rows: sum('rows'),
    cashSurrenderValueCents: sum('cashSurrenderValueCents'),
    deathBenefitCents: sum('deathBenefitCents'),
  }).toEqual({
    rows: totals.rows,
    cashSurrenderValueCents: totals.cashSurrenderValueCents + corrected.cashSurrenderValueCents,
    deathBenefitCents: totals.deathBenefitCents + corrected.deathBenefitCents,
  })
  return {
    totals,
    corrected,
    parts: Object.fromEntries(parts.map(({ part, rows, cashSurrenderValueCents }) => [part, [rows, cashSurrenderValueCents]])),
  }
}

test('rejected rows, rows of ended policies and rows that nobody settled are none of what is posted; posted is what the register then holds', async () => {
  const [rejected, ended, unknown, ...rest] = feeds.sound()
  if (!rejected || !ended || !unknown) throw new Error('too few policies')
  const lines = [rejected, { ...ended, status: 'Surrendered' }, { ...unknown, policyNumber: 'X-1' }, ...rest]
  const { id } = await feeds.handedIn(feedText(lines))
  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [2], reason })
  const expected = rest.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0)
  const before = await partsOf(id)
  expect(before.totals).toEqual({
    rows: lines.length,
    cashSurrenderValueCents: lines.reduce((sum, line) => sum + line.cashSurrenderValue, 0),
    deathBenefitCents: lines.reduce((sum, line) => sum + line.deathBenefit, 0),
    cashSurrenderValueMissing: 0,
    deathBenefitMissing: 0,
  })
  expect(before.parts).toEqual({
    posted: [rest.length, expected],
    rejected: [1, rejected.cashSurrenderValue],
    ended: [1, ended.cashSurrenderValue],
    unsettled: [1, unknown.cashSurrenderValue],
  })

  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [4], reason })
  const open = await feeds.findingsOf(id, { status: ['OPEN'] })
  const statuses = open
    .filter(({ ruleCode }) => ruleCode === 'V10')
    .map(({ id: finding }) => ({ finding, releasedCents: feeds.policies[1]?.priorCents ?? 0 }))
  const accepted = await feeds.server.callAs(feeds.staff, acceptWarnings, {
    id,
    findings: open.filter(({ settle }) => settle === 'accept').map((finding) => finding.id),
    reason,
    statuses,
  })
  expect([accepted.status, accepted.body.openErrors]).toEqual([200, 0])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id })).status).toBe(200)
  const after = await partsOf(id)
  expect(after.parts).toEqual({
    posted: [rest.length, expected],
    rejected: [2, rejected.cashSurrenderValue + unknown.cashSurrenderValue],
    ended: [1, ended.cashSurrenderValue],
  })
  const { rows } = await sql<{ rows: number; cents: number }>`select count(*)::int as rows, sum(cash_surrender_value_cents)::bigint as cents
    from policy_valuation where file_id = ${id} and status = 'POSTED'`.execute(feeds.server.ownerDb)
  expect(rows).toEqual([{ rows: rest.length, cents: expected }])
})

test('corrections by hand leave the totals of the file as received, stand beside them, and go with what is taken back', async () => {
  const [first, second] = feeds.sound()
  if (!first || !second) throw new Error('too few policies')
  const lines = feeds
    .changed(0, { deathBenefit: first.deathBenefit - 26_385_500 })
    .map((line, at) => (at === 1 ? { ...line, cashSurrenderValue: '#REF!' } : line))
  const { id } = await feeds.handedIn(feedText(lines))
  const { totals } = await partsOf(id)
  const change = (line: number, header: string, value: string) =>
    feeds.server.callAs(feeds.staff, correctCells, { id, line, cells: [{ header, value }], reason })
  await change(2, 'DB', dollars(first.deathBenefit))
  await change(3, 'CSV', dollars(second.cashSurrenderValue))
  const after = await partsOf(id)
  expect(after.totals).toEqual(totals)
  expect(after.corrected).toEqual({ rows: 2, cashSurrenderValueCents: second.cashSurrenderValue, deathBenefitCents: 26_385_500 })
  await change(2, 'DB', dollars(first.deathBenefit - 26_385_500))
  expect((await partsOf(id)).corrected).toEqual({ rows: 1, cashSurrenderValueCents: second.cashSurrenderValue, deathBenefitCents: 0 })
})

test('a sum says how many rows it lacks: an amount that cannot be read, as received and as corrected; a policy that ended needs none', async () => {
  const [first, second, third, ...rest] = feeds.sound()
  if (!first || !second || !third) throw new Error('too few policies')
  const lines = [
    { ...first, deathBenefit: '#REF!' },
    { ...second, cashSurrenderValue: '#REF!' },
    { ...third, deathBenefit: '', status: 'Surrendered' },
    ...rest,
  ]
  const { id } = await feeds.handedIn(feedText(lines))
  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [2], reason })
  const lacking = async () => {
    const { totals, parts } = (await feeds.server.callAs(feeds.staff, getFile, { id })).body
    return [{ part: 'file', ...totals }, ...parts].map((sum) => [sum.part, sum.cashSurrenderValueMissing, sum.deathBenefitMissing])
  }
  const excluded = ['rejected', 0, 1]
  expect(await lacking()).toEqual([['file', 1, 1], ['posted', 0, 0], excluded, ['ended', 0, 0], ['incomplete', 1, 0]])
  const preview = (await feeds.server.callAs(feeds.staff, previewPosting, { id })).body
  expect(preview.leftOut.find(({ part }) => part === 'rejected')).toMatchObject({ deathBenefitMissing: 1 })
  const cells = [{ header: 'CSV', value: dollars(second.cashSurrenderValue) }]
  await feeds.server.callAs(feeds.staff, correctCells, { id, line: 3, cells, reason })
  expect(await lacking()).toEqual([['file', 1, 1], ['posted', 0, 0], excluded, ['ended', 0, 0]])
})

test('files, rows and findings are listed by what is asked: carrier, month and status, also where the rows say them', async () => {
  const [known = '', other = ''] = feeds.book.carrierCodes
  const before = addMonthEnds(feeds.period, -1)
  const { valuationDate: _, ...undated } = HEADERS
  const lines = feeds.sound()
  const one = await feeds.handedIn(feedText(feeds.changed(0, { policyNumber: 'X-1', cashSurrenderValue: 'n.a.' })))
  const two = await feeds.handedIn(feedText(lines, { headers: undated }), { carrierCode: other, period: before })
  const three = await feeds.handedIn(
    feedText(
      lines.map((line) => ({ ...line, carrier: known })),
      { headers: { ...HEADERS, carrier: 'Carrier' } },
    ),
    {},
  )
  await feeds.server.callAs(feeds.staff, postFile, { id: three.id })
  const files = async (input: object) =>
    (await feeds.server.callAs(feeds.staff, listFiles, input)).body.records.map(({ id }) => id).toSorted((a, b) => a - b)
  const all = [one.id, two.id, three.id]
  expect([await files({}), await files({ carrierCode: known }), await files({ carrierCode: other })]).toEqual([
    all,
    [one.id, three.id],
    [two.id],
  ])
  expect([await files({ period: feeds.period }), await files({ period: before })]).toEqual([[one.id, three.id], [two.id]])
  expect([await files({ status: ['POSTED'] }), await files({ status: ['VALIDATED'] })]).toEqual([[three.id], [one.id, two.id]])

  const rows = async (input: object) =>
    (await feeds.server.callAs(feeds.staff, listRows, { id: one.id, ...input })).body.records.map(({ lineNumber }) => lineNumber)
  expect([await rows({ matchStatus: ['NEW'] }), await rows({ lineNumber: 3 }), (await rows({})).length]).toEqual([[2], [3], lines.length])
  const findings = async (input: object) =>
    (await feeds.server.callAs(feeds.staff, listFindings, { id: one.id, take: 100, ...input })).body.records
  const every = await findings({})
  for (const severity of ['error', 'warning', 'info'] as const)
    expect(await findings({ severity: [severity] })).toEqual(every.filter((found) => found.severity === severity))
  expect((await findings({ ruleCode: 'V2' })).map(({ lineNumber, policyNumber }) => [lineNumber, policyNumber])).toEqual([[2, 'X-1']])
  expect(await findings({ status: ['ACCEPTED'] })).toEqual([])
  expect((await findings({ sort: 'severity' }))[0]?.severity).toBe('error')
})
