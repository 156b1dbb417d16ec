/** A month's audit is reviewed by somebody who posted none of its values; the sign-off is for one state, is kept, and is printed with what was reviewed. */
import { setTolerance } from '@corridor/contract/audit-settings.ts'
import { auditReview, auditStatement, listSignOffs, signOffAudit, withdrawSignOff } from '@corridor/contract/audit-sign-offs.ts'
import { listExceptions, settleExceptions } from '@corridor/contract/auditing.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { addDays } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { buildBook } from '../../test/book.ts'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const feeds = useFeeds()
const check = 'cash-surrender-exceptions' as const
const TOLERANCE = { ruleCode: 'M3', carrierCode: null, productId: null, reason: 'Agreed with the bank' } as const

/** Posts the month with one value too high, and signs in a second person who may change audits. */
async function posted() {
  await feeds.goTo(addDays(feeds.period, 12))
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.cashSurrenderValue + 2_000_000
  const file = await feeds.handedIn(
    feedText(feeds.changed(0, { interest: line.interest + 2_000_000, accountValue: value, cashSurrenderValue: value })),
  )
  const findings = (await feeds.findingsOf(file.id, { status: ['OPEN'], severity: ['error'] })).map(({ id }) => id)
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Looks like a dividend' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  return reviewer('Dana', 2)
}
async function reviewer(firstName: string, level: 1 | 2) {
  const { siteId } = feeds.book
  const userId = await buildUser(feeds.server.ownerDb, 'b', { sites: [siteId], permissions: { ASSET_REPORT: level } })
  await sql`update user_account set first_name = ${firstName}, last_name = 'Cole' where id = ${userId}`.execute(feeds.server.ownerDb)
  return signIn(feeds.server.ownerDb, userId, { siteId, now: new Date(`${addDays(feeds.period, 12)}T17:00:00Z`) })
}
const review = async (cookie: string) => (await feeds.server.callAs(cookie, auditReview, { check })).body
const history = async (cookie: string) => (await feeds.server.callAs(cookie, listSignOffs, { check })).body.records
const sign = (cookie: string, stateSha256: string, note?: string) =>
  feeds.server.callAs(cookie, signOffAudit, { check, period: feeds.period, stateSha256, ...(note ? { note } : {}) })
const printed = async (cookie: string) =>
  (await pdfText((await feeds.server.callAs(cookie, auditStatement, { check })).bytes)).replaceAll(/\s+/g, ' ')
/** Rows are stamped with the database's clock. */
const REVIEWED = /^Reviewed by Dana Cole on \w+ \d+, \d{4}\.$/

test('whoever posted the month’s values is refused and told why; somebody else signs, with a note where errors are open', async () => {
  const dana = await posted()
  const before = await review(feeds.staff)
  expect(before).toMatchObject({ standing: 'none', sentence: 'Not reviewed: nobody has signed off this audit.' })
  // The person beside Dana is the book's own, who posted nothing; whoever posted is not named, nor is Theo, who may only look.
  await reviewer('Theo', 1)
  expect((await review(feeds.staff)).refused).toBe(before.refused)
  expect(before.refused).toMatch(
    /^You posted or entered values of this month\. Someone else has to sign off its audits: Dana Cole, Pat Person \d+ may\.$/,
  )
  const refused = await sign(feeds.staff, before.stateSha256, 'All explained')
  expect([refused.status, refused.body]).toMatchObject([409, { message: before.refused }])

  expect((await review(dana)).refused).toBeNull()
  const silent = await sign(dana, before.stateSha256)
  expect([silent.status, silent.body]).toMatchObject([400, { meta: { note: ['Say why the audit is signed off with 1 error open.'] } }])
  const signed = await sign(dana, before.stateSha256, 'The dividend is confirmed next week')
  expect([signed.status, signed.body]).toMatchObject([
    201,
    { signedBy: 'Dana Cole', isCurrent: true, note: 'The dividend is confirmed next week' },
  ])
  expect(signed.body.statement).toMatch(/^\d+ of \d+ policies valued; 2 exceptions, 2 open, 1 error among them/)
  expect(await review(feeds.staff)).toMatchObject({ standing: 'current', sentence: expect.stringMatching(REVIEWED) })
  // A level that may only look signs nothing.
  expect((await sign(await reviewer('Theo', 1), before.stateSha256, 'Looks fine')).status).toBe(403)
})

