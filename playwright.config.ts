/** Browser stories against a server of their own: demo book, fresh data folder, a free port. `npm test -- e2e/x.spec.ts` runs one. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Playwright loads this file in every worker; the first to do so, the runner, decides for all.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000))
// e2e/server.ts keeps the book there and removes the folder at its end; stories find the database by it.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'corridor-e2e-'))
const port = process.env.E2E_PORT
const baseURL = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/e2e',
  // Stories share one book, and each goes on where the one before it in its file ended.
  workers: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: `${process.execPath} e2e/server.ts`,
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    env: { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: baseURL, CORRIDOR_MODE: 'demo' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
