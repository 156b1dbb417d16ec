/** `npx vitest run <path>` runs the tests of a folder; tools/test.mjs runs them all. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const surprises = fileURLToPath(new URL('./server/src/test/no-surprises.ts', import.meta.url))

const EVERYWHERE = {
  // Changes of a test to the environment or the globals do not reach the next one.
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
  // vitest keeps one processor for itself, which on two is half of them.
  maxWorkers: availableParallelism(),
}

/** Mostly wait: for the end of a process, its next start, a lease. First, beside the making of the browser tests' book; last, they kept a processor idle. */
const WAITING = /\/test\/faults\/|\/(faults|jobs|cli|backup|embedded-postgres|debian|worker)\.test\.ts$/
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...projects.values()].flatMap((specs) => {
      const waiting = specs.filter(({ moduleId }) => WAITING.test(moduleId))
      return [...waiting, ...specs.filter((spec) => !waiting.includes(spec))]
    })
  }
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          ...EVERYWHERE,
          name: 'domain',
          include: ['domain/src/**/*.test.ts', 'contract/src/**/*.test.ts'],
          setupFiles: [surprises],
          // Pure functions share what was loaded.
          isolate: false,
          // Properties try many books, also on a busy machine.
          testTimeout: 20_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'server',
          sequence: { groupOrder: 0 },
          include: ['server/src/**/*.test.ts', 'web/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['bench/node_modules/**'],
          globalSetup: ['./server/src/test/global-setup.ts'],
          setupFiles: [surprises],
          pool: 'forks',
          // Each file has a database of its own; what the server keeps in memory hangs on its kernel. Loading it anew for every file took a second each.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        // The browser's own build: the same compiler, the same stand-ins for packages.
        extends: './web/vite.config.ts',
        root: fileURLToPath(new URL('./web', import.meta.url)),
        test: {
          ...EVERYWHERE,
          name: 'web',
          sequence: { groupOrder: 2 },
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // setup.ts clears what pages keep; loading and drawing React anew for each of 45 files took a minute and a half.
          isolate: false,
          setupFiles: [surprises, fileURLToPath(new URL('./web/src/test/setup.ts', import.meta.url))],
          testTimeout: 10_000,
        },
      },
    ],
  },
})
