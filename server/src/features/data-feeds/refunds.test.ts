/** Premiums that a carrier pays back: read, counted, posted and printed as what they are; and every amount that is not used says so. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { acceptWarnings, postFile } from '@corridor/contract/data-feeds.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addDays, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { buildReportTypes } from '../../test/book.ts'
import { feedText, HEADERS, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { server } = feeds
const post = async (id: number, restatementReason?: string) => {
  const findings = (await feeds.findingsOf(id, { status: ['OPEN'] })).flatMap((one) => (one.settle === 'accept' ? [one.id] : []))
  if (findings.length > 0) await server.callAs(feeds.staff, acceptWarnings, { id, findings, reason: 'Confirmed with the carrier' })
  const posted = await server.callAs(feeds.staff, postFile, { id, ...(restatementReason ? { restatementReason } : {}) })
  expect(posted.status).toBe(200)
}
const flowsIn = (policyId: number) =>
  server.ownerDb
    .selectFrom('policyTransaction')
    .select(['type', 'amountCents', 'lineNumber'])
    .where('policyId', '=', policyId)
    .where('siteId', '=', feeds.book.siteId)
    .orderBy('type')
    .execute()
/** The first policy's month with a premium of 1,000.00 paid back: the value is 706.66 lower, of which 293.34 were earned. */
const refunded = () => {
  const [first] = feeds.policies
  const value = (first?.priorCents ?? 0) - 70_666
  return feeds.changed(0, { premium: -100_000, interest: 79_334, accountValue: value, cashSurrenderValue: value })
}

test('a refund is a flow of its own: the report books cash against the value, the increase as income, and a lower cost basis', async () => {
  const { period } = feeds
  const [first] = feeds.policies
  const institutionId = first?.institutionId ?? 0
  const file = await feeds.handedIn(feedText(refunded()))
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, severity, value }) => [ruleCode, severity, value])).toEqual([
    // 293.34 is not what the month before earned.
    ['M2', 'warning', expect.any(String)],
    ['SIGN', 'warning', '-1000.00'],
  ])
  await post(file.id)
  expect(await flowsIn(first?.policyId ?? 0)).toEqual([{ type: 'PREMIUM_REFUND', amountCents: 100_000, lineNumber: 2 }])
  for (const other of feeds.book.carrierCodes.filter((code) => code !== feeds.carrier)) {
    const lines = (await policiesOf(server.ownerDb, other, period)).map((policy) => soundLine(policy, period))
    await post((await feeds.handedIn(feedText(lines), { carrierCode: other })).id)
  }
  const { entries, basis, increase, dated } = await reportOf(institutionId, period, first?.policyId ?? 0)
  expect(entries.premiumRefund).toEqual([
    ['Cash', 100_000, null],
    ['Cash surrender value of life insurance', null, 100_000],
  ])
  expect(entries.decrease).toBeUndefined()
  // The file gives no day.
  expect(dated).toEqual([formatMonth(period)])
  expect(increase).toBe(29_334)
  expect(basis).toBe(100_000_000 - 100_000)
  // An entry in the register after the refund takes it into account already.
  await sql`insert into register_change (institution_id, site_id, entity, entity_id, policy_id, action, before, after)
    values (${institutionId}, ${feeds.book.siteId}, 'policy', ${first?.policyId ?? 0}, ${first?.policyId ?? 0}, 'CORRECTED', '{"costBasisCents": 100000000}', '{"costBasisCents": 99900000}')`.execute(
    server.ownerDb,
  )
  await server.ownerDb
    .updateTable('policy')
    .set({ costBasisCents: cents(99_900_000) })
    .where('id', '=', first?.policyId ?? 0)
    .execute()
  // Entered by hand, the last day of the month is the day.
  await sql`update policy_transaction set file_id = null where institution_id = ${institutionId}`.execute(server.ownerDb)
  expect(await reportOf(institutionId, period, first?.policyId ?? 0)).toMatchObject({ basis: 99_900_000, dated: [period] })
})

async function reportOf(institutionId: number, period: PlainDate, policyId: number) {
  await buildReportTypes(server.ownerDb)
  const { body } = await server.callAs(feeds.staff, assetReports.generateReports, {
    period,
    institutions: [institutionId],
    isRegenerating: true,
  })
  await generateSome(server.kernel, scopeOfSystem(feeds.book.siteId), body.id)
  const { records } = (await server.callAs(feeds.staff, assetReports.listReports, { batch: 0, reportingPeriod: period })).body
  const report = records.find((one) => one.institutionId === institutionId)
  const view = z
    .looseObject({
      activity: z.looseObject({
        transactions: z.looseObject({ rows: z.array(z.looseObject({ cells: z.looseObject({ type: z.string(), date: z.string() }) })) }),
      }),
      ledger: z.looseObject({
        entries: z.array(
          z.looseObject({
            kind: z.string(),
            lines: z.array(z.looseObject({ accountName: z.string(), debit: z.int().nullable(), credit: z.int().nullable() })),
          }),
        ),
      }),
    })
    .parse((await server.callAs(feeds.staff, assetReports.getReport, { batch: 0, report: report?.id ?? 0 })).body.view)
  const { snapshot } = await server.ownerDb
    .selectFrom('reportVersion')
    .select('snapshot')
    .where('reportId', '=', report?.id ?? 0)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { policies } = z
    .looseObject({
      policies: z.array(
        z.looseObject({
          policyId: z.int(),
          costBasis: z.int(),
          cashSurrenderValue: z.int(),
          flows: z.array(z.looseObject({ amount: z.int() })),
          balances: z.array(z.looseObject({ cashSurrenderValue: z.int() })),
        }),
      ),
    })
    .parse(snapshot)
  const own = policies.find((policy) => policy.policyId === policyId)
  return {
    entries: Object.fromEntries(
      view.ledger.entries.map(({ kind, lines }) => [kind, lines.map(({ accountName, debit, credit }) => [accountName, debit, credit])]),
    ),
    dated: view.activity.transactions.rows.flatMap(({ cells }) => (cells.type === 'Premium refund' ? [cells.date] : [])),
    basis: own?.costBasis,
    increase: own && own.cashSurrenderValue - (own.balances.at(-1)?.cashSurrenderValue ?? 0) + (own.flows[0]?.amount ?? 0),
  }
}

