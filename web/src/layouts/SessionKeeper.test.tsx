import { assetReports } from '@corridor/contract/asset-reports.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../kernel/call.ts'
import { adoptSession } from '../kernel/session.ts'
import { answerSignIn, deadline, expired, sessionAnswered, startSessionLife, stopSessionLife, warningLead } from '../kernel/session-life.ts'
import { shownToasts } from '../kernel/toasts.ts'
import { clientSession } from '../test/fixtures.ts'
import { Providers, refusal, serve } from '../test/portal.tsx'
import { SessionKeeper } from './SessionKeeper.tsx'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  stopSessionLife()
  answerSignIn(false)
  vi.useRealTimers()
})

async function keep(msLength: number, replies: Record<string, unknown> = {}, msAbsolute = 720 * MINUTE) {
  const session = clientSession({ msLength, msAbsolute })
  const asked = serve(replies, session)
  adoptSession(session)
  startSessionLife(msLength)
  render(<SessionKeeper />, { wrapper: Providers })
  await waitFor(() => expect(asked.some((call) => call.path === '/api/session/refresh')).toBe(true))
  return asked
}
/** An answer that comes when the test says so. */
function later(): [Promise<Response>, (response: Response) => void] {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return [promise, resolve]
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('the warning comes 120 seconds before the end, 30 when the session is that short', () => {
  expect(warningLead(15 * MINUTE)).toBe(120_000)
  expect(warningLead(120_000)).toBe(30_000)
})

test('two minutes before the end a prompt asks, in the required words', async () => {
  await keep(15 * MINUTE)
  await pass(12 * MINUTE)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(MINUTE + 2_000)
  const prompt = await screen.findByRole('alertdialog', { name: 'Session expiring soon' })
  expect(prompt.textContent).toMatch(
    /As a security precaution, if there is no more activity your session ends in 1\d\d seconds and you go to the login page\./,
  )
  expect(prompt.textContent).toContain('If you are still working, choose Continue to remain logged in.')
})

test('Continue refreshes the session and the prompt goes', async () => {
  const asked = await keep(15 * MINUTE)
  await pass(13 * MINUTE + 5_000)
  const before = asked.length
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.slice(before).map((call) => call.path)).toContain('/api/session/refresh')
  expect(deadline.get()).toBeGreaterThan(Date.now() + 14 * MINUTE)
})

test('an answer that was long under way counts from when it was asked: the prompt is not put off by it', async () => {
  const [slow, answerSlowly] = later()
  await keep(15 * MINUTE, { 'GET /api/session/refresh': slow })
  await pass(13 * MINUTE + 5_000)
  expect(await screen.findByRole('alertdialog', { name: 'Session expiring soon' })).toBeTruthy()
  answerSlowly(Response.json(clientSession({ msLength: 15 * MINUTE })))
  await pass(2_000)
  expect(screen.getByRole('alertdialog', { name: 'Session expiring soon' })).toBeTruthy()
  expect(deadline.get()).toBeLessThan(Date.now() + 2 * MINUTE)
})

test('an older answer does not take back what a newer one gave', () => {
  const now = Date.now()
  startSessionLife(15 * MINUTE, now)
  sessionAnswered(now - 5 * MINUTE)
  expect(deadline.get()).toBe(now + 15 * MINUTE)
  sessionAnswered(now + 1)
  expect(deadline.get()).toBe(now + 1 + 15 * MINUTE)
})

test('what another tab kept alive goes on with what is left of it, and the warning keeps its lead', async () => {
  await keep(15 * MINUTE, { 'GET /api/session': clientSession({ msLength: 4 * MINUTE }) })
  await pass(15 * MINUTE + 2_000)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(Math.round(((deadline.get() ?? 0) - Date.now()) / MINUTE)).toBe(4)
  await pass(2 * MINUTE + 2_000)
  expect(await screen.findByRole('alertdialog', { name: 'Session expiring soon' })).toBeTruthy()
})

test('when the countdown ends, the person signs in again over the same page', async () => {
  const replies: Record<string, unknown> = { 'GET /api/session': { ...clientSession(), userId: 0, msLength: 0 } }
  await keep(15 * MINUTE, replies)
  await pass(15 * MINUTE + 2_000)
  expect(await screen.findByRole('alertdialog', { name: 'Sign in again' })).toBeTruthy()
  expect(expired.get()).toBe(true)
  expect(shownToasts.get().map((shown) => shown.message)).toEqual(['Your session has expired. Please login again.'])
  expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'client@firstcoastal.example')
})

test('when the countdown ends, the session ends on the server too, and what the browser keeps stays', async () => {
  const asked = await keep(15 * MINUTE, {
    'GET /api/session': clientSession({ msLength: 0 }),
    'POST /api/session/logout': new Response(null, { status: 204 }),
  })
  await pass(15 * MINUTE + 2_000)
  expect(await screen.findByRole('alertdialog', { name: 'Sign in again' })).toBeTruthy()
  expect(asked.filter(({ path }) => path === '/api/session/logout').map(({ body }) => body)).toEqual([{ deliberate: false }])
})

test('a countdown that another tab puts off ends no session', async () => {
  const asked = await keep(15 * MINUTE, { 'GET /api/session': clientSession({ msLength: 4 * MINUTE }) })
  await pass(15 * MINUTE + 2_000)
  expect(asked.map(({ path }) => path)).not.toContain('/api/session/logout')
})

test('near the twelfth hour nothing puts the end off, and the prompt says so', async () => {
  const asked = await keep(15 * MINUTE, { 'GET /api/session': { ...clientSession(), userId: 0, msLength: 0 } }, 5 * MINUTE)
  await pass(3 * MINUTE + 2_000)
  const prompt = await screen.findByRole('alertdialog', { name: 'Session expiring soon' })
  expect(prompt.textContent).toMatch(/Every session ends twelve hours after sign-in\. Yours ends in 1\d\d seconds/)
  const before = asked.length
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked).toHaveLength(before)
  await pass(2 * MINUTE)
  expect(await screen.findByRole('alertdialog', { name: 'Sign in again' })).toBeTruthy()
})

test('a wrong password in the dialog says so and keeps it open', async () => {
  await keep(15 * MINUTE, {
    'GET /api/session': { ...clientSession(), userId: 0, msLength: 0 },
    'POST /api/session/login': refusal(401, { code: 'wrong_credentials', message: 'The email address or the password is incorrect.' }),
  })
  await pass(15 * MINUTE + 2_000)
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  expect(await screen.findByText('The email address or the password is incorrect.')).toBeTruthy()
  expect(screen.getByRole('alertdialog', { name: 'Sign in again' })).toBeTruthy()
})

test('a change that asks for the password again is made once it was given, and a wrong one says so', async () => {
  const replies: Record<string, unknown> = {
    'POST /api/asset-reports': refusal(403, { code: 'confirm_required', message: 'Enter your password again to go on.' }),
    'POST /api/session/confirm': refusal(400, {
      code: 'input',
      message: 'Some of what was sent is not valid.',
      inputError: true,
      meta: { password: ['This is not your password.'] },
    }),
  }
  await keep(15 * MINUTE, replies)
  const change = call(assetReports.generateReports, { period: '2026-10-31', institutions: [1] })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  replies['POST /api/session/confirm'] = new Response(null, { status: 204 })
  replies['POST /api/asset-reports'] = { id: 5 }
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await change).toEqual({ id: 5 })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
