/** Browser stories, each worker against a server of its own (e2e/book.ts): demo book, fresh data folder, a free port. `npm test -- e2e/x.spec.ts` runs one. */
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/e2e',
  globalSetup: './e2e/book.ts',
  // The stories of a file share one book, and each goes on where the one before it ended; files do not touch each other's but by accident of order.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Nothing slides or fades: a click waits until its target has stood still.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films every step, which on two cores costs more than the step: `npx playwright test e2e/x.spec.ts --trace on` makes one. Not of
    // file-viewer.spec.ts: the recorder's script in a frame that runs none is a line in the console, which fails the story.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ?? 'chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
