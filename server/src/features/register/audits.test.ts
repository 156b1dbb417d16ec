/** Changes by hand are audited in the transaction that writes them: the exception is there when the call returns, gone when the change is undone, and no write is without its audit. */
import { postFile } from '@corridor/contract/data-feeds.ts'
import { transactions } from '@corridor/contract/register-holdings.ts'
import { addStatus, getPolicy, setStatusAside } from '@corridor/contract/register-policies.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()

const exceptions = async () =>
  (
    await sql<{ said: string }>`
      select concat_ws(' ', rule_code, status, reason_code) as said from audit_exception
      where site_id = ${feeds.book.siteId} and period = ${feeds.period} and policy_id = ${feeds.policies[0]?.policyId ?? 0} order by rule_code, id`.execute(
      feeds.server.ownerDb,
    )
  ).rows.map(({ said }) => said)

async function postedMonth() {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  expect(await exceptions()).toEqual([])
  const [policy] = feeds.policies
  if (!policy) throw new Error('a policy')
  return { id: policy.institutionId, policyId: policy.policyId }
}
const premium = { type: 'PREMIUM' as const, amountCents: 750_000_00, note: null }

test('a premium that the carrier’s values do not have is an exception once it is entered, and none once it is taken out', async () => {
  const policy = await postedMonth()
  const made = await feeds.server.callAs(feeds.staff, transactions.endpoints.create, {
    ...policy,
    ...premium,
    transactionDate: feeds.period,
  })
  expect(made.status).toBe(201)
  expect(await exceptions()).toContain('M1 OPEN')

  const { id, updatedAt } = made.body
  const removed = { id: policy.id, recordId: id, updatedAt, reason: 'Entered for the wrong policy' }
  expect((await feeds.server.callAs(feeds.staff, transactions.endpoints.remove, removed)).status).toBe(200)
  expect(new Set((await exceptions()).map((said) => said.slice(3)))).toEqual(new Set(['RESOLVED NOT_FOUND']))
})

test('a status that ends a policy whose value came is an exception, until it is set aside', async () => {
  const policy = await postedMonth()
  const page = async () => (await feeds.server.callAs(feeds.staff, getPolicy, policy)).body
  const change = { ...policy, reason: 'Told by telephone' }
  const { status, error } = await feeds.server.callAs(feeds.staff, addStatus, {
    ...change,
    updatedAt: (await page()).record.updatedAt,
    status: 'LAPSED',
    effectiveDate: feeds.period,
    settlement: 'EXPENSE',
    differenceConfirmed: true,
  })
  expect([status, error.meta]).toEqual([201, undefined])
  expect((await exceptions()).some((said) => said.endsWith(' OPEN'))).toBe(true)

  const { record, statuses } = await page()
  const statusId = statuses.find((row) => row.status === 'LAPSED')?.id ?? 0
  expect((await feeds.server.callAs(feeds.staff, setStatusAside, { ...change, statusId, updatedAt: record.updatedAt })).status).toBe(200)
  expect((await exceptions()).filter((said) => said.endsWith(' OPEN'))).toEqual([])
})

test('where the audit fails, nothing was written', async () => {
  const policy = await postedMonth()
  await sql`create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'no room for an exception'; end $$`.execute(
    feeds.server.ownerDb,
  )
  await sql`create trigger fail_audit before insert on audit_exception for each row execute function fail_audit()`.execute(
    feeds.server.ownerDb,
  )
  const entered = () =>
    feeds.server.ownerDb.selectFrom('policyTransaction').select('id').where('amountCents', '=', cents(premium.amountCents)).execute()
  const { status } = await feeds.server.callAs(feeds.staff, transactions.endpoints.create, {
    ...policy,
    ...premium,
    transactionDate: feeds.period,
  })
  await sql`drop function fail_audit cascade`.execute(feeds.server.ownerDb)
  expect(status).toBe(500)
  expect(await entered()).toEqual([])
})
