import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'

const user = (id: number, over = {}) => ({
  id,
  firstName: 'Ada',
  middleName: null,
  lastName: `Quill ${id}`,
  email: `ada${id}@bank.example`,
  title: null,
  bio: null,
  phone: '3125550100',
  extension: null,
  displayName: null,
  mailReports: true,
  mailFrequency: 'EACH_BATCH',
  avatar: null,
  role: 2,
  status: 1,
  roleName: 'Client',
  statusName: 'Active',
  institutionId: 101,
  institutionName: 'First Coastal Bank',
  siteIds: [1],
  institutionIds: [],
  invitation: 'accepted',
  mfaChannel: 'email',
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:00.000Z',
  ...over,
})
const page = (records: unknown[], totalRecords = records.length) => ({
  records,
  page: { page: 1, perPage: 25, totalRecords, sortBy: 'lastName', sortDirection: 'asc' },
})
const CHOICES = { 'GET /api/choices/institutions': { records: [{ id: 101, name: 'First Coastal Bank', active: true }] } }
const LIST = { 'GET /api/users': page([user(1), user(2), user(3)], 312), ...CHOICES }
const manager = buildSession()
const callsTo = (portal: Awaited<ReturnType<typeof openPortal>>, method: string, path: string) =>
  portal.asked.filter((call) => call.method === method && call.path === path)

test('the search stays beside the chosen rows, with what it asks for', async () => {
  await openPortal('/users?search=quill', manager, LIST)
  await userEvent.click(await screen.findByLabelText('Select all rows of this page'))
  expect(screen.getByLabelText(/^Search /)).toHaveProperty('value', 'quill')
})

test('the rows of this page and all that match are different numbers, and the second is stated before it is done', async () => {
  const portal = await openPortal('/users?search=quill&status=1', manager, {
    ...LIST,
    'POST /api/users/bulk': { done: [1, 2], deactivated: [], refused: [{ id: 3, name: 'Mara Lind', message: 'Not you.' }], unchanged: 309 },
  })
  await userEvent.click(await screen.findByLabelText('Select all rows of this page'))
  expect(screen.getByText('3 selected on this page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Select all 312 users that match' }))
  expect(screen.getByText('All 312 matching selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate 312 users' }))
  expect(callsTo(portal, 'POST', '/api/users/bulk').map(({ body }) => body)).toEqual([
    { action: 'deactivate', matching: { search: 'quill', status: '1' }, expected: 312 },
  ])
  expect(await screen.findByText('1 user left unchanged. Mara Lind: Not you.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(callsTo(portal, 'POST', '/api/users/bulk')[1]?.body).toEqual({ action: 'reactivate', ids: [1, 2] })
})

