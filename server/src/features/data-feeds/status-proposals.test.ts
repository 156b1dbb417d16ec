/** Statuses from a carrier's file: accepted with what their journal entry needs, shown before, and booked exactly as by hand. */

import { assetReports } from '@corridor/contract/asset-reports.ts'
import { acceptWarnings, getFile, listStatusProposals, postFile, rejectRows, restoreRows } from '@corridor/contract/data-feeds.ts'
import { addStatus, correctValue, getPolicy } from '@corridor/contract/register-policies.ts'
import { groundAt, type Settlement, statusEffect } from '@corridor/domain/policies/endings.ts'
import type { PolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { expect, test } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { postMonths } from '../../test/book.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { server, period } = feeds
const reason = 'Confirmed by the bank’s officer'
const ENDED = { cashSurrenderValue: 0, accountValue: 0, deathBenefit: 0, begin: 0, interest: 0, costOfInsurance: 0, expense: 0 }

/** A file in which one policy of the carrier has another status. */
const withStatus = (index: number, status: string) => feeds.handedIn(feedText(feeds.changed(index, { status, ...ENDED })))
const proposalsOf = async (id: number) => (await server.callAs(feeds.staff, listStatusProposals, { id })).body.records
const accept = async (id: number, terms: object[] = []) => {
  const open = await feeds.findingsOf(id, { status: ['OPEN'] })
  return server.callAs(feeds.staff, acceptWarnings, {
    id,
    findings: open.flatMap(({ id: finding, settle }) => (settle === 'accept' ? [finding] : [])),
    reason,
    statuses: open.filter(({ ruleCode }) => ruleCode === 'V10').map(({ id: finding }, index) => ({ finding, ...terms[index] })),
  })
}
const post = (id: number) => server.callAs(feeds.staff, postFile, { id })
/** The register's facts of a policy's end, without those that name the policy, the file and the moment. */
async function bookedOf(policyId: number) {
  const transactions = await server.ownerDb
    .selectFrom('policyTransaction')
    .select(['transactionDate', 'type', 'amountCents', 'note'])
    .where('policyId', '=', policyId)
    .orderBy('id')
    .execute()
  const statuses = await server.ownerDb
    .selectFrom('policyStatusHistory')
    .select(['effectiveDate', 'status', 'reason'])
    .where('policyId', '=', policyId)
    .where('voidedAt', 'is', null)
    .orderBy('effectiveDate')
    .execute()
  const policy = await server.ownerDb
    .selectFrom('policy as p')
    .innerJoin('insured as s', 's.id', 'p.insuredId')
    .select(['p.policyStatus', 'p.statusDate', 'p.statusReason', 's.employmentStatus', 's.dateOfDeath', 's.deathSource'])
    .where('p.id', '=', policyId)
    .executeTakeFirstOrThrow()
  const changes = await server.ownerDb
    .selectFrom('registerChange')
    .select(['entity', 'action', 'reason', 'after', 'reachesFrom', 'userId'])
    .where('policyId', '=', policyId)
    .orderBy('id')
    .execute()
  return { transactions, statuses, policy, changes }
}

const CASES: [word: string, status: PolicyStatus, terms: { settlement?: Settlement; receives: boolean; died?: boolean }][] = [
  ['Surrendered', 'SURRENDERED', { receives: true }],
  ['Lapsed', 'LAPSED', { settlement: 'EXPENSE', receives: false }],
  ['Lapsed', 'LAPSED', { settlement: 'CASH', receives: true }],
  ['Exchanged', 'EXCHANGED_OUT', { receives: true }],
  ['Transferred', 'TRANSFERRED', { settlement: 'EXCHANGE_CLEARING', receives: true }],
  ['Transferred', 'TRANSFERRED', { settlement: 'CASH', receives: true }],
  ['Transferred', 'TRANSFERRED', { settlement: 'EXPENSE', receives: false }],
  ['Death Claim Paid', 'DEATH_PAID', { receives: false, died: true }],
  ['Death Claim Pending', 'DEATH_CLAIM_PENDING', { receives: false, died: true }],
]
test.each(CASES)(
  '%s (%s %j): a file books what the hand books, and the report suggests the entry that was shown',
  async (word, status, { settlement, receives, died }) => {
    const [fromFile, byHand] = feeds.policies
    if (!fromFile || !byHand) throw new Error('two policies are needed')
    const on = '2026-10-20'
    const terms = (prior: number) => ({
      effectiveDate: on,
      ...(settlement ? { settlement } : {}),
      ...(receives ? { releasedCents: prior - 12_345 } : {}),
      differenceConfirmed: true,
      ...(died ? { dateOfDeath: '2026-10-12', deathSource: 'CARRIER' as const } : {}),
    })
    const { record } = (await server.callAs(feeds.staff, getPolicy, { id: byHand.institutionId, policyId: byHand.policyId })).body
    const entered = await server.callAs(feeds.staff, addStatus, {
      id: byHand.institutionId,
      policyId: byHand.policyId,
      reason,
      updatedAt: record.updatedAt,
      status,
      ...terms(byHand.priorCents),
    })
    expect([entered.status, entered.error.meta]).toEqual([201, undefined])

    const pending = status === 'DEATH_CLAIM_PENDING'
    const lines = feeds.sound().map((line, index) => (index > 1 ? line : { ...line, status: word, ...(pending ? {} : ENDED) }))
    const file = await feeds.handedIn(feedText(lines))
    const [proposal, ...others] = await proposalsOf(file.id)
    if (!proposal) throw new Error(`no status was proposed: ${JSON.stringify(await feeds.rulesOf(file.id))}`)
    expect([others, proposal.status, proposal.policyNumber]).toEqual([[], status, fromFile.policyNumber])
    const accepted = await accept(file.id, [terms(fromFile.priorCents)])
    expect([accepted.status, accepted.error.meta]).toEqual([200, undefined])
    const posted = await post(file.id)
    expect([posted.status, posted.error.message]).toEqual([200, ''])

    const [one, other] = [await bookedOf(fromFile.policyId), await bookedOf(byHand.policyId)]
    const relative = ({ transactions, ...rest }: typeof one, prior: number) => ({
      ...rest,
      transactions: transactions.map(({ amountCents, ...row }) => ({
        ...row,
        released: amountCents === null ? null : Number(amountCents) - prior,
      })),
    })
    expect(relative(one, fromFile.priorCents)).toEqual(relative(other, byHand.priorCents))
    expect(one.policy.policyStatus).toBe(status)

    // The page's entry, from what the page was given, is what the report of the month says of the policy.
    const shown = statusEffect(
      {
        status,
        effectiveDate: plainDate(on),
        settlement: settlement ?? null,
        releasedCents: receives ? cents(fromFile.priorCents - 12_345) : null,
        differenceConfirmed: true,
      },
      groundAt(
        {
          values: proposal.values.map((value) => ({
            asOfDate: plainDate(value.asOfDate),
            cashSurrenderValue: cents(value.cashSurrenderValueCents),
            institutionDeathBenefit: cents(value.institutionDeathBenefitCents),
          })),
          flows: [],
        },
        plainDate(on),
      ),
    )
    await server.ownerDb.deleteFrom('policyValuation').where('asOfDate', '=', period).where('fileId', 'is', null).execute()
    const rest = await server.ownerDb.selectFrom('policy').select('id').where('carrierCode', '!=', feeds.carrier).execute()
    await postMonths(
      server.ownerDb,
      feeds.book.siteId,
      feeds.book.institutionIds,
      period,
      period,
      rest.map(({ id }) => id),
    )
    const { body } = await server.callAs(feeds.staff, assetReports.generateReports, { period, institutions: [fromFile.institutionId] })
    await generateSome(server.kernel, scopeOfSystem(feeds.book.siteId), body.id)
    const [report] = (await server.callAs(feeds.staff, assetReports.listReports, { batch: body.id, take: 5 })).body.records
    expect([report?.status, report?.failureReason]).toEqual(['Ready', null])
    const view = readAssetReportView(
      (await server.callAs(feeds.staff, assetReports.getReport, { batch: body.id, report: report?.id ?? 0 })).body.view,
    )
    if (!view) throw new Error('the report has no view')
    expect(view.ledger.totalDebits).toBe(view.ledger.totalCredits)
    const schedule = view.ledger.schedule?.rows.find(({ id }) => id === `schedule-${fromFile.policyId}`)
    const moved = shown.entries.flatMap(({ lines: own }) => own).filter(({ accountName }) => /^Cash surrender value/.test(accountName))
    const change = moved.reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0)
    if (!pending) expect(schedule?.cells.netChange).toBe(change)
    const total = view.carriers.total?.cells ?? {}
    expect(Number(total.priorValue) + Number(total.additions) - Number(total.removals) + Number(total.increase)).toBe(
      Number(total.cashSurrenderValue),
    )
    expect(JSON.stringify(view.activity)).toContain(fromFile.policyNumber)
  },
)

