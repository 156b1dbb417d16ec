import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkRooms, importsOf } from './rooms.mjs'
import { root as repository } from './workspace.mjs'

const planted: string[] = []
afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true })
})

/** A checkout with these files, each opening with a comment. */
function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'corridor-rooms-'))
  planted.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path.endsWith('.ts') || path.endsWith('.tsx') ? `/** What it is for. */\n${text}\n` : text)
  }
  return root
}

test('this repository is found with files in all its rooms', () => {
  // A check that sees no file passes always; so one that must fail is planted among the real rules: nothing may be a line long.
  const breaches = checkRooms(repository, { 'domain/src/primitives/money.ts': 'a reason nobody needs' })
  expect(breaches).toContain('tools/long-files.json excuses domain/src/primitives/money.ts, which needs no excuse any more')
})

test('what the rules allow passes', () => {
  const root = plant({
    'domain/src/primitives/money.ts': `import { plainDate } from './period.ts'`,
    'domain/src/reports/annual-review/build.ts': `import { buildAssetReport } from '../asset-report/build.ts'\nimport { column } from '../table.ts'`,
    'domain/src/questionnaires/effects.ts': `import { linesOf } from '../reports/form-8925/rules.ts'`,
    'domain/src/primitives/money.test.ts': `import { test } from 'vitest'`,
    'contract/src/session.ts': `import { z } from 'zod'\nimport { cents } from '@corridor/domain/primitives/money.ts'`,
    'server/src/platform/http/route.ts': `import { readFile } from 'node:fs/promises'\nimport type { Database } from '../db/schema.ts'\nimport { session } from '@corridor/contract/session.ts'`,
    'server/src/features/search/routes.ts': `import { route } from '../../platform/http/route.ts'\nimport { print } from '../../reporting/pdf/pool.ts'\nimport { select } from './queries.ts'`,
    'server/src/features/search/routes.test.ts': `import { useDatabase } from '../../test/database.ts'`,
    'server/src/app.ts': `import { search } from './features/search/routes.ts'`,
    'web/src/features/search/SearchPage.tsx': `import { Table } from '../../ui/Table.tsx'\nimport { paths } from '../../paths.ts'`,
    'e2e/story.spec.ts': `import { buildInstitution } from '@corridor/server/test/builders.ts'\nimport { search } from '@corridor/contract/search.ts'`,
  })
  expect(checkRooms(root)).toEqual([])
})

test.each([
  ['domain/src/primitives/money.ts', `import { z } from 'zod'`, 'domain is pure and uses no package'],
  ['domain/src/primitives/money.ts', `import { readFileSync } from 'node:fs'`, 'domain is pure and uses no package'],
  ['domain/src/primitives/money.ts', `import { session } from '@corridor/contract/session.ts'`, 'domain may import nothing outside itself'],
  ['domain/src/primitives/money.ts', `import type { Policy } from '../policies/register.ts'`, 'primitives does not import policies'],
  [
    'domain/src/calculations/yields.ts',
    `import { build } from '../reports/asset-report/build.ts'`,
    'calculations does not import asset-report',
  ],
  [
    'domain/src/reports/table.ts',
    `import { view } from './asset-report/view.ts'`,
    'what report families share does not import asset-report',
  ],
  [
    'domain/src/reports/explanation/line.ts',
    `import type { View } from '../annual-review/view.ts'`,
    'what report families share does not import annual-review',
  ],
  [
    'domain/src/reports/asset-report/comparison.ts',
    `import { figure } from '../annual-review/blocks.ts'`,
    'report families do not import each other; what two need moves down',
  ],
  [
    'domain/src/reports/annual-review/sections/compliance.ts',
    `import { linesOf } from '../../form-8925/rules.ts'`,
    'report families do not import each other; what two need moves down',
  ],
  [
    'domain/src/reports/form-8925/rules.ts',
    `import { view } from '../../questionnaires/view.ts'`,
    'form-8925 does not import questionnaires',
  ],
  ['domain/src/yields.ts', '', 'stands in no room of domain: give it a folder'],
  ['contract/src/session.ts', `import fastify from 'fastify'`, 'contract is pure and uses only zod'],
  [
    'contract/src/session.ts',
    `import type { Db } from '../../server/src/platform/database/database.ts'`,
    'contract may import only domain',
  ],
  ['server/src/app.ts', `import { Table } from '../../web/src/ui/Table.tsx'`, 'server may import only domain and contract'],
  ['web/src/app.tsx', `import { Db } from '@corridor/server/platform/database/database.ts'`, 'web may import only domain and contract'],
  ['server/src/platform/http/route.ts', `import { search } from '../../features/search/routes.ts'`, 'platform does not import features'],
  ['server/src/platform/http/route.ts', `export { print } from '../../reporting/pdf/pool.ts'`, 'platform does not import reporting'],
  [
    'server/src/reporting/pdf/pool.ts',
    `const late = await import('../../features/search/routes.ts')`,
    'reporting does not import features',
  ],
  ['server/src/features/search/routes.ts', `import { app } from '../../app.ts'`, 'features does not import app'],
  [
    'server/src/features/search/routes.ts',
    `import {\n  list,\n} from '../users/queries.ts'`,
    'features do not import features; what two need moves down',
  ],
  ['web/src/features/search/SearchPage.tsx', `import '../users/users.css'`, 'features do not import features; what two need moves down'],
  ['web/src/ui/Table.tsx', `import { page } from '../features/search/SearchPage.tsx'`, 'ui does not import features'],
  ['server/src/platform/http/route.ts', `import { build } from '../../test/builders.ts'`, 'only tests use what is made for tests'],
  [
    'e2e/story.spec.ts',
    `import { select } from '@corridor/server/features/search/queries.ts'`,
    'e2e uses of the server only its test builders',
  ],
])('%s with %j is a breach', (path, text, sentence) => {
  expect(checkRooms(plant({ [path]: text }))).toEqual([expect.stringContaining(sentence)])
})

