/** The life of an exception over HTTP: found when a file is posted, looked at, settled by a second person, reopened when values change, and told to the client. */
import {
  listOpenings,
  listTolerances,
  previewTolerance,
  restateOpenings,
  setLedgerBalance,
  setTolerance,
  suppressException,
} from '@corridor/contract/audit-settings.ts'
import {
  assignExceptions,
  auditMovements,
  auditSummary,
  cashSurrenderReport,
  checkBeginningYear,
  checkCashSurrender,
  checkClientExceptions,
  checkPolicyCount,
  checkYields,
  clientExceptionsReport,
  getException,
  listExceptions,
  policyCountReport,
  settleExceptions,
  startAudit,
} from '@corridor/contract/auditing.ts'
import { controlsStatement } from '@corridor/contract/charts.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { addDays, addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { runAudit } from '../../shared/auditing/audit-run.ts'
import { signedInAs } from '../../test/builders.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

import { mailDigests } from './digest.ts'

const feeds = useFeeds()
const settled = { reasonCode: 'CARRIER_CONFIRMED', note: 'Confirmed by the carrier on the phone' } as const

/** Posts the month with the first policy's value 1.5 % too high, accepted by whoever posts. The clock stands where the month is the current one. */
async function postTransposed() {
  await feeds.goTo(addDays(feeds.period, 12))
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.cashSurrenderValue + 2_000_000
  const file = await feeds.handedIn(
    feedText(feeds.changed(0, { interest: line.interest + 2_000_000, accountValue: value, cashSurrenderValue: value })),
  )
  const findings = (await feeds.findingsOf(file.id, { status: ['OPEN'], severity: ['error'] })).map(({ id }) => id)
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Looks like a dividend' })
  const { body, status } = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect(status).toBe(200)
  return body
}
const second = () =>
  signedInAs(feeds.server.ownerDb, 'b', {
    siteId: feeds.book.siteId,
    permissions: { ASSET_REPORT: 2 },
    now: new Date(`${addDays(feeds.period, 12)}T17:00:00Z`),
  })
const found = async (cookie = feeds.staff, more: object = {}) =>
  (await feeds.server.callAs(cookie, listExceptions, { check: 'cash-surrender-exceptions', take: 100, ...more })).body.records
const theError = async (cookie = feeds.staff) => {
  const error = (await found(cookie)).find(({ severity }) => severity === 'error')
  if (!error) throw new Error('no error was found')
  return error
}

