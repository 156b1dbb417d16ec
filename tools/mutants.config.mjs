// vitest's own configuration, with one source file read as it would be broken (tools/mutants.mjs): in memory, so that the checkout stays as it is. Given to
// Node with --import as well, because worker threads and programs that tests start read their files without vitest.
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const path = process.env.CORRIDOR_MUTANT
const mutant = path ? JSON.parse(readFileSync(path, 'utf8')) : undefined
const address = mutant && pathToFileURL(mutant.file).href
const read = () => {
  writeFileSync(`${path}.read`, '')
  return mutant.text
}

const overlay = {
  name: 'corridor-mutant',
  enforce: 'pre',
  // vitest keeps what it has transformed on disk: of this file neither read nor written.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (id === mutant?.file ? false : undefined)),
  api: { vitest: { ignoreFsModuleCache: true } },
  load: (id) => (id.replace(/\?.*$/, '') === mutant?.file ? read() : undefined),
}

if (process.execArgv.some((argument) => argument.includes('mutants.config')) || process.env.NODE_OPTIONS?.includes('mutants.config'))
  registerHooks({
    load: (url, context, next) =>
      url.replace(/\?.*$/, '') === address ? { format: 'module-typescript', source: read(), shortCircuit: true } : next(url, context),
  })

/** A test that only waits for a busy machine has noticed nothing: it gets the time to end. Breaks that never end are ended by the whole run's limit. */
const patient = (project) => ({ ...project, plugins: [overlay], test: { ...project.test, testTimeout: 90_000, hookTimeout: 90_000 } })

/** A function, so that what only reads the file's first lines loads no test runner. */
export default async () => {
  const { default: base } = await import('../vitest.config.ts')
  return {
    ...base,
    root: fileURLToPath(new URL('..', import.meta.url)),
    test: { ...base.test, projects: base.test.projects.map(patient) },
  }
}
