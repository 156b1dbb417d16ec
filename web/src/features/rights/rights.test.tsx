import { PERMISSION_CODES, type PermissionEntry } from '@corridor/domain/access/access.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const template = (over = {}) => ({
  id: 3,
  name: 'Report desk',
  description: null,
  permissions: [
    { code: 'CARRIERS', access: 2 },
    { code: 'SITES', access: 1 },
  ],
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:00.000Z',
  ...over,
})
const page = (records: unknown[]) => ({
  records,
  page: { page: 1, perPage: 25, totalRecords: records.length, sortBy: 'name', sortDirection: 'asc' },
})
const codes = {
  records: PERMISSION_CODES.map((code) => ({
    code,
    view: code === 'CARRIERS' ? [{ summary: 'List carriers.', roles: ['b', 'd'] }] : [],
    change: code === 'CARRIERS' ? [{ summary: 'Create a carrier.', roles: ['b', 'd'] }] : [],
  })),
}
const user = {
  id: 7,
  firstName: 'Theo',
  lastName: 'Nakamura',
  middleName: null,
  email: 'theo@corridor.example',
  title: null,
  bio: null,
  phone: null,
  extension: null,
  displayName: null,
  mailReports: true,
  mailFrequency: 'EACH_BATCH',
  avatar: null,
  role: 0,
  status: 1,
  institutionId: null,
  institutionName: null,
  siteIds: [1],
  institutionIds: [],
  invitation: 'accepted',
  mfaChannel: 'email',
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:00.000Z',
}
const held = (permissions: PermissionEntry[]) => ({ userId: 7, userRole: 'b', permissions, updatedAt: '2026-10-03T12:00:00.000Z' })
const facts = {
  name: 'Theo Nakamura',
  userRole: 'b',
  isActive: true,
  siteName: 'Corridor BOLI',
  onSite: true,
  permissions: [{ code: 'USERS', access: 1 }],
  institution: null,
  institutionTypes: [],
  ownTypes: null,
  institutions: [],
}
const PERSON = {
  'GET /api/users/7': user,
  'GET /api/users/7/access': facts,
  'GET /api/permission-codes': codes,
  'GET /api/choices/institutions': { records: [] },
}
const radio = (right: string, level: string) => within(screen.getByRole('radiogroup', { name: right })).getByRole('radio', { name: level })
beforeEach(() => sessionStorage.clear())

test('staff offer in a template what they hold themselves, and read what goes beyond', async () => {
  const staff = buildSession({
    userRole: 'b',
    permissions: [
      { code: 'PERMISSION_TEMPLATES', access: 2 },
      { code: 'CARRIERS', access: 2 },
      { code: 'SITES', access: 1 },
    ],
  })
  const portal = await openPortal('/permissions/templates/3', staff, {
    'GET /api/permission-templates/3': template(),
    'GET /api/permission-codes': codes,
    'PUT /api/permission-templates/3': template({ permissions: [] }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Report desk' })
  expect(radio('Sites', 'Change')).toHaveProperty('disabled', true)
  expect(radio('Users', 'View')).toHaveProperty('disabled', true)
  await userEvent.click(radio('Carriers', 'View'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(portal.asked.find(({ method, path }) => method === 'PUT' && path.includes('templates'))?.body).toEqual({
    permissions: [
      { code: 'CARRIERS', access: 1 },
      { code: 'SITES', access: 1 },
    ],
    updatedAt: template().updatedAt,
  })
  portal.unmount()
  await openPortal('/permissions/templates/4', staff, {
    'GET /api/permission-templates/4': template({ permissions: [{ code: 'USERS', access: 1 }] }),
    'GET /api/permission-codes': codes,
  })
  expect(await screen.findByText('It goes beyond your own rights: only a manager can change it.')).toBeTruthy()
})

test('a template shows what it would change, and sends what was shown', async () => {
  const portal = await openPortal('/users/7?tab=rights', buildSession(), {
    ...PERSON,
    'GET /api/users/7/permissions': held([
      { code: 'CARRIERS', access: 1 },
      { code: 'USERS', access: 2 },
    ]),
    'GET /api/permission-templates': page([template()]),
    'POST /api/users/7/permissions/template': held([]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Apply a template' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Template' }))
  await userEvent.click(dialog.getByRole('option', { name: 'Report desk' }))
  const rows = () =>
    dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(rows()).toEqual(['CarriersViewChange', 'SitesNoneView'])
  await userEvent.click(dialog.getByLabelText(/Replace/))
  expect(rows()).toEqual(['CarriersViewChange', 'SitesNoneView', 'UsersChangeNone'])
  await userEvent.click(dialog.getByRole('button', { name: 'Change 3 rights' }))
  expect(portal.asked.find(({ path }) => path.endsWith('/template'))?.body).toEqual({
    templateId: 3,
    mode: 'replace',
    updatedAt: held([]).updatedAt,
    templateUpdatedAt: template().updatedAt,
  })
})

test('the rule that decides about a page is read from the same access the guard reads', async () => {
  await openPortal('/users/7?tab=why', buildSession(), PERSON)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Page' }))
  await userEvent.click(screen.getByRole('option', { name: 'New user (/users/new)' }))
  expect(screen.getByRole('region', { name: 'The answer' }).textContent).toContain(
    'Cannot see it.Holds Users at level 1 (View); level 2 (Change) is needed.',
  )
})

test('viewing as a client is offered for the client side alone, and its end leads back', async () => {
  const portal = await openPortal('/users/7', buildSession(), PERSON)
  await screen.findByRole('heading', { level: 1, name: 'Theo Nakamura' })
  expect(screen.queryByRole('button', { name: /View as/ })).toBeNull()
  portal.unmount()

  const leave = vi.fn()
  vi.stubGlobal('location', Object.assign(Object.create(location), { assign: leave }))
  sessionStorage.setItem('view-as-way-back', '/users/4?tab=why')
  await openPortal('/dashboard', clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } }), {
    'DELETE /api/session/view-as': buildSession(),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End view' }))
  expect(leave).toHaveBeenCalledWith('/users/4?tab=why')
})
