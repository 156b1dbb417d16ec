/** A carrier's file and locked months: said when it is checked, refused when it is posted, and open again once a manager unlocks. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { acceptPolicies, acceptWarnings, getFile, listChoices, postFile, rejectRows } from '@corridor/contract/data-feeds.ts'
import { lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { buildReportTypes } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { feedText, HEADERS, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { server } = feeds
const manager = () => signedInAs(server.ownerDb, 'd', { siteId: feeds.book.siteId })
const lock = async (period: PlainDate) =>
  expect((await server.callAs(await manager(), lockPeriod, { period, reason: 'Reports follow' })).status).toBe(200)
const unlock = async (period: PlainDate) =>
  expect((await server.callAs(await manager(), unlockPeriod, { period, reason: 'The carrier restated it' })).status).toBe(204)

/** The file of the month before the last posted one, with one policy surrendered in it. */
async function lateFile() {
  const month = addMonthEnds(feeds.book.period, -1)
  const lines = (await policiesOf(server.ownerDb, feeds.carrier, feeds.book.period)).map((policy, index) => ({
    ...soundLine(policy, month),
    begin: '',
    accountValue: policy.priorCents,
    cashSurrenderValue: policy.priorCents,
    // The posted values of the month, line by line.
    interest: 350_000,
    ...(index === 0 ? { status: 'Surrendered' } : {}),
  }))
  return feeds.handedIn(feedText(lines))
}

test('a late file of an earlier month, with a policy surrendered in it, does not change the locked month after it', async () => {
  const { siteId, institutionIds, period } = feeds.book
  await buildReportTypes(server.ownerDb)
  const printed = async () => {
    const { body } = await server.callAs(feeds.staff, assetReports.generateReports, {
      period,
      institutions: institutionIds,
      isRegenerating: true,
    })
    await generateSome(server.kernel, scopeOfSystem(siteId), body.id)
    return server.ownerDb
      .selectFrom('reportVersion')
      .select(['institutionId', 'controlTotals'])
      .where('batchId', '=', body.id)
      .orderBy('institutionId')
      .execute()
  }
  const before = await printed()
  await lock(period)
  const file = await lateFile()
  const findings = await feeds.findingsOf(file.id, { status: ['OPEN'] })
  expect(findings.find(({ ruleCode }) => ruleCode === 'LOCKED')).toMatchObject({
    severity: 'error',
    settle: 'derived',
    lineNumber: null,
    message: expect.stringMatching(
      /^September 2026 is locked, and .* of this file \(.*\) would change August 2026\. Exclude the rows, or unlock the month first on the month-end close, which a manager may do\.$/,
    ),
  })
  expect((await server.callAs(feeds.staff, getFile, { id: file.id })).body.lockedMonths).toEqual([period])
  const accepted = findings.flatMap(({ id, settle }) => (settle === 'accept' ? [id] : []))
  const says = { id: file.id, findings: accepted, reason: 'Surrendered, says the carrier' }
  const status = { finding: findings.find(({ ruleCode }) => ruleCode === 'V10')?.id ?? 0, releasedCents: 1, differenceConfirmed: true }
  const early = await server.callAs(feeds.staff, acceptWarnings, { ...says, statuses: [status] })
  expect([early.status, early.error.code]).toEqual([409, 'period_locked'])
  const posted = await server.callAs(feeds.staff, postFile, { id: file.id, restatementReason: 'A late file of the month' })
  expect([posted.status, posted.error.code, posted.error.message, posted.error.meta]).toEqual([
    409,
    'period_locked',
    'September 2026 is locked, and a value of August 2026 reaches into it. A manager can unlock it.',
    { periods: [period] },
  ])
  expect(await printed()).toEqual(before)
})

test('rows that say what is posted already reach into nothing; rows that differ do until they are left out', async () => {
  const { period } = feeds
  const first = await feeds.handedIn(feedText(feeds.sound()))
  await server.callAs(feeds.staff, postFile, { id: first.id })
  await lock(period)
  const same = await feeds.handedIn(feedText(feeds.sound(), { preamble: ['Second delivery'] }))
  expect(await feeds.rulesOf(same.id)).toEqual([])
  expect((await server.callAs(feeds.staff, postFile, { id: same.id })).body).toMatchObject({ posted: 0, unchanged: feeds.policies.length })
  const [line] = feeds.sound()
  const other = await feeds.handedIn(
    feedText(
      feeds.changed(0, {
        interest: Number(line?.interest) + 100,
        accountValue: Number(line?.accountValue) + 100,
        cashSurrenderValue: Number(line?.cashSurrenderValue) + 100,
      }),
    ),
  )
  expect((await feeds.findingsOf(other.id)).map(({ ruleCode, message }) => [ruleCode, message])).toEqual([
    [
      'LOCKED',
      'October 2026 is locked, and one row of this file (line 2) would change it. Exclude the rows, or unlock the month first on the month-end close, which a manager may do.',
    ],
  ])
  expect(
    (await server.callAs(feeds.staff, rejectRows, { id: other.id, lines: [2], reason: 'The month stays as it is' })).body.openErrors,
  ).toBe(0)
  expect((await server.callAs(feeds.staff, postFile, { id: other.id })).status).toBe(200)
})

