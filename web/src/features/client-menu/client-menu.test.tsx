import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { counts, siteNavigation } from '../../test/menu-fixtures.ts'
import { openPortal, type Replies, refusal } from '../../test/portal.tsx'

const MENU = {
  id: 7,
  name: 'Autumn',
  status: 'DRAFT',
  itemCount: 7,
  note: null,
  copiedFrom: null,
  publishedAt: null,
  publishedByName: null,
  items: siteNavigation,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
}
const page = { page: 1, perPage: 1, totalRecords: 1, sortBy: 'updatedAt', sortDirection: 'desc' }
const replies = (more: Replies = {}): Replies => ({
  'GET /api/client-menus/7': MENU,
  'GET /api/client-menus': { records: [{ ...MENU, id: 1, name: 'First menu', status: 'PUBLISHED', publishedAt: MENU.createdAt }], page },
  'GET /api/client-menus/choices': {
    reportTypes: ['MBR', 'SMB', 'EOL', 'ABR'].map((code) => ({ code, name: code })),
    carriers: [{ code: 'TAMAR', name: 'Tamarack Life' }],
  },
  'GET /api/choices/institutions': { records: [{ id: 101, name: 'First Coastal Bank', active: true }] },
  'GET /api/client-menus/preview/101': { counts, codes: ['MBR', 'SMB'], holdsUploads: false },
  ...more,
})
const open = (more?: Replies) => openPortal('/client-menu/7/edit', buildSession(), replies(more))
const rows = async () => within(await screen.findByRole('tree', { name: 'Items of the menu' })).getAllByRole('treeitem')
const names = async () =>
  (await rows()).map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('[class*=name]')?.textContent}`)
const row = async (name: string) =>
  within(await screen.findByRole('tree', { name: 'Items of the menu' })).findByRole('treeitem', { name: new RegExp(name) })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an item moves by buttons and by keys, each step is said and can be taken back', async () => {
  await open()
  await userEvent.click(await row('Summary reports'))
  await press('Move up')
  expect((await names()).slice(0, 3)).toEqual(['1 BOLI reports', '2 Summary reports', '2 Monthly reports'])
  expect(screen.getByText('Summary reports moved up: 1 of 3 in BOLI reports, level 2.')).toBeTruthy()
  await press('Move out')
  expect((await names()).slice(0, 4)).toEqual(['1 BOLI reports', '2 Monthly reports', '2 Form 8925', '1 Summary reports'])
  expect(screen.getByRole('button', { name: 'Move out' }).getAttribute('aria-disabled')).toBe('true')
  ;(await row('Summary reports')).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect((await names()).slice(0, 4)).toEqual(['1 BOLI reports', '2 Monthly reports', '2 Form 8925', '2 Summary reports'])
  await press('Undo')
  await press('Undo')
  await press('Undo')
  expect((await names()).slice(0, 3)).toEqual(['1 BOLI reports', '2 Monthly reports', '2 Summary reports'])
  await press('Redo')
  expect((await names())[1]).toBe('2 Summary reports')
})

test('a group goes with what stands in it, and comes back by undo', async () => {
  await open()
  await userEvent.click(await row('BOLI reports'))
  await press('Remove')
  expect(await names()).toEqual(['1 Carrier documents', '1 Rates', '1 Bank uploads'])
  expect(screen.getByText('BOLI reports removed, with 3 in it. Undo brings it back.')).toBeTruthy()
  await press('Undo')
  expect(await names()).toHaveLength(7)
})

test('a new item asks for what its kind needs; what is missing is said, and publishing waits for it', async () => {
  const { asked } = await open({ 'PUT /api/client-menus/7': { ...MENU, updatedAt: '2026-11-03T10:00:00.000Z' } })
  await userEvent.click(await row('Rates'))
  await userEvent.selectOptions(screen.getByLabelText('Kind of the new item'), 'Link')
  await press('Add after the selected item')
  const fields = within(screen.getByRole('group', { name: 'Unnamed' }))
  expect(fields.getByText('Enter the name that clients see.')).toBeTruthy()
  await userEvent.type(fields.getByLabelText(/^Leads to/), 'javascript:x')
  expect(screen.getByText('Enter an address that begins with https://, http:// or one slash.')).toBeTruthy()
  expect(screen.getByText('Save the draft first.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  const sent = () => asked.find(({ method, path }) => method === 'PUT' && path === '/api/client-menus/7')?.body
  await waitFor(() => expect(sent()).toMatchObject({ updatedAt: MENU.updatedAt, items: { length: 8 } }))
})

test('the preview draws the client’s menu, and says of what is hidden which rule hides it', async () => {
  await open()
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  expect((await preview.findAllByRole('treeitem')).map((each) => each.querySelector('[data-label]')?.textContent)).toEqual([
    'BOLI reports',
    'Monthly reports',
    'Summary reports',
    'Rates',
  ])
  expect(preview.getByText('Bank uploads are for people who may upload files (USR).')).toBeTruthy()
  await userEvent.click(preview.getByRole('treeitem', { name: 'Monthly reports' }))
  expect(preview.getByText('14 files, by year')).toBeTruthy()
})

test('what someone else saved meanwhile is not overwritten', async () => {
  const theirs = { ...MENU, items: siteNavigation.slice(0, 4), updatedAt: '2026-11-03T10:00:00.000Z' }
  await open({
    'PUT /api/client-menus/7': refusal(409, {
      code: 'conflict',
      message: 'Someone else changed this in the meantime.',
      meta: { current: theirs, changedBy: 'Dana Ortiz', changedAt: theirs.updatedAt },
    }),
  })
  await userEvent.click(await row('Rates'))
  await press('Remove')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText(/^Changed by Dana Ortiz/)).toBeTruthy()
  expect(screen.getByText(/^4 items: BOLI reports/)).toBeTruthy()
  expect(screen.getByText(/^6 items: BOLI reports/)).toBeTruthy()
})

test('who may only look sees the menu and its preview, and changes nothing', async () => {
  await openPortal('/client-menu/7/edit', buildSession({ permissions: [{ code: 'CLIENT_MENU', access: 1 }] }), replies())
  expect(await rows()).toHaveLength(7)
  for (const name of ['Move up', 'Save draft', 'Publish']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('group', { name: 'BOLI reports' })).toHaveProperty('disabled', true)
})
