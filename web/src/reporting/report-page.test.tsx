/** A report's page where there is no report. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTray, shownToasts } from '../kernel/toasts.ts'
import { clientSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

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