test('a sign-off of a state that nobody looked at is refused; an audit that runs again and finds the same leaves it standing', async () => {
  const dana = await posted()
  expect((await sign(dana, '0'.repeat(64), 'All explained')).status).toBe(409)
  const scope = scopeOfSystem(feeds.book.siteId)
  const auditAgain = () =>
    inScope(feeds.server.kernel.db, scope, (trx) =>
      auditMonth(trx, scope, { period: feeds.period, today: addDays(feeds.period, 12), isWhole: true }),
    )
  await auditAgain()
  await sign(dana, (await review(dana)).stateSha256, 'All explained')
  await auditAgain()
  expect((await review(dana)).standing).toBe('current')
})

/** Rewrites the kept statement as only its owner could, and no one through the product. */
const kept = async (change: (statement: Record<string, unknown>) => unknown, stateSha256?: string) => {
  const { ownerDb } = feeds.server
  const { id, statement } = await ownerDb
    .selectFrom('auditSignOff')
    .where('siteId', '=', feeds.book.siteId)
    .select(['id', 'statement'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const changed = JSON.stringify(change(z.record(z.string(), z.unknown()).parse(statement)))
  await sql`update audit_sign_off set statement = ${changed}, state_sha256 = coalesce(${stateSha256 ?? null}, state_sha256) where id = ${id}`.execute(
    ownerDb,
  )
}
const rulesIn = (statement: Record<string, unknown>) => z.array(z.record(z.string(), z.unknown())).parse(statement.rules)

test('a sign-off kept with a hash over the words of its day stands while every figure is the same and no tolerance was set since', async () => {
  const dana = await posted()
  await sign(dana, (await review(dana)).stateSha256, 'All explained')
  const inWords = (statement: Record<string, unknown>) => ({
    ...statement,
    statement: 'As it was worded then.',
    rules: rulesIn(statement).map(({ limits: _, ...rule }) => ({ ...rule, title: 'An older title', tolerances: ['about 5%'] })),
  })
  await kept(inWords, '1'.repeat(64))
  expect((await review(dana)).standing).toBe('current')
  expect(await history(dana)).toMatchObject([{ isCurrent: true, statement: 'As it was worded then.' }])
  expect(await printed(dana)).toContain('Of the state printed here')

  await kept((statement) => ({ ...statement, found: 1 }))
  expect((await review(dana)).standing).toBe('earlier')
  await kept((statement) => ({ ...statement, found: 2 }))
  expect((await review(dana)).standing).toBe('current')
  expect((await feeds.server.callAs(dana, setTolerance, { ...TOLERANCE, limits: { relative: 0.5 } })).status).toBe(200)
  expect((await review(dana)).standing).toBe('earlier')
})

test('another tolerance asks for a new sign-off, also where it changes no exception; set back, the earlier one stands', async () => {
  const dana = await posted()
  const before = await review(dana)
  await sign(dana, before.stateSha256, 'All explained')
  await feeds.server.callAs(dana, setTolerance, { ...TOLERANCE, limits: { relative: 0.11 } })
  expect((await review(dana)).standing).toBe('earlier')
  await feeds.server.callAs(dana, setTolerance, { ...TOLERANCE, limits: {} })
  expect(await review(dana)).toMatchObject({ standing: 'current', stateSha256: before.stateSha256 })
})

test('once an exception is settled the sign-off is of an earlier state, and asks for a new one; the history keeps both', async () => {
  const dana = await posted()
  await sign(dana, (await review(dana)).stateSha256, 'All explained')
  const { records } = (await feeds.server.callAs(dana, listExceptions, { check, take: 100 })).body
  await feeds.server.callAs(dana, settleExceptions, {
    records: records.map(({ institutionId, id }) => ({ institutionId, id })),
    to: 'RESOLVED',
    reasonCode: 'CARRIER_CONFIRMED',
    note: 'Confirmed on the phone',
  })
  const after = await review(dana)
  expect(after).toMatchObject({ standing: 'earlier', noteAsked: null })
  expect(after.sentence).toContain('It has to be signed off again.')
  expect(await printed(dana)).toContain('REVIEWED, CHANGED SINCE')
  expect((await sign(dana, after.stateSha256)).status).toBe(201)
  expect((await history(dana)).map(({ isCurrent, note }) => [isCurrent, note])).toEqual([
    [true, null],
    [false, 'All explained'],
  ])
})

test('a withdrawn sign-off stays in the history with its reason, and the audit is not reviewed', async () => {
  const dana = await posted()
  const { body } = await sign(dana, (await review(dana)).stateSha256, 'All explained')
  const withdrawal = { id: body.id, reason: 'Signed the wrong month' }
  const { siteId } = await buildBook(feeds.server.ownerDb)
  const elsewhere = await signedInAs(feeds.server.ownerDb, 'b', { siteId, permissions: { ASSET_REPORT: 2 } })
  expect((await feeds.server.callAs(elsewhere, withdrawSignOff, withdrawal)).status).toBe(404)
  expect((await feeds.server.callAs(dana, withdrawSignOff, withdrawal)).status).toBe(204)
  expect((await feeds.server.callAs(dana, withdrawSignOff, withdrawal)).status).toBe(409)
  expect(await review(dana)).toMatchObject({
    standing: 'none',
    sentence: expect.stringMatching(/^Not reviewed: the sign-off of Dana Cole of .* was withdrawn\.$/),
  })
  expect(await history(dana)).toMatchObject([{ isCurrent: false, withdrawnBy: 'Dana Cole', withdrawalReason: 'Signed the wrong month' }])
  const { rows } = await sql<{ action: string }>`
    select action from activity where entity = 'audit' and action like 'audit.sign%' and site_id = ${feeds.book.siteId} order by id desc limit 2`.execute(
    feeds.server.ownerDb,
  )
  expect(rows.map(({ action }) => action)).toEqual(['audit.sign-off-withdrawn', 'audit.signed-off'])
  // Nobody changes or removes one, whatever way the runtime role is asked.
  for (const statement of [
    sql`update audit_sign_off set note = 'x'`,
    sql`delete from audit_sign_off`,
    sql`delete from audit_sign_off_withdrawal`,
  ])
    await expect(inScope(feeds.server.kernel.db, scopeOfSystem(feeds.book.siteId), (trx) => statement.execute(trx))).rejects.toThrow(
      /permission denied/,
    )
})

test('the paper says what was examined, the rules with tolerances and what was skipped, each exception and how it was settled, and who reviewed it', async () => {
  const dana = await posted()
  const bare = await printed(dana)
  for (const words of [
    'NOT REVIEWED',
    'Not reviewed: nobody has signed off this audit.',
    'What was examined',
    'M3, Movement too large',
    'relative difference',
    'Exceptions by status',
  ])
    expect(bare).toContain(words)
  const { records } = (await feeds.server.callAs(dana, listExceptions, { check, take: 100 })).body
  await feeds.server.callAs(dana, settleExceptions, {
    records: records.map(({ institutionId, id }) => ({ institutionId, id })),
    to: 'RESOLVED',
    reasonCode: 'CARRIER_CONFIRMED',
    note: 'Confirmed on the phone',
  })
  await sign(dana, (await review(dana)).stateSha256)
  const paper = await printed(dana)
  for (const words of [
    'REVIEWED',
    'Reviewed by Dana Cole on',
    'Carrier confirmed the value: Confirmed on the phone.',
    'Of the state printed here',
  ])
    expect(paper).toContain(words)
  expect(paper).not.toContain('NOT REVIEWED')
})
