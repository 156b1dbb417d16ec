/** The real server as a process of its own, to be killed: embedded PostgreSQL and files under one private folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface ServerProcess {
  url: string
  pid: number
  ownerUrl: string
  /** Milliseconds from the start of the process until it was ready. */
  readyAfter: number
  /** As a power cut for the process: nothing of it runs on. */
  kill: () => Promise<void>
  /** As Ctrl-C: everything is stopped, PostgreSQL included. @returns the exit code, and all that the process wrote from its start to its end */
  stop: () => Promise<{ code: number | null; output: string }>
}

const keys = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), SSN_HASH_KEY: randomBytes(32).toString('base64') }
const note = z.object({ ownerUrl: z.string() })
const READY_WITHIN = 120_000

export async function startServerProcess(dataDirectory: string): Promise<ServerProcess> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
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
      ...keys,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  // 'close' comes after the last line was read.
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const url = await readyUrl(child, written)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return { code: await gone, output: written.join('') }
  }
  return {
    url,
    pid: child.pid ?? 0,
    ownerUrl: note.parse(JSON.parse(readFileSync(join(dataDirectory, 'server.json'), 'utf8'))).ownerUrl,
    readyAfter: performance.now() - began,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

function readyUrl(child: ChildProcess, written: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the server was not ready within ${READY_WITHIN / 1000} s:\n${written.join('')}`)),
      READY_WITHIN,
    )
    const hear = (chunk: Buffer) => {
      written.push(chunk.toString())
      const port = /ready at http:\/\/localhost:(\d+)/.exec(written.join(''))?.[1]
      if (!port) return
      clearTimeout(timer)
      resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`the server ended (${code ?? signal}) before it was ready:\n${written.join('')}`))
    })
  })
}
