/** The states of a page without its content: empty, loading, refused and failed, and what a person can do in each. */
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../kernel/api-error.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ProgressBar } from './ProgressBar.tsx'

test.each([
  [0, 'No connection', 'why', true],
  [403, 'You do not have the right to see this', 'why', false],
  [404, 'Not found', 'why', false],
  [409, 'This cannot be shown', 'why', true],
  [499, 'This cannot be shown', 'why', true],
  [500, 'The server could not answer', 'Unable to complete operation. Please contact system administrator.', true],
  [503, 'The server could not answer', 'Unable to complete operation. Please contact system administrator.', true],
])('an answer of %i reads "%s", and is asked again where that can help', (status, title, advice, isAskedAgain) => {
  let asked = 0
  render(<ErrorState error={new ApiError(status, { message: 'why', requestId: 'r-77' })} onRetry={() => (asked += 1)} />)
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect([screen.queryByText(advice) !== null, screen.getByRole('alert').textContent?.includes('r-77')]).toEqual([true, true])
  const again = screen.queryByRole('button', { name: 'Try again' })
  again?.click()
  expect([again !== null, asked]).toEqual([isAskedAgain, isAskedAgain ? 1 : 0])
})

test('a page further than lists go says to narrow the search', () => {
  const sentence = 'Lists page to 10,000 rows: narrow the search or add a filter.'
  render(<ErrorState error={new ApiError(400, { message: 'Some of it is not valid.', meta: { skip: [sentence] } })} />)
  expect(screen.getByRole('heading').textContent).toBe('Narrow the search')
  screen.getByText(sentence)
})

test('what is no answer of the server is a failure of the page, without a reference; without a way to ask again none is offered', () => {
  render(<ErrorState error={new Error('x is undefined')} />)
  expect(screen.getByRole('heading').textContent).toBe('This part of the page failed')
  expect(screen.getByRole('alert').textContent).not.toContain('undefined')
  expect(screen.queryByRole('button')).toBeNull()
})

test('an empty list says in words that it is empty and why, and leads to the next step', () => {
  render(<EmptyState title="No banks" why="None yet" next={<a href="/new">Add the first bank</a>} />)
  expect(screen.getByRole('heading').parentElement?.textContent).toBe('No banksNone yetAdd the first bank')
})

test.each([
  [0, 0, '0%', true],
  [1, 4, '25%', false],
  [4, 4, '100%', true],
  [5, 4, '100%', true],
])('%i of %i fill %s of the bar', (value, of, width, isDone) => {
  render(<ProgressBar label="Read" value={value} of={of} />)
  const bar = screen.getByRole('progressbar', { name: 'Read' })
  expect([bar.firstElementChild?.getAttribute('style'), bar.hasAttribute('data-done')]).toEqual([`width: ${width};`, isDone])
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemin'), bar.getAttribute('aria-valuemax')]).toEqual([
    String(value),
    '0',
    String(of),
  ])
})

test('the failed part of what is done stands apart in the bar', () => {
  render(<ProgressBar label="Batch" value={12} of={12} failed={3} />)
  const parts = [...screen.getByRole('progressbar', { name: 'Batch' }).children]
  expect(parts.map((part) => [part.getAttribute('style'), part.hasAttribute('data-failed')])).toEqual([
    ['width: 75%;', false],
    ['width: 25%;', true],
  ])
})
