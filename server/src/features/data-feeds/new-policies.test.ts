import { acceptPolicies, getFile, listNewPolicies, listRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { formatDate, formatMonth } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const own = {
  ...HEADERS,
  face: 'Face',
  basis: 'Cost Basis',
  issue: 'Issue Dt',
  product: 'Product',
  plan: 'Plan Name',
  bank: 'Bank',
  dob: 'DOB',
}
const forForm8925 = {
  role: 'Insured Role',
  employment: 'Employment Status',
  left: 'Termination Date',
  hired: 'DOH',
  salary: 'Annual Salary',
  state: 'Residence State',
  notice: 'Notice Date',
  consent: 'Consent Date',
  most: 'Max Face Disclosed',
  after: 'Continue After Termination',
  exchanged: '1035 Exchange',
  from: 'Replaced Carrier',
  since: 'Original Issue Date',
}
const line = (number: number, more: Record<string, string | number> = {}) => ({
  ...feeds.sound()[0],
  policyNumber: `NEW-${number}`,
  insured: `Neumann, Ada ${String.fromCharCode(65 + number)}`,
  face: 500_000_000,
  basis: 100_000_000,
  issue: formatDate(feeds.period),
  product: 'Sole Choice',
  plan: '',
  bank: '',
  dob: `02/${String(20 + number)}/1971`,
  ...more,
})
const file = async (lines: readonly Record<string, string | number>[], headers: Record<string, string> = own) =>
  feeds.handedIn(feedText([...feeds.sound(), ...lines], { headers }))
const groupsOf = async (id: number) => (await feeds.server.callAs(feeds.staff, listNewPolicies, { id })).body.groups
const held = () =>
  feeds.server.ownerDb
    .selectFrom('policy')
    .selectAll()
    .where('siteId', '=', feeds.book.siteId)
    .where('policyNumber', 'like', 'NEW-%')
    .orderBy('policyNumber')
    .execute()

async function world() {
  const db = feeds.server.ownerDb
  const { id: institutionId, name } = await db
    .selectFrom('institution')
    .select(['id', 'name'])
    .where('id', '=', feeds.book.institutionIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const first = await db.selectFrom('plan').selectAll().where('institutionId', '=', institutionId).orderBy('id').executeTakeFirstOrThrow()
  const { id: _id, createdAt: _made, updatedAt: _changed, ...terms } = first
  const second = await db
    .insertInto('plan')
    .values({ ...terms, planName: `Second plan ${first.id}` })
    .returning(['id', 'planName'])
    .executeTakeFirstOrThrow()
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('carrierCode', '=', feeds.carrier)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { institutionId, name, planId: first.id, second, productId: product.id }
}

test('a file that names no bank, an unknown product and none of two plans is answered for at once, and what lacks data stays', async () => {
  const { institutionId, second, productId } = await world()
  const { id } = await file([line(1), line(2), line(3, { face: '' })])
  const [group, ...others] = await groupsOf(id)
  const first = feeds.policies.length + 2
  expect(others).toEqual([])
  expect(group).toMatchObject({
    line: first,
    institutionId: null,
    institutionName: null,
    planId: null,
    productId: null,
    productName: 'Sole Choice',
    policies: 3,
    complete: 2,
    lacking: [{ sentence: 'The face amount is missing.', policies: 1, lines: [first + 2] }],
  })
  const choice = { line: first, policies: 2, institutionId, planId: second.id, productId }
  const stale = await feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: [{ ...choice, policies: 3 }] })
  expect([stale.status, stale.error.code, (await held()).length]).toEqual([409, 'conflict', 0])
  const added = await feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: [choice] })
  expect([added.status, added.body.newPolicies]).toEqual([200, 1])
  expect((await held()).map((policy) => [policy.policyNumber, policy.institutionId, policy.planId, policy.productId])).toEqual([
    ['NEW-1', institutionId, second.id, productId],
    ['NEW-2', institutionId, second.id, productId],
  ])
  const reason = `Added from ${feeds.carrier}’s file of ${formatMonth(feeds.period)}`
  expect((await held()).map(({ statusReason }) => statusReason)).toEqual([reason, reason])
  expect((await groupsOf(id)).map(({ policies, complete }) => [policies, complete])).toEqual([[1, 0]])
  const asked = await feeds.server.ownerDb
    .selectFrom('carrierFileFinding')
    .select(['lineNumber', 'status', 'resolution', 'policyId'])
    .where('fileId', '=', id)
    .where('ruleCode', '=', 'V2')
    .orderBy('lineNumber')
    .execute()
  const [one, two] = (await held()).map(({ id: policyId }) => policyId)
  expect(asked).toEqual([
    { lineNumber: first, status: 'RESOLVED', resolution: 'Accepted as a new policy.', policyId: one },
    { lineNumber: first + 1, status: 'RESOLVED', resolution: 'Accepted as a new policy.', policyId: two },
    { lineNumber: first + 2, status: 'OPEN', resolution: null, policyId: null },
  ])
})

