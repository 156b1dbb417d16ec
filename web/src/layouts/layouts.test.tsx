import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { PATTERNS } from '../paths.ts'
import { ROUTES } from '../routes.tsx'
import { buildSession, clientSession, repSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { CLIENT, withUnder } from './navigation.ts'
import { ADMINISTRATIVE } from './staff-navigation.ts'

const menu = () => within(screen.getByRole('navigation', { name: 'Main' }))
// Testing Library takes the headers of panels for banners too; the portal's is the first.
const banner = () => within(screen.getAllByRole('banner')[0] ?? document.body)
/** Room enough for every group of the sidebar, or a window of the desks that most people have. */
const windowOf = (height: number) => {
  window.innerHeight = height
  window.dispatchEvent(new Event('resize'))
}
beforeEach(() => windowOf(2000))
afterEach(() => windowOf(768))
const items = () =>
  menu()
    .getAllByRole('link')
    .map((link) => link.textContent)

test('until the menu is known, the pages that it may take to its files are not drawn to disappear again', async () => {
  // Whatever menu was drawn here before, it was somebody else's.
  await openPortal('/dashboard', clientSession({ userId: 41 }), { 'GET /api/sites/menu/counts': new Promise(() => undefined) })
  expect(await screen.findByRole('status', { name: 'The menu is loading' })).toBeTruthy()
  expect(items()).not.toContain('Management’s Assessment')
})

test('a client sees the institution’s name, the portal’s label, a welcome, and no tool of staff', async () => {
  await openPortal('/dashboard', clientSession())
  const header = banner()
  expect(header.getByText('First Coastal Bank')).toBeTruthy()
  expect(header.getByText('BOLI Portal')).toBeTruthy()
  expect(header.getByText('Welcome, Margaret Ellison')).toBeTruthy()
  const known = [
    'Dashboard',
    'Calculate Financial Impact',
    'Reports',
    'Board Books',
    'Management’s Assessment',
    'Service Team',
    'Service Request',
    'API keys',
    'Profile',
    'Logout',
  ]
  await waitFor(() => expect(items()).toEqual(known))
})

test('an institution’s logo stands in place of its monogram, within 75 px', async () => {
  const without = await openPortal('/dashboard', clientSession())
  expect(banner().getByText('FB')).toBeTruthy()
  without.unmount()
  await openPortal('/dashboard', clientSession({ institutionLogo: '/api/institutions/101/logo?v=abc' }))
  const logo = screen.getAllByRole('banner')[0]?.querySelector('img')
  expect([logo?.getAttribute('src'), logo?.style.maxHeight]).toEqual(['/api/institutions/101/logo?v=abc', '75px'])
  expect(banner().queryByText('FB')).toBeNull()
})

test('a representative may switch institutions', async () => {
  await openPortal('/dashboard', repSession())
  const switcher = await screen.findByRole('combobox', { name: 'Switch institutions' })
  expect(switcher).toHaveProperty('value', 'First Coastal Bank')
  await userEvent.click(switcher)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'First Coastal Bank',
    'Harbor Mills Savings',
    'Prairie Union Bank',
  ])
})

test('staff see the site’s name, the Active Site switcher and the tools their permissions open', async () => {
  await openPortal('/staff/dashboard', buildSession({ userRole: 'b', permissions: [{ code: 'ASSET_REPORT', access: 1 }] }))
  expect(banner().getByText('Corridor BOLI')).toBeTruthy()
  expect(await screen.findByRole('combobox', { name: 'Active site' })).toBeTruthy()
  expect(items()).toContain('Asset Report')
  expect(items()).not.toContain('Summary Asset Report')
})

test('a role that changes while its holder is here gets its layout', async () => {
  await openPortal('/profile', clientSession())
  act(() => currentSession.set(buildSession({ userRole: 'd' })))
  expect(await screen.findByRole('combobox', { name: 'Active site' })).toBeTruthy()
  expect(items()).toContain('Settings')
  act(() => currentSession.set(repSession()))
  expect(await screen.findByRole('combobox', { name: 'Switch institutions' })).toBeTruthy()
})

test('a heading shows only when one of its items does', async () => {
  await openPortal('/staff/dashboard', buildSession({ permissions: [] }))
  expect(menu().queryByText('Operations')).toBeNull()
  expect(menu().getByText('My Account')).toBeTruthy()
})

