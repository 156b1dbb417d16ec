import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'
import { login } from '@corridor/contract/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { refusal, serve } from '../test/portal.tsx'
import { ApiError, errorSentence } from './api-error.ts'
import { call, urlOf } from './call.ts'
import { answerConfirmation, confirmationWanted } from './confirmation.ts'
import { answerSignIn, expired, holdSession } from './session-life.ts'

afterEach(() => {
  holdSession(0, 0)
  vi.useRealTimers()
})

test('path parameters fill the path, lists repeat their key, nothing empty is sent', () => {
  expect(urlOf(assetReports.listReports, { batch: 7, status: ['Ready', 'Failed'], search: '', take: 25 })).toBe(
    '/api/asset-reports/7/reports?status=Ready&status=Failed&take=25',
  )
})

test('a call that starts work carries an idempotency key and a JSON body', async () => {
  const asked = serve({ 'POST /api/asset-reports': { id: 9 } })
  await call(assetReports.generateReports, { period: '2026-10-31', institutions: [1, 2] }, { idempotencyKey: 'key-1' })
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/api/asset-reports', body: { period: '2026-10-31', institutions: [1, 2] } })
  expect(asked[0]?.headers.get('Idempotency-Key')).toBe('key-1')
  expect(asked[0]?.headers.get('Content-Type')).toBe('application/json')
})

test('a background call says that it is no action of a person', async () => {
  const asked = serve({})
  await call(closeBoard, {})
  expect(asked[0]?.headers.get('X-Background')).toBe('1')
})

test('a call within ten seconds of a person’s touch keeps the session alive; a later one says that it is none of theirs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked = serve({ 'POST /api/asset-reports': { id: 9 } })
  const send = () => call(assetReports.generateReports, { period: '2026-10-31', institutions: [1] })
  window.dispatchEvent(new Event('pointerdown'))
  await send()
  vi.setSystemTime(Date.now() + 9_999)
  await send()
  vi.setSystemTime(Date.now() + 1)
  await send()
  window.dispatchEvent(new Event('keydown'))
  await send()
  expect(asked.map(({ headers }) => headers.get('X-Background'))).toEqual([null, null, '1', null])
})

test('a refusal is a value with the message, the fields and the reference', async () => {
  serve({
    'POST /api/asset-reports': refusal(400, {
      code: 'input',
      message: 'Some of what was sent is not valid.',
      inputError: true,
      meta: { period: ['Choose the last day of a calendar month'] },
      requestId: 'req-9',
    }),
  })
  const error = await call(assetReports.generateReports, { period: '2026-10-30', institutions: [1] }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    code: 'input',
    inputError: true,
    fields: { period: ['Choose the last day of a calendar month'] },
    requestId: 'req-9',
  })
})

const SENTENCES: [number, Partial<ErrorReply> & { message: string }, string][] = [
  [500, { message: 'x', code: 'internal' }, 'Unable to complete operation. Please contact system administrator.'],
  [409, { message: 'This period is locked.', code: 'period_locked' }, 'Error: This period is locked.'],
  [
    400,
    { message: 'Not valid.', code: 'input', inputError: true, meta: { period: ['Choose a month end'] } },
    'Input Error: Not valid. Choose a month end',
  ],
]
test.each(SENTENCES)('the toast of a %i reads as required', (status, reply, sentence) => {
  expect(errorSentence(new ApiError(status, reply))).toBe(sentence)
})

test('an answer that is not ours gives status and status text', async () => {
  serve({ 'GET /api/close-board': new Response('<html>', { status: 502, statusText: 'Bad Gateway' }) })
  const error = await call(closeBoard, {}).catch((thrown: unknown) => thrown)
  expect(errorSentence(error)).toBe('Error: 502: Bad Gateway')
})

test('a call that meets the end of the session waits for the sign-in and is then regenerated', async () => {
  const replies: Record<string, unknown> = {
    'GET /api/close-board': refusal(401, { code: 'not_signed_in', message: 'Your session has expired.' }),
  }
  const asked = serve(replies)
  const answer = call(closeBoard, {})
  await expect.poll(() => expired.get()).toBe(true)
  serve({ 'GET /api/close-board': { period: '2026-10-31' } })
  answerSignIn(true)
  expect(await answer).toEqual({ period: '2026-10-31' })
  expect(asked).toHaveLength(1)
  expect(expired.get()).toBe(false)
})

test('a call that was under way while the session got another id is regenerated without a word', async () => {
  holdSession(7, 0)
  let answers = 0
  const asked = serve(
    {
      get 'GET /api/close-board'() {
        answers += 1
        return answers === 1 ? refusal(401, { code: 'not_signed_in', message: 'x' }) : { period: '2026-10-31' }
      },
    },
    buildSession({ userId: 7 }),
  )
  expect(await call(closeBoard, {})).toEqual({ period: '2026-10-31' })
  expect(asked.map(({ path }) => path)).toEqual(['/api/close-board', '/api/session', '/api/close-board'])
  expect(expired.get()).toBe(false)
})

test('a change that asks for the password again waits for it, and is given up when the person thinks better of it', async () => {
  const wanted = refusal(403, { code: 'confirm_required', message: 'Enter your password again to go on.' })
  serve({ 'POST /api/asset-reports': wanted })
  const given = call(assetReports.generateReports, { period: '2026-10-31', institutions: [1] })
  await expect.poll(() => confirmationWanted.get()).toBe(true)
  const asked = serve({ 'POST /api/asset-reports': { id: 5 } })
  answerConfirmation(true)
  expect(await given).toEqual({ id: 5 })
  expect(asked).toHaveLength(1)

  serve({ 'POST /api/asset-reports': wanted })
  const refused = call(assetReports.generateReports, { period: '2026-10-31', institutions: [1] })
  await expect.poll(() => confirmationWanted.get()).toBe(true)
  answerConfirmation(false)
  await expect(refused).rejects.toMatchObject({ code: 'confirm_required' })
})

test('a wrong password is an answer, not the end of a session', async () => {
  serve(
    { 'POST /api/session/login': refusal(401, { code: 'wrong_credentials', message: 'The email address or the password is incorrect.' }) },
    buildSession(),
  )
  await expect(call(login, { email: 'a@b.example', password: 'x' })).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(expired.get()).toBe(false)
})

test('no connection is an error with a sentence, not a crash', async () => {
  serve({ 'GET /api/close-board': new TypeError('Failed to fetch') })
  await expect(call(closeBoard, {})).rejects.toMatchObject({ status: 0, code: 'offline' })
})
