import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const nobody = { name: null, email: null, phone: null }
const ada = {
  id: 7,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Hart',
  email: 'ada@firm.example',
  title: 'Consultant',
  displayName: null,
  bio: 'Twenty years with banks.',
  phone: '3125550100',
  extension: '12',
  avatar: null,
}
const none = { records: [], page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'createdAt', sortDirection: 'desc' } }

test('the team stands with title, telephone, mail and words about each', async () => {
  await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [ada], contact: nobody } })
  expect(await screen.findByRole('heading', { name: 'Ada Hart' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /\(312\) 555-0100 ext\. 12/ }).getAttribute('href')).toBe('tel:+13125550100;ext=12')
  expect(screen.getByRole('link', { name: 'ada@firm.example' }).getAttribute('href')).toBe('mailto:ada@firm.example')
  expect(screen.getByText('Twenty years with banks.')).toBeTruthy()
})

test('without a team the site’s contact stands in, and without one the page still says so', async () => {
  const contact = { name: 'Service desk', email: 'desk@firm.example', phone: null }
  const first = await openPortal('/service-team', clientSession(), { 'GET /api/service-team': { records: [], contact } })
  expect(await screen.findByText('No team is named yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'desk@firm.example' })).toBeTruthy()
  first.unmount()
})

test('a request is sent once with its own key, and the form is empty again', async () => {
  const portal = await openPortal('/service-request', clientSession(), {
    'GET /api/service-team': { records: [ada], contact: nobody },
    'GET /api/service-requests': none,
    'POST /api/service-requests': {
      id: 1,
      subject: 'Values',
      text: 'Please send them.',
      createdAt: '2026-11-03T15:00:00.000Z',
      recipients: ['Ada Hart'],
    },
  })
  await userEvent.type(await screen.findByLabelText(/Subject/), 'Values')
  await userEvent.type(screen.getByLabelText(/What do you need/), 'Please send the values as of June.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(portal.asked.filter(({ method }) => method === 'POST')).toHaveLength(1))
  const [sent] = portal.asked.filter(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ subject: 'Values', text: 'Please send the values as of June.' })
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  await waitFor(() => expect(screen.getByLabelText(/Subject/)).toHaveProperty('value', ''))
})

test('who views as a client reads what was asked, and asks nothing', async () => {
  await openPortal('/service-request', clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } }), {
    'GET /api/service-team': { records: [ada], contact: nobody },
    'GET /api/service-requests': none,
  })
  expect(await screen.findByText('No requests yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})
