/** The error catalog (docs/errors.md), word for word, case by case: the answer to a call, and the message the person sees. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { board } from '../test/close-board-fixtures.ts'
import { buildSession } from '../test/fixtures.ts'
import { openPortal, Providers, refusal, serve } from '../test/portal.tsx'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { PageFailure } from '../ui/states/PageFailure.tsx'
import { ApiError, errorSentence } from './api-error.ts'
import { call } from './call.ts'
import { ChunkError, withTimeOut } from './chunk.ts'
import { clearErrorTray, errorTray, shownToasts, toast } from './toasts.ts'
import { useEndpoint } from './use-endpoint.ts'

const SERVER_FAILED = 'Unable to complete operation. Please contact system administrator.'
const shown = () => shownToasts.get().map(({ message }) => message)
beforeEach(() => {
  shownToasts.set([])
  clearErrorTray()
})

/** The server's answer, and its toast. */
const CASES: readonly (readonly [string, Response | Error, string])[] = [
  ['500', refusal(500, { code: 'internal', message: SERVER_FAILED, requestId: 'r-1' }), SERVER_FAILED],
  ['500 whose body says something else', refusal(500, { code: 'internal', message: 'relation "x" does not exist' }), SERVER_FAILED],
  ['500 without a body', new Response(null, { status: 500, statusText: 'Internal Server Error' }), SERVER_FAILED],
  ['400', refusal(400, { code: 'input', message: 'Not valid.' }), 'Error: Not valid.'],
  ['400 that flags an input error', refusal(400, { code: 'input', message: 'Not valid.', inputError: true }), 'Input Error: Not valid.'],
  [
    '400 that flags an input error, with meta',
    refusal(400, {
      code: 'input',
      message: 'Not valid.',
      inputError: true,
      meta: { period: ['Choose a month end.'], name: ['Too long.'] },
    }),
    'Input Error: Not valid. Choose a month end. Too long.',
  ],
  ['403', refusal(403, { code: 'forbidden', message: 'You may not.' }), 'Error: You may not.'],
  ['404', refusal(404, { code: 'not_found', message: 'Not there.' }), 'Error: Not there.'],
  ['409', refusal(409, { code: 'conflict', message: 'Changed meanwhile.' }), 'Error: Changed meanwhile.'],
  ['429', refusal(429, { code: 'too_many_requests', message: 'Wait a little.' }), 'Error: Wait a little.'],
  ['503', refusal(503, { code: 'unavailable', message: 'The service is restarting.' }), 'Error: The service is restarting.'],
  ['a body without a message', refusal(418, { code: 'tea' }), 'Error: 418: '],
  ['no body', new Response(null, { status: 502, statusText: 'Bad Gateway' }), 'Error: 502: Bad Gateway'],
  ['a page of someone else’s', new Response('<html>', { status: 504, statusText: 'Gateway Timeout' }), 'Error: 504: Gateway Timeout'],
  ['no answer', new TypeError('Failed to fetch'), 'The server cannot be reached. Check your connection; what you typed is still here.'],
]

test.each(CASES)('%s', async (_, answer, sentence) => {
  serve({ 'GET /api/close-board': answer })
  const error = await call(closeBoard, {}).catch((thrown: unknown) => thrown)
  toast.error(error)
  expect(shown()).toEqual([sentence])
  expect(errorTray.get().map(({ message }) => message)).toEqual([sentence])
})

test('a caller’s own words stand in for the server’s failure, and for nothing else', () => {
  expect(errorSentence(new ApiError(500, { message: 'x' }), 'The batch could not be started.')).toBe('The batch could not be started.')
  expect(errorSentence(new ApiError(409, { message: 'x' }), 'The batch could not be started.')).toBe('Error: x')
})

test('what the server failed at carries its reference, from the body or the header, beside the words', async () => {
  serve({ 'GET /api/close-board': new Response('{}', { status: 500, headers: { 'x-request-id': 'ref-42' } }) })
  toast.error(await call(closeBoard, {}).catch((thrown: unknown) => thrown))
  render(<Toasts />)
  expect(screen.getByRole('alert').textContent).toBe(`${SERVER_FAILED}Reference ref-42`)
})

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['saved', () => toast.saved(), 'Saved!', 5_000],
    ['deleted', () => toast.deleted(), 'Deleted!', 5_000],
    [
      'exception checks',
      () => toast.exceptionChecksFailed(),
      'Failed to fetch some of the exception warnings for the current end of the month.',
      10_000,
    ],
    ['an error', () => toast.error(new ApiError(500, { message: 'x' })), SERVER_FAILED, 10_000],
  ] as const)('%s: its words, for its time, folded within 500 ms', (_, show, words, time) => {
    show()
    vi.advanceTimersByTime(499)
    show()
    expect(shown()).toEqual([words])
    vi.advanceTimersByTime(time - 500)
    expect(shown()).toEqual([words])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
    show()
    vi.advanceTimersByTime(500)
    show()
    expect(shown()).toEqual([words, words])
  })
})

