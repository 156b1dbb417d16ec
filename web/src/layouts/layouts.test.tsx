import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { buildSession, clientSession, repSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const menu = () => within(screen.getByRole('navigation', { name: 'Main' }))
// Testing Library takes the headers of panels for banners too; the portal's is the first.
const banner = () => within(screen.getAllByRole('banner')[0] ?? document.body)
const items = () =>
  menu()
    .getAllByRole('link')
    .map((link) => link.textContent)

test('a client sees the institution’s name, the portal’s label, a welcome, and no tool of staff', async () => {
  await openPortal('/dashboard', clientSession())
  const header = banner()
  expect(header.getByText('First Coastal Bank')).toBeTruthy()
  expect(header.getByText('BOLI Portal')).toBeTruthy()
  expect(header.getByText('Welcome, Margaret Ellison')).toBeTruthy()
  expect(items()).toEqual([
    'Dashboard',
    'Calculate Financial Impact',
    'Reports',
    'Board Books',
    'Risk Assessment',
    'Service Team',
    'Service Request',
    'Profile',
    'Logout',
  ])
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
