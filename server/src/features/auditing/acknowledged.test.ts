/** An exception that somebody acknowledged is known and waits: it is counted apart from those that are resolved, on the page and on paper, and grows older. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { auditSummary, checkCashSurrender, getException, listExceptions, settleExceptions } from '@corridor/contract/auditing.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { statementOf } from '@corridor/domain/auditing/statement.ts'
import { addDays } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const feeds = useFeeds()
const check = 'cash-surrender-exceptions' as const

/** The month with one value too high: an error M3 and a warning M2 of it. */
async function posted() {
  await feeds.goTo(addDays(feeds.period, 12))
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.cashSurrenderValue + 2_000_000
  const changed = feeds.changed(0, { interest: line.interest + 2_000_000, accountValue: value, cashSurrenderValue: value })
  const file = await feeds.handedIn(feedText(changed))
  const findings = (await feeds.findingsOf(file.id, { status: ['OPEN'], severity: ['error'] })).map(({ id }) => id)
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Looks like a dividend' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  const now = new Date(`${addDays(feeds.period, 12)}T17:00:00Z`)
  return signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 }, now })
}
const recordsOf = async (cookie: string) => (await feeds.server.callAs(cookie, listExceptions, { check, take: 100 })).body.records
const summaryOf = async (cookie: string) => (await feeds.server.callAs(cookie, auditSummary, { check })).body

async function settle(cookie: string, ruleCode: string, to: 'ACKNOWLEDGED' | 'RESOLVED' | 'FALSE_POSITIVE') {
  const records = (await recordsOf(cookie))
    .filter((one) => one.ruleCode === ruleCode)
    .map(({ institutionId, id }) => ({ institutionId, id }))
  const reason = { reasonCode: 'CARRIER_CORRECTS', note: 'Told on the phone' } as const
  expect((await feeds.server.callAs(cookie, settleExceptions, { records, to, ...reason })).status).toBe(200)
  return records
}

test('one resolved and one acknowledged are told apart in the figures, in the sentence and on paper', async () => {
  const other = await posted()
  await settle(other, 'M3', 'ACKNOWLEDGED')
  await settle(other, 'M2', 'RESOLVED')
  const summary = await summaryOf(other)
  expect(summary).toMatchObject({ found: 2, open: 0, acknowledged: 1, resolved: 1, falsePositives: 0 })
  expect(statementOf(summary)).toContain('; 2 exceptions, 1 resolved, 1 acknowledged;')
  const paper = (await pdfText((await feeds.server.callAs(other, auditStatement, { check })).bytes)).replaceAll(/\s+/g, ' ')
  for (const words of ['Exceptions, and what was done about each', 'Acknowledged by', 'Resolved by']) expect(paper).toContain(words)
  expect(paper).not.toContain('Settled by')

  await settle(other, 'M3', 'FALSE_POSITIVE')
  expect(await summaryOf(other)).toMatchObject({ acknowledged: 0, resolved: 1, falsePositives: 1 })
})

test('one that is acknowledged grows older in the list and in the chart alike, until it is resolved', async () => {
  const other = await posted()
  const [acknowledged] = await settle(other, 'M3', 'ACKNOWLEDGED')
  if (!acknowledged) throw new Error('nothing was acknowledged')
  await sql`update audit_exception set first_seen = now() - interval '10 days', resolved_at = now() - interval '7 days' where id = ${acknowledged.id}`.execute(
    feeds.server.ownerDb,
  )
  const age = async () => (await feeds.server.callAs(other, getException, acknowledged)).body.ageDays
  const charted = async () => (await summaryOf(other)).aging.find(({ label }) => label === '8 to 30 days')?.errors
  expect([await age(), await charted()]).toEqual([10, 1])
  await sql`update audit_exception set status = 'RESOLVED' where id = ${acknowledged.id}`.execute(feeds.server.ownerDb)
  expect([await age(), await charted()]).toEqual([3, 0])
})

test('an audit’s check counts all that its list shows, and alarms for errors and warnings alone', async () => {
  const other = await posted()
  await settle(other, 'M3', 'RESOLVED')
  expect((await feeds.server.callAs(other, checkCashSurrender, {})).body).toMatchObject({ result: true, open: 1 })
  await sql`update audit_exception set severity = 'info' where site_id = ${feeds.book.siteId} and rule_code = 'M2'`.execute(
    feeds.server.ownerDb,
  )
  expect((await feeds.server.callAs(other, checkCashSurrender, {})).body).toMatchObject({ result: false, open: 1 })
})

test('a charge that was kept as less than its table is listed as what it makes of the value: more', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const figures = JSON.stringify({ costOfInsuranceCents: 2_735, tabledCostOfInsuranceCents: 5_196 })
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, expected, actual, difference_cents, figures)
    values (${feeds.policies[0]?.institutionId}, ${feeds.book.siteId}, ${check}, 'M4', 'error', ${feeds.period}, 'x', '5196', '2735', -2461, ${figures}::jsonb)`.execute(
    feeds.server.ownerDb,
  )
  const { body } = await feeds.server.callAs(feeds.staff, listExceptions, { check, period: feeds.period, ruleCode: ['M4'] })
  expect(body.records.map(({ expected, actual, differenceCents }) => [expected, actual, differenceCents])).toEqual([
    ['5196', '2735', 2_461],
  ])
})

test('exceptions of dates and of policy data are listed with both sides: the month end and the file’s date, the register’s and the file’s words', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const figures = JSON.stringify({ valuationDate: addDays(feeds.period, -5) })
  const values = 'client-exceptions'
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, figures)
    select ${feeds.policies[0]?.institutionId}, ${feeds.book.siteId}, ${values}, x.code, 'warning', ${feeds.period}, x.message, ${figures}::jsonb
    from (values ('V7', 'x'), ('V12', 'Face amount: the carrier says $2.00, the register $1.00.')) as x (code, message)`.execute(
    feeds.server.ownerDb,
  )
  const { body } = await feeds.server.callAs(feeds.staff, listExceptions, { check: values, period: feeds.period, sort: 'ruleCode' })
  expect(body.records.map(({ ruleCode, unit, expected, actual }) => [ruleCode, unit, expected, actual])).toEqual([
    ['V12', 'words', '$1.00', '$2.00'],
    ['V7', 'days', feeds.period, addDays(feeds.period, -5)],
  ])
})
