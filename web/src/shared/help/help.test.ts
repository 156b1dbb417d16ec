/** The help belongs to its pages: every page of the portal has an article for whoever may open it, and every article is on a page of its readers. */

import articles from 'virtual:help-index'
import texts from 'virtual:help-texts'
import { allows, PERMISSION_CODES, ROLES } from '@corridor/domain/access/access.ts'
import { expect, test } from 'vitest'
import { PATTERNS } from '../../paths.ts'
import { ROUTES } from '../../routes.tsx'
import { articlesOf, mayRead, namesOfPage, textsFor } from './pages.ts'
import { findArticles } from './search.ts'

/** Pages of signing in and out stand without the frame that has the help. */
const ALONE = new Set<string>([PATTERNS.login, PATTERNS.logout, PATTERNS.forgottenPassword, PATTERNS.confirmEmail])
const FRAMED = ROUTES.filter(({ path }) => !ALONE.has(path))
const everything = PERMISSION_CODES.map((code) => ({ code, access: 2 as const }))
const openTo = (route: (typeof ROUTES)[number]) =>
  ROLES.filter((userRole) => allows({ userRole, permissions: everything, reportTypeCodes: ['MBR', 'ABR', 'AQU'] }, route.access))

test('every page has an article for everybody who may open it', () => {
  const without = FRAMED.flatMap((route) =>
    openTo(route)
      .filter((userRole) => articlesOf(articles, route.path, { userRole }).length === 0)
      .map((userRole) => `${route.path} for ${userRole}`),
  )
  expect(without).toEqual([])
})

test('every article is on a page that its readers may open, and names only pages that there are', () => {
  const names = new Set(FRAMED.flatMap(({ path }) => namesOfPage(path)))
  expect(articles.flatMap(({ id, pages }) => pages.filter((page) => !names.has(page)).map((page) => `${id}: ${page}`))).toEqual([])
  const lost = articles.filter(
    (article) =>
      !FRAMED.some((route) => openTo(route).some((userRole) => articlesOf(articles, route.path, { userRole }).includes(article))),
  )
  expect(lost.map(({ id }) => id)).toEqual([])
  expect(articles.length).toBeGreaterThan(50)
})

test('an article links to articles that its readers may open too', () => {
  const linksIn = (nodes: (typeof texts)[string]): string[] =>
    nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.to === undefined ? [] : [node.to]), ...linksIn(node.children)]))
  const unknown = articles.flatMap(({ id }) => linksIn(texts[id] ?? []).filter((to) => !articles.some((each) => each.id === to)))
  expect(unknown).toEqual([])
})

test('staff are not told of the bank’s own dashboard, and a bank not of the close', () => {
  const ids = (userRole: 'c' | 'd') => articles.filter((article) => mayRead({ userRole }, article)).map(({ id }) => id)
  expect([ids('d').includes('how-do-i-arrange-my-dashboard'), ids('c').includes('how-do-i-arrange-my-dashboard')]).toEqual([false, true])
  expect([ids('d').includes('what-does-locking-a-month-do'), ids('c').includes('what-does-locking-a-month-do')]).toEqual([true, false])
})

test('an institution’s people read no instructions to managers, and find none', () => {
  const of = (userRole: 'c' | 'd') => textsFor({ userRole }, texts)
  const told = (userRole: 'c' | 'd') => JSON.stringify(of(userRole)['how-do-passwords-and-sessions-work'])
  expect(told('d')).toContain('For managers.')
  expect(told('c')).not.toContain('For managers.')
  expect(told('c')).toContain('Choosing a password.')
  expect(findArticles(articles, of('d'), 'preset conforms')).not.toEqual([])
  expect(findArticles(articles, of('c'), 'preset conforms')).toEqual([])
})

test('a search finds all its words, those in a title first', () => {
  expect(findArticles(articles, texts, 'lock month').map(({ id }) => id)[0]).toBe('what-does-locking-a-month-do')
  expect(findArticles(articles, texts, 'lock zeppelin')).toEqual([])
  expect(findArticles(articles, texts, '  ')).toEqual([])
})

test('a term leads to the article that explains it', () => {
  for (const term of ['tax-equiv', 'Net yield', 'cost basis', 'headroom'])
    expect(findArticles(articles, texts, term).map(({ id }) => id)[0]).toBe('what-do-the-terms-in-the-reports-mean')
  const ofClients = articles.filter((article) => mayRead({ userRole: 'c' }, article))
  expect(findArticles(ofClients, texts, 'call report').map(({ id }) => id)[0]).toBe('how-do-i-post-the-entries')
})
