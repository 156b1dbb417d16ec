/** A report's page as a client comes to it. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTray, shownToasts } from '../kernel/toasts.ts'
import { clientSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

test('a report that was withdrawn meanwhile is told once, on its page, with the way to the others', async () => {
  await openPortal('/asset-reporting/7/report/99', clientSession())
  expect(await screen.findByText('This report is not here.')).toBeTruthy()
  expect(
    screen.getByText('It does not exist, or you do not have access to it. If it was withdrawn, it is here again once it is released.'),
  ).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/asset-reporting')
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