test('a transposed value posts with a reason, and stays an open error: its own poster’s reason does not settle it', async () => {
  expect((await postTransposed()).exceptions).toBeGreaterThan(0)
  const error = await theError()
  expect(error).toMatchObject({
    ruleCode: 'M3',
    status: 'OPEN',
    policyId: feeds.policies[0]?.policyId,
    mayClear: false,
    months: 1,
    lineNumber: 2,
  })
  expect(error.figures).toMatchObject({ priorCashSurrenderValueCents: feeds.policies[0]?.priorCents })
  const { body } = await feeds.server.callAs(feeds.staff, getException, { institutionId: error.institutionId, id: error.id })
  expect(body.line?.find(({ header }) => header === 'Policy No')?.cell).toBe(feeds.policies[0]?.policyNumber)
  expect(body.steps.map(({ status, by }) => [status, by])).toEqual([['OPEN', null]])
  const unknown = { institutionId: error.institutionId, id: 2_000_000_000 }
  expect((await feeds.server.callAs(feeds.staff, getException, unknown)).status).toBe(404)
  // The five checks, and the two reports by client.
  const results = []
  for (const check of [checkClientExceptions, checkCashSurrender, checkPolicyCount, checkBeginningYear, checkYields])
    results.push((await feeds.server.callAs(feeds.staff, check, {})).body)
  expect(results.map(({ endOfMonth }) => endOfMonth)).toEqual(Array(5).fill(feeds.period))
  expect(results[1]?.result).toBe(true)
  expect(results[3]).toMatchObject({ result: false, open: 0 })
  const open = { check: 'cash-surrender-exceptions', status: ['OPEN'] } as const
  expect(results[1]?.open).toBe((await feeds.server.callAs(feeds.staff, listExceptions, open)).body.page.totalRecords)
  const { body: clients } = await feeds.server.callAs(feeds.staff, clientExceptionsReport, { carrierCode: [feeds.carrier] })
  expect(
    clients.records.map(({ expected, posted, fed, cashSurrenderValueDifferenceCents }) => [
      expected,
      posted,
      fed,
      cashSurrenderValueDifferenceCents,
    ]),
  ).toEqual(clients.records.map(({ expected }) => [expected, expected, expected, 0]))
  const { body: counts } = await feeds.server.callAs(feeds.staff, policyCountReport, { carrierCode: [feeds.carrier] })
  expect(counts.records.every(({ rolled, posted, difference }) => rolled === posted && difference === 0)).toBe(true)
  const sumOf = (key: 'prior' | 'posted' | 'postedCashSurrenderValueCents') => counts.records.reduce((sum, row) => sum + row[key], 0)
  expect(counts.totals).toMatchObject({
    prior: sumOf('prior'),
    posted: sumOf('posted'),
    fed: counts.records.reduce((sum, { fed }) => sum + (fed ?? 0), 0),
    difference: 0,
    postedCashSurrenderValueCents: sumOf('postedCashSurrenderValueCents'),
  })
  // One row of a page has the totals of all, and what was searched for counts alone.
  const narrow = { carrierCode: [feeds.carrier], take: 1 }
  expect((await feeds.server.callAs(feeds.staff, policyCountReport, narrow)).body.totals).toEqual(counts.totals)
  expect((await feeds.server.callAs(feeds.staff, policyCountReport, { ...narrow, search: 'nobody of this name' })).body.totals.posted).toBe(
    0,
  )
  const { body: movements } = await feeds.server.callAs(feeds.staff, cashSurrenderReport, {})
  expect(movements.records.map(({ ruleCode }) => ruleCode).toSorted()).toEqual(['M2', 'M3'])
  const { body: points } = await feeds.server.callAs(feeds.staff, auditMovements, { carrierCode: [feeds.carrier] })
  expect(points.points.filter(({ isException }) => isException).map(({ policyId }) => policyId)).toEqual([feeds.policies[0]?.policyId])
})

test('the poster may not clear it, a second person may; every step is kept, and the log has it', async () => {
  await postTransposed()
  const error = await theError()
  const record = { institutionId: error.institutionId, id: error.id }
  const refused = await feeds.server.callAs(feeds.staff, settleExceptions, { records: [record], to: 'ACKNOWLEDGED', ...settled })
  expect([refused.status, refused.error.message]).toEqual([409, 'You posted or entered this value. Someone else has to clear its error.'])
  const other = await second()
  const person = await feeds.server.ownerDb
    .selectFrom('userSession')
    .select('userId')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(
    (await feeds.server.callAs(other, assignExceptions, { records: [record], assignedTo: person.userId, dueOn: addDays(feeds.period, 20) }))
      .status,
  ).toBe(200)
  expect((await found(other, { mine: true })).map(({ id }) => id)).toEqual([error.id])
  expect(
    (await feeds.server.callAs(other, settleExceptions, { records: [record], to: 'ACKNOWLEDGED' as const, note: settled.note })).error
      .message,
  ).toContain('not valid')
  expect((await feeds.server.callAs(other, settleExceptions, { records: [record], to: 'ACKNOWLEDGED', ...settled })).body).toEqual({
    settled: 1,
  })
  const { body } = await feeds.server.callAs(other, getException, record)
  expect(body).toMatchObject({
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CONFIRMED',
    nextStatuses: ['RESOLVED', 'FALSE_POSITIVE', 'OPEN'],
  })
  expect(body.steps.map(({ status, reasonCode }) => [status, reasonCode])).toEqual([
    ['OPEN', null],
    ['OPEN', null],
    ['ACKNOWLEDGED', 'CARRIER_CONFIRMED'],
  ])
  const logged = await feeds.server.ownerDb
    .selectFrom('activity')
    .select('action')
    .where('entity', '=', 'exception')
    .orderBy('id')
    .execute()
  expect(logged.map(({ action }) => action)).toEqual(['exception.assigned', 'exception.settled'])
  // Found again with the same values it stays settled; with others it opens again.
  const audit = async () => {
    const scope = scopeOfSystem(feeds.book.siteId)
    await inScope(feeds.server.kernel.db, scope, (trx) =>
      auditMonth(trx, scope, { period: feeds.period, today: addDays(feeds.period, 12), isWhole: true }),
    )
  }
  await audit()
  expect((await feeds.server.callAs(other, getException, record)).body.status).toBe('ACKNOWLEDGED')
  await sql`update policy_valuation set cash_surrender_value_cents = cash_surrender_value_cents + 500000 where site_id = ${feeds.book.siteId} and as_of_date = ${feeds.period} and policy_id = ${error.policyId}`.execute(
    feeds.server.ownerDb,
  )
  await audit()
  expect((await feeds.server.callAs(other, getException, record)).body).toMatchObject({ status: 'OPEN', reasonCode: null })
})

