/** The sheets of a workbook that a person chose in place of those that are read by themselves. */
import { chooseSheets, getFile } from '@corridor/contract/data-feeds.ts'
import { expect, test } from 'vitest'
import { useFeeds } from '../../test/feed-server.ts'
import { workbook } from '../../test/feed-workbook.ts'

const feeds = useFeeds()
const detailOf = async (id: number) => (await feeds.server.callAs(feeds.staff, getFile, { id })).body

test('of a workbook that has the same policies on two sheets a person says which is read, with a reason, and takes it back', async () => {
  const [one = [], two = []] = feeds.book.institutionIds.map((id) =>
    feeds.sound().filter((_line, at) => feeds.policies[at]?.institutionId === id),
  )
  const file = await feeds.handedIn(
    await workbook([
      { name: 'Cover', preamble: [['In-force extract']] },
      { name: 'Values', lines: feeds.sound() },
      { name: 'Again', lines: one },
      { name: 'Kept', lines: two, state: 'hidden' },
    ]),
  )
  expect(file).toMatchObject({ rowCount: feeds.policies.length + one.length, openErrors: expect.any(Number) })
  expect(file.openErrors).toBeGreaterThan(0)
  const choose = async (sheets: string[], updatedAt: string) =>
    feeds.server.callAs(feeds.staff, chooseSheets, { id: file.id, sheets, reason: 'Sent twice by the carrier.', updatedAt })
  const told = async () => (await detailOf(file.id)).sheets.map(({ name, isRead, mayBeRead, reason }) => [name, isRead, mayBeRead, reason])
  expect(await told()).toEqual([
    ['Values', true, true, null],
    ['Again', true, true, null],
    ['Cover', false, false, 'no line in it names the columns'],
    ['Kept', false, true, 'it is hidden in the workbook'],
  ])
  const refused = await choose(['Values', 'Cover'], file.updatedAt)
  expect([refused.status, refused.error.meta]).toEqual([400, { sheets: ['“Cover” is no sheet of the workbook that holds policies.'] }])
  const chosen = await choose(['Values'], file.updatedAt)
  expect(chosen.body).toMatchObject({ rowCount: feeds.policies.length, matched: feeds.policies.length, openErrors: 0, status: 'VALIDATED' })
  expect(await feeds.findingsOf(file.id)).toMatchObject([
    { severity: 'info', message: 'Sheet “Cover” is not read: no line in it names the columns.' },
    { severity: 'info', message: 'Sheet “Again” is not read: somebody chose other sheets of the workbook.' },
    { severity: 'warning', message: 'Sheet “Kept” is not read: it is hidden in the workbook.' },
  ])
  expect((await choose(['Again', 'Kept'], file.updatedAt)).status).toBe(409)
  const other = await choose(['Kept', 'Again'], chosen.body.updatedAt)
  expect(other.body).toMatchObject({ rowCount: feeds.policies.length, matched: feeds.policies.length, openErrors: 0 })
  expect((await told()).map(([name, isRead]) => [name, isRead])).toEqual([
    ['Again', true],
    ['Kept', true],
    ['Cover', false],
    ['Values', false],
  ])
  const noted = await feeds.server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'feed.sheets.chosen')
    .orderBy('id')
    .execute()
  expect(noted).toEqual([
    { before: { sheets: ['Values', 'Again'] }, after: { sheets: ['Values'], reason: 'Sent twice by the carrier.' } },
    { before: { sheets: ['Values'] }, after: { sheets: ['Again', 'Kept'], reason: 'Sent twice by the carrier.' } },
  ])
})