test('the export asks for the columns in sight, the filters and the order', async () => {
  const portal = await openPortal(
    '/users?role=2&role=3&sort=email&desc=true&hide=title&hide=phone&hide=institutionName&hide=updatedAt',
    manager,
    LIST,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(screen.getByRole('button', { name: 'Excel workbook (XLSX)' }))
  const call = portal.asked.find(({ query }) => query.get('format') === 'xlsx')
  expect(call?.query.getAll('columns')).toEqual([
    'lastName',
    'firstName',
    'email:Email address',
    'roleName:Role',
    'mfaChannel:Second factor',
    'createdAt:Created',
    'statusName:Status',
  ])
  expect([call?.query.getAll('role'), call?.query.get('sort'), call?.query.get('desc')]).toEqual([['2', '3'], 'email', 'true'])
})

test('an export that has to wait says so in a sentence, and the page stays as it was', async () => {
  const message = 'Two of your files are still being prepared. Request this one when one of them is done.'
  const replies: Record<string, unknown> = { ...LIST }
  const portal = await openPortal('/users?search=quill', manager, replies)
  await screen.findByText('Quill 1, Ada')
  replies['GET /api/users'] = refusal(429, { code: 'too_many_requests', message, retryAfter: 5 })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (.csv)' }))
  expect(await screen.findByText(`Error: ${message}`)).toBeTruthy()
  expect([portal.address(), screen.getByText('Quill 1, Ada').textContent]).toEqual(['/users?search=quill', 'Quill 1, Ada'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false)
})

test('hiding a column writes it into the address', async () => {
  const portal = await openPortal('/users', manager, LIST)
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Institution' }))
  expect(new URLSearchParams(portal.address().split('?')[1]).getAll('hide')).toContain('institutionName')
  expect(screen.queryByRole('columnheader', { name: 'Institution' })).toBeNull()
})

test('a list begins with the view that everybody begins with, unless the address says something', async () => {
  const view = {
    id: 7,
    name: 'Clients',
    sharedWith: 'everyone',
    role: null,
    query: { role: ['2'] },
    isDefault: true,
    mine: false,
    owner: 'Helen Marsh',
  }
  const views = { ...LIST, 'GET /api/saved-views': { records: [view] } }
  const portal = await openPortal('/users', manager, views)
  expect(await screen.findByRole('button', { name: 'Clients' })).toBeTruthy()
  expect(portal.address()).toBe('/users?role=2&view=7')
  expect(callsTo(portal, 'GET', '/api/users').map(({ query }) => query.get('role'))).toEqual(['2'])
  portal.unmount()
  const other = await openPortal('/users?status=0', manager, views)
  await screen.findByText('Quill 1, Ada')
  expect(other.address()).toBe('/users?status=0')
})

test('a view keeps what the address says, but the page', async () => {
  const saved = {
    id: 9,
    name: 'Mine',
    sharedWith: 'nobody',
    role: null,
    query: { search: 'quill' },
    isDefault: false,
    mine: true,
    owner: 'Helen Marsh',
  }
  const portal = await openPortal('/users?search=quill&page=2', manager, { ...LIST, 'POST /api/saved-views': saved })
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save this view' }))
  await userEvent.type(screen.getByLabelText(/^Name/), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  expect(callsTo(portal, 'POST', '/api/saved-views')[0]?.body).toMatchObject({
    list: '/api/users',
    name: 'Mine',
    query: { search: 'quill' },
  })
  expect(portal.address()).toBe('/users?search=quill&view=9')
})

test('nothing at all and no match are different sentences', async () => {
  const none = await openPortal('/users', manager, { 'GET /api/users': page([]), ...CHOICES })
  expect(await screen.findByText('No users yet')).toBeTruthy()
  none.unmount()
  const narrow = await openPortal('/users?search=zzz', manager, { 'GET /api/users': page([]), ...CHOICES })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
  expect(narrow.address()).toBe('/users')
})

test('who has lost the right since is told so', async () => {
  await openPortal('/users', manager, {
    'GET /api/users': refusal(403, { code: 'forbidden', message: 'You do not have the right to do this.' }),
    ...CHOICES,
  })
  expect(await screen.findByText('You do not have the right to see this')).toBeTruthy()
})

test('level 1 reads the list and changes nothing', async () => {
  const reader = buildSession({ permissions: [{ code: 'USERS', access: 1 }] })
  await openPortal('/users', reader, LIST)
  expect(await screen.findByText('Quill 1, Ada')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New user' })).toBeNull()
  expect(screen.queryByLabelText('Select all rows of this page')).toBeNull()
})

const RECORD = { 'GET /api/users/1': user(1), ...CHOICES }

test('from an institution’s page its people are entered for that institution', async () => {
  await openPortal('/users/new?institutionId=101', manager, CHOICES)
  const chosen = await screen.findByRole('combobox', { name: /Institution/ })
  expect(chosen).toHaveProperty('value', 'First Coastal Bank')
})

test('rules speak at their fields, the first gets the focus, and the server’s answers too', async () => {
  const portal = await openPortal('/users/new', manager, {
    ...CHOICES,
    'POST /api/users': refusal(400, { code: 'input', inputError: true, message: 'No.', meta: { email: ['This is already taken.'] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create user' }))
  const summary = within(await screen.findByRole('alert', { name: /errors/ }))
  expect(summary.getByRole('button', { name: 'Enter the first name' })).toBeTruthy()
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox')
  await userEvent.type(screen.getByRole('combobox', { name: /Institution/ }), 'coastal{Enter}')
  await userEvent.type(screen.getByLabelText(/^First name/), 'Ada')
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Quill')
  await userEvent.type(screen.getByLabelText(/^Email address/), 'ada@bank.example')
  await userEvent.type(screen.getByLabelText(/^Phone/), '3125550100')
  expect(screen.getByLabelText(/^Phone/)).toHaveProperty('value', '(312) 555-0100')
  await userEvent.click(screen.getByRole('button', { name: 'Create user' }))
  expect(await screen.findByRole('button', { name: 'Email address: This is already taken.' })).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/^Email address/))
  const [sent] = callsTo(portal, 'POST', '/api/users')
  expect(sent?.body).toMatchObject({
    firstName: 'Ada',
    phone: '3125550100',
    role: 2,
    institutionId: 101,
    siteIds: [1],
    invite: true,
    middleName: null,
  })
  expect(sent?.headers.get('idempotency-key')).toBeTruthy()
})

test('only what changed is sent, with the version it was changed from', async () => {
  const portal = await openPortal('/users/1', manager, { ...RECORD, 'PUT /api/users/1': user(1, { title: 'Treasurer' }) })
  await userEvent.type(await screen.findByLabelText('Title'), 'Treasurer')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved!')).toBeTruthy()
  expect(callsTo(portal, 'PUT', '/api/users/1')[0]?.body).toEqual({ title: 'Treasurer', updatedAt: '2026-10-02T12:00:00.000Z' })
})

test('when somebody saved first both versions stand side by side, and the person chooses', async () => {
  const current = user(1, { title: 'Treasurer', displayName: 'A. Quill', updatedAt: '2026-11-03T15:00:00.000Z' })
  const conflict = refusal(409, {
    code: 'conflict',
    message: 'Stale.',
    meta: { current, yours: { title: 'Auditor' }, changedBy: 'Mara Lind', changedAt: '2026-11-03T15:00:00.000Z' },
  })
  const replies = { ...RECORD, 'PUT /api/users/1': conflict as unknown }
  const portal = await openPortal('/users/1', manager, replies)
  await userEvent.type(await screen.findByLabelText('Title'), 'Auditor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const bar = within(await screen.findByRole('alert', { name: /^Changed by Mara Lind at/ }))
  expect(bar.getByText(/Updated: Display name \(A\. Quill\)/)).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Save with these choices' })).toHaveProperty('disabled', true)
  replies['PUT /api/users/1'] = user(1, { title: 'Auditor' })
  await userEvent.click(bar.getByRole('radio', { name: 'Title: yours, Auditor' }))
  await userEvent.click(bar.getByRole('button', { name: 'Save with these choices' }))
  expect(await screen.findByText('Saved!')).toBeTruthy()
  expect(callsTo(portal, 'PUT', '/api/users/1')[1]?.body).toEqual({ title: 'Auditor', updatedAt: '2026-11-03T15:00:00.000Z' })
})

test('a draft from another visit is offered, restored field by field, and forgotten when it is not wanted', async () => {
  const draft = {
    writer: '11111111-1111-4111-8111-111111111111',
    savedAt: '2026-11-03T15:42:00.000Z',
    content: { values: { bio: 'Long text' }, base: { bio: '' } },
  }
  const replies = { ...RECORD, 'GET /api/drafts/users.1': { records: [draft] } }
  const portal = await openPortal('/users/1', manager, replies)
  const offer = within(await screen.findByRole('region', { name: /^You have unsaved changes from/ }))
  expect(offer.getByText('Changed: Bio.')).toBeTruthy()
  await userEvent.click(offer.getByRole('button', { name: 'Restore' }))
  expect(screen.getByLabelText('Bio')).toHaveProperty('value', 'Long text')
  await expect.poll(() => callsTo(portal, 'DELETE', '/api/drafts/users.1').map(({ query }) => query.get('writer'))).toEqual([draft.writer])
  expect(callsTo(portal, 'PUT', '/api/drafts/users.1')[0]?.body).toMatchObject({ content: { values: { bio: 'Long text' } } })
  portal.unmount()
})

test('a draft of a record that somebody changed since is merged, not laid over it', async () => {
  const draft = {
    writer: '22222222-2222-4222-8222-222222222222',
    savedAt: '2026-11-03T15:42:00.000Z',
    content: { values: { title: 'Auditor' }, base: { title: 'Clerk' } },
  }
  await openPortal('/users/1', manager, {
    ...RECORD,
    'GET /api/users/1': user(1, { title: 'Treasurer' }),
    'GET /api/drafts/users.1': { records: [draft] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByRole('radio', { name: 'Title: saved now, Treasurer' })).toBeTruthy()
})

test('who may only read sees words, not fields', async () => {
  await openPortal('/users/1', buildSession({ permissions: [{ code: 'USERS', access: 1 }] }), RECORD)
  expect(await screen.findByText('(312) 555-0100')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a person has one status: how far the invitation is until they joined, then active, and deactivated whatever was before', async () => {
  const people = [user(1, { invitation: 'none' }), user(2, { invitation: 'sent' }), user(3), user(4, { invitation: 'none', status: 0 })]
  await openPortal('/users', manager, { 'GET /api/users': page(people), ...CHOICES })
  const table = within(await screen.findByRole('table', { name: 'Users' }))
  expect(table.queryByRole('columnheader', { name: 'Invitation' })).toBeNull()
  const statuses = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)
  expect(statuses).toEqual(['Not invited', 'Invited', 'Active', 'Deactivated'])
})
