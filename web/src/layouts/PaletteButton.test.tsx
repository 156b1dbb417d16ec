import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession, clientSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

test('Escape pressed before the palette is drawn is heard: it does not come up afterwards', async () => {
  await openPortal('/dashboard', clientSession())
  await userEvent.keyboard('{Control>}k{/Control}{Escape}')
  await act(() => import('./Palette.tsx'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('it opens by keyboard, and Escape in it closes it', async () => {
  await openPortal('/dashboard', clientSession())
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Page or file' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('pages that stand under another in the sidebar are found too', async () => {
  await openPortal('/staff/dashboard', buildSession())
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Page, file or name' }), 'State Conf')
  expect(await screen.findByRole('option', { name: /State Config/ })).toBeTruthy()
})

test('a page that arrives while the palette is open leaves the keyboard to it', async () => {
  await openPortal('/dashboard', clientSession())
  const before = document.title
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Page or file' })
  // As if it had been pressed a moment before the palette came up.
  fireEvent.click(screen.getByRole('link', { name: 'Reports' }))
  await waitFor(() => expect(document.title).not.toBe(before))
  expect(document.activeElement).toBe(input)
})

test.each([
  ['a client', clientSession(), 'A page, an action, a file or a month', 'Page or file'],
  [
    'staff with every right',
    buildSession(),
    'A page, an action, an institution, a file, a person, a policy or a month',
    'Page, file or name',
  ],
  [
    'staff for carriers alone',
    buildSession({ permissions: [{ code: 'CARRIERS', access: 1 }] }),
    'A page, an action or a file',
    'Page or file',
  ],
] as const)('the palette promises %s what it finds for them', async (_, session, promise, name) => {
  await openPortal(session.userRole === 'c' ? '/dashboard' : '/carriers', session)
  await userEvent.keyboard('{Control>}k{/Control}')
  expect((await screen.findByRole('combobox', { name })).getAttribute('placeholder')).toBe(promise)
})
