import { acceptWarnings, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { getPolicy } from '@corridor/contract/register-policies.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { KEPT_FIELDS, type KeptField, keptKey } from '@corridor/domain/data-feeds/kept-values.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { columnOfField, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { period } = feeds
const valuesAt = (fileId: number) =>
  feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['policyId', 'version', 'status'])
    .where('fileId', '=', fileId)
    .orderBy('policyId')
    .execute()

test('a sound file is checked before the answer, posted, and posting again changes nothing and says so', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect(file).toMatchObject({
    status: 'VALIDATED',
    carrierCode: feeds.carrier,
    period,
    rowCount: feeds.policies.length,
    matched: feeds.policies.length,
    openErrors: 0,
    openWarnings: 0,
    duplicateOf: null,
  })
  expect(await feeds.rulesOf(file.id)).toEqual([])
  const posted = await feeds.server.callAs(feeds.staff, postFile, { id: file.id, updatedAt: file.updatedAt })
  expect(posted.body).toMatchObject({ status: 'POSTED', posted: feeds.policies.length, unchanged: 0, restated: 0, exceptions: 0 })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    status: 'POSTED',
    posted: 0,
    unchanged: feeds.policies.length,
  })
  const again = await feeds.handedIn(feedText(feeds.sound()))
  expect(again).toMatchObject({ id: file.id, duplicateOf: file.id, status: 'POSTED' })
  expect((await valuesAt(file.id)).map(({ version }) => version)).toEqual(feeds.policies.map(() => 1))
})

test('the same figures in another file are unchanged; a corrected file restates with a reason, and the earlier value is kept', async () => {
  const first = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: first.id })
  const same = await feeds.handedIn(feedText(feeds.sound(), { preamble: ['Second delivery'] }))
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: same.id })).body).toMatchObject({
    posted: 0,
    unchanged: feeds.policies.length,
  })
  const line = feeds.sound()[0]
  if (!line) throw new Error('no policies')
  const corrected = await feeds.handedIn(
    feedText(
      feeds.changed(0, {
        interest: line.interest + 100,
        accountValue: line.accountValue + 100,
        cashSurrenderValue: line.cashSurrenderValue + 100,
      }),
    ),
  )
  expect(await feeds.rulesOf(corrected.id)).toEqual([])
  const refused = await feeds.server.callAs(feeds.staff, postFile, { id: corrected.id })
  expect([refused.status, refused.error.meta]).toEqual([
    400,
    { restatementReason: [expect.stringContaining('One value that is already posted would change')] },
  ])
  expect(
    (await feeds.server.callAs(feeds.staff, postFile, { id: corrected.id, restatementReason: 'Carrier corrected interest' })).body,
  ).toMatchObject({
    posted: 1,
    restated: 1,
    unchanged: feeds.policies.length - 1,
  })
  const versions = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['version', 'status', 'fileId', 'restatementReason'])
    .where('policyId', '=', feeds.policies[0]?.policyId ?? 0)
    .where('asOfDate', '=', period)
    .orderBy('version')
    .execute()
  expect(versions).toEqual([
    { version: 1, status: 'SUPERSEDED', fileId: first.id, restatementReason: null },
    { version: 2, status: 'POSTED', fileId: corrected.id, restatementReason: 'Carrier corrected interest' },
  ])
})

