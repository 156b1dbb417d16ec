/** Policies of a carrier whose file did not come: no rule clears them, on screen, in print and in the export alike. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { auditSummary, clientExceptionsReport, policyCountReport } from '@corridor/contract/auditing.ts'
import { postFile } from '@corridor/contract/data-feeds.ts'
import { addDays } from '@corridor/domain/primitives/period.ts'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const feeds = useFeeds()

test('the policies of a carrier without a file are skipped by every rule that needs it, and their rows are not clear', async () => {
  await feeds.goTo(addDays(feeds.period, 20))
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  const scope = scopeOfSystem(feeds.book.siteId)
  const whole = { period: feeds.period, today: addDays(feeds.period, 20), isWhole: true }
  await inScope(feeds.server.kernel.db, scope, (trx) => auditMonth(trx, scope, whole))
  const { records } = (await feeds.server.callAs(feeds.staff, policyCountReport, { take: 100 })).body
  const missing = records.filter(({ fed, expected }) => fed === null && expected > 0)
  const policies = missing.reduce((sum, { expected }) => sum + expected, 0)
  expect(policies).toBeGreaterThan(0)
  for (const [check, code, reason] of [
    ['client-exceptions', 'V1', 'P6 of Policy Reconciliation'],
    ['policy-count-exceptions', 'P2', 'P6'],
  ] as const) {
    const { rules, examined } = (await feeds.server.callAs(feeds.staff, auditSummary, { check })).body
    const rule = rules.find((one) => one.code === code)
    expect(rule).toMatchObject({ found: 0, skipped: [{ reason: expect.stringContaining(`, see ${reason}`), policies }] })
    if (code === 'V1') expect((rule?.asked ?? 0) + policies).toBe(examined.policies)
    const paper = (await pdfText((await feeds.server.callAs(feeds.staff, auditStatement, { check })).bytes)).replaceAll(/\s+/g, ' ')
    expect(paper).toContain(`no file from the carrier, see ${reason}`)
    expect(paper).toContain(`${policies} polic`)
    expect(paper).toContain('Not reviewed. Findings printed here')
    expect(paper, 'a table of no reviews is a line').not.toContain('Findings that were reviewed')
  }
  const { body } = await feeds.server.callAs(feeds.staff, clientExceptionsReport, { take: 100 })
  expect(body.records.filter(({ fed }) => fed === null).map(({ status }) => status)).toEqual(missing.map(() => 'No file'))
  const url = '/api/exceptions/client-exceptions/report?take=25&format=csv&columns=status:Status&columns=expected'
  const csv = (await feeds.server.app.inject({ method: 'GET', url, cookies: { sid: feeds.staff } })).body
  expect(csv.match(/^No file,/gm)?.length).toBe(missing.length)
})