test('a restated file replaces the refund; one without the column leaves it, and what was entered by hand is not doubled', async () => {
  const [first] = feeds.policies
  const policyId = first?.policyId ?? 0
  await post((await feeds.handedIn(feedText(refunded()))).id)
  const value = (first?.priorCents ?? 0) - 60_666
  await post(
    (
      await feeds.handedIn(
        feedText(feeds.changed(0, { premium: -90_000, interest: 79_334, accountValue: value, cashSurrenderValue: value })),
      )
    ).id,
    'The carrier corrected the refund',
  )
  expect(await flowsIn(policyId)).toEqual([{ type: 'PREMIUM_REFUND', amountCents: 90_000, lineNumber: 2 }])
  const { premium: _, ...without } = HEADERS
  await post(
    (await feeds.handedIn(feedText(feeds.changed(0, { accountValue: value + 1, cashSurrenderValue: value + 1 }), { headers: without }))).id,
    'A cent more, in a file without premiums',
  )
  expect(await flowsIn(policyId)).toEqual([{ type: 'PREMIUM_REFUND', amountCents: 90_000, lineNumber: 2 }])
  await server.ownerDb.updateTable('policyTransaction').set({ fileId: null, lineNumber: null }).where('policyId', '=', policyId).execute()
  const file = await feeds.handedIn(feedText(refunded(), { preamble: ['Once more'] }))
  expect((await feeds.findingsOf(file.id, { ruleCode: 'FLOW' }))[0]?.message).toMatch(
    /^The file has a premium refund of \$1,000\.00; \$900\.00 was entered by hand for the month, and stays\./,
  )
  await post(file.id, 'As it was at first')
  expect(await flowsIn(policyId)).toEqual([{ type: 'PREMIUM_REFUND', amountCents: 90_000, lineNumber: null }])
})

test('amounts that posting would drop stop it: a withdrawal below zero, a premium of a policy that has ended', async () => {
  const negative = await feeds.handedIn(feedText(feeds.changed(0, { withdrawals: -50_000 })))
  expect((await feeds.findingsOf(negative.id, { ruleCode: 'UNUSED' }))[0]).toMatchObject({
    lineNumber: 2,
    columnName: 'W/D',
    value: '-500.00',
    severity: 'error',
  })
  expect((await server.callAs(feeds.staff, postFile, { id: negative.id })).error.code).toBe('open_errors')
  const ended = await feeds.handedIn(
    feedText(feeds.changed(1, { status: 'Surrendered', premium: 100_000, interest: 0, accountValue: 0, deathBenefit: 0 })),
  )
  expect(
    (await feeds.findingsOf(ended.id, { ruleCode: 'UNUSED' })).map(({ columnName, value, severity }) => [columnName, value, severity]),
  ).toEqual([
    ['Premium', '1000.00', 'error'],
    ['CSV', expect.any(String), 'warning'],
  ])
  // Interest on loans, alone, is part of a figure that nobody gave.
  const { interest: _, ...headers } = HEADERS
  const loaned = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, loaned: '500.00' })),
      { headers: { ...headers, loaned: 'TotalIntLoanedFundAmt' } },
    ),
  )
  expect((await feeds.findingsOf(loaned.id, { ruleCode: 'UNUSED' })).map(({ columnName, value }) => [columnName, value])).toEqual(
    feeds.policies.map(() => ['TotalIntLoanedFundAmt', '500.00']),
  )
})

test('a refund entered by hand is a transaction like a withdrawal', async () => {
  const [first] = feeds.policies
  await server.ownerDb
    .insertInto('policyTransaction')
    .values({
      institutionId: first?.institutionId ?? 0,
      siteId: feeds.book.siteId,
      policyId: first?.policyId ?? 0,
      transactionDate: addDays(feeds.period, -3),
      type: 'PREMIUM_REFUND',
      amountCents: cents(100_000),
    })
    .execute()
  const { premium: _, ...headers } = HEADERS
  const value = (first?.priorCents ?? 0) - 100_000 + 300_000
  const file = await feeds.handedIn(feedText(feeds.changed(0, { accountValue: value, cashSurrenderValue: value }), { headers }))
  expect(await feeds.rulesOf(file.id)).toEqual([])
})