test('nothing is accepted while something is missing, and what is missing is said by policy', async () => {
  const file = await feeds.handedIn(
    feedText(
      feeds.sound().map((line, index) => (index > 1 ? line : { ...line, status: index === 0 ? 'Lapsed' : 'Surrendered', ...ENDED })),
    ),
  )
  const [lapsed, surrendered] = await proposalsOf(file.id)
  const refused = await accept(file.id)
  expect([refused.status, refused.error.meta]).toEqual([
    400,
    {
      [`statuses.${lapsed?.finding}.settlement`]: ['Choose where the value goes: expense, when nothing comes in, cash received.'],
      [`statuses.${surrendered?.finding}.releasedCents`]: ['Enter the amount received in cash.'],
    },
  ])
  const half = await accept(file.id, [{ settlement: 'EXPENSE' }, { releasedCents: feeds.policies[1]?.priorCents }])
  expect(Object.keys(half.error.meta ?? {})).toEqual([`statuses.${lapsed?.finding}.differenceConfirmed`])
  expect((await proposalsOf(file.id)).length).toBe(2)
  expect((await bookedOf(feeds.policies[0]?.policyId ?? 0)).transactions).toEqual([])
  const done = await accept(file.id, [
    { settlement: 'EXPENSE', differenceConfirmed: true },
    { releasedCents: feeds.policies[1]?.priorCents },
  ])
  expect([done.status, done.body.openErrors]).toEqual([200, 0])
})

