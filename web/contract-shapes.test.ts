/** The part of the contracts that travels to the browser, built as pages are: method, path, access and every other value; no schema, no sentence of the API page. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, parseAst } from 'vite'
import { expect, test } from 'vitest'
import { shapeOf, withoutSchemas } from './contract-shapes.ts'

const contracts = fileURLToPath(new URL('../contract/src', import.meta.url))
const standIn = fileURLToPath(new URL('./src/kernel/schema-stand-in.ts', import.meta.url))
/** Sentences of the API page, and what the server leaves out of a body: a browser asks for neither. */
const UNSHIPPED = new Set(['summary', 'ignores'])

test('contracts reach the browser as they are, but for schemas and the sentences of the API page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-contracts-'))
  try {
    const names = readdirSync(contracts).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [withoutSchemas()],
      resolve: { alias: [{ find: /^zod$/, replacement: standIn }] },
      build: {
        outDir: folder,
        minify: false,
        lib: { entry: names.map((name) => join(contracts, name)), formats: ['es'], fileName: (_, entry) => `${entry}.mjs` },
      },
    })
    let calls = 0
    for (const name of names) {
      const original: Record<string, unknown> = await import(pathToFileURL(join(contracts, name)).href)
      const shipped: Record<string, unknown> = await import(pathToFileURL(join(folder, name.replace(/\.ts$/, '.mjs'))).href)
      const seen = endpointsIn(original)
      calls += seen.length
      expect([name, endpointsIn(shipped)]).toEqual([name, seen])
    }
    expect(calls).toBeGreaterThan(200)
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(
      text.flatMap(
        (each) =>
          each.match(
            /.*\bz\.(?:object|looseObject|array|string|int|number|enum|union|literal|boolean|coerce|preprocess)\b.*|summary: (['"`])[^'"`].*/g,
          ) ?? [],
      ),
    ).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a file that only schemas read from is not fetched with the contract', () => {
  const contract = [
    "import { z } from 'zod'",
    "import { monthEnd } from './reports.ts'",
    "import { CODES, WORDS } from './words.ts'",
    "import './effects.ts'",
    'export const chart = { input: z.object({ month: monthEnd, code: z.enum(CODES) }), words: WORDS }',
  ].join('\n')
  expect(shapeOf(contract, parseAst).split('\n').filter(Boolean)).toEqual([
    "import { z } from 'zod'",
    "import { CODES, WORDS } from './words.ts'",
    "import './effects.ts'",
    'export const chart = { input: z, words: WORDS }',
  ])
})

/** Every call that the module exports, by itself or in a set of calls, with what it says besides schemas and sentences. */
function endpointsIn(module: Record<string, unknown>): [string, unknown][] {
  const found: [string, unknown][] = []
  const look = (path: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('method' in value && 'path' in value && 'access' in value) {
      const said = Object.entries(value).filter(([name, each]) => !UNSHIPPED.has(name) && !isSchema(each))
      found.push([path, Object.fromEntries(said)])
    } else if (Object.getPrototypeOf(value) === Object.prototype) {
      for (const [name, each] of Object.entries(value)) look(`${path}.${name}`, each)
    }
  }
  for (const [name, value] of Object.entries(module).toSorted(([a], [b]) => (a < b ? -1 : 1))) look(name, value)
  return found
}

/** The import of zod, or of its replacement in the browser. */
const isSchema = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && ('_zod' in value || 'def' in value))