test('a corrected file posted by someone else resolves it, and the client reads of both', async () => {
  await postTransposed()
  const error = await theError()
  const other = await second()
  const corrected = await feeds.upload(feedText(feeds.sound()), { fields: { carrierCode: feeds.carrier }, cookie: other })
  const id = (corrected.json as { id: number }).id
  const { status } = await feeds.server.callAs(other, postFile, { id, restatementReason: 'The carrier corrected its file' })
  expect(status).toBe(200)
  const { body } = await feeds.server.callAs(other, getException, { institutionId: error.institutionId, id: error.id })
  expect(body).toMatchObject({ status: 'RESOLVED', reasonCode: 'NOT_FOUND' })
  expect((await found(other, { status: ['OPEN'] })).map(({ ruleCode }) => ruleCode)).toEqual([])
  const { body: statement } = await feeds.server.callAs(other, controlsStatement, { clientId: error.institutionId })
  if (statement.examined) expect(statement.lines.find(({ check }) => check === 'cash-surrender-exceptions')).toMatchObject({ open: 0 })
})

test('by urgency what is still open comes before what is settled, errors before warnings', async () => {
  await postTransposed()
  const { institutionId, id, policyId } = await theError()
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, message, period, policy_id, status)
    select ${institutionId}, ${feeds.book.siteId}, 'cash-surrender-exceptions', 'M9', severity, 'Made for this test.', ${feeds.period}, ${policyId} + n, 'OPEN'
    from (values ('warning', 1), ('error', 2)) as made (severity, n)`.execute(feeds.server.ownerDb)
  await sql`update audit_exception set status = 'RESOLVED' where institution_id = ${institutionId} and id = ${id}`.execute(
    feeds.server.ownerDb,
  )
  const order = (await found(feeds.staff, { sort: 'urgency' })).map(({ severity, status }) => `${severity} ${status}`)
  expect(order.filter((each) => each.endsWith('OPEN'))).toEqual(expect.arrayContaining(['error OPEN', 'warning OPEN']))
  expect(order.lastIndexOf('error OPEN')).toBeLessThan(order.indexOf('warning OPEN'))
  expect(order.findLastIndex((each) => each.endsWith('OPEN'))).toBeLessThan(order.indexOf('error RESOLVED'))
})

test('the next month links to the one before: the second month running', async () => {
  await postTransposed()
  const error = await theError()
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, site_id, cash_surrender_value_cents, death_benefit_cents)
    select institution_id, policy_id, ${addMonthEnds(feeds.period, 1)}, site_id, round(cash_surrender_value_cents * case when policy_id = ${error.policyId} then 1.02 else 1.003 end), death_benefit_cents
    from policy_valuation where site_id = ${feeds.book.siteId} and as_of_date = ${feeds.period} and status = 'POSTED'`.execute(
    feeds.server.ownerDb,
  )
  await sql`update audit_exception set status = 'RESOLVED', reason_code = 'CARRIER_CONFIRMED', note = 'By telephone', resolved_at = now(),
    resolved_by = (select max(id) from user_account) where id = ${error.id}`.execute(feeds.server.ownerDb)
  const scope = scopeOfSystem(feeds.book.siteId)
  const period = addMonthEnds(feeds.period, 1)
  await inScope(feeds.server.kernel.db, scope, (trx) => auditMonth(trx, scope, { period, today: addDays(period, 3) }))
  const [next] = await found(feeds.staff, { period, ruleCode: ['M3'] })
  expect(next).toMatchObject({ policyId: error.policyId, months: 2 })
  const { body } = await feeds.server.callAs(feeds.staff, getException, { institutionId: next?.institutionId ?? 0, id: next?.id ?? 0 })
  const settled = {
    status: 'RESOLVED',
    reasonCode: 'CARRIER_CONFIRMED',
    note: 'By telephone',
    settledBy: expect.any(String),
    settledAt: expect.any(String),
  }
  expect(body.earlier).toEqual([{ ...settled, id: error.id, period: feeds.period, message: error.message }])
})

