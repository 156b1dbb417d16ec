/** Exceptions as other pages show them: on a client's and a file's page, in the palette; and how much of the insured a reader is shown. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { auditSummary, clientExceptionsReport, countExceptions, getException, listExceptions } from '@corridor/contract/auditing.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { correctValue } from '@corridor/contract/register-policies.ts'
import { palette } from '@corridor/contract/search.ts'
import { sentenceOf } from '@corridor/domain/audit-log/sentences.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { addDays, addMonthEnds, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { signedInAs } from '../../test/builders.ts'
import { type Dress, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const feeds = useFeeds()

async function posted(lines: Parameters<typeof feedText>[0], options: { restatementReason?: string } = {}, dress: Dress = {}) {
  const file = await feeds.handedIn(feedText(lines, dress))
  const findings = (await feeds.findingsOf(file.id, { status: ['OPEN'] })).filter(({ ruleCode }) => ruleCode !== 'P1').map(({ id }) => id)
  if (findings.length > 0)
    await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, statuses: [], reason: 'As the carrier told us' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id, ...options })).status).toBe(200)
  return file.id
}
const fallen = () => feeds.changed(0, { cashSurrenderValue: 90_000_000 })
const counts = async (of: { fileId?: number; institutionId?: number }) => {
  const { records, resolved } = (await feeds.server.callAs(feeds.staff, countExceptions, of)).body
  const said = (rows: typeof records) => rows.map(({ ruleCode, open, settled }) => `${ruleCode} ${open}/${settled}`)
  return { raised: said(records), resolved: said(resolved) }
}

const printed = async (cookie: string) => {
  const print = await feeds.server.callAs(cookie, auditStatement, { check: 'client-exceptions' })
  return (await pdfText(print.bytes)).replaceAll(/\s+/g, ' ')
}

test('a client whose month was never audited is told apart from one without an open exception', async () => {
  const isAudited = async (institutionId: number) =>
    (await feeds.server.callAs(feeds.staff, countExceptions, { institutionId })).body.isAudited
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  expect(await isAudited(institutionId)).toBe(false)
  await feeds.goTo(addDays(feeds.period, 12))
  await posted(feeds.sound())
  expect(await isAudited(institutionId)).toBe(true)
})

test('a file tells what it raised, the restated one what it resolved, and the client’s page what is open', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const first = await posted(fallen())
  const [policy] = feeds.policies
  const client = { institutionId: policy?.institutionId ?? 0 }
  expect((await counts({ fileId: first })).raised).toContain('M1 1/0')
  expect((await counts(client)).raised).toContain('M1 1/0')

  const second = await posted(feeds.sound(), { restatementReason: 'The carrier sent it again' })
  expect((await counts({ fileId: second })).resolved).toContain('M1 0/1')
  expect((await counts({ fileId: second })).raised).toEqual([])
  expect((await counts({ fileId: first })).resolved).toEqual([])
  expect((await counts(client)).raised).not.toContain('M1 1/0')
})

test('a file’s exceptions are of its own lines: none of them is that another bank still waits for its file', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const ofFirst = fallen().filter((_, row) => feeds.policies[row]?.institutionId === feeds.policies[0]?.institutionId)
  const fileId = await posted(ofFirst)
  const scope = scopeOfSystem(feeds.book.siteId)
  await inScope(feeds.server.kernel.db, scope, (trx) =>
    auditMonth(trx, scope, { period: feeds.period, today: addDays(feeds.period, 30), isWhole: true }),
  )
  const { raised } = await counts({ fileId })
  expect([raised.includes('M1 1/0'), raised.filter((each) => each.startsWith('P6'))]).toEqual([true, []])
  const other = feeds.policies.find(({ institutionId }) => institutionId !== feeds.policies[0]?.institutionId)?.institutionId ?? 0
  expect((await counts({ institutionId: other })).raised.filter((each) => each.startsWith('P6'))).toHaveLength(1)
})

test('an exception that is counted alone is named, so that a warning leads straight to it', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const fileId = await posted(fallen())
  const { records } = (await feeds.server.callAs(feeds.staff, countExceptions, { fileId })).body
  const one = records.find(({ ruleCode }) => ruleCode === 'M1')?.only
  expect(one?.institutionId).toBe(feeds.policies[0]?.institutionId)
  const { body } = await feeds.server.callAs(feeds.staff, getException, { institutionId: one?.institutionId ?? 0, id: one?.id ?? 0 })
  expect(body.ruleCode).toBe('M1')
})

test('the palette finds open exceptions by rule and by policy number, for those who may see them alone', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  await posted(fallen())
  const found = async (cookie: string, query: string) =>
    (await feeds.server.callAs(cookie, palette, { query })).body.records.filter(({ kind }) => kind === 'EXCEPTION')
  const number = feeds.policies[0]?.policyNumber ?? ''
  expect((await found(feeds.staff, 'm1')).map(({ name, detail }) => [name.slice(0, 3), detail.startsWith(number)])).toEqual([['M1,', true]])
  expect((await found(feeds.staff, number)).map(({ exception }) => exception?.check)).toContain('cash-surrender-exceptions')
  expect(await found(feeds.staff, 'm7')).toEqual([])
  const now = new Date(`${addDays(feeds.period, 12)}T17:00:00Z`)
  const other = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { INSTITUTIONS: 2 }, now })
  expect(await found(other, 'm1')).toEqual([])
})

test('whoever has no right to personal data reads no name of an insured, and finds none by it', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  await posted(fallen())
  const now = new Date(`${addDays(feeds.period, 12)}T17:00:00Z`)
  const reader = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 1 }, now })
  const listed = async (cookie: string, search?: string) =>
    (await feeds.server.callAs(cookie, listExceptions, { ruleCode: ['M1'], ...(search ? { search } : {}) })).body.records
  const [full] = await listed(feeds.staff)
  const [bare] = await listed(reader)
  expect([full?.insuredName, bare?.insuredName]).toEqual([expect.any(String), null])
  expect(
    [await listed(feeds.staff, full?.insuredName ?? ''), await listed(reader, full?.insuredName ?? '')].map((rows) => rows.length),
  ).toEqual([1, 0])
  const detail = async (cookie: string) =>
    (await feeds.server.callAs(cookie, getException, { institutionId: full?.institutionId ?? 0, id: full?.id ?? 0 })).body
  const masked = (line: { cell: string | null }[] | null) => line?.filter(({ cell }) => cell === '•••').length
  // Dates of birth are left out for everybody; the name is one cell more.
  const [own = 0, others = 0] = [masked((await detail(feeds.staff)).line), masked((await detail(reader)).line)]
  expect(others).toBe(own + 1)
  expect((await detail(reader)).insuredName).toBeNull()
})

test('an exception about a date of birth shows both dates to those who may see them, recorded as their own pages record it; others learn in what they differ', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const [policy] = feeds.policies
  const { db, row } = { db: feeds.server.ownerDb, row: { institutionId: policy?.institutionId ?? 0, policyId: policy?.policyId ?? 0 } }
  const { insuredId } = await db.selectFrom('policy').select('insuredId').where('id', '=', row.policyId).executeTakeFirstOrThrow()
  await db
    .updateTable('insured')
    .set({ dateOfBirth: plainDate('1970-05-16') })
    .where('id', '=', insuredId ?? 0)
    .execute()
  const lines = feeds.sound().map((line, at) => (at === 0 ? { ...line, born: '05/16/71' } : line))
  const fileId = await posted(lines, {}, { headers: { ...HEADERS, born: 'DOB' } })
  const found = (await feeds.server.callAs(feeds.staff, listExceptions, { ruleCode: ['V12'] })).body.records.find(
    (one) => one.policyId === row.policyId,
  )
  const detail = async (cookie: string) =>
    (await feeds.server.callAs(cookie, getException, { institutionId: row.institutionId, id: found?.id ?? 0 })).body
  const allLooks = async () =>
    (
      await db
        .selectFrom('activity')
        .select(['action', 'entityId'])
        .where('action', 'in', ['feed.rows.viewed', 'insured.viewed'])
        .orderBy('id')
        .execute()
    ).map(({ action, entityId }) => `${action} ${entityId}`)
  // The list of findings before posting showed the dates, too: its look is recorded.
  const before = (await allLooks()).length
  const looks = async () => (await allLooks()).slice(before)

  const now = new Date(`${addDays(feeds.period, 12)}T17:00:00Z`)
  const reader = await signedInAs(db, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 }, now })
  const bare = await detail(reader)
  expect(bare.birthDates).toEqual({ insuredId, carrier: null, register: null, differ: ['year'], hidden: true })
  expect(JSON.stringify(bare)).not.toMatch(/05\/16|1971|1970/)
  expect(await looks()).toEqual([])

  const full = await detail(feeds.staff)
  expect(full.birthDates).toEqual({ insuredId, carrier: '1971-05-16', register: '1970-05-16', differ: ['year'], hidden: false })
  expect(full.line?.find(({ header }) => header === 'DOB')?.cell).toBe('05/16/71')
  const look = [`feed.rows.viewed ${fileId}`, `insured.viewed ${insuredId}`]
  expect(await looks()).toEqual(look)

  const said = 'Date of birth: the carrier’s differs from the register’s.'
  const withoutRight = await printed(reader)
  expect(withoutRight).toContain(`${said} The year differs.`)
  expect(withoutRight).not.toMatch(/1971|1970/)
  expect(await looks()).toEqual(look)
  expect(await printed(feeds.staff)).toContain(`${said} The carrier says 05/16/1971, the register 05/16/1970.`)
  expect(await looks()).toEqual([...look, ...look])
})

test('a posted policy that the carrier’s file lacks has the exception that names it, which leads to its page; so it has one from before the policies were kept with it', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const [missing, other] = feeds.policies
  if (!missing || !other) throw new Error('no policies')
  await posted(feeds.sound().slice(1))
  const value = { cashSurrenderValueCents: missing.priorCents, deathBenefitCents: 500_000_000, insuredShareCents: 0 }
  const rest = { accountValueEndCents: null, surrenderChargeCents: null, asOfDate: feeds.period, version: 0, reason: 'By its letter' }
  const entered = { id: missing.institutionId, policyId: missing.policyId, ...value, ...rest }
  expect((await feeds.server.callAs(feeds.staff, correctValue, entered)).status).toBe(201)
  const ofPolicy = async (policyId: number) =>
    (await feeds.server.callAs(feeds.staff, listExceptions, { institutionId: [missing.institutionId], policyId })).body.records.filter(
      ({ ruleCode }) => ruleCode === 'P4',
    )
  const [found] = await ofPolicy(missing.policyId)
  expect(found).toMatchObject({
    policyId: null,
    status: 'OPEN',
    message: expect.stringContaining(`1 posted policy, ${missing.policyNumber}.`),
  })
  expect(await ofPolicy(other.policyId)).toEqual([])
  const named = async () =>
    (await feeds.server.callAs(feeds.staff, getException, { institutionId: missing.institutionId, id: found?.id ?? 0 })).body.policies
  expect(found?.policyNumbers).toEqual([missing.policyNumber])
  // A decision needs the posted value, the value of the month before, and the sources of both.
  const own = { cashSurrenderValueCents: missing.priorCents, fileId: null, postedBy: expect.any(String), reason: 'By its letter' }
  const months = [{ asOfDate: feeds.period, ...own }, { asOfDate: addMonthEnds(feeds.period, -1) }]
  const values = months.map((month) => expect.objectContaining(month))
  const itself = { policyId: missing.policyId, policyNumber: missing.policyNumber, values }
  expect(await named()).toEqual([itself])
  const print = await feeds.server.callAs(feeds.staff, auditStatement, { check: 'policy-count-exceptions' })
  const paper = (await pdfText(print.bytes)).replaceAll(/\s+/g, ' ')
  expect(paper).toContain(`${missing.policyNumber} Not in the file`)
  expect(paper).toContain('Posted less rolled forward: Below zero, policies of the prior month are missing.')
  expect(paper).toMatch(/ Total 8 0 0 8 4 -4 3 1 /)

  // Its values differ by what is missing: that is no exception of theirs, and they are not clear.
  const standing = async () => (await feeds.server.callAs(feeds.staff, clientExceptionsReport, {})).body.records[0]?.status
  expect(await standing()).toBe('1 open error in Policy Reconciliation')
  await sql`update audit_exception set status = 'RESOLVED' where id = ${found?.id}`.execute(feeds.server.ownerDb)
  expect(await standing()).toMatch(/ resolved in Policy Reconciliation$/)

  const change = (to: RawBuilder<unknown>) => sql`update audit_exception set ${to} where id = ${found?.id}`.execute(feeds.server.ownerDb)
  const listed = async () => [(await ofPolicy(missing.policyId)).length, (await ofPolicy(other.policyId)).length, await named()]
  // Its sentence bears eight numbers; the others are kept with it all the same.
  await change(sql`message = 'Missing from the file: 10 posted policies, A, B, C, D, E, F, G, H and 2 more.'`)
  expect(await listed()).toEqual([1, 0, [itself]])
  await change(sql`message = ${`Missing from the file: 2 posted policies, A-1, ${missing.policyNumber}.`}, figures = '{}'`)
  expect(await listed()).toEqual([1, 0, [itself]])
  // A number that the words only begin with is another policy's.
  await change(sql`message = ${`Missing from the file: 1 posted policy, ${missing.policyNumber}-1.`}`)
  expect(await listed()).toEqual([0, 0, []])
})

test('what is posted without a line in the carrier’s file is posted all the same, and is told apart; what the file states and nobody posted is its difference, too', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const [missing, unposted] = feeds.policies
  const lines = feeds.sound().slice(1)
  if (!missing || !unposted) throw new Error('no policies')
  await posted(lines)
  await sql`delete from policy_valuation where policy_id = ${unposted.policyId} and as_of_date = ${feeds.period}`.execute(
    feeds.server.ownerDb,
  )
  const values = { cashSurrenderValueCents: missing.priorCents, deathBenefitCents: 500_000_000, insuredShareCents: 0 }
  const rest = { accountValueEndCents: null, surrenderChargeCents: null, asOfDate: feeds.period, version: 0, reason: 'By its letter' }
  const entered = { id: missing.institutionId, policyId: missing.policyId, ...values, ...rest }
  expect((await feeds.server.callAs(feeds.staff, correctValue, entered)).status).toBe(201)

  const inFile = lines.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0)
  const isPosted = inFile - (lines[0]?.cashSurrenderValue ?? 0) + missing.priorCents
  const { records, totals } = (await feeds.server.callAs(feeds.staff, clientExceptionsReport, {})).body
  expect(totals).toMatchObject({
    fedCashSurrenderValueCents: inFile,
    postedCashSurrenderValueCents: isPosted,
    cashSurrenderValueDifferenceCents: isPosted - inFile,
    unfedPolicies: 1,
    unfedCashSurrenderValueCents: missing.priorCents,
  })
  // No file came from the others: it states nothing, which is not zero.
  expect(records.filter(({ fed }) => fed === null).map((row) => row.fedCashSurrenderValueCents)).toEqual([null, null])
  const { examined, unfed } = (await feeds.server.callAs(feeds.staff, auditSummary, { check: 'client-exceptions' })).body
  expect([examined.cashSurrenderValueCents, unfed]).toEqual([isPosted, { policies: 1, cashSurrenderValueCents: missing.priorCents }])
  // Each is an exception once: that it is missing on one side is no difference of the values that both have.
  const found = (await feeds.server.callAs(feeds.staff, listExceptions, { institutionId: [missing.institutionId], take: 100 })).body.records
  expect(
    found
      .filter(({ ruleCode }) => ['V3', 'V4', 'P3', 'P4'].includes(ruleCode))
      .map(({ ruleCode }) => ruleCode)
      .toSorted(),
  ).toEqual(['P3', 'P4'])
  const paper = await printed(feeds.staff)
  const unfedBenefit = 500_000_000
  const benefitInFile = lines.reduce((sum, { deathBenefit }) => sum + deathBenefit, 0)
  const benefitOff = unfedBenefit - (lines[0]?.deathBenefit ?? 0)
  expect(totals).toMatchObject({ deathBenefitDifferenceCents: benefitOff, unfedDeathBenefitCents: unfedBenefit })
  const both = (...amounts: number[]) => amounts.map((amount) => formatAmount(cents(amount))).join(' ')
  expect(paper).toContain(`Carriers’ files, as read - ${both(inFile, benefitInFile)}`)
  expect(paper).toContain(`Posted less the carriers’ files, as read - ${both(isPosted - inFile, benefitOff)}`)
  expect(paper).toContain(`Posted without a line in the carrier’s file 1 policy ${both(missing.priorCents, unfedBenefit)}`)
})

test.each([
  ['exceptions/policy-count-exceptions/report-simple', 'policy-reconciliation', 'Policy Reconciliation, MONTH'],
  ['exceptions?check=yield-exceptions', 'current-yield-variance-exceptions', 'Current Yield Variance exceptions, MONTH'],
  ['exceptions/sign-offs', 'sign-offs', 'Sign-offs, MONTH'],
])('the export of %s is named by its audit and month, in the file and in the log', async (path, name, told) => {
  await feeds.goTo(addDays(feeds.period, 12))
  const query = `${path.includes('?') ? '&' : '?'}take=25&format=csv&period=${feeds.period}`
  const answer = await feeds.server.app.inject({ method: 'GET', url: `/api/${path}${query}`, cookies: { sid: feeds.staff } })
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}-${feeds.period}-${addDays(feeds.period, 12)}.csv"`)
  const [logged] = await feeds.server.ownerDb
    .selectFrom('activity')
    .selectAll()
    .where('action', '=', 'list.exported')
    .orderBy('id', 'desc')
    .execute()
  if (!logged) throw new Error('no export was recorded')
  const row = { ...logged, actorName: 'Ada Quill', actingAsName: null, entityName: null }
  expect(sentenceOf(row)).toBe(`Ada Quill exported a list (${told.replace('MONTH', formatMonth(feeds.period))}, as CSV)`)
  const printed = { action: 'audit.printed', entity: 'audit', entityId: null, after: { audit: 'Policy Reconciliation', month: 'May 2026' } }
  expect(sentenceOf({ ...row, ...printed })).toBe('Ada Quill downloaded the statement of audit “Policy Reconciliation” of May 2026')
})