test('a file that waits learns of a lock and of its end at once, and posts as a restatement after it', async () => {
  const { period } = feeds
  const first = await feeds.handedIn(feedText(feeds.sound()))
  await server.callAs(feeds.staff, postFile, { id: first.id })
  const [line] = feeds.sound()
  const corrected = await feeds.handedIn(
    feedText(
      feeds.changed(0, {
        interest: Number(line?.interest) + 100,
        accountValue: Number(line?.accountValue) + 100,
        cashSurrenderValue: Number(line?.cashSurrenderValue) + 100,
      }),
    ),
  )
  const rules = async () => feeds.rulesOf(corrected.id)
  const page = async () => (await server.callAs(feeds.staff, getFile, { id: corrected.id })).body
  expect(await rules()).toEqual([])
  await lock(period)
  expect([await rules(), (await page()).openErrors]).toEqual([[['LOCKED', null]], 1])
  await unlock(period)
  expect([await rules(), (await page()).openErrors, (await page()).lockedMonths]).toEqual([[], 0, []])
  const posted = await server.callAs(feeds.staff, postFile, { id: corrected.id, restatementReason: 'The carrier restated it' })
  expect([posted.status, posted.body.restated]).toEqual([200, 1])
})

test('a lock that moves back or forward is told anew, though the findings are as many as before', async () => {
  const { period } = feeds.book
  const file = await lateFile()
  const told = async () => {
    const { updatedAt } = (await server.callAs(feeds.staff, getFile, { id: file.id })).body
    const [finding, ...others] = (await feeds.findingsOf(file.id)).filter(({ ruleCode }) => ruleCode === 'LOCKED')
    expect(others).toEqual([])
    return { updatedAt, locked: finding?.message.split(',')[0] }
  }
  await lock(period)
  const first = await told()
  await lock(addMonthEnds(period, -1))
  const both = await told()
  expect([first.locked, both.locked]).toEqual(['September 2026 is locked', 'August 2026 and September 2026 are locked'])
  expect(Date.parse(both.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt))
  await unlock(period)
  expect((await told()).locked).toBe('August 2026 is locked')
})

test('a policy issued before a locked month is not taken in as new from a file; entered as acquired since, it is', async () => {
  const institutionId = feeds.book.institutionIds[0] ?? 0
  await server.ownerDb.updateTable('institution').set({ fdicCert: '00777' }).where('id', '=', institutionId).execute()
  await lock(feeds.book.period)
  const headers = {
    ...HEADERS,
    face: 'Face',
    basis: 'Cost Basis',
    issue: 'Issue Dt',
    cert: 'FDIC Cert',
    first: 'First Name',
    last: 'Last Name',
  }
  const [line] = feeds.sound()
  const old = {
    ...line,
    policyNumber: 'N-9001',
    insured: '',
    face: 500_000_000,
    basis: 100_000_000,
    issue: '06/15/2015',
    cert: '777',
    first: 'Ada',
    last: 'Neumann',
    begin: '',
  }
  const file = await feeds.handedIn(feedText([...feeds.sound(), old], { headers }))
  const at = feeds.policies.length + 2
  expect((await feeds.findingsOf(file.id)).filter(({ ruleCode }) => ruleCode === 'LOCKED')).toMatchObject([
    {
      lineNumber: at,
      message:
        'September 2026 is locked, and policy N-9001, issued on 06/15/2015, would count in it. Exclude the row, enter the policy in the register as acquired since, or unlock the month first on the month-end close, which a manager may do.',
    },
  ])
  const choices = (await server.callAs(feeds.staff, listChoices, { id: file.id })).body
  const product = choices.products.find(({ carrierCode }) => carrierCode === feeds.carrier)?.id ?? 0
  const refused = await server.callAs(feeds.staff, acceptPolicies, {
    id: file.id,
    policies: [{ line: at, institutionId, productId: product }],
  })
  expect([refused.status, refused.error.code, refused.error.message]).toEqual([
    409,
    'period_locked',
    `September 2026 is locked, and policy N-9001 of line ${at}, issued on 06/15/2015, reaches into it. A manager can unlock it.`,
  ])
  const insured = await server.ownerDb
    .selectFrom('insured')
    .select('id')
    .where('institutionId', '=', institutionId)
    .executeTakeFirstOrThrow()
  const plan = await server.ownerDb.selectFrom('plan').select('id').where('institutionId', '=', institutionId).executeTakeFirstOrThrow()
  const acquired = {
    id: institutionId,
    policyNumber: 'N-9001',
    carrierCode: feeds.carrier,
    planId: plan.id,
    productId: product,
    insuredId: insured.id,
    subsidiaryId: null,
    splitDollarAgreementId: null,
    issueDate: '2015-06-15',
    issueState: null,
    issueAge: null,
    riskClass: null,
    underwritingBasis: null,
    faceAmountCents: 500_000_000,
    deathBenefitOption: 'A' as const,
    singlePremium: true,
    initialPremiumCents: 100_000_000,
    costBasisCents: 100_000_000,
    mec: true,
    isSection1035Replacement: false,
    replacedCarrier: null,
    replacedIssueDate: null,
    materialChange: false,
    isAcquired: true,
    acquisitionDate: '2026-10-10',
    ownerName: null,
    beneficiaryName: null,
  }
  await feeds.goTo(plainDate('2026-11-02'))
  expect((await server.callAs(feeds.staff, policies.endpoints.create, { ...acquired, acquisitionDate: '2026-09-10' })).error.code).toBe(
    'period_locked',
  )
  expect((await server.callAs(feeds.staff, policies.endpoints.create, acquired)).status).toBe(201)
  // It is the bank's from its acquisition on, and not before.
  const held = async (period: string) =>
    (await server.callAs(feeds.staff, policies.endpoints.list, { id: institutionId, period })).body.totals.policies
  const each = feeds.policies.filter((policy) => policy.institutionId === institutionId).length
  expect(each).toBeGreaterThan(0)
  expect([await held('2026-09-30'), await held('2026-10-31')]).toEqual([6, 7])
})
