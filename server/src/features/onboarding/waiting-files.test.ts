/** An import that locks months, and its undo, are told to the carriers' files that wait for these months. */
import { getOnboarding, startOnboarding, undoOnboarding, writeOnboarding } from '@corridor/contract/onboarding.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { feedText, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { firmBook, workbookOf } from '../../test/firm-book.ts'
import { uploadFile } from '../../test/upload-file.ts'

const feeds = useFeeds({ jobs: true })
const { server } = feeds

test('a file that waits says that an import locked its month, and no longer once the import is undone', async () => {
  const month = addMonthEnds(feeds.book.period, -2)
  const lines = (await policiesOf(server.ownerDb, feeds.carrier, feeds.period)).map((policy) => ({
    ...soundLine(policy, month),
    begin: '',
  }))
  const file = await feeds.handedIn(feedText(lines))
  const lockedIn = async () => (await feeds.rulesOf(file.id)).filter(([rule]) => rule === 'LOCKED')
  expect(await lockedIn()).toEqual([])

  const manager = await signedInAs(server.ownerDb, 'd', { siteId: feeds.book.siteId, permissions: { INSTITUTIONS: 2 } })
  const sheets = firmBook({ banks: 1, policies: 2, months: 3 })
  sheets.Institutions = (sheets.Institutions ?? []).map((row, index) => [...row, index === 0 ? 'Locked through' : month])
  const { id } = (await server.callAs(manager, startOnboarding, { name: 'Northbound' })).body
  await uploadFile(server, manager, `/api/onboarding/${id}/files`, { name: 'Book.xlsx', content: await workbookOf(sheets) })
  const comesTo = (status: string) =>
    expect.poll(async () => (await server.callAs(manager, getOnboarding, { id })).body.status, { timeout: 60_000 }).toBe(status)
  await server.callAs(manager, writeOnboarding, { id })
  await comesTo('DONE')
  expect(await lockedIn()).toEqual([['LOCKED', null]])
  await server.callAs(manager, undoOnboarding, { id })
  await comesTo('UNDONE')
  expect(await lockedIn()).toEqual([])
})
