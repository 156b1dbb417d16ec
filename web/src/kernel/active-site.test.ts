import { afterEach, expect, test, vi } from 'vitest'
import { buildSession, repSession } from '../test/fixtures.ts'
import { followOtherTabs, startAnewAt } from './active-site.ts'
import { currentSession } from './session.ts'

const assign = vi.fn<(address: string) => void>()
const another = new BroadcastChannel('corridor-place')
const heard: unknown[] = []
another.onmessage = ({ data }) => heard.push(data)

afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  currentSession.set(null)
  heard.length = 0
})
const here = () => vi.stubGlobal('location', { assign })

test('a move keeps the new session, tells the other tabs, and loads the portal at its root', async () => {
  here()
  startAnewAt(buildSession({ siteId: 2 }))
  expect([currentSession.get()?.siteId, assign.mock.calls]).toEqual([2, [['/']]])
  await vi.waitFor(() => expect(heard).toEqual([{ siteId: 2, institutionId: 0, userId: 1 }]))
})

test('a site on a host of its own is entered there; here nothing changes', () => {
  here()
  currentSession.set(buildSession())
  startAnewAt(buildSession({ siteId: 2 }), 'https://coli.example/login#enter=token')
  expect([currentSession.get()?.siteId, assign.mock.calls]).toEqual([1, [['https://coli.example/login#enter=token']]])
})

test('another tab’s move is followed home; word of the same place is not', async () => {
  here()
  currentSession.set(repSession({ siteId: 1, institutionId: 101 }))
  const leave = followOtherTabs()
  another.postMessage({ siteId: 1, institutionId: 101, userId: 3 })
  another.postMessage('nonsense')
  another.postMessage({ siteId: 1, institutionId: 102, userId: 3 })
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/my-account']]))
  leave()
})