test('what the register would refuse is refused when it is accepted: a surrendered policy does not come back in force', async () => {
  const [policy] = feeds.policies
  const { record } = (await server.callAs(feeds.staff, getPolicy, { id: policy?.institutionId ?? 0, policyId: policy?.policyId ?? 0 })).body
  await server.callAs(feeds.staff, addStatus, {
    id: policy?.institutionId ?? 0,
    policyId: record.id,
    reason,
    updatedAt: record.updatedAt,
    status: 'SURRENDERED',
    effectiveDate: '2026-10-05',
    releasedCents: policy?.priorCents ?? 0,
  })
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const [proposal] = await proposalsOf(file.id)
  const refused = await accept(file.id)
  expect([refused.status, refused.error.meta]).toEqual([
    400,
    {
      [`statuses.${proposal?.finding}.effectiveDate`]: [
        'Surrendered (from 10/05/2026) is not followed by in force. If it was a mistake, void it.',
      ],
    },
  ])
})

test('a status is asked about again when the value behind it changes after it was accepted', async () => {
  const [policy] = feeds.policies
  const file = await withStatus(0, 'Surrendered')
  expect((await accept(file.id, [{ releasedCents: policy?.priorCents }])).body.openErrors).toBe(0)
  const of = { id: policy?.institutionId ?? 0, policyId: policy?.policyId ?? 0 }
  const corrected = await server.callAs(feeds.staff, correctValue, {
    ...of,
    asOfDate: addMonthEnds(period, -1),
    version: 1,
    reason,
    cashSurrenderValueCents: Number(policy?.priorCents) - 100,
    deathBenefitCents: Number(policy?.deathBenefitCents),
    insuredShareCents: 0,
    accountValueEndCents: null,
    surrenderChargeCents: null,
  })
  expect(corrected.status).toBe(201)
  const blocked = await post(file.id)
  expect([blocked.status, blocked.error.code]).toEqual([409, 'open_errors'])
  expect((await proposalsOf(file.id)).map(({ values }) => values[0]?.cashSurrenderValueCents)).toEqual([Number(policy?.priorCents) - 100])
})

