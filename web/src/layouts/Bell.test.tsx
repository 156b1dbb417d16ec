import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const record = { id: 4, kind: 'REQUEST_ANSWERED', title: 'News about your request “Basis”', link: '/service-request', isRead: false }
const bell = { records: [{ ...record, createdAt: '2026-11-03T15:00:00.000Z' }], unread: 1 }

test('the bell says how much is unread, and what is opened there is read', async () => {
  const portal = await openPortal('/reports', clientSession(), {
    'GET /api/notifications': bell,
    'POST /api/notifications/read': new Response(null, { status: 204 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Notifications' })).getByRole('link', { name: /News about your request/ }),
  )
  await waitFor(() => expect(portal.address()).toBe('/service-request'))
  expect(portal.asked.find(({ path }) => path === '/api/notifications/read')?.body).toEqual({ ids: [4] })
})

test('a notification is read once the page that it leads to is open, however it was reached', async () => {
  const unread = { ...record, createdAt: '2026-11-03T15:00:00.000Z', id: 5, kind: 'FILES_CAME', title: 'New: Tax Opinion' }
  const { asked } = await openPortal('/service-request/17', clientSession(), {
    'GET /api/notifications': { records: [{ ...unread, link: '/service-request/17' }, ...bell.records], unread: 2 },
    'POST /api/notifications/read': new Response(null, { status: 204 }),
  })
  await screen.findByRole('button', { name: 'Notifications: 1 unread' })
  expect(asked.filter(({ path }) => path === '/api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [5] }])
})

test('whoever views as a client is shown no bell, and asks for none', async () => {
  const session = clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } })
  const { asked } = await openPortal('/reports', session, { 'GET /api/notifications': bell })
  await screen.findByText(/Nothing can be changed/)
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  expect(asked.map(({ path }) => path)).not.toContain('/api/notifications')
})
