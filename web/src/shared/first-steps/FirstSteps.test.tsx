import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { queries } from '../../kernel/use-endpoint.ts'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const panel = () => screen.findByRole('region', { name: 'First steps' })

test('a client reads which steps are done, and each other leads to where it is done', async () => {
  await openPortal('/dashboard', clientSession(), {
    'GET /api/profile/first-steps': {
      steps: [
        { code: 'SECOND_FACTOR', isDone: true },
        { code: 'PROFILE', isDone: false, lacks: ['phone'] },
      ],
    },
  })
  const steps = within(await panel())
  expect(steps.getByText('1 of 2 done')).toBeTruthy()
  expect(steps.getByText('Set up a second factor').textContent).toBe('Set up a second factor: done')
  expect(steps.getByText('Add your phone number, so that your service team can reach you.')).toBeTruthy()
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/my-profile'])
})

test('the first reading says where reports will appear, and once there are some how many wait', async () => {
  const steps = { 'GET /api/profile/first-steps': { steps: [{ code: 'FIRST_READING', isDone: false }] } }
  const { unmount } = await openPortal('/dashboard', clientSession(), {
    ...steps,
    'POST /api/reports/search': { page: { totalRecords: 0 }, records: [] },
  })
  expect(within(await panel()).getByText(/appear here once your service team releases them/)).toBeTruthy()
  unmount()
  queries.clear()
  await openPortal('/dashboard', clientSession(), steps)
  expect(await within(await panel()).findByText('16 reports are released to you. Open one to read or download it.')).toBeTruthy()
  expect(within(await panel()).queryByText(/appear here once/)).toBeNull()
})

test('a manager’s lead to the site, and hidden they are gone for good', async () => {
  const replies: Record<string, unknown> = {
    'GET /api/profile/first-steps': { steps: [{ code: 'LOGO', isDone: false }] },
    'PUT /api/profile/settings': { openGroups: null, hidesFirstSteps: true },
  }
  const { asked } = await openPortal('/staff/dashboard', buildSession(), replies)
  expect(
    within(await panel())
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/sites/1')
  replies['GET /api/profile/first-steps'] = { steps: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Do not show again' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  expect(asked.find(({ method, path }) => `${method} ${path}` === 'PUT /api/profile/settings')?.body).toEqual({ hidesFirstSteps: true })
})

test('nothing stands there when nothing is left to do', async () => {
  const { asked } = await openPortal('/staff/dashboard', buildSession())
  await screen.findByRole('heading', { name: 'Mine' })
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/profile/first-steps'))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})
