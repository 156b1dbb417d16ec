// `node tools/house.mjs [checkout]`: the size and shape of the house in figures, to be put side by side before and after a change of rooms.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from './rooms.mjs'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'test-output', 'data'])
const files = walk(root).map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }))
const isTest = ({ path }) => /\.(test|spec)\.tsx?$|(^|\/)test\//.test(path) || path.startsWith('e2e/')
const lines = (list) => list.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const code = files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
const source = code.filter((file) => !isTest(file))
const matches = (list, pattern) => list.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)
const beside = new Map()
for (const { path } of files.filter(({ path }) => /^(domain|contract|server|web)\/src\//.test(path)))
  beside.set(path.slice(0, path.lastIndexOf('/')), (beside.get(path.slice(0, path.lastIndexOf('/'))) ?? 0) + 1)
const [fullest, most] = [...beside].sort((a, b) => b[1] - a[1])[0]

console.table({
  'source files': source.length,
  'source lines': lines(source),
  'test lines': lines(code.filter(isTest)),
  'lines of SQL': lines(files.filter(({ path }) => path.endsWith('.sql'))),
  'lines of CSS': lines(files.filter(({ path }) => path.endsWith('.css'))),
  'files of migrations': files.filter(({ path }) => /\/migrations\/.*\.sql$/.test(path)).length,
  'most files in one folder': `${most} (${fullest})`,
  'files over 300 lines': source.filter(({ text }) => text.split('\n').length > 301).length,
  imports: source.reduce((sum, { text }) => sum + importsOf(text).length, 0),
  'policies written in full': matches(
    files.filter(({ path }) => path.endsWith('.sql')),
    /create policy/gi,
  ),
  'comments beginning with What, Of, Who or Whose': matches(code, /(?:\/\*\*|^\s*\*|\/\/) (?:What|Of|Who|Whose)\b/gm),
  'citations of papers that are not here': matches(code, /\bseed \d|product\.md|domain\.md|quality\.md/g),
})

function walk(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (SKIPPED.has(name)) return []
    return statSync(path).isDirectory() ? walk(path) : /\.(ts|tsx|mjs|sql|css)$/.test(name) ? [path] : []
  })
}
