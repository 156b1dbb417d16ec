/** The real server and its workers as processes of their own, to be killed: embedded PostgreSQL and files under one private folder, or what settings name. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface Process {
  pid: number
  /** Milliseconds from the start of the process until it was ready. */
  readyAfter: number
  /** As a power cut for the process: nothing of it runs on. */
  kill: () => Promise<void>
  /** As Ctrl-C: everything is stopped, PostgreSQL included. @returns the exit code, and all that the process wrote from its start to its end */
  stop: () => Promise<{ code: number | null; output: string }>
}
export interface ServerProcess extends Process {
  url: string
  ownerUrl: string
}

const texts = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), SSN_HASH_KEY: randomBytes(32).toString('base64') }
/** All processes of a test hold the same. */
export const processKeys = { encryption: Buffer.from(texts.ENCRYPTION_KEY, 'base64'), ssnHash: Buffer.from(texts.SSN_HASH_KEY, 'base64') }
const note = z.object({ ownerUrl: z.string() })
const READY_WITHIN = 120_000

export async function startServerProcess(dataDirectory: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const { said, ...server } = await startProcess('main.ts', dataDirectory, settings, /ready at http:\/\/localhost:(\d+)/)
  const ownerUrl = settings.DATABASE_URL ?? note.parse(JSON.parse(readFileSync(join(dataDirectory, 'server.json'), 'utf8'))).ownerUrl
  return { ...server, url: `http://127.0.0.1:${said}`, ownerUrl }
}

export async function startWorkerProcess(dataDirectory: string, settings: Record<string, string>): Promise<Process> {
  const { said: _, ...worker } = await startProcess('worker.ts', dataDirectory, settings, /Working on (jobs)/)
  return worker
}

async function startProcess(
  program: string,
  dataDirectory: string,
  settings: Record<string, string>,
  ready: RegExp,
): Promise<Process & { said: string }> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', program)], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Where Node keeps what it compiled: a start costs half.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CORRIDOR_MODE: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDirectory,
      // Four eyes would hide nothing here, but the batch is released by whoever made it.
      FOUR_EYES_RELEASE: 'off',
      ...texts,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  // 'close' comes after the last line was read.
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const said = await readyWord(child, written, ready).catch(async (cause) => {
    // Left alone it would write on into the folder that the test then removes.
    child.kill('SIGKILL')
    await gone
    throw cause
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return { code: await gone, output: written.join('') }
  }
  return {
    said,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

function readyWord(child: ChildProcess, written: string[], ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`it was not ready within ${READY_WITHIN / 1000} s:\n${written.join('')}`)),
      READY_WITHIN,
    )
    const hear = (chunk: Buffer) => {
      written.push(chunk.toString())
      const word = ready.exec(written.join(''))?.[1]
      if (!word) return
      clearTimeout(timer)
      resolve(word)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`it ended (${code ?? signal}) before it was ready:\n${written.join('')}`))
    })
  })
}
