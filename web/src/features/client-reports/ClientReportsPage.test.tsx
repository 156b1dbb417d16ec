import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { clientReports } from '../../test/holdings-fixtures.ts'
import { oneNew } from '../../test/menu-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('reports stand by type and year, newest first', async () => {
  await openPortal('/reports', clientSession())
  const [first] = await screen.findAllByRole('table')
  if (!first) throw new Error('no table')
  expect(first.getAttribute('aria-label')).toBe('Asset Report, 2026')
  expect(within(first).getAllByRole('rowheader')[0]?.textContent).toBe('Asset Report, September 2026')
})

test('types stand in the order of the report types, whatever was released last, and the new ones are counted', async () => {
  const [asset] = clientReports.records
  if (!asset) throw new Error('no report')
  const of = (id: number, typeName: string, createdAt: string, typeOrder: number) => ({
    ...asset,
    id,
    typeCode: typeName.slice(0, 3),
    typeName,
    createdAt,
    typeOrder,
  })
  const records = [
    of(1, 'Presentation', '2026-09-30T15:00:00Z', 3),
    of(2, 'Legal Document', '2026-10-30T15:00:00Z', 2),
    of(3, 'Annual Review', '2026-10-02T15:00:00Z', 1),
  ]
  await openPortal('/reports', clientSession(), {
    'POST /api/reports/search': { page: { totalRecords: 3 }, records },
    'GET /api/sites/menu/new': { ...oneNew, total: 17, files: oneNew.files.map((file) => ({ ...file, kind: 'REPORT', id: 3 })) },
  })
  expect(await screen.findByText('1 new report, not opened yet')).toBeTruthy()
  expect(screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))).toEqual([
    'Annual Review, 2026',
    'Legal Document, 2026',
    'Presentation, 2026',
  ])
})

test('each report opens in its viewer, whether it was released or uploaded', async () => {
  await openPortal('/reports', clientSession())
  const [first] = clientReports.records
  const link = await screen.findByRole('link', { name: 'Asset Report, September 2026' })
  expect(link.getAttribute('href')).toBe(`/view-report/${first?.id}`)
})

test('typed words find reports by name, type and year, and stay in the address', async () => {
  const portal = await openPortal('/reports', clientSession())
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a report' }), 'summary 2026')
  await waitFor(() => expect(portal.address()).toBe('/reports?search=summary+2026'))
  expect(screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))).toEqual(['Summary Asset Report, 2026'])
})

