/** CONTRIBUTING.md says which files a new thing touches; these count them for things that are there, and find what the documents name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesNaming } from './adding.mjs'

/** Lists that a line is added to by hand. */
const LISTS = ['contract/src/index.ts', 'server/src/app.ts', 'web/src/paths.ts', 'web/src/routes.tsx', 'domain/src/audit-log/actions.ts']
const listed = (files: readonly string[]) => files.filter((file) => LISTS.includes(file))

test('an endpoint with its page is contract, queries, routes and page, and a line in two lists, or three for a page that is no form', () => {
  const files = filesNaming(['listUnreadFiles', 'UnreadFilesPage', 'unreadFiles'])
  // The search page links to it.
  expect(files.filter((file) => !file.endsWith('/SearchPage.tsx'))).toEqual([
    'contract/src/search.ts',
    'server/src/features/search/routes.ts',
    'server/src/features/search/unread.ts',
    'web/src/features/search/UnreadFilesPage.tsx',
    // The shape that is drawn until the page is there: a form unless it is named.
    'web/src/page-shapes.ts',
    'web/src/paths.ts',
    'web/src/routes.tsx',
  ])
})

test('the tests about all endpoints ask a new one by its path and its contract', () => {
  const tables = ['asked.ts', 'sample.ts']
    .map((file) => readFileSync(join(import.meta.dirname, '../server/src/test', file), 'utf8'))
    .join('\n')
  for (const path of ['/api/institutions/:id/service-requests', '/api/documents/:id/versions', '/api/report-schedules/:id/runs'])
    expect(tables).not.toContain(path)
})

test('a feature of its own is named in two lists more', () => {
  expect(listed(filesNaming(['drafts', 'draftRoutes']))).toEqual(['contract/src/index.ts', 'server/src/app.ts'])
  expect(listed(filesNaming(['savedViews', 'savedViewRoutes']))).toEqual(['contract/src/index.ts', 'server/src/app.ts'])
})

test('a report family is its folders, its contract, its row among the families, and a line where server and web list them', () => {
  const named = filesNaming(['reports/form-8925/comparison.ts', 'form8925Reports', 'form8925Routes', 'form8925Pages'])
  expect(named.filter((file) => !file.includes('/form-8925'))).toEqual([
    'contract/src/index.ts',
    'server/src/app.ts',
    'web/src/report-routes.tsx',
  ])
})

test('a column of a list is one object of its page', () => {
  expect(filesNaming(['Last reviewed'])).toEqual(['web/src/features/report-configuration/StatesPage.tsx'])
})

test('a column of carriers’ files is named in their columns alone; kept, shown and exported it is by its name there', () => {
  const names = ['guaranteedCashValue', 'guaranteedCashValueCents', 'guaranteed_cash_value_cents']
  expect(filesNaming(names)).toEqual(['domain/src/data-feeds/columns.ts'])
})

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/invariants.md'])('each file that %s names is there', (document) => {
  const root = join(import.meta.dirname, '..')
  const paths = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => `/${room}/${path}`),
  )
  const text = readFileSync(join(root, document), 'utf8')
  const named = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|typ))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})
const ROOMS = ['domain/src', 'contract/src', 'server/src', 'web/src', 'tools', 'e2e', 'bench']