test('a status the carrier reports is a proposal: accepted, it changes the register; the flow of the value released is recorded', async () => {
  const file = await feeds.handedIn(
    feedText(
      feeds.changed(2, {
        status: 'Surrendered',
        cashSurrenderValue: 0,
        accountValue: 0,
        deathBenefit: 0,
        begin: 0,
        interest: 0,
        costOfInsurance: 0,
        expense: 0,
      }),
    ),
  )
  expect(await feeds.rulesOf(file.id)).toEqual(expect.arrayContaining([['V10', 4]]))
  const found = (await feeds.findingsOf(file.id, { status: ['OPEN'] })).filter(({ settle }) => settle === 'accept')
  const received = Number(feeds.policies[2]?.priorCents)
  const accepted = await feeds.server.callAs(feeds.staff, acceptWarnings, {
    id: file.id,
    findings: found.map(({ id }) => id),
    reason: 'Surrender confirmed by the bank',
    statuses: [{ finding: found.find(({ ruleCode }) => ruleCode === 'V10')?.id ?? 0, releasedCents: received }],
  })
  expect(accepted.status).toBe(200)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    posted: feeds.policies.length - 1,
    exceptions: 0,
  })
  const policyId = feeds.policies[2]?.policyId ?? 0
  expect(
    await feeds.server.ownerDb.selectFrom('policy').select(['policyStatus', 'statusDate']).where('id', '=', policyId).executeTakeFirst(),
  ).toEqual({ policyStatus: 'SURRENDERED', statusDate: period })
  // The history says from when, and which line of which file said so.
  expect(
    await feeds.server.ownerDb
      .selectFrom('policyStatusHistory')
      .select(['status', 'effectiveDate', 'source', 'fileId', 'lineNumber'])
      .where('policyId', '=', policyId)
      .where('voidedAt', 'is', null)
      .orderBy('effectiveDate', 'desc')
      .executeTakeFirst(),
  ).toEqual({ status: 'SURRENDERED', effectiveDate: period, source: 'FEED', fileId: file.id, lineNumber: expect.any(Number) })
  expect(
    await feeds.server.ownerDb
      .selectFrom('policyTransaction')
      .select(['type', 'amountCents', 'fileId'])
      .where('policyId', '=', policyId)
      .execute(),
  ).toEqual([{ type: 'SURRENDER', amountCents: feeds.policies[2]?.priorCents, fileId: file.id }])
})

test('premiums, withdrawals and rate changes become transactions once, however often they are reported', async () => {
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const value = line.accountValue + 1_000_000
  const lines = feeds.changed(0, { premium: 1_000_000, accountValue: value, cashSurrenderValue: value, rate: '4.25%' })
  const file = await feeds.handedIn(feedText(lines))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const again = await feeds.handedIn(
    feedText(lines.map((one, index) => (index === 0 ? { ...one, premium: 900_000, interest: line.interest + 100_000 } : one))),
  )
  expect(
    (await feeds.server.callAs(feeds.staff, postFile, { id: again.id, restatementReason: 'Premium was misreported' })).body,
  ).toMatchObject({
    restated: 1,
  })
  const flows = await feeds.server.ownerDb
    .selectFrom('policyTransaction')
    .select(['type', 'amountCents', 'transactionDate', 'note'])
    .where('policyId', '=', feeds.policies[0]?.policyId ?? 0)
    .orderBy('type')
    .execute()
  expect(flows).toEqual([
    { type: 'PREMIUM', amountCents: 900_000, transactionDate: period, note: null },
    { type: 'RATE_RESET', amountCents: null, transactionDate: period, note: '4.05% to 4.25%' },
  ])
})

test('a locked month is not posted to', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.ownerDb.insertInto('periodLock').values({ siteId: feeds.book.siteId, periodEnd: period }).execute()
  const answer = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect([answer.status, answer.error.code, answer.error.message]).toEqual([
    409,
    'period_locked',
    'October 2026 is locked. A manager can unlock it.',
  ])
  expect(await valuesAt(file.id)).toEqual([])
})

test('when the register changed after the check, posting checks again first and keeps what it found', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.ownerDb
    .updateTable('policy')
    .set({ policyStatus: 'LAPSED', updatedAt: new Date(Date.now() + 1000).toISOString() })
    .where('id', '=', feeds.policies[0]?.policyId ?? 0)
    .execute()
  const answer = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect([answer.status, answer.error.code]).toEqual([409, 'open_errors'])
  expect(await feeds.rulesOf(file.id)).toEqual(expect.arrayContaining([['V10', 2]]))
})

