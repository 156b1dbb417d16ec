import { changeItem } from '@corridor/domain/client-menu/editing.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession, repSession } from '../test/fixtures.ts'
import { counts, oneNew, siteNavigation, siteWithMenu } from '../test/menu-fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const tree = () => screen.findByRole('tree', { name: 'First Coastal Bank: reports and documents' })
const names = async () =>
  within(await tree())
    .getAllByRole('treeitem')
    .map((row) => row.querySelector('[data-label]')?.textContent)
const row = async (name: string) => within(await tree()).findByRole('treeitem', { name: new RegExp(`^${name}`) })

test('the menu shows what is counted and held; links always, bank uploads not without USR', async () => {
  await openPortal('/service-team', clientSession())
  await screen.findByRole('treeitem', { name: 'Monthly reports' })
  expect(await names()).toEqual([
    'BOLI reports',
    'Monthly reports',
    'Summary reports',
    'Carrier documents',
    'Rates(opens in a new window)'.slice(0, 5),
  ])
  const rates = await row('Rates')
  expect([rates.getAttribute('href'), rates.getAttribute('target'), rates.getAttribute('rel')]).toEqual([
    'https://rates.example/today',
    '_blank',
    'noopener noreferrer',
  ])
})

test('codes changed by upload this browser show nothing more', async () => {
  localStorage.setItem('codes', JSON.stringify(['EOL', 'USR']))
  await openPortal('/service-team', clientSession({ reportTypeCodes: ['MBR'] }))
  await row('Monthly reports')
  expect(await names()).toEqual(['BOLI reports', 'Monthly reports', 'Rates'])
})

test('opening an item lists its reports by year, newest first; closing it forgets them', async () => {
  const { asked } = await openPortal('/service-team', clientSession())
  await userEvent.click(await row('Monthly reports'))
  await row('2026')
  expect((await names()).slice(1, 5)).toEqual(['Monthly reports', '2026', 'Asset Report, September 2026', 'Asset Report, August 2026'])
  expect((await row('2025')).getAttribute('aria-expanded')).toBe('false')
  expect((await row('Asset Report, September 2026')).getAttribute('href')).toBe('/view-report/1')
  const searches = () => asked.filter(({ path }) => path === '/api/reports/search').map(({ body }) => body)
  expect(searches()).toEqual([{ filter: { typeCode: 'MBR' } }])
  await userEvent.click(await row('Monthly reports'))
  expect(await names()).not.toContain('2026')
  await userEvent.click(await row('Monthly reports'))
  await row('2026')
  expect(searches()).toHaveLength(2)
})

test('reports go when their search returns nothing, with a word to who does not see it; another kind says that it is empty', async () => {
  await openPortal('/service-team', clientSession(), {
    'POST /api/reports/search': { page: { totalRecords: 0 }, records: [] },
    'POST /api/sites/menu/types': { page: { totalRecords: 0 }, records: [] },
  })
  await userEvent.click(await row('Summary reports'))
  await waitFor(async () => expect(await names()).not.toContain('Summary reports'))
  expect(screen.getByText('Summary reports: No files found')).toBeTruthy()
  await userEvent.click(await row('Carrier documents'))
  await userEvent.click(await row('Tamarack Life'))
  expect(await row('No files found')).toBeTruthy()
})

