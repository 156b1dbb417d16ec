/** Line 11: a stored PDF of 5 MB, through session, permission, row-level security and activity log, beside nginx with the same file. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchLine, Subject } from '../line.ts'
import { type Loaded, loaded } from '../load.ts'
import type { ServingFile } from '../peers/stored-file-program.ts'
import { freePort } from '../portal.ts'

const FEW = 4

export const line: BenchLine = {
  number: 11,
  name: 'stored-file',
  title: 'A stored PDF of 5 MB',
  target: 'first byte within 20 ms, served by stream',
  run: async ({ quick, say }) => {
    const seconds = quick ? 1 : 8
    const { child, serving } = await serve()
    const nginx = await startNginx(serving.folder)
    try {
      const subjects: Subject[] = []
      const measure = async (name: string, address: string, path: string, cookie?: string) => {
        const of = { address, path, ...(cookie ? { headers: { cookie } } : {}), check: has5MB }
        const alone = await loaded({ ...of, connections: 1, seconds })
        const few = await loaded({ ...of, connections: FEW, seconds })
        subjects.push({ name, value: alone.firstByteMedian, more: figures(alone, few) })
        say(
          `${name}: first byte ${alone.firstByteMedian.toFixed(1)} ms, ${few.megabytesPerSecond.toFixed(0)} MB a second to ${FEW} at once`,
        )
      }
      await measure('Corridor', serving.corridor, serving.path, serving.cookie)
      if (nginx) await measure('nginx, the same file', nginx.address, `/${serving.name}`)
      const [own] = subjects
      return {
        subjects,
        unit: 'ms to the first byte, one at a time',
        lessIsBetter: true,
        reached: own !== undefined && Number(own.more?.['p99 ms']) <= 20,
        remarks: [
          'Each answer of Corridor finds the session, checks type and institution under row-level security, asks whether the file passed its check, writes a row of the activity log and notes who opened it, all committed before the first byte; then it streams from the disk.',
          nginx
            ? 'nginx sends the file with sendfile, one worker, no log, no session.'
            : 'nginx is not installed on this machine (apt-get install nginx-light): nothing stands beside Corridor this time.',
        ],
      }
    } finally {
      nginx?.stop()
      child.disconnect()
    }
  },
}

const figures = (alone: Loaded, few: Loaded) => ({
  'p99 ms': alone.firstByteP99,
  'ms to the last byte': alone.median,
  [`MB a second to ${FEW} at once`]: few.megabytesPerSecond,
  [`p99 ms of ${FEW} at once`]: few.firstByteP99,
})

function has5MB(body: Buffer): void {
  if (body.length !== 5_000_000) throw new Error(`the file came with ${body.length} bytes`)
}

function serve(): Promise<{ child: ChildProcess; serving: ServingFile }> {
  const child = fork(new URL('../peers/stored-file-program.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (serving: ServingFile) => resolve({ child, serving }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

async function startNginx(root: string): Promise<{ address: string; stop: () => void } | undefined> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-nginx-'))
  const port = await freePort()
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; sendfile on; tcp_nopush on; ${places} server { listen 127.0.0.1:${port}; root ${root}; } }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50; tries++) {
    const there = await fetch(address).catch(() => undefined)
    if (there) break
    await delay(100)
  }
  return {
    address,
    stop: () => {
      nginx.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      nginx.kill('SIGTERM')
    },
  }
}
