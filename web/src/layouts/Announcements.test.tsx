import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession } from '../test/fixtures.ts'
import { openPortal, refusal } from '../test/portal.tsx'

const announced = (id: number, over = {}) => ({ id, title: `Title ${id}`, body: 'Text.', level: 'INFO', dismissible: true, ...over })
const open = (records: unknown[], replies: Record<string, unknown> = {}, session = clientSession()) =>
  openPortal('/service-team', session, { 'GET /api/announcements/active': { records }, ...replies })
const banners = async () => within(await screen.findByRole('status', { name: 'Announcements' }))

test('two stand above the page, the others behind a button; addresses are links, markup is text', async () => {
  await open([announced(1, { level: 'WARNING', body: 'See https://bank.example/x. <b>Soon</b>' }), announced(2), announced(3)])
  const shown = await banners()
  expect((await shown.findByRole('link')).getAttribute('href')).toBe('https://bank.example/x')
  expect(shown.getByText(/<b>Soon<\/b>/)).toBeTruthy()
  expect(shown.queryByText('Title 3')).toBeNull()
  await userEvent.click(shown.getByRole('button', { name: 'Show 1 more' }))
  expect(shown.getByText('Title 3')).toBeTruthy()
})

test('on a phone the words of a notice are read by a press, those of a warning at once', async () => {
  await open([announced(1, { level: 'WARNING' }), announced(2)])
  const shown = await banners()
  await shown.findByText('Title 2')
  expect(shown.queryByRole('button', { name: 'Read: Title 1' })).toBeNull()
  const words = () => shown.getAllByText('Text.').map((text) => text.hasAttribute('data-open'))
  expect(words()).toEqual([true, false])
  await userEvent.click(shown.getByRole('button', { name: 'Read: Title 2' }))
  expect([words(), shown.getByRole('button', { name: 'Hide: Title 2' }).getAttribute('aria-expanded')]).toEqual([[true, true], 'true'])
})

test('an announcement leads to the page of the portal that it speaks of', async () => {
  await open([announced(1, { body: 'Please [answer online](/questionnaires/annual).' })])
  const link = await (await banners()).findByRole('link', { name: 'answer online' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/questionnaires/annual', null])
})

test('dismissed it is gone at once, and is back when the server could not keep it', async () => {
  const { asked } = await open([announced(7)], {
    'POST /api/announcements/7/dismiss': refusal(503, { code: 'unavailable', message: 'Try again.' }),
  })
  const shown = await banners()
  await userEvent.click(await shown.findByRole('button', { name: 'Dismiss: Title 7' }))
  expect(asked.some(({ path }) => path === '/api/announcements/7/dismiss')).toBe(true)
  await waitFor(() => expect(shown.queryByText('Title 7')).toBeTruthy())
})

test('what must stay has no cross, and nobody puts anything away in someone else’s name', async () => {
  await open([announced(1, { dismissible: false })])
  const shown = await banners()
  expect(await shown.findByText('Title 1')).toBeTruthy()
  expect(shown.queryByRole('button', { name: /^Dismiss/ })).toBeNull()
})

test('seen through a client’s eyes it cannot be dismissed', async () => {
  await open([announced(1)], {}, clientSession({ actingAs: { userId: 9, name: 'Cleo Park' } }))
  const shown = await banners()
  expect(await shown.findByText('Title 1')).toBeTruthy()
  expect(shown.queryByRole('button', { name: /^Dismiss/ })).toBeNull()
})