test('dates of issue that can be read in two ways keep new policies out until a person says which comes first', async () => {
  const { institutionId, name, planId, productId } = await world()
  const { id } = await file([line(1, { bank: name, issue: '06/01/2020' })])
  const { body: read } = await feeds.server.callAs(feeds.staff, getFile, { id })
  expect(read.forms[own.issue]).toEqual({ form: 'MDY', by: 'asked' })
  const take = async () => {
    const [group] = await groupsOf(id)
    const choice = { line: group?.line ?? 0, policies: 1, institutionId, planId, productId }
    return feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: [choice] })
  }
  const refused = await take()
  expect([refused.status, refused.error.message, (await held()).length]).toEqual([
    409,
    'Choose under Column mapping first whether the month or the day comes first in “Issue Dt”. Nothing was added.',
    0,
  ])
  await feeds.server.callAs(feeds.staff, setMapping, {
    id,
    mapping: {},
    forms: { [own.issue]: 'DMY' },
    keep: false,
    updatedAt: read.updatedAt,
  })
  expect((await take()).status).toBe(200)
  expect((await held()).map(({ issueDate }) => issueDate)).toEqual(['2020-01-06'])
})

test('one group that cannot be written keeps every other group out of the register', async () => {
  const { institutionId, name, planId, second, productId } = await world()
  const { id } = await file([line(1, { bank: name, plan: second.planName }), line(2, { bank: name, plan: 'Unknown plan' })])
  const groups = await groupsOf(id)
  expect(groups.map((group) => [group.institutionId, group.planId, group.complete])).toEqual([
    [institutionId, second.id, 1],
    [institutionId, null, 1],
  ])
  const choices = groups.map((group) => ({ line: group.line, policies: 1, institutionId, planId: group.planId ?? planId, productId }))
  const [one, other] = choices
  if (!one || !other) throw new Error('no groups')
  const wrong = await feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: [one, { ...other, productId: 999_999 }] })
  expect([wrong.status, wrong.error.meta, (await held()).length]).toEqual([
    400,
    { [`line ${other.line}`]: ['Choose a product of the carrier.'] },
    0,
  ])
  expect((await feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: choices })).body).toMatchObject({ newPolicies: 0 })
  expect((await held()).map((policy) => policy.planId)).toEqual([second.id, planId])
})

test('a group and policies completed one by one are added in one step, and its line given singly is not added twice', async () => {
  const { institutionId, second, planId, productId } = await world()
  const { id } = await file([line(1), line(2), line(3, { face: '' })])
  const first = feeds.policies.length + 2
  const singly = [
    { line: first + 1, institutionId, planId, productId },
    { line: first + 2, institutionId, planId, productId, faceAmountCents: 700_000_00 },
  ]
  const take = (policies: number) =>
    feeds.server.callAs(feeds.staff, acceptPolicies, {
      id,
      groups: [{ line: first, policies, institutionId, planId: second.id, productId }],
      policies: singly,
    })
  expect((await take(2)).error.message).toMatch(
    /^The new policies of this file have changed since they were shown: 1 can be added here, not 2/,
  )
  expect((await take(1)).body).toMatchObject({ newPolicies: 0 })
  expect((await held()).map((policy) => [policy.policyNumber, policy.planId, Number(policy.faceAmountCents)])).toEqual([
    ['NEW-1', second.id, 500_000_000],
    ['NEW-2', planId, 500_000_000],
    ['NEW-3', planId, 700_000_00],
  ])
})

