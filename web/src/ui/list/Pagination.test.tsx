import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Pagination, pagesShown } from './Pagination.tsx'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [1, 5, [1, 2, null, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [12, 9, [1, null, 9]],
])('at page %i of %i: %j', (page, pages, shown) => expect(pagesShown(page, pages)).toEqual(shown))

const asked: number[] = []
const open = (page: number, totalRecords: number, more: object = {}) =>
  render(<Pagination page={page} perPage={25} totalRecords={totalRecords} onPage={(next) => asked.push(next)} {...more} />)

test('the rows of the page are named, the last page’s up to the end, and one past the end says how many there are', () => {
  for (const [page, words] of [
    [1, '1–25 of 1,060'],
    [43, '1,051–1,060 of 1,060'],
    [44, 'There are 43 pages'],
  ] as const) {
    const { unmount } = open(page, 1_060)
    screen.getByText(words)
    unmount()
  }
})

test('pages that the server refuses are not offered, and the way to their rows is said', () => {
  open(401, 12_345)
  screen.getByText('10,001–10,025 of 12,345. Narrow the search to see rows beyond 10,025')
  expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Page 494' })).toBeNull()
})

test('nothing stands below a list of one page; 26 rows are two', () => {
  expect(open(1, 25).container.innerHTML).toBe('')
  expect(open(1, 26).container.innerHTML).not.toBe('')
})

test('at the ends there is no way on, past the end the way back leads to the last page', () => {
  const state = () => ['Previous page', 'Next page'].map((name) => screen.getByRole('button', { name }).hasAttribute('disabled'))
  const first = open(1, 60)
  expect(state()).toEqual([true, false])
  first.unmount()
  const last = open(3, 60)
  expect([state(), screen.getByRole('button', { current: 'page' }).textContent]).toEqual([[false, true], '3'])
  last.unmount()
  asked.length = 0
  const middle = open(2, 75)
  for (const name of ['Previous page', 'Next page', 'Page 3']) screen.getByRole('button', { name }).click()
  expect(asked).toEqual([1, 3, 3])
  middle.unmount()
  asked.length = 0
  open(9, 60)
  screen.getByRole('button', { name: 'Previous page' }).click()
  expect(asked).toEqual([3])
})

test('rows a page are offered in order, with the number that is set', () => {
  open(1, 60, { perPage: 40, onPerPage: () => undefined })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['25', '40', '50', '100', '500'])
})

test('on paper a page of a list says which rows of how many it has; the buttons stay on screen', () => {
  open(1, 35)
  expect(screen.getByText('1–25 of 35').closest('[data-no-print]')).toBeNull()
  for (const button of screen.getAllByRole('button')) expect(button.closest('[data-no-print]')).toBeTruthy()
})

test('paper leads to what has all rows, and says the rows once', () => {
  open(2, 1_235, { whole: 'the statement (PDF)' })
  const words = screen.getByText('Rows 26 to 50 of 1,235; the statement (PDF) has all.')
  expect(words.closest('[data-print-only]')).toBeTruthy()
  expect(screen.getByText('26–50 of 1,235').closest('[data-no-print]')).toBeTruthy()
})
