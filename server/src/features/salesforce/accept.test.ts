/** Records that are no valuations: previewed, checked against the book, accepted by a manager, all of them or none. */
import { acceptPull, listDeletions, listPullProblems, listPulls, previewMapping, settleDeletion } from '@corridor/contract/salesforce.ts'
import { expect, test, vi } from 'vitest'
import { buildUser, signedInAs } from '../../test/builders.ts'
import { accountObject, recordId, teamObject, userObject } from '../../test/salesforce-org.ts'
import { usePulls } from '../../test/salesforce-server.ts'

const { double, feeds, callAs, as, mapped, pulled } = await usePulls()

const accounts = (change: { city?: string } = {}) => [
  { number: '7001', name: 'Harbor Light Bank', city: 'Salem', state: 'MA', ...change },
  { number: '7002', name: 'Prairie Trust', city: 'Lincoln', state: 'NE' },
]
const manager = () =>
  signedInAs(feeds.server.ownerDb, 'd', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
const accepted = async (id: number) => {
  const cookie = await manager()
  expect((await callAs(cookie, acceptPull, { id })).status).toBe(202)
  return vi.waitFor(
    async () => {
      const found = (await callAs(cookie, listPulls, {})).body.records.find((pull) => pull.id === id)
      if (found?.import?.status !== 'DONE') throw new Error(`the import is ${found?.import?.status} ${found?.import?.failure}`)
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
}
const named = (name: string) =>
  feeds.server.ownerDb.selectFrom('institution').select(['name', 'city', 'stateCode']).where('name', '=', name).execute()

test('institutions are previewed with every error, by record, and nothing is kept', async () => {
  double.objects.set(
    'Account',
    accountObject([
      { ...accounts()[0], state: 'Massachusetts' },
      { number: '', name: 'Nameless' },
    ]),
  )
  const { fields } = await mapped('institutions', 'Account')
  const { findings, rows } = (await callAs(as(), previewMapping, { type: 'institutions', object: 'Account', fields })).body
  expect(rows.map(({ recordId: id }) => id)).toEqual([recordId('001', 0), recordId('001', 1)])
  expect(findings).toMatchObject([
    { line: 2, column: 'State', value: 'Massachusetts', message: 'is not a state in two letters' },
    { line: 3, column: 'Institution number', message: 'is missing' },
  ])
  expect(await feeds.server.ownerDb.selectFrom('onboardingImport').select('id').execute()).toEqual([])
})

test('institutions wait to be accepted by a manager, are written then, and a correction in Salesforce comes in by the next pull', async () => {
  double.objects.set('Account', accountObject(accounts()))
  await mapped('institutions', 'Account')
  const pull = await pulled('institutions')
  expect(pull).toMatchObject({ status: 'DONE', mayBeAccepted: true, fileId: null, import: { status: 'CHECKED', problems: 0, added: 2 } })
  expect(await named('Harbor Light Bank')).toEqual([])
  expect((await callAs(as(), acceptPull, { id: pull.id })).status).toBe(403)
  expect((await accepted(pull.id)).import).toMatchObject({ added: 2, changed: 0 })
  expect(await named('Harbor Light Bank')).toEqual([{ name: 'Harbor Light Bank', city: 'Salem', stateCode: 'MA' }])
  expect((await callAs(await manager(), acceptPull, { id: pull.id })).status).toBe(409)
  double.objects.set('Account', accountObject(accounts({ city: 'Boston' })))
  const next = await pulled('institutions')
  expect(next).toMatchObject({ since: '2026-11-02T13:50:09.000Z', import: { added: 0, changed: 1, same: 1 } })
  await accepted(next.id)
  expect(await named('Harbor Light Bank')).toEqual([{ name: 'Harbor Light Bank', city: 'Boston', stateCode: 'MA' }])
})

test('institutions with a problem cannot be accepted, and the problem names the record', async () => {
  double.objects.set('Account', accountObject([{ ...accounts()[0], state: 'Massachusetts' }]))
  await mapped('institutions', 'Account')
  const pull = await pulled('institutions')
  expect(pull).toMatchObject({ mayBeAccepted: false, import: { problems: 1 } })
  expect((await callAs(await manager(), acceptPull, { id: pull.id })).error).toMatchObject({ code: 'open_errors' })
  expect((await callAs(as(), listPullProblems, { id: pull.id })).body.records).toMatchObject([
    { source: `Account/${recordId('001', 0)}/2`, column: 'State', value: 'Massachusetts' },
  ])
})

test('an institution that is deleted in Salesforce is told with what that proposes, and stays in the book', async () => {
  const [one, two] = [accounts()[0], { ...accounts()[1], name: 'Ridge Trust' }]
  double.objects.set('Account', accountObject([{ ...one }, two]))
  await mapped('institutions', 'Account')
  const first = await pulled('institutions')
  await accepted(first.id)
  double.objects.set('Account', accountObject([{ ...one }, { ...two, deletedAt: '2026-11-20T08:00:00.000Z' }]))
  await pulled('institutions')
  const open = async () => (await callAs(as(), listDeletions, { open: 'true' })).body.records
  expect(await open()).toMatchObject([
    {
      recordId: recordId('001', 1),
      label: 'Institutions',
      name: 'Ridge Trust',
      proposal: 'Delete the institution, if it is no longer a client.',
      fileId: null,
      source: `Account/${recordId('001', 1)}/3`,
    },
  ])
  expect(await named('Ridge Trust')).toHaveLength(1)
  await callAs(as(), settleDeletion, { type: 'institutions', recordId: recordId('001', 1), reason: 'It is a client still.' })
  expect(await open()).toEqual([])
  await pulled('institutions', true)
  expect(await open()).toEqual([])
})

test('service teams come in with their order; whoever is of a bank, or has another’s place, does not', async () => {
  const { ownerDb: db } = feeds.server
  const { siteId, institutionIds } = feeds.book
  const staff = [
    await buildUser(db, 'b', { sites: [siteId] }),
    await buildUser(db, 'd', { sites: [siteId] }),
    await buildUser(db, 'c', { sites: [siteId], institutionId: institutionIds[0] ?? 0 }),
  ]
  const [first = '', second = '', banker = ''] = (
    await db.selectFrom('userAccount').select(['id', 'email']).where('id', 'in', staff).orderBy('id').execute()
  ).map(({ email }) => email)
  double.objects.set('Account', accountObject(accounts()))
  double.objects.set('User', userObject)
  await mapped('institutions', 'Account')
  await accepted((await pulled('institutions')).id)
  const team = (...members: [string, number][]) =>
    void double.objects.set('AccountTeamMember', teamObject(members.map(([email, position]) => ({ account: '7001', email, position }))))
  team([first, 1], [banker, 2], [second, 1])
  await mapped('serviceTeams', 'AccountTeamMember')
  const refused = await pulled('serviceTeams')
  expect(
    (await callAs(as(), listPullProblems, { id: refused.id })).body.records.map(({ column, problem }) => [column, problem]).sort(),
  ).toEqual([
    ['Email address', 'is of an institution; a service team is of the firm’s own people'],
    ['Order', 'is the place of another member of the team too'],
    ['Order', 'is the place of another member of the team too'],
  ])
  const teamOf = async () =>
    (
      await db
        .selectFrom('serviceTeamMember as m')
        .innerJoin('userAccount as u', 'u.id', 'm.userId')
        .innerJoin('institution as i', 'i.id', 'm.institutionId')
        .select('u.email')
        .where('i.name', '=', 'Harbor Light Bank')
        .where('m.siteId', '=', feeds.book.siteId)
        .orderBy('m.position')
        .execute()
    ).map(({ email }) => email)
  team([first, 1], [second, 2])
  await accepted((await pulled('serviceTeams', true)).id)
  expect(await teamOf()).toEqual([first, second])
  team([first, 2], [second, 1])
  const swapped = await pulled('serviceTeams', true)
  expect(swapped.import).toMatchObject({ added: 0, changed: 2 })
  await accepted(swapped.id)
  expect(await teamOf()).toEqual([second, first])
})

test('institutions that nobody accepted are brought again by the next pull', async () => {
  double.objects.set('Account', accountObject(accounts()))
  await mapped('institutions', 'Account')
  const first = await pulled('institutions')
  const second = await pulled('institutions')
  expect(second).toMatchObject({ since: null, wholeBecause: 'nothing has come in before', mayBeAccepted: true })
  expect((await callAs(await manager(), acceptPull, { id: first.id })).status).toBe(409)
})
