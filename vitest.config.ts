/** `npx vitest run <path>` runs the tests of a folder; tools/test.mjs runs them all. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const surprises = fileURLToPath(new URL('./server/src/test/no-surprises.ts', import.meta.url))

const EVERYWHERE = {
  // What a test leaves in the environment or the globals does not reach the next one.
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
  // vitest keeps one processor for itself, which on two is half of them.
  maxWorkers: availableParallelism(),
}

export default defineConfig({
  test: {
    passWithNoTests: false,
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
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'server',
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