test('the tree is one stop of the tab key; arrows, Home, End and letters move in it', async () => {
  await openPortal('/service-team', clientSession())
  const first = await row('BOLI reports')
  await row('Monthly reports')
  expect(
    within(await tree())
      .getAllByRole('treeitem')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([first])
  first.focus()
  const at = () => document.activeElement?.querySelector('[data-label]')?.textContent
  const steps: [string, string][] = [
    ['{ArrowDown}', 'Monthly reports'],
    ['{End}', 'Rates'],
    ['{Home}', 'BOLI reports'],
    ['{ArrowRight}', 'Monthly reports'],
    ['{ArrowLeft}', 'BOLI reports'],
    ['c', 'Carrier documents'],
    ['{ArrowUp}', 'Summary reports'],
  ]
  for (const [key, name] of steps) {
    await userEvent.keyboard(key)
    expect([key, at()]).toEqual([key, name])
  }
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(await names()).toEqual(['BOLI reports', 'Carrier documents', 'Rates'])
  await userEvent.keyboard('{Enter}')
  expect(first.getAttribute('aria-expanded')).toBe('true')
})

test('while it is asked for, the menu has the place that it took the last time, so that the links below do not move', async () => {
  localStorage.setItem('bcc-dashboard', JSON.stringify({ menuHeight: 306 }))
  await openPortal('/service-team', clientSession(), { 'GET /api/sites/menu/counts': new Promise(() => undefined) })
  const waiting = await screen.findByRole('status', { name: 'The menu is loading' })
  expect(waiting.parentElement?.style.minHeight).toBe('306px')
})

test('what is new is counted on every item above it', async () => {
  await openPortal('/service-team', clientSession(), { 'GET /api/sites/menu/new': oneNew })
  expect((await row('BOLI reports')).textContent).toContain('1 new')
  expect((await row('Monthly reports')).textContent).toContain('1 new')
  expect((await row('Summary reports')).textContent).not.toContain('new')
})

test('a carrier’s file that no item of carriers lists is counted and found with the reports of its type, under its carrier’s name', async () => {
  const [file] = oneNew.files
  const rates = { id: 9, typeCode: 'MBR', displayName: 'Credited Rates 2026', extension: 'pdf', path: 'rates.pdf', carrierCode: 'STONE' }
  const record = {
    ...rates,
    typeName: 'Asset Report',
    institutionId: null,
    institutionName: null,
    uploadName: 'rates.pdf',
    yearOverride: 2026,
    name: 'Credited Rates 2026',
    description: null,
    carrierName: 'Stonemarch',
    vendorName: null,
    isCarrier: true,
    isVendor: false,
    sizeBytes: 1,
    createdAt: '2026-10-12T15:04:00.000Z',
    updatedAt: '2026-10-12T15:04:00.000Z',
  }
  const { asked } = await openPortal('/service-team', clientSession(), {
    'GET /api/sites/menu/new': { ...oneNew, total: 2, files: [file, { ...file, ...rates, kind: 'DOCUMENT', carrierName: 'Stonemarch' }] },
    'GET /api/sites/menu/counts': {
      ...counts,
      carriers: [...counts.carriers, { typeCode: 'MBR', carrierCode: 'STONE', carrierName: 'Stonemarch', count: 1 }],
    },
    'POST /api/sites/menu/types': { page: { totalRecords: 1 }, records: [record] },
  })
  expect((await row('BOLI reports')).textContent).toContain('2 new')
  await userEvent.click(await row('Monthly reports'))
  expect((await row('Credited Rates 2026, Stonemarch')).getAttribute('href')).toBe('/view-document/9')
  expect(asked.find(({ path }) => path === '/api/sites/menu/types')?.body).toEqual({ carrierCodes: ['STONE'], reportTypeCodes: ['MBR'] })
})

test('the closed sidebar keeps the icons; pressing one lays the menu over the page, Escape puts it away', async () => {
  localStorage.setItem('sidebarOpen', 'false')
  await openPortal('/service-team', clientSession())
  await userEvent.click(await screen.findByRole('button', { name: 'BOLI reports' }))
  expect(await row('Monthly reports')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tree')).toBeNull()
})

test('a stored link that may lead nowhere leads nowhere', async () => {
  const link = siteNavigation[5]
  if (!link) throw new Error('the fixture has a link')
  const poisoned = { ...link, Route: 'javascript:alert(1)', data: { ...link.data, Route: 'javascript:alert(1)' } }
  await openPortal('/service-team', clientSession(), { 'GET /api/sites/1': { ...siteWithMenu, siteNavigation: [poisoned] } })
  expect((await row('Rates')).getAttribute('href')).toBe('/error/404')
})

test('a representative has the menu of the institution they act for, and none before they chose one', async () => {
  const { unmount } = await openPortal('/service-team', repSession())
  expect(await row('Monthly reports')).toBeTruthy()
  unmount()
  await openPortal('/dashboard', repSession({ institutionId: 0, institutionName: '' }))
  await screen.findByText('No institution selected')
  expect(screen.queryByRole('tree')).toBeNull()
})

const USES_ALL = clientSession({ reportTypeCodes: ['MBR', 'SMB', 'USR', 'AQU'] })
const sidebar = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .queryAllByRole('link')
    .map((link) => link.textContent)

test('a page that the menu leads to stands in the sidebar once; the others stand under one heading', async () => {
  await openPortal('/service-team', USES_ALL)
  await row('Bank uploads')
  await waitFor(() => expect(sidebar()).not.toContain('Bank Uploads'))
  const extra = within(screen.getByRole('list', { name: 'Tools and service' })).getAllByRole('link')
  expect(extra.map((link) => link.textContent)).toEqual([
    'Board Books',
    'Annual Questionnaire',
    'Service Team',
    'Service Request',
    'API keys',
  ])
})

test('a page that the menu does not lead to stands among the sidebar’s own links', async () => {
  await openPortal('/service-team', USES_ALL, { 'GET /api/sites/1': { ...siteWithMenu, siteNavigation: siteNavigation.slice(0, 6) } })
  await row('Rates')
  await waitFor(() => expect(sidebar()).toContain('Bank Uploads'))
})

test('the questionnaire is answered where its files stand, and nowhere else in the sidebar', async () => {
  const questionnaires = changeItem(siteNavigation, 2, { code: 'AQU', label: 'Annual questionnaires' })
  await openPortal('/service-team', USES_ALL, {
    'GET /api/sites/1': { ...siteWithMenu, siteNavigation: questionnaires },
    'GET /api/sites/menu/counts': { ...counts, reports: [{ typeCode: 'AQU', count: 1 }] },
  })
  await userEvent.click(await row('Annual questionnaires'))
  expect((await row('Answer online')).getAttribute('href')).toBe('/questionnaires/annual')
  await waitFor(() => expect(sidebar()).not.toContain('Annual Questionnaire'))
})

test('a representative is led to no page that is closed to them, wherever the link stands', async () => {
  await openPortal('/service-team', repSession({ reportTypeCodes: ['MBR', 'USR', 'AQU', 'ABR'] }))
  await row('Monthly reports')
  expect(await names()).not.toContain('Bank uploads')
  expect(sidebar()).toEqual(expect.arrayContaining(['Reports', 'Service Team', 'Service Request']))
  for (const closed of ['Bank Uploads', 'Annual Questionnaire', 'Management’s Assessment']) expect(sidebar()).not.toContain(closed)
})

test('a representative opens a report of the institution they act for by its address, to read', async () => {
  const { address } = await openPortal('/reports/12', repSession())
  await waitFor(() => expect(address()).toBe('/reports/12/view'))
})
