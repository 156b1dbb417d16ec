/** A bank's controls statement accounts for every rule, and says whether its opening balances were compared with its general ledger; the site's audit counts the same rules. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { auditSummary } from '@corridor/contract/auditing.ts'
import { postFile } from '@corridor/contract/data-feeds.ts'
import { controlsResult } from '@corridor/domain/auditing/controls.ts'
import { type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { appliedOf, skipsInWords } from '@corridor/domain/auditing/skips.ts'
import { addDays, addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth, auditPart } from '../../shared/auditing/audit-month.ts'
import { selectControls } from '../../shared/auditing/controls.ts'
import { partsOf } from '../../shared/auditing/parts.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const feeds = useFeeds()
const summaryOf = async (check: AuditCheck) => (await feeds.server.callAs(feeds.staff, auditSummary, { check })).body
const skippedIn = ({ rules }: Awaited<ReturnType<typeof summaryOf>>) =>
  rules.flatMap(({ code, skipped }) => skipsInWords(skipped).map((words) => `${code} ${words}`))
const printed = async (check: AuditCheck) =>
  (await pdfText((await feeds.server.callAs(feeds.staff, auditStatement, { check })).bytes)).replaceAll(/\s+/g, ' ')

test('opening balances are compared with the general ledger only where the bank gave it, and the statement names the rule otherwise', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const { ownerDb, kernel } = feeds.server
  const { siteId } = feeds.book
  const yearEnd = addMonthEnds(feeds.period, -1)
  await sql`update institution set fiscal_year_end_month = extract(month from ${yearEnd}::date)`.execute(ownerDb)
  await sql`insert into opening_balance (institution_id, policy_id, site_id, year_end, cash_surrender_value_cents)
    select institution_id, policy_id, site_id, as_of_date, cash_surrender_value_cents from policy_valuation
    where site_id = ${siteId} and as_of_date = ${yearEnd} and status = 'POSTED'`.execute(ownerDb)
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  const audited = () =>
    inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
      const scope = scopeOfSystem(siteId)
      await auditMonth(trx, scope, { period: feeds.period, today: addDays(feeds.period, 12), isWhole: true })
      return (await selectControls(trx, scope, [institutionId], feeds.period))(institutionId).lines
    })
  const before = await audited()
  for (const { asked, skipped, apart = [], rules } of before) expect(asked + skipped + apart.length).toBe(rules)
  expect(before.map(controlsResult)[3]).toContain(
    '5 of 6 rules applied, 1 not applied: opening balance against the general ledger (no general ledger balance was entered)',
  )
  expect((await summaryOf('beginning-year-balance')).rules.find(({ code }) => code === 'B6')).toMatchObject({
    asked: 0,
    skipped: [{ reason: 'no general ledger balance was entered', institutions: 2 }],
  })
  expect(await printed('beginning-year-balance')).toContain('Rules applied: 5 of 6')

  await sql`insert into ledger_balance (institution_id, site_id, year_end, balance_cents, source)
    select institution_id, site_id, year_end, sum(cash_surrender_value_cents), 'Trial balance' from opening_balance
    where institution_id = ${institutionId} and site_id = ${siteId} group by 1, 2, 3`.execute(ownerDb)
  expect((await audited()).map(controlsResult)[3]).toContain('6 of 6 rules applied')
  const site = await summaryOf('beginning-year-balance')
  expect([appliedOf(site.rules), skippedIn(site)], 'of one institution it is asked, of the other not').toEqual([
    6,
    ['B6 1 institution: no general ledger balance was entered'],
  ])
  expect(site.examined.auditedAt && (await printed('beginning-year-balance'))).toContain(
    '1 institution: no general ledger balance was entered',
  )
  const duringTheNext = await inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
    const [scope, reach] = [scopeOfSystem(siteId), { period: feeds.period, today: addDays(feeds.period, 12), isWhole: true }]
    for (const part of await partsOf(trx, scope, reach)) await auditPart(trx, scope, reach, part)
    return (await selectControls(trx, scope, [institutionId], feeds.period))(institutionId).lines
  })
  expect(duringTheNext.map(controlsResult)[3], 'a report made while the next audit runs').toContain('6 of 6 rules applied')
  await sql`delete from ledger_balance where institution_id = ${institutionId}`.execute(ownerDb)
  expect((await audited()).map(controlsResult)[3], 'a balance that is gone is compared with no more').toContain('5 of 6 rules applied')
})

test('rules that the carrier’s file could not be tried with are skipped for its policies: on the site’s page, in its statement and in the bank’s, counted alike', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const posted = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect(posted.status).toBe(200)
  const told = (await feeds.server.callAs(feeds.staff, auditSummary, { check: 'client-exceptions' })).body
  expect(skippedIn(told)).toEqual(['V11', 'V12', 'V13'].map((code) => expect.stringMatching(`^${code} \\d+ policies of .*: the file `)))
  for (const code of ['V11', 'V12', 'V13'])
    expect(told.rules.find((rule) => rule.code === code)).toMatchObject({ asked: 0, skipped: [{ policies: feeds.policies.length }] })
  expect(told.rules.find(({ code }) => code === 'V2')).toMatchObject({ asked: feeds.policies.length, skipped: [] })
  expect(appliedOf(told.rules)).toBe(10)
  const paper = await printed('client-exceptions')
  expect(paper).toContain('Rules applied: 10 of 13')
  expect(paper).toContain('the file ends without a total line')
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  const bank = await inScope(feeds.server.kernel.db, scopeOfSystem(feeds.book.siteId), async (trx) =>
    (await selectControls(trx, scopeOfSystem(feeds.book.siteId), [institutionId], feeds.period))(institutionId),
  )
  expect(bank.lines.map(controlsResult)[0]).toBe(
    '10 of 13 rules applied, 3 not applied: shares of the death benefit (the file has no column for insured share of death benefit), policy data against the register (the file has no column for issue date, face amount, product, date of birth, gender or MEC indicator), control totals of the file (the file ends without a total line); no exception',
  )
})
