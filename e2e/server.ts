/** The server the browser stories run against: a data folder that lives as long as it does. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDirectory = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'corridor-e2e-'))
// PostgreSQL's own user passes through it when the tests run as root.
chmodSync(dataDirectory, 0o711)
const program = join(import.meta.dirname, '../server/src/main.ts')
const server = spawn(process.execPath, [program], {
  env: { ...process.env, DATA_DIR: dataDirectory },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(dataDirectory, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