test('all that match are settled with one reason, or none: others than the page showed are refused', async () => {
  await postTransposed()
  const other = await second()
  const matching = { check: 'cash-surrender-exceptions' as const, status: ['OPEN' as const] }
  const count = (await found(other, { status: ['OPEN'] })).length
  expect(
    (await feeds.server.callAs(other, settleExceptions, { matching: { ...matching, count: count + 1 }, to: 'FALSE_POSITIVE', ...settled }))
      .status,
  ).toBe(409)
  expect((await found(other, { status: ['OPEN'] })).length).toBe(count)
  expect(
    (await feeds.server.callAs(other, settleExceptions, { matching: { ...matching, count }, to: 'FALSE_POSITIVE', ...settled })).body,
  ).toEqual({ settled: count })
  expect(await found(other, { status: ['OPEN'] })).toEqual([])
})

test('a suppression takes a rule from a policy until its day, and no longer', async () => {
  await postTransposed()
  const error = await theError()
  const input = {
    institutionId: error.institutionId,
    policyId: error.policyId ?? 0,
    ruleCode: 'M3' as const,
    reason: 'The carrier books its dividend so',
  }
  expect(
    (await feeds.server.callAs(feeds.staff, suppressException, { ...input, until: addDays(feeds.period, 1) })).error.message,
  ).toContain('not valid')
  expect((await feeds.server.callAs(feeds.staff, suppressException, { ...input, until: addDays(feeds.period, 90) })).status).toBe(201)
  expect((await found(feeds.staff, { status: ['OPEN'] })).map(({ ruleCode }) => ruleCode)).not.toContain('M3')
})

test('a tolerance shows what it would change, and changes nothing until it is set; its history stays', async () => {
  await postTransposed()
  const wanted = { ruleCode: 'M3' as const, carrierCode: feeds.carrier, productId: null, limits: { relative: 0.05 } }
  expect((await feeds.server.callAs(feeds.staff, previewTolerance, wanted)).body).toMatchObject({ come: 0, go: 1, stay: 0 })
  expect((await found()).some(({ ruleCode }) => ruleCode === 'M3')).toBe(true)
  expect((await feeds.server.callAs(feeds.staff, listTolerances, {})).body.records).toEqual([])
  expect((await feeds.server.callAs(feeds.staff, setTolerance, { ...wanted, limits: { days: 5 }, reason: 'No such limit' })).status).toBe(
    400,
  )
  await feeds.server.callAs(feeds.staff, setTolerance, { ...wanted, reason: 'Dividends of this carrier' })
  await feeds.server.callAs(feeds.staff, setTolerance, { ...wanted, limits: { relative: 0.03 }, reason: 'Tighter again' })
  const { records } = (await feeds.server.callAs(feeds.staff, listTolerances, {})).body
  expect(records.map(({ limits, endedAt }) => [limits.relative, endedAt === null])).toEqual([
    [0.03, true],
    [0.05, false],
  ])
})

