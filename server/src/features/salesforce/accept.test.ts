/** Records that are no valuations: previewed, checked against the book, accepted by a manager, all of them or none. */
import { acceptPull, listPullProblems, listPulls, previewMapping } from '@corridor/contract/salesforce.ts'
import { expect, test, vi } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { accountObject, recordId } from '../../test/salesforce-org.ts'
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

test('institutions that nobody accepted are brought again by the next pull', async () => {
  double.objects.set('Account', accountObject(accounts()))
  await mapped('institutions', 'Account')
  const first = await pulled('institutions')
  const second = await pulled('institutions')
  expect(second).toMatchObject({ since: null, wholeBecause: 'nothing has come in before', mayBeAccepted: true })
  expect((await callAs(await manager(), acceptPull, { id: first.id })).status).toBe(409)
})