test('a status that the register would refuse by the time of posting is asked about again, and nothing is posted', async () => {
  const [policy] = feeds.policies
  const file = await withStatus(0, 'Surrendered')
  const terms = { releasedCents: policy?.priorCents, effectiveDate: '2026-10-20' }
  expect((await accept(file.id, [terms])).body.openErrors).toBe(0)
  const of = { id: policy?.institutionId ?? 0, policyId: policy?.policyId ?? 0 }
  const { record } = (await server.callAs(feeds.staff, getPolicy, of)).body
  const byHand = await server.callAs(feeds.staff, addStatus, {
    ...of,
    reason,
    updatedAt: record.updatedAt,
    status: 'GRACE',
    effectiveDate: '2026-10-20',
  })
  expect(byHand.status).toBe(201)
  const blocked = await post(file.id)
  expect([blocked.status, blocked.error.code]).toEqual([409, 'open_errors'])
  const again = await accept(file.id, [terms])
  expect(JSON.stringify(again.error.meta)).toContain('10/20/2026')
  expect((await server.callAs(feeds.staff, getFile, { id: file.id })).body.status).not.toBe('POSTED')
})

test('of two months that say the same the first is entered; left out, the second is asked about', async () => {
  const later = addMonthEnds(period, 1)
  await feeds.goTo(later)
  const lines = [period, later].flatMap((month) =>
    feeds.sound().map((line, index) => ({
      ...line,
      valuationDate: month,
      ...(month === later
        ? { begin: line.accountValue, accountValue: line.accountValue + 300_000, cashSurrenderValue: line.accountValue + 300_000 }
        : {}),
      ...(index === 0 ? { status: 'Surrendered', ...ENDED } : {}),
    })),
  )
  const file = await feeds.handedIn(feedText(lines))
  const [first, second] = await proposalsOf(file.id)
  expect([first?.follows, second?.follows]).toEqual([null, first?.lineNumber])
  const alone = await server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings: [second?.finding ?? 0], reason })
  expect(alone.error.meta).toEqual({
    [`statuses.${second?.finding}.status`]: [
      `Line ${first?.lineNumber} gives the same status for an earlier month. Accept that one with it.`,
    ],
  })
  expect((await accept(file.id, [{ releasedCents: feeds.policies[0]?.priorCents }])).body.openErrors).toBe(0)
  const line = first?.lineNumber ?? 0
  await server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [line], reason: 'The carrier takes it back' })
  expect((await proposalsOf(file.id)).map(({ lineNumber, follows }) => [lineNumber, follows])).toEqual([[second?.lineNumber, null]])
  await server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [line] })
  expect((await accept(file.id, [{ releasedCents: feeds.policies[0]?.priorCents }])).body.openErrors).toBe(0)
  expect((await post(file.id)).status).toBe(200)
  const { statuses } = await bookedOf(feeds.policies[0]?.policyId ?? 0)
  expect(statuses.at(-1)).toMatchObject({ effectiveDate: period, status: 'SURRENDERED' })
  expect((await server.callAs(feeds.staff, getFile, { id: file.id })).body.status).toBe('POSTED')
})
