// `npm run doors`: tries every door that docs/security.md names before its chapters, by the tests that stand beside it there. They run the product's own server on
// this machine, with a PostgreSQL in a temporary folder, and ask as an outsider would. One line a door; code 1 when one opens, or when no test of it ran.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { environment, foreground, install, main, node24, readJson, root } from './workspace.mjs'

await main(async () => {
  await install({ dev: true })
  const doors = doorsOf(readFileSync(join(root, 'docs', 'security.md'), 'utf8'))
  const tests = doors.flatMap((door) => door.tests)
  const folder = mkdtempSync(join(tmpdir(), 'corridor-doors-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const report = join(folder, 'doors.json')
  const node = node24()
  const only = [...new Set(tests.map(({ pattern }) => pattern))].join('|')
  const options = ['--reporter=json', `--outputFile.json=${report}`, '--testNamePattern', only]
  const files = [...new Set(tests.map(({ path }) => path))]
  console.log(`Trying ${doors.length} doors, which takes some minutes ...\n`)
  const code = await foreground(node, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...options, ...files], {
    env: environment(node),
  })
  const results = (readJson(report)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ path: relative(root, name), title, status })),
  )
  let open = 0
  for (const { what, tests: own } of doors) {
    const ran = own.map(({ path, pattern }) =>
      results.filter((one) => one.path === path && new RegExp(`^${pattern}$`).test(one.title) && one.status !== 'skipped'),
    )
    const failed = ran.flat().filter(({ status }) => status !== 'passed')
    const shut = own.length > 0 && ran.every(({ length }) => length > 0) && failed.length === 0
    if (!shut) open += 1
    console.log(`${shut ? 'shut' : 'OPEN'}  ${what} (${ran.flat().length})`)
    for (const { path, title } of failed) console.log(`        ${path}: ${title}`)
  }
  console.log(`\n${doors.length - open} shut, ${open} open`)
  return open > 0 || doors.length === 0 ? 1 : code
})

/** The rows of the tables that stand before the chapters of the standard: what is tried, and by which tests. */
function doorsOf(document) {
  const before = document.slice(0, document.indexOf('\n## V1 '))
  return before.split('\n').flatMap((line) => {
    const [, what = ''] = line.split(' | ').length > 1 ? (/^\| (.+?) \| /.exec(line) ?? []) : []
    const tests = [...line.matchAll(/`([\w./-]+\.test\.tsx?)`: "([^"]+)"/g)].map(([, path, name]) => ({ path, pattern: patternOf(name) }))
    return what !== '' && what !== 'what' ? [{ what, tests }] : []
  })
}

/** Title of a test that runs once a case, whatever stands in place of its %s. */
function patternOf(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sij#]/g, '.*')
}