test('the item of the present page is marked', async () => {
  await openPortal('/reports', clientSession())
  expect(menu().getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page')
  expect(menu().getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull()
})

test.each([
  ['/report-schedules', 'Asset Report', buildSession()],
  ['/report-schedules/new', '8925 Report', buildSession({ permissions: [{ code: 'C8925_REPORT', access: 2 }] })],
  ['/questionnaires', 'Annual Questionnaires', buildSession({ userRole: 'd' })],
  ['/announcement-details/1', 'Announcements', buildSession()],
])('%s, which has no item of its own, marks %s', async (path, item, session) => {
  await openPortal(path, session)
  expect(
    menu()
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
      .map(({ textContent }) => textContent),
  ).toEqual([item])
})

test('Report Configuration unfolds what is under it, and stands open while one of its pages is shown', async () => {
  const { unmount } = await openPortal('/staff/dashboard', buildSession())
  const configuration = () =>
    within(menu().getByRole('list', { name: 'Configuration' }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  const folded = ['Carriers', 'Institutions', 'Report Types', 'Report Configuration', 'Client Menu', 'Sites']
  const unfolded = folded.toSpliced(4, 0, 'State Config', 'Annual Questionnaire', 'Annual COLI/BOLI Review')
  const press = () => userEvent.click(menu().getByRole('button', { name: 'Items under Report Configuration' }))
  expect(configuration()).toEqual(folded)
  await press()
  expect(configuration()).toEqual(unfolded)
  await press()
  expect(configuration()).toEqual(folded)
  unmount()
  await openPortal('/configuration/reports/states', buildSession())
  expect(configuration()).toEqual(unfolded)
})

const group = (name: string) => menu().getByRole('button', { name })
const unfolded = () =>
  menu()
    .getAllByRole('button', { expanded: true })
    .map((button) => button.textContent)
    .filter((name) => ['Operations', 'Auditing', 'Configuration', 'Security'].includes(name ?? ''))

test('groups that a window of 900 px has no room for are folded, and the account stays at the foot', async () => {
  windowOf(900)
  await openPortal('/staff/dashboard', buildSession())
  expect(unfolded()).toEqual(['Operations'])
  expect(items().slice(-2)).toEqual(['Profile', 'Logout'])
})

test('the group of the present page is open, whatever was opened before', async () => {
  windowOf(900)
  await openPortal('/carrier-management', buildSession())
  expect(menu().getByRole('link', { name: 'Carriers' }).getAttribute('aria-current')).toBe('page')
  expect(unfolded()).not.toContain('Operations')
})

test('in a low window the account is behind the portrait alone', async () => {
  windowOf(640)
  await openPortal('/staff/dashboard', buildSession())
  expect(menu().queryByRole('link', { name: 'Logout' })).toBeNull()
  await userEvent.click(banner().getByRole('button', { name: 'Account of Helen Marsh' }))
  expect(
    banner()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/my-profile', '/logout'])
  await userEvent.click(banner().getByRole('button', { name: 'Collapse sidebar' }))
  expect(localStorage.getItem('sidebarOpen')).toBe('false')
})

test('what a person opens or folds is kept for them on the server, the last first', async () => {
  windowOf(900)
  const { asked } = await openPortal('/staff/dashboard', buildSession(), { 'PUT /api/profile/settings': {} })
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/profile/settings'))
  await userEvent.click(group('Security'))
  expect(unfolded()).toContain('Security')
  await userEvent.click(group('Security'))
  expect(unfolded()).not.toContain('Security')
  expect(asked.filter(({ method, path }) => method === 'PUT' && path === '/api/profile/settings').map(({ body }) => body)).toEqual([
    { openGroups: ['security', 'operations'] },
    { openGroups: ['operations'] },
  ])
})

test('a group that the person folded stays folded on the next visit, and says that something in it waits', async () => {
  await openPortal('/staff/dashboard', buildSession(), {
    'GET /api/profile/settings': { openGroups: ['operations'], hidesFirstSteps: false },
    'GET /api/exceptions/client-exceptions/check': { result: true, endOfMonth: '2026-10-31', open: 1 },
  })
  await waitFor(() => expect(unfolded()).toEqual(['Operations']))
  expect(await menu().findByRole('img', { name: /^Exception found in the/ })).toBeTruthy()
})

test('every item of a sidebar leads to a page of its name', () => {
  const sections = [...ADMINISTRATIVE, ...CLIENT].flatMap(({ items }) => items.flatMap(withUnder))
  expect(sections.length).toBeGreaterThan(40)
  // One page at one address is the team's list of what it sent, and the bank's own of what it got.
  const named = sections.filter(({ path }) => path !== PATTERNS.clientReports)
  for (const { label, path } of named) expect([path, ROUTES.find((route) => route.path === path)?.title]).toEqual([path, label])
})

test('the configuration of the review is that of the site: of banks on a BOLI portal, of corporations on any other', async () => {
  const target = () =>
    within(menu().getByRole('list', { name: 'Configuration' }))
      .getByRole('link', { name: 'Annual COLI/BOLI Review' })
      .getAttribute('href')
  const { unmount } = await openPortal('/configuration/reports/states', buildSession())
  expect(target()).toBe('/configuration/boli-review')
  unmount()
  await openPortal('/configuration/reports/states', buildSession({ siteId: 2, portalLabel: 'COLI Portal' }))
  expect(target()).toBe('/configuration/coli-review')
})

test('the sidebar closes and opens, and is remembered under sidebarOpen', async () => {
  await openPortal('/dashboard', clientSession())
  const [toggle] = menu().getAllByRole('button', { name: 'Collapse sidebar' })
  if (!toggle) throw new Error('no toggle')
  await userEvent.click(toggle)
  expect(localStorage.getItem('sidebarOpen')).toBe('false')
  expect(menu().getAllByRole('button', { name: 'Expand sidebar' })).toHaveLength(2)
})

test('the footer gives environment and version, and to clients whose platform it is', async () => {
  await openPortal('/dashboard', clientSession())
  const footer = screen.getByText('Version 0.0.120').closest('footer')
  await waitFor(() => expect(footer?.textContent).toContain('Powered by Corridor BOLI'))
  expect(footer?.textContent).toContain('production')
  expect(footer?.textContent, 'at the other end').not.toMatch(/© \d{4} Corridor/)
  await openPortal('/staff/dashboard', buildSession({ permissions: [] }))
  await waitFor(() => expect(screen.getAllByText(/^© \d{4} Corridor BOLI$/).length).toBeGreaterThan(0))
})

test('while somebody views as a client a banner says so', async () => {
  await openPortal('/dashboard', clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } }))
  expect(await screen.findByText(/Nothing can be changed/)).toBeTruthy()
})

test('an unknown address leads to the 404 page, a foreign role home', async () => {
  const lost = await openPortal('/no/such/page', clientSession())
  await waitFor(() => expect(lost.address()).toBe('/error/404'))
  lost.unmount()
  const staff = await openPortal('/staff/dashboard', clientSession())
  await waitFor(() => expect(staff.address()).toBe('/dashboard'))
})

test('whoever asks for a page of other roles is sent home and told why', async () => {
  const portal = await openPortal('/users', clientSession())
  expect(portal.address()).toBe('/dashboard')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You do not have access to “Users” (/users). Your service team can tell you why.',
  )
})

test('staff who ask for the clients’ dashboard are led to their own without a reproach', async () => {
  const portal = await openPortal('/dashboard', buildSession({ userRole: 'b', permissions: [{ code: 'ASSET_REPORT', access: 1 }] }))
  expect(portal.address()).toBe('/staff/dashboard')
  expect(screen.queryByText(/right to open “Dashboard”/)).toBeNull()
})

test('coming to a page of another group opens that group, and leaves the others as they are', async () => {
  windowOf(900)
  await openPortal('/staff/dashboard', buildSession(), { 'PUT /api/profile/settings': {} })
  expect(unfolded()).toEqual(['Operations'])
  const [carrier] = await screen.findAllByRole('link', { name: 'Dunmore National' })
  await userEvent.click(carrier ?? document.body)
  await waitFor(() => expect(unfolded()).toEqual(['Operations', 'Configuration']))
  await userEvent.click(group('Auditing'))
  await userEvent.click(menu().getByRole('link', { name: 'Policy Reconciliation' }))
  const current = () => menu().getByRole('link', { name: 'Policy Reconciliation' }).getAttribute('aria-current')
  await waitFor(() => expect(current()).toBe('page'), { timeout: 20_000 })
  expect(unfolded()).toEqual(['Operations', 'Auditing', 'Configuration'])
})