test('a policy issued in the month of the file takes its first premium for its cost basis, which is shown as proposed before', async () => {
  const { institutionId, planId, productId } = await world()
  const issued = { basis: '', begin: 0, premium: 100_000_000 }
  const { id } = await file([line(1, issued), line(2, { ...issued, issue: '06/15/2020' })])
  const first = feeds.policies.length + 2
  const [group] = await groupsOf(id)
  expect(group).toMatchObject({
    complete: 1,
    proposedBasis: { policies: 1, cents: 100_000_000 },
    lines: [
      { line: first, isComplete: true },
      { line: first + 1, isComplete: false },
    ],
    lacking: [{ sentence: 'The cost basis (or the premiums paid) is missing.', lines: [first + 1] }],
  })
  const { records } = (await feeds.server.callAs(feeds.staff, listRows, { id, matchStatus: ['NEW'] })).body
  expect(records.map(({ master }) => master?.proposedBasisCents)).toEqual([100_000_000, null])
  await feeds.server.callAs(feeds.staff, acceptPolicies, { id, groups: [{ line: first, policies: 1, institutionId, planId, productId }] })
  expect((await held()).map((policy) => [policy.policyNumber, Number(policy.costBasisCents), Number(policy.initialPremiumCents)])).toEqual([
    ['NEW-1', 100_000_000, 100_000_000],
  ])
})

test('employment, notice and consent and a section 1035 exchange come along from their columns, the consent once for a person of two policies', async () => {
  const { institutionId, planId, productId } = await world()
  const facts = {
    role: 'Officer',
    employment: 'Retired',
    left: '03/31/2024',
    hired: '06/15/1999',
    salary: '$125,000.00',
    state: 'oh',
    notice: '01/15/2015',
    consent: '01/22/2015',
    most: '$2,000,000',
    after: 'Y',
    exchanged: 'Yes',
    from: 'Former Life',
    since: '05/05/2010',
  }
  const person = { ...facts, insured: 'Neumann, Ada', dob: '02/23/1971' }
  const { id } = await file([line(1, person), line(2, person)], { ...own, ...forForm8925 })
  const [group] = await groupsOf(id)
  expect(group?.lacking).toEqual([])
  const added = await feeds.server.callAs(feeds.staff, acceptPolicies, {
    id,
    groups: [{ line: group?.line ?? 0, policies: 2, institutionId, planId, productId }],
  })
  expect(added.status).toBe(200)
  const [one, other] = await held()
  expect(one).toMatchObject({ isSection1035Replacement: true, replacedCarrier: 'Former Life', replacedIssueDate: '2010-05-05' })
  expect(other?.insuredId).toBe(one?.insuredId)
  const db = feeds.server.ownerDb
  expect(
    await db
      .selectFrom('insured')
      .selectAll()
      .where('id', '=', one?.insuredId ?? 0)
      .executeTakeFirst(),
  ).toMatchObject({
    insuredRole: 'OFFICER',
    employmentStatus: 'RETIRED',
    employmentStatusDate: '2024-03-31',
    hireDate: '1999-06-15',
    annualCompensationCents: 12_500_000,
    compensationAsOf: feeds.period,
    stateOfResidence: 'OH',
  })
  expect(
    await db
      .selectFrom('consent')
      .selectAll()
      .where('insuredId', '=', one?.insuredId ?? 0)
      .execute(),
  ).toMatchObject([
    {
      noticeDate: '2015-01-15',
      consentDate: '2015-01-22',
      maxFaceDisclosedCents: 200_000_000,
      continueAfterTermination: true,
      beneficiaryDisclosed: false,
    },
  ])
})

test('the register’s own rules hold for what a file says of employment, consent and exchange', async () => {
  const { id } = await file(
    [
      line(1, { employment: 'Retired' }),
      line(2, { consent: '01/01/2015', notice: '02/01/2015' }),
      line(3, { exchanged: 'N', from: 'Former Life' }),
    ].map((each) => ({ ...Object.fromEntries(Object.keys(forForm8925).map((key) => [key, ''])), ...each })),
    { ...own, ...forForm8925 },
  )
  expect((await groupsOf(id)).flatMap(({ lacking }) => lacking.map(({ sentence }) => sentence))).toEqual([
    'Enter the date from which this employment status applies.',
    'The consent cannot be dated before the notice.',
    'Only a section 1035 replacement has a replaced carrier.',
  ])
})
