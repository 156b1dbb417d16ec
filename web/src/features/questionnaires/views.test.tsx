import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const page = { page: 1, perPage: 25, totalRecords: 0, sortBy: 'period', sortDirection: 'desc' }
const replies = {
  'GET /api/annual-questionnaire': { records: [], page },
  'GET /api/annual-questionnaire/clients': { records: [], years: [2026] },
}

test.each([
  ['/annual-questionnaire', 'By batch'],
  ['/questionnaires?year=2026', 'By institution'],
])('a manager finds both lists of questionnaires at the same place, of which %s is "%s"', async (address, here) => {
  await openPortal(address, buildSession({ userRole: 'd' }), replies)
  const views = within(await screen.findByRole('navigation', { name: 'Annual Questionnaires' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Annual Questionnaires' })).toBeTruthy()
  expect(
    views.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.hasAttribute('aria-current')]),
  ).toEqual([
    ['By batch', '/annual-questionnaire', here === 'By batch'],
    ['By institution', '/questionnaires', here === 'By institution'],
  ])
})

test('staff who are no managers have one list, and no choice', async () => {
  await openPortal('/annual-questionnaire', buildSession({ userRole: 'b' }), replies)
  expect(await screen.findByRole('heading', { level: 1, name: 'Annual Questionnaires' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Annual Questionnaires' })).toBeNull()
})
