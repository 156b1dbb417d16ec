import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { queryText, readQuery } from './query-text.ts'
import { listSearch, pageInputOf } from './url-search.ts'

test.each([
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=-4', 1],
  ['?page=2.9', 2],
  ['?page=x', 1],
  ['', 1],
])('%s is page %i', (text, page) => {
  expect(z.parse(z.object(listSearch), readQuery(text)).page).toBe(page)
})

test('a page is asked for by rows', () => {
  expect(pageInputOf(3, 25)).toEqual({ take: 25, skip: 50 })
})

test('lists repeat their key in the address and come back as lists', () => {
  expect(queryText({ status: ['Ready', 'Failed'], search: '', page: undefined, desc: false })).toBe(
    '?status=Ready&status=Failed&desc=false',
  )
  expect(readQuery('?status=Ready&status=Failed&q=a+b')).toEqual({ status: ['Ready', 'Failed'], q: 'a b' })
})
