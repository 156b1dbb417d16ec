import type { Session } from '@corridor/contract/session.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { currentSession } from '../../kernel/session.ts'
import { clientSession, site } from '../../test/fixtures.ts'
import { refusal, serve } from '../../test/portal.tsx'
import { SignInPage } from './SignInPage.tsx'

test('a demo account fills the form at a click, and signing in opens the session', async () => {
  const asked = serve({ 'POST /api/session/login': clientSession() })
  const entered = vi.fn<(session: Session) => void>()
  render(<SignInPage onSignedIn={entered} />)
  await userEvent.click(await screen.findByRole('button', { name: /client@firstcoastal\.example/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(asked.at(-1)).toMatchObject({
    path: '/api/session/login',
    body: { email: 'client@firstcoastal.example', password: 'Corridor-Demo-2026' },
  })
  expect(entered).toHaveBeenCalledOnce()
  expect(currentSession.get()?.institutionName).toBe('First Coastal Bank')
  expect(localStorage.getItem('codes')).toBe('["MBR","SMB","ABR","EOL"]')
})

test('the site’s label stands above the form', async () => {
  serve({})
  render(<SignInPage />)
  expect(await screen.findByText('BOLI Portal')).toBeTruthy()
})

test('password managers find the fields, and the password can be shown', async () => {
  serve({})
  render(<SignInPage />)
  expect(screen.getByLabelText('Email address').getAttribute('autocomplete')).toBe('username')
  const password = screen.getByLabelText('Password')
  expect(password.getAttribute('autocomplete')).toBe('current-password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
})

test('a lock-out says when to come back', async () => {
  serve({
    'POST /api/session/login': refusal(429, {
      code: 'too_many_requests',
      message: 'Too many attempts. Wait a few minutes and try again.',
      retryAfter: 240,
    }),
  })
  render(<SignInPage />)
  await userEvent.type(screen.getByLabelText('Email address'), 'client@firstcoastal.example')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect((await screen.findByText(/Too many attempts/)).textContent).toMatch(/You can try again in 4 minutes, at \d{1,2}:\d\d [AP]M\./)
})

test.each([
  [true, 0],
  [false, 1],
])('the sign-in page of a demo says that no second factor is asked for, where that is so: asked %s', async (asksSecondFactor, times) => {
  serve({ 'GET /api/site': { ...site, asksSecondFactor } })
  render(<SignInPage />)
  await screen.findByRole('heading', { name: 'Demo accounts' })
  expect(
    screen.queryAllByText(/^This demo does not ask for a second factor; in production everyone confirms each sign-in\.$/),
  ).toHaveLength(times)
})

test('a failed site load is silently ignored', async () => {
  serve({ 'GET /api/site': refusal(500, { code: 'internal', message: 'x' }) })
  render(<SignInPage />)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Demo accounts' })).toBeNull()
})

test('several sites have their place from the start, are offered once an address is typed, and the chosen one is signed in to', async () => {
  const asked = serve({
    'GET /api/site': { ...site, severalSites: true },
    [`GET /api/users/${encodeURIComponent(btoa('ada@bank.example'))}/sites`]: {
      records: [
        { id: 1, name: 'Corridor BOLI', url: null },
        { id: 2, name: 'Corridor COLI', url: null },
      ],
    },
    'POST /api/session/login': clientSession(),
  })
  render(<SignInPage onSignedIn={() => undefined} />)
  const choice = await screen.findByLabelText('Site')
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Corridor BOLI'])
  await userEvent.type(screen.getByLabelText('Email address'), 'ada@bank.example')
  await within(choice).findByRole('option', { name: 'Corridor COLI' }, { timeout: 3_000 })
  expect(choice).toHaveProperty('value', '1')
  await userEvent.selectOptions(choice, 'Corridor COLI')
  await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
  await vi.waitFor(() => expect(asked.at(-1)?.body).toEqual({ email: 'ada@bank.example', password: 'x', siteId: 2 }))
})

test('where there is one site, nobody is asked which', async () => {
  const asked = serve({})
  render(<SignInPage />)
  await screen.findByText('BOLI Portal')
  await userEvent.type(screen.getByLabelText('Email address'), 'ada@bank.example')
  expect([screen.queryByLabelText('Site'), asked.filter(({ path }) => path.endsWith('/sites'))]).toEqual([null, []])
})

test('the way to a new password stands below the form', () => {
  serve({})
  render(<SignInPage />)
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgotten-password')
})

test('who logged out is told that they are signed out; who only comes to sign in is not', () => {
  serve({})
  const said = () => {
    const { unmount } = render(<SignInPage />)
    const words = screen.queryByText('You are signed out.')?.role
    unmount()
    return words
  }
  expect(said()).toBeUndefined()
  history.replaceState(null, '', '#signed-out')
  expect(said()).toBe('status')
  history.replaceState(null, '', location.pathname)
})
