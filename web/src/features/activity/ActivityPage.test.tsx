/** The activity report in the browser: what a row says, opens, narrows; what level 1 is not offered. */
import type { ActivityDetail, ActivityRow } from '@corridor/contract/activity.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { changesOf } from './changes.ts'

const row = (over: Partial<ActivityRow> = {}): ActivityRow => ({
  id: 41,
  at: '2026-11-03T19:15:09.000Z',
  action: 'institutions.saved',
  kind: 'change',
  outcome: 'done',
  sentence: 'Ada Quill changed institution Alder Bank',
  actorId: 3,
  actorName: 'Ada Quill',
  actorRole: 'b',
  actingAsName: null,
  siteId: 1,
  institutionId: 7,
  institutionName: 'Alder Bank',
  entity: 'carrierFile',
  entityId: '9',
  entityName: 'SM_UL_1026.csv',
  address: '192.0.2.44',
  requestId: 'a1b2c3d4',
  sealedSequence: 12,
  ...over,
})
const detail: ActivityDetail = {
  ...row(),
  userAgent: 'Test',
  session: 'ab',
  seal: 'cd',
  place: null,
  before: { city: 'Albany', code: 'A' },
  after: { city: 'Boston', code: 'A' },
}
const list = {
  records: [
    row(),
    row({ id: 42, outcome: 'refused', kind: 'denial', sentence: 'Ada Quill was refused for want of a right (GET /api/users)' }),
  ],
  page: { page: 1, perPage: 25, totalRecords: 2, sortBy: 'at', sortDirection: 'desc' },
  seal: { sequence: 1234, sealedAt: '2026-11-03T19:15:11.000Z', head: 'ef' },
  unsealed: 3,
}
const reader = (access: 1 | 2) =>
  buildSession({
    permissions: [
      { code: 'ACTIVITY_REPORT', access },
      { code: 'ASSET_REPORT', access: 1 },
    ],
  })
const replies = (mayExport: boolean) => ({
  'GET /api/activity': list,
  'GET /api/activity/41': detail,
  'GET /api/activity/choices': { people: [{ id: 3, name: 'Ada Quill' }], institutions: [{ id: 7, name: 'Alder Bank' }], mayExport },
})

test('tells how far the log is sealed, and what waits', async () => {
  await openPortal('/activity-report', reader(1), replies(false))
  expect(await screen.findByText(/Sealed through row 1,234 of all sites together, .*; 3 more wait for their seal\./)).toBeTruthy()
  expect(screen.getByText('Refused', { selector: 'td *' })).toBeTruthy()
})

test('an entry opens with before and after side by side, a link to its record, and closes again', async () => {
  const { address } = await openPortal('/activity-report', reader(1), replies(false))
  fireEvent.click(await screen.findByRole('button', { name: 'Ada Quill changed institution Alder Bank' }))
  const dialog = await screen.findByRole('dialog', { name: 'Entry 41' })
  expect(address()).toContain('entry=41')
  const city = (await within(dialog).findByRole('rowheader', { name: 'City' })).closest('tr')
  expect(city?.textContent).toBe('CityAlbanyBoston')
  expect(city?.hasAttribute('data-changed')).toBe(true)
  expect(within(dialog).getByRole('link', { name: 'Open SM_UL_1026.csv' }).getAttribute('href')).toBe('/data-feeds/9')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(address()).not.toContain('entry')
})

test('filters of the address bar go into the call', async () => {
  const { asked } = await openPortal(
    '/activity-report?kind=denial&outcome=refused&actorId=3&from=2026-11-01&to=nonsense',
    reader(1),
    replies(false),
  )
  await screen.findByText(/Sealed through/)
  const call = asked.find(({ path }) => path === '/api/activity')
  expect(Object.fromEntries(call?.query ?? [])).toMatchObject({ kind: 'denial', outcome: 'refused', actorId: '3', from: '2026-11-01' })
  expect(call?.query.has('to')).toBe(false)
})

test.each([
  [1, false],
  [2, true],
] as const)('level %i is offered the export: %s', async (level, offered) => {
  await openPortal('/activity-report', reader(level), replies(offered))
  await screen.findByText(/Sealed through/)
  expect(screen.queryByRole('button', { name: 'Export' }) !== null).toBe(offered)
})

test('nested values are told by their path, lists by their items, and what is on one side only is missing on the other', () => {
  expect(changesOf({ a: { legalName: 'x' }, gone: true }, { a: { legalName: 'y' }, ids: [1, 2], nothing: null })).toEqual([
    { field: 'A, legal name', before: 'x', after: 'y', changed: true },
    { field: 'Gone', before: 'yes', after: '-', changed: true },
    { field: 'Ids', before: '-', after: '1, 2', changed: true },
    { field: 'Nothing', before: '-', after: '-', changed: false },
  ])
})