test('on a phone each type is opened by its name and count; a search opens what it finds', async () => {
  await openPortal('/reports', clientSession())
  await screen.findAllByRole('table')
  const openers = () => screen.getAllByRole('button', { name: /: \d+ reports?\b/ })
  expect(openers().length).toBeGreaterThan(1)
  expect(openers().map((opener) => opener.getAttribute('aria-expanded'))).toEqual(openers().map(() => 'false'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a report' }), 'asset report')
  await waitFor(() => expect(openers().every((opener) => opener.getAttribute('aria-expanded') === 'true')).toBe(true))
})

test('the newest year of a type is open, earlier ones are folded with their counts unless a search or the year asks for them', async () => {
  await openPortal('/reports', clientSession())
  await screen.findAllByRole('table')
  const years = () =>
    within(screen.getByRole('region', { name: 'Asset Report' }))
      .getAllByRole('button', { name: /^20\d\d/ })
      .map((button) => `${button.textContent}: ${button.getAttribute('aria-expanded') === 'true' ? 'open' : 'folded'}`)
  const [newest, ...earlier] = years()
  expect(newest).toMatch(/^20269 reports(, \d new)?: open$/)
  expect(earlier).toEqual(['20255 reports: folded'])
  await userEvent.click(screen.getByRole('button', { name: '2025 5 reports' }))
  expect(years()[1]).toBe('20255 reports: open')
  await userEvent.click(screen.getByRole('button', { name: '2025 5 reports' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a report' }), 'asset report')
  await waitFor(() => expect(years()[1]).toBe('20255 reports: open'))
})

test('a report of an earlier year that was released last is in sight', async () => {
  const [asset] = clientReports.records
  if (!asset) throw new Error('no report')
  const of = (yearOverride: number, createdAt: string) => ({ ...asset, id: yearOverride, yearOverride, createdAt })
  const records = [of(2026, '2026-09-30T15:00:00Z'), of(2025, '2026-11-02T15:00:00Z'), of(2024, '2024-10-02T15:00:00Z')]
  await openPortal('/reports', clientSession(), { 'POST /api/reports/search': { page: { totalRecords: 3 }, records } })
  await screen.findAllByRole('table')
  const open = screen.getAllByRole('button', { name: /^20\d\d/, expanded: true }).map(({ textContent }) => textContent?.slice(0, 4))
  expect(open).toEqual(['2026', '2025'])
})

test('type and year narrow the list and stay in the address', async () => {
  const portal = await openPortal('/reports', clientSession())
  await userEvent.selectOptions(await screen.findByLabelText('Type'), 'MBR')
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2025')
  expect(portal.address()).toBe('/reports?type=MBR&year=2025')
  expect(screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))).toEqual(['Asset Report, 2025'])
  expect(screen.getByRole('button', { name: /^2025/ }).getAttribute('aria-expanded')).toBe('true')
})

test('quarterly reports stand under their own name, and are chosen with the monthly ones of their type', async () => {
  const [first] = clientReports.records
  if (!first) throw new Error('no report is made up')
  const monthly = {
    ...first,
    typeCode: 'SMB',
    typeName: 'Summary Monthly BOLI Asset Report',
    displayName: 'Summary Asset Report, September 2026',
  }
  const quarterly = {
    ...monthly,
    id: 902,
    typeName: 'Quarterly Summary Asset Report',
    displayName: 'Quarterly Summary Asset Report, Q3 2026',
  }
  await openPortal('/reports', clientSession(), {
    'POST /api/reports/search': { page: { totalRecords: 2 }, records: [monthly, quarterly] },
  })
  const group = async (name: string) => within(await screen.findByRole('region', { name }))
  expect((await group('Quarterly Summary Asset Report')).getByRole('link', { name: quarterly.displayName })).toBeTruthy()
  const months = await group('Summary Monthly BOLI Asset Report')
  expect(months.getByRole('link', { name: monthly.displayName })).toBeTruthy()
  expect(months.queryByText(quarterly.displayName)).toBeNull()
  const types = within(screen.getByLabelText('Type')).getAllByRole('option')
  expect(types.map(({ textContent }) => textContent)).toEqual([
    'All types',
    'Quarterly Summary Asset Report, Summary Monthly BOLI Asset Report',
  ])
})

test('at the address of a report family stands the same list, of its type alone, with the way to all', async () => {
  await openPortal('/asset-reporting', clientSession())
  expect(await screen.findByRole('heading', { level: 1, name: 'Asset Reports' })).toBeTruthy()
  const labels = (await screen.findAllByRole('table')).map((table) => table.getAttribute('aria-label'))
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.every((label) => label?.startsWith('Asset Report, '))).toBe(true)
  expect(screen.queryByLabelText('Type')).toBeNull()
  expect(screen.getByRole('link', { name: 'All reports' }).getAttribute('href')).toBe('/reports')
})

test('a filter that matches nothing says so and offers the way back', async () => {
  const portal = await openPortal('/reports?type=SMB&year=2025', clientSession())
  await userEvent.click(await screen.findByRole('button', { name: 'Show all reports' }))
  expect(portal.address()).toBe('/reports')
})

test('before anything is released the page says when it will fill', async () => {
  await openPortal('/reports', clientSession(), { 'POST /api/reports/search': { page: { totalRecords: 0 }, records: [] } })
  expect(await screen.findByText('No reports released yet')).toBeTruthy()
})
