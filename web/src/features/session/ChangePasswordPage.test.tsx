import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { currentSession } from '../../kernel/session.ts'
import { clientSession } from '../../test/fixtures.ts'
import { refusal, serve } from '../../test/portal.tsx'
import { ChangePasswordPage } from './ChangePasswordPage.tsx'
import { ForgottenPasswordPage } from './ForgottenPasswordPage.tsx'

const TOKEN = 'a'.repeat(43)
const POLICY = {
  portalLabel: 'BOLI Portal',
  minLength: 12,
  minUniqueChars: 0,
  minUpperAlphaChars: 1,
  minLowerAlphaChars: 1,
  minNumericChars: 1,
  minSymbolChars: 0,
  reusePasswords: 5,
  expirationDays: 90,
  sessionTimeout: 15,
}
const LINK = { purpose: 'invite', email: 'ada@bank.example', firstName: 'Ada' }
const NONE = new Response(null, { status: 204 })

afterEach(() => {
  currentSession.set(null)
  history.replaceState(null, '', '/')
})

function byLink(replies: Record<string, unknown> = {}) {
  history.replaceState(null, '', `/change-password#token=${TOKEN}`)
  const asked = serve({
    'GET /api/sites/settings': POLICY,
    'POST /api/session/password/link': LINK,
    'POST /api/session/password': NONE,
    ...replies,
  })
  render(<ChangePasswordPage />)
  return asked
}
const met = () => screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('(met)')).length
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

describe('the rules', () => {
  test('tick themselves off in the required words while one types', async () => {
    byLink()
    const [list = document.body, refused = document.body] = await screen.findAllByRole('list')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'must be at least 12 characters long (not yet)',
      'must contain at least 1 upper (not yet)',
      'must contain at least 1 lower (not yet)',
      'must contain at least 1 numbers (not yet)',
      'passwords must match (not yet)',
    ])
    expect(within(refused).getByText(/the name of the portal or of your institution/)).toBeTruthy()
    await type('New password', 'Otters')
    expect(met()).toBe(2)
    await type('New password', '-and-herons-7')
    expect(met()).toBe(4)
    await type('Confirm new password', 'Otters-and-herons-7')
    expect(met()).toBe(5)
  })

  test('stop a password that breaks them before it is sent', async () => {
    const asked = byLink()
    await type('New password', 'short')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText(/must be at least 12 characters long; must contain at least 1 upper/)).toBeTruthy()
    expect(asked.some(({ path }) => path === '/api/session/password')).toBe(false)
  })

  test('let a password be pasted and shown', async () => {
    byLink()
    const field = await screen.findByLabelText('New password')
    await userEvent.click(field)
    await userEvent.paste('Otters-and-herons-7')
    expect(field).toHaveProperty('value', 'Otters-and-herons-7')
    await userEvent.click(screen.getByRole('button', { name: 'Show new password' }))
    expect(field.getAttribute('type')).toBe('text')
    expect(field.getAttribute('autocomplete')).toBe('new-password')
  })
})

describe('a link', () => {
  test('of an invitation welcomes its person and sets the password', async () => {
    const asked = byLink()
    expect(await screen.findByRole('heading', { name: 'Welcome to Corridor' })).toBeTruthy()
    expect(screen.getByText('ada@bank.example')).toBeTruthy()
    await type('New password', 'Otters-and-herons-7')
    await type('Confirm new password', 'Otters-and-herons-7')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeTruthy()
    expect(asked.find(({ path }) => path === '/api/session/password')?.body).toEqual({
      password: 'Otters-and-herons-7',
      confirmation: 'Otters-and-herons-7',
      token: TOKEN,
    })
    // The name is filled in: what is left to type is the password.
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'ada@bank.example')
    expect(screen.getByText('Sign in with it now.')).toBeTruthy()
    // Neither the address nor the history keeps it.
    expect(location.hash).toBe('')
  })

  test('that is over says so and offers a new one', async () => {
    byLink({ 'POST /api/session/password/link': refusal(410, { code: 'link_over', message: 'x' }) })
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe('/forgotten-password')
  })

  test('used by someone else meanwhile says the same', async () => {
    byLink({ 'POST /api/session/password': refusal(410, { code: 'link_over', message: 'x' }) })
    await type('New password', 'Otters-and-herons-7')
    await type('Confirm new password', 'Otters-and-herons-7')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
  })

  test('that is none at all is over too, and nothing is asked', async () => {
    history.replaceState(null, '', '/change-password#token=short')
    const asked = serve({})
    render(<ChangePasswordPage />)
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
    expect(asked.map(({ path }) => path)).not.toContain('/api/session/password/link')
  })
})

test('the server’s refusals stand at their fields', async () => {
  currentSession.set(clientSession({ passwordExpired: true }))
  serve({
    'GET /api/sites/settings': POLICY,
    'POST /api/session/password': refusal(400, {
      code: 'input',
      message: 'x',
      inputError: true,
      meta: { current: ['This is not your password.'], password: ['must not be one of your last 5 passwords'] },
    }),
  })
  render(<ChangePasswordPage alone />)
  expect(await screen.findByText(/Your password has expired/)).toBeTruthy()
  await type('Current password', 'x')
  await type('New password', 'Otters-and-herons-7')
  await type('Confirm new password', 'Otters-and-herons-7')
  await userEvent.click(screen.getByRole('button', { name: 'Change password and continue' }))
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  expect(screen.getByText('must not be one of your last 5 passwords')).toBeTruthy()
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
})

test('Caps Lock is pointed out while it is on', async () => {
  currentSession.set(clientSession({ passwordExpired: true }))
  serve({ 'GET /api/sites/settings': POLICY })
  render(<ChangePasswordPage alone />)
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('Current password'))
  await user.keyboard('{CapsLock}A')
  expect(await screen.findByText('Caps Lock is on.')).toBeTruthy()
  await user.keyboard('{CapsLock}b')
  expect(screen.queryByText('Caps Lock is on.')).toBeNull()
})

test('a forgotten password is answered alike for every address', async () => {
  const asked = serve({ 'POST /api/session/password/forgot': NONE })
  render(<ForgottenPasswordPage />)
  await userEvent.type(screen.getByLabelText('Email address'), 'ada@bank.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/If an account belongs to/)).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ path: '/api/session/password/forgot', body: { email: 'ada@bank.example' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'ada@bank.example')
})