test('two people post one file at once: it is posted once', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const answers = await Promise.all([1, 2, 3].map(() => feeds.server.callAs(feeds.staff, postFile, { id: file.id })))
  expect(answers.map(({ body }) => body.posted).sort((a, b) => a - b)).toEqual([0, 0, feeds.policies.length])
  expect((await valuesAt(file.id)).length).toBe(feeds.policies.length)
})

test('two months in one file are posted to both', async () => {
  const later = addMonthEnds(period, 1)
  await feeds.goTo(later)
  const second = feeds.sound().map((line) => {
    const value = line.accountValue + line.interest - line.costOfInsurance - line.expense
    return { ...line, valuationDate: later, begin: line.accountValue, accountValue: value, cashSurrenderValue: value }
  })
  const file = await feeds.handedIn(feedText([...feeds.sound(), ...second]))
  expect(await feeds.rulesOf(file.id)).toEqual([])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    posted: 2 * feeds.policies.length,
    exceptions: 0,
  })
  const posted = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['asOfDate', 'cashSurrenderValueCents'])
    .where('fileId', '=', file.id)
    .where('policyId', '=', feeds.policies[0]?.policyId ?? 0)
    .orderBy('asOfDate')
    .execute()
  expect(posted).toEqual([
    { asOfDate: period, cashSurrenderValueCents: feeds.sound()[0]?.cashSurrenderValue },
    { asOfDate: later, cashSurrenderValueCents: second[0]?.cashSurrenderValue },
  ])
})

test('every amount and rate that a file brings is kept, posted, shown among its rows and on the policy’s page', async () => {
  const [policy] = feeds.policies
  const [line] = feeds.sound()
  if (!policy || !line) throw new Error('no policies')
  // Beside the columns of a sound file each further one, under its own name; a column that is added later is among them by itself.
  const value = line.cashSurrenderValue
  const { costBasisCents } = await feeds.server.ownerDb
    .selectFrom('policy')
    .select('costBasisCents')
    .where('id', '=', policy.policyId)
    .executeTakeFirstOrThrow()
  const paid = costBasisCents ?? 0
  const sizes: Partial<Record<KeptField, number | string>> = {
    faceAmount: policy.faceCents,
    netSurrenderValue: value - 210,
    loanBalance: 200,
    loanInterestAccrued: 10,
    marketValue: value,
    bookValue: value,
    guaranteedCashValue: value - 20,
    costBasis: paid,
    cumulativePremium: paid,
    insuredShare: 0,
    netCreditingRate: '3.05%',
    guaranteedRate: '1.25%',
  }
  const further = Object.fromEntries(
    KEPT_FIELDS.filter((field) => !(columnOfField(field) in line)).map((field, index) => [
      columnOfField(field),
      sizes[field] ?? value - 100 - index,
    ]),
  )
  const headers = {
    ...HEADERS,
    ...Object.fromEntries(
      KEPT_FIELDS.flatMap((field) => (columnOfField(field) in further ? [[columnOfField(field), FEED_FIELDS[field].label]] : [])),
    ),
  }
  const meant = { ...line, ...further }
  const file = await feeds.handedIn(feedText(feeds.changed(0, further), { headers }))
  expect(await feeds.rulesOf(file.id)).toEqual([])
  const [row] = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id })).body.records
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const page = (await feeds.server.callAs(feeds.staff, getPolicy, { id: policy.institutionId, policyId: policy.policyId })).body
  const [posted] = page.valuations
  const told = (of: typeof row | typeof posted) => Object.fromEntries(KEPT_FIELDS.map((field) => [field, of?.[keptKey(field)]]))
  const should = Object.fromEntries(KEPT_FIELDS.map((field) => [field, amountOf(meant[columnOfField(field)])]))
  expect(told(row)).toEqual(should)
  expect(told(posted)).toEqual(should)
})

const amountOf = (written: number | string | undefined): number =>
  typeof written === 'string' ? Number.parseFloat(written) / 100 : (written ?? Number.NaN)
