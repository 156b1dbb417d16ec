/** A report's page as a client comes to it. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTray, shownToasts } from '../kernel/toasts.ts'
import { buildSession, clientSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

const noReports = { records: [], batch: null, page: { page: 1, perPage: 50, totalRecords: 0, sortBy: 'reportName', sortDirection: 'asc' } }

test('a report that was withdrawn meanwhile is told once, on its page, with the way to the others', async () => {
  await openPortal('/asset-reporting/7/report/99', clientSession())
  expect(await screen.findByText('This report is not here.')).toBeTruthy()
  expect(
    screen.getByText('It does not exist, or you do not have access to it. If it was withdrawn, it is here again once it is released.'),
  ).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/asset-reporting')
  expect(screen.getByRole('link', { name: 'Asset Reports' }).getAttribute('href')).toBe('/asset-reporting')
  expect([shownToasts.get(), errorTray.get()]).toEqual([[], []])
})

test('what is new is asked for again once a report is read on its page: the mark in the menu goes with it', async () => {
  const { asked } = await openPortal('/asset-reporting/9/report/5', clientSession(), {
    'GET /api/asset-reports/9/reports/5': { report: { ...report(5, null), releasedVersion: 1 }, version: 1, versions: [], view: null },
  })
  expect(await screen.findByRole('heading', { name: 'Bank 5' })).toBeTruthy()
  const paths = () => asked.map(({ path }) => path)
  await waitFor(() => expect(paths().lastIndexOf('/api/sites/menu/new')).toBeGreaterThan(paths().indexOf('/api/asset-reports/9/reports/5')))
})

test.each([
  [clientSession(), 'Annual Reviews'],
  [buildSession({ permissions: [{ code: 'ANNUAL_BOLI_REVIEW', access: 1 }] }), 'Annual COLI/BOLI Review'],
])('the step above a page of reports has the name that stands over the page it leads to, %#', async (session, name) => {
  await openPortal('/annual-review/7', session, { 'GET /api/annual-boli-review/7/reports': noReports })
  const steps = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }, { timeout: 5000 }))
  expect(steps.getByRole('link', { name }).getAttribute('href')).toBe('/annual-review')
  await waitFor(() => expect(document.title).toBe(`${name} · Corridor`))
})

test('a failed report names each policy once, as the way to it, and is generated again from there', async () => {
  const failed = {
    ...report(5, null),
    status: 'Failed',
    currentVersion: 0,
    failureReason: 'Policies PL-1, PL-12 without a value at October 31, 2026. Post the carrier’s file.',
    failurePolicies: [
      { policyId: 1, policyNumber: 'PL-1' },
      { policyId: 12, policyNumber: 'PL-12' },
      { policyId: 13, policyNumber: 'PL-13' },
    ],
    can: ['regenerate', 'makePreliminary'],
  }
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: failed, version: null, versions: [], view: null },
  })
  const part = within(await screen.findByRole('region', { name: 'Why the report failed' }, { timeout: 5000 }))
  expect(part.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['PL-1', 'PL-12', 'PL-13', 'Open the carriers’ files'])
  expect(part.getByRole('link', { name: 'PL-12' }).getAttribute('href')).toBe(`/institutions/${failed.institutionId}/policies/12`)
  expect(part.getByText(/^Policies/).textContent).toBe(failed.failureReason)
  expect(part.getByText(/^Also/).textContent).toBe('Also: PL-13')
  expect(part.getByRole('button', { name: 'Generate again' })).toBeTruthy()
})