test('who is assigned an exception hears of it by mail once that morning, with the bank, the rule and the day', async () => {
  await postTransposed()
  const error = await theError()
  const records = [{ institutionId: error.institutionId, id: error.id }]
  await second()
  const person = await feeds.server.ownerDb
    .selectFrom('userSession')
    .select('userId')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await feeds.server.callAs(feeds.staff, assignExceptions, { records, assignedTo: person.userId, dueOn: addDays(feeds.period, 12) })
  expect((await theError()).overdue).toBe(false)
  await feeds.server.callAs(feeds.staff, assignExceptions, { records, assignedTo: person.userId, dueOn: addDays(feeds.period, 5) })
  const opened = await feeds.server.callAs(feeds.staff, getException, { institutionId: error.institutionId, id: error.id })
  expect([(await theError()).overdue, opened.body.overdue]).toEqual([true, true])
  const tell = () =>
    inScope(feeds.server.kernel.db, scopeOfSystem(feeds.book.siteId), (trx) => mailDigests(feeds.server.kernel, trx, feeds.book.siteId))
  expect([await tell(), await tell()]).toEqual([1, 0])
  const mail = await feeds.server.ownerDb
    .selectFrom('mailOutbox')
    .select(['subject', 'bodyText'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('1 audit exception for you')
  expect(mail.bodyText).toContain(
    `policy ${error.policyNumber}, October 2026: Movement too large (CSV & DB MoM Balance), overdue since 11/05/2026`,
  )
})

test('an audit that is asked for twice runs once; the summary says what was examined, asked and skipped', async () => {
  await postTransposed()
  const first = (await feeds.server.callAs(feeds.staff, startAudit, {})).body
  expect((await feeds.server.callAs(feeds.staff, startAudit, {})).body.id).toBe(first.id)
  const { body } = await feeds.server.callAs(feeds.staff, auditSummary, {
    check: 'cash-surrender-exceptions',
    carrierCode: [feeds.carrier],
  })
  expect(body).toMatchObject({
    period: feeds.period,
    open: 2,
    openErrors: 1,
    examined: { policies: feeds.policies.length, valued: feeds.policies.length, carriers: 1, files: 1 },
  })
  const rule = (code: string) => body.rules.find((one) => one.code === code)
  expect(rule('M3')).toMatchObject({ asked: feeds.policies.length, skipped: [], found: 1, open: 1 })
  expect(rule('M7')).toMatchObject({
    asked: 0,
    skipped: [{ reason: 'the value does not follow the market', policies: feeds.policies.length }],
  })
  const lacking = { policies: 0, carriers: [], institutions: feeds.book.institutionIds.length }
  expect(rule('M8'), 'policies of other carriers have no values').toMatchObject({
    asked: 0,
    skipped: [{ ...lacking, reason: 'not every policy in force has a value for the month' }],
  })
  await sql`update audit_coverage set skipped = '[]' where site_id = ${feeds.book.siteId}`.execute(feeds.server.ownerDb)
  const { body: former } = await feeds.server.callAs(feeds.staff, auditSummary, { check: 'cash-surrender-exceptions' })
  expect(
    former.rules.find(({ code }) => code === 'M8'),
    'audited before it was counted',
  ).toMatchObject({ asked: null, skipped: [] })
})

test('a tolerance of the site holds when a file is read as well: one set of rules', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const doubled = feeds.changed(1, { deathBenefit: 510_000_000 })
  expect(await feeds.rulesOf((await feeds.handedIn(feedText(doubled))).id)).toEqual([['M5', 3]])
  const wider = { ruleCode: 'M5' as const, carrierCode: null, productId: null, limits: { relative: 0.05 }, reason: 'Yearly steps' }
  await feeds.server.callAs(feeds.staff, setTolerance, wider)
  expect(await feeds.rulesOf((await feeds.handedIn(feedText(doubled, { preamble: ['Second delivery'] }))).id)).toEqual([])
})

test('locking a fiscal year end stores opening balances; a value restated afterwards differs from them until they are restated with a reason', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  await sql`update institution set fiscal_year_end_month = extract(month from ${feeds.period}::date) where id = any(${feeds.book.institutionIds}::int[])`.execute(
    feeds.server.ownerDb,
  )
  const manager = await signedInAs(feeds.server.ownerDb, 'd', {
    siteId: feeds.book.siteId,
    permissions: { ASSET_REPORT: 2 },
    now: new Date(`${addDays(feeds.period, 12)}T17:00:00Z`),
  })
  expect((await feeds.server.callAs(manager, lockPeriod, { period: feeds.period, reason: 'Reports follow' })).status).toBe(200)
  const openings = async () => (await feeds.server.callAs(manager, listOpenings, {})).body.records
  const [one] = await openings()
  if (!one) throw new Error('no opening balances were stored')
  expect(one).toMatchObject({ yearEnd: feeds.period, openingCents: one.postedCents, ledgerCents: null })
  await feeds.server.callAs(manager, unlockPeriod, { period: feeds.period, reason: 'The carrier restated its year end' })
  await sql`update policy_valuation set cash_surrender_value_cents = cash_surrender_value_cents - 1800 where institution_id = ${one.institutionId} and as_of_date = ${feeds.period}
    and policy_id = (select min(policy_id) from opening_balance where institution_id = ${one.institutionId})`.execute(feeds.server.ownerDb)
  expect((await feeds.server.callAs(manager, lockPeriod, { period: feeds.period, reason: 'Reports follow' })).status).toBe(200)
  // Locked again, they stay what they were: the difference shows.
  const after = (await openings()).find(({ institutionId }) => institutionId === one.institutionId)
  expect([after?.openingCents, after?.postedCents]).toEqual([one.openingCents, one.openingCents - 1800])
  const client = { institutionId: one.institutionId, yearEnd: feeds.period }
  expect(
    (await feeds.server.callAs(manager, setLedgerBalance, { ...client, balanceCents: one.openingCents, source: 'Trial balance' })).body
      .ledgerCents,
  ).toBe(one.openingCents)
  const restated = await feeds.server.callAs(manager, restateOpenings, { ...client, reason: 'As the carrier states it now' })
  expect(restated.body.openingCents).toBe(one.openingCents - 1800)
})

test('a process that stops puts the audit of a month back in the queue, without a word of failure, and the next one ends it', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const runs = () =>
    feeds.server.ownerDb.selectFrom('auditRun').select(['id', 'endedAt', 'failure']).where('siteId', '=', feeds.book.siteId).execute()
  const [run] = await runs()
  if (!run) throw new Error('the posting asked for no audit')
  const payload = { siteId: feeds.book.siteId, runId: run.id }
  const queued = async () =>
    (
      await sql<{
        jobs: number
      }>`select count(*) as jobs from pgboss.job where name = 'audit-month' and data ->> 'runId' = ${String(run.id)}`.execute(
        feeds.server.ownerDb,
      )
    ).rows[0]?.jobs
  const before = await queued()
  await runAudit.run(feeds.server.kernel, payload, { id: 'one', attempt: 1, lastAttempt: false, signal: AbortSignal.abort() })
  expect(await queued()).toBe(Number(before) + 1)
  expect(await runs()).toEqual([{ id: run.id, endedAt: null, failure: null }])
  await runAudit.run(feeds.server.kernel, payload, { id: 'two', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
  expect((await runs())[0]?.endedAt).not.toBeNull()
})