test('what is on the page and cannot be read again stays there; a toast says why, once until it is read', async () => {
  const replies: Record<string, unknown> = {}
  serve(replies)
  const { result } = renderHook(() => useEndpoint(closeBoard, {}), { wrapper: Providers })
  await waitFor(() => expect(result.current.data).toBeDefined())
  const readAgain = (answer: unknown) => {
    replies['GET /api/close-board'] = answer
    return act(() => result.current.refetch())
  }
  await readAgain(refusal(500, { code: 'internal', message: 'x' }))
  await readAgain(refusal(500, { code: 'internal', message: 'x' }))
  expect([shown(), result.current.data?.period]).toEqual([[SERVER_FAILED], board.period])
  await readAgain(board)
  await readAgain(refusal(403, { code: 'forbidden', message: 'You may not.' }))
  expect(shown()).toEqual([SERVER_FAILED, 'Error: You may not.'])
})

test('a missing path argument is a developer’s toast, and no call leaves the browser', async () => {
  const asked = serve({})
  await expect(
    call(assetReports.getReport, { batch: 7, report: undefined as unknown as number, ReportType: 'AssetReport' }),
  ).rejects.toMatchObject({
    code: 'incomplete_call',
  })
  expect(shown()).toEqual(['GET /api/asset-reports/:batch/reports/:report was called without report.'])
  expect(asked).toEqual([])
  await expect(call(assetReports.listBatches, { ReportType: 'AssetReport' })).rejects.toMatchObject({ status: 404 })
})

describe('a chunk that does not arrive', () => {
  test('after 120,000 ms is a time-out, and not before', async () => {
    vi.useFakeTimers()
    const late = withTimeOut(new Promise(() => undefined)).catch((thrown: unknown) => thrown)
    vi.advanceTimersByTime(119_999)
    expect(await Promise.race([late, Promise.resolve('still waiting')])).toBe('still waiting')
    vi.advanceTimersByTime(1)
    expect(await late).toMatchObject({ name: 'ChunkError', message: 'time-out' })
    vi.useRealTimers()
  })

  test.each([
    ['a page', new ChunkError('missing'), 'Corridor has been updated'],
    ['a page that takes too long', new ChunkError('time-out'), 'This page is taking too long to arrive'],
    [
      'a part of a page, in Chromium',
      new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js'),
      'Corridor has been updated',
    ],
    [
      'a part of a page, in Firefox',
      new TypeError('error loading dynamically imported module: http://x/assets/a.js'),
      'Corridor has been updated',
    ],
    ['a part of a page, in Safari', new TypeError('Importing a module script failed.'), 'Corridor has been updated'],
    [
      'a part of a page, without a connection',
      new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js'),
      'No connection',
    ],
  ])('%s: an offer to load again', async (_, error, title) => {
    vi.stubGlobal('fetch', async () => {
      if (title === 'No connection') throw new TypeError('Failed to fetch')
      return new Response(null)
    })
    const reload = vi.fn()
    vi.spyOn(location, 'reload').mockImplementation(reload)
    render(<PageFailure error={error} reset={() => undefined} info={{ componentStack: '' }} />)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Load the page again' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('another error of ours is not blamed on an update', () => {
    render(<PageFailure error={new TypeError('x is undefined')} reset={() => undefined} info={{ componentStack: '' }} />)
    expect(screen.getByRole('heading', { name: 'This part of the page failed' })).toBeTruthy()
  })
})

test.each([
  ['403', 'You do not have the right to open this page'],
  ['404', 'This page does not exist'],
  ['500', 'The server could not answer'],
  ['offline', 'Corridor cannot be reached'],
  ['expired', 'Your session has expired'],
  ['chunk', 'Corridor has been updated'],
  ['nonsense', 'This page cannot be shown'],
])('/error/%s says what happened, what to do, and the reference', async (code, title) => {
  await openPortal(`/error/${code}?reference=ref-7`, buildSession())
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByText('ref-7')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeTruthy()
})

test('a page whose data is refused shows the reference of that very call', async () => {
  const answer = Response.json({ code: 'forbidden', message: 'You may not.' }, { status: 403, headers: { 'x-request-id': 'ref-9' } })
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': answer })
  expect(await screen.findByText('ref-9')).toBeTruthy()
  await act(async () => undefined)
})