test('a file over 300 lines needs a reason, over 500 none helps', () => {
  const lines = (count: number) => 'export {}\n'.repeat(count - 2)
  const root = plant({
    'domain/src/primitives/a.ts': lines(301),
    'domain/src/primitives/b.ts': lines(301),
    'domain/src/primitives/c.ts': lines(501),
    'domain/src/primitives/d.ts': lines(300),
  })
  expect(checkRooms(root, { 'domain/src/primitives/b.ts': 'a table', 'domain/src/primitives/c.ts': 'a long table' })).toEqual([
    'domain/src/primitives/a.ts has 301 lines, more than 300: split it, or give the reason in tools/long-files.json',
    'domain/src/primitives/c.ts has 501 lines, more than 500: split it',
  ])
})

test('a file says first what it is for', () => {
  const root = plant({})
  mkdirSync(join(root, 'domain/src/primitives'), { recursive: true })
  writeFileSync(join(root, 'domain/src/primitives/money.ts'), 'export const money = 1\n')
  expect(checkRooms(root)).toEqual(['domain/src/primitives/money.ts does not open with a comment on what it is for'])
})

test('imports are read in all their forms, and not from comments', () => {
  const text = `import a, { b } from './a.ts'
import type { C } from './c.ts'
import './d.css'
import * as e from "./e.ts"
export { f } from './f.ts'
export * from './g.ts'
const h = await import('./h.ts') // import { no } from './comment.ts'
/* import { no } from './comment.ts' */
const address = 'https://example.com' // a slash pair in a string`
  expect(importsOf(text)).toEqual(['./a.ts', './c.ts', './d.css', './e.ts', './f.ts', './g.ts', './h.ts'])
})

test('threads that read files and print papers load nothing that talks to a database', () => {
  const packages = new Map<string, string>()
  const seen = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(join(repository, file), 'utf8').replaceAll(/\b(?:import|export) type [^;]*?from '[^']+'/g, '')
    for (const specifier of importsOf(text)) {
      const own = /^@corridor\/(\w+)\/(.+)$/.exec(specifier)
      if (own) follow(`${own[1]}/src/${own[2]}`)
      else if (specifier.startsWith('.')) follow(join(dirname(file), specifier))
      else packages.set(specifier, file)
    }
  }
  const threads = [
    'features/data-feeds/check-worker.ts',
    'features/search/read-worker.ts',
    'platform/files/inspection/inspect-worker.ts',
    'platform/formats/reading/unlock-worker.ts',
    'platform/jobs/off-thread-worker.ts',
    'reporting/pdf/worker.ts',
  ]
  for (const thread of threads) follow(`server/src/${thread}`)
  expect(packages.size).toBeGreaterThan(5)
  expect([...packages].filter(([name]) => /^(kysely|pg|pg-)/.test(name))).toEqual([])
})
