import { expect, test } from 'vitest'
import { queryText, readQuery } from './query-text.ts'
import { chosenOf, listSearch, pageInputOf, searchOf } from './url-search.ts'

test.each([
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=-4', 1],
  ['?page=2.9', 2],
  ['?page=x', 1],
  ['', 1],
])('%s is page %i', (text, page) => {
  expect(searchOf(listSearch, readQuery(text)).page).toBe(page)
})

test.each([
  ['?take=100&desc=true&sort=name&search=a+b', { page: 1, take: 100, desc: true, sort: 'name', search: 'a b' }],
  ['?take=1000&desc=1', { page: 1, take: 1000, desc: true }],
  ['?take=1&desc=false', { page: 1, take: 1, desc: false }],
  ['?take=0&desc=', { page: 1, desc: false }],
  ['?take=1001', { page: 1 }],
  ['?take=', { page: 1 }],
  ['?take=many&take=25&sort=a&sort=b&search=x&search=y&desc=true&desc=true&page=2&page=3', { page: 1 }],
])('a list reads of %s what it can use', (text, read) => {
  expect(searchOf(listSearch, readQuery(text))).toEqual(read)
})

test('a choice is one of those that there are', () => {
  const readers = { severity: chosenOf(['error', 'warning']) }
  expect(searchOf(readers, readQuery('?severity=warning')).severity).toBe('warning')
  for (const text of ['?severity=loud', '?severity=', '', '?severity=error&severity=warning'])
    expect(searchOf(readers, readQuery(text)).severity).toBeUndefined()
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
