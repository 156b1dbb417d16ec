import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../test/portal.tsx'
import { SignInPage } from './SignInPage.tsx'

const OFFER = '/api/session/single-sign-on'
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/login')
})

test('a domain whose bank has a sign-in of its own is offered it, and the way leads back to where it was going', async () => {
  history.replaceState(null, '', '/login?fromUrl=%2Freports%3Ftype%3DMBR')
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const asked = serve({
    [`GET ${OFFER}`]: { offered: true },
    [`POST ${OFFER}`]: { url: 'https://login.firstcoastal.example/authorize?x=1' },
  })
  render(<SignInPage />)
  await userEvent.type(screen.getByLabelText('Email address'), 'Somebody@FirstCoastal.example')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with your bank' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://login.firstcoastal.example/authorize?x=1'))
  expect(asked.filter(({ path }) => path === OFFER).map(({ method, query, body }) => body ?? `${method} ${query.get('domain')}`)).toEqual([
    'GET firstcoastal.example',
    { email: 'Somebody@FirstCoastal.example', siteId: 1, returnTo: '/reports?type=MBR' },
  ])
})

test('other domains see no such button', async () => {
  const asked = serve({ [`GET ${OFFER}`]: { offered: false } })
  render(<SignInPage />)
  await userEvent.type(screen.getByLabelText('Email address'), 'somebody@elsewhere.example')
  await waitFor(() => expect(asked.some(({ path }) => path === OFFER)).toBe(true))
  expect(screen.queryByRole('button', { name: 'Sign in with your bank' })).toBeNull()
})

test.each([
  ['unknown', /there is no account here for it/],
  ['expired', /took too long/],
])('coming back with %s says why', async (reason, words) => {
  history.replaceState(null, '', `/login?sso=${reason}`)
  serve({})
  render(<SignInPage />)
  expect((await screen.findByText(words)).getAttribute('role')).toBe('alert')
})

test('nothing else in the address is shown as a reason', async () => {
  history.replaceState(null, '', '/login?sso=Call%20this%20number')
  serve({})
  render(<SignInPage />)
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.body.textContent).not.toContain('Call this number')
})
